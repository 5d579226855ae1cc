"""The events of a game, each with its sentence.

All events are public. Players are seats from 0, spaces are counted from 0 clockwise, and amounts
are in coins. A payer or payee of None is the Treasury. An event has the names that its sentence
needs. The module is not called events, since the package has a function of that name.

Rules: info.public, info.views.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from typing import Self, get_args

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.authoring.position import Occurrence
from westeros_intrigue.gamekit.english import Speaker
from westeros_intrigue.gamekit.errors import WrongType
from westeros_intrigue.gamekit.limits import Count
from westeros_intrigue.gamekit.values import Value, shared, short_repr
from westeros_intrigue.games.monopoly.pieces.board import Dice
from westeros_intrigue.games.monopoly.pieces.spaces import (
    TREASURY,
    CardNumber,
    Seat,
    SpaceNumber,
    coins,
)
from westeros_intrigue.games.monopoly.position.moves import Bundle, goods


@attrs.frozen
class TurnBegan(Value, Occurrence):
    """A player's turn began."""

    player: Seat
    turn: limits.Ordinal
    """The number of the turn, from 1."""

    def words(self, speaker: Speaker) -> str:
        return f"turn {self.turn}: {speaker.does(self.player, 'is')} to roll"


@attrs.frozen
class Thrown(Value, Occurrence):
    """Dice were thrown, for a move, a try or an Order's rent."""

    player: Seat
    dice: Dice

    def words(self, speaker: Speaker) -> str:
        first, second = self.dice
        return f"{speaker.does(self.player, 'throws')} {first} and {second}"


@attrs.frozen
class Moved(Value, Occurrence):
    """A token moved from one space to another."""

    player: Seat
    origin: SpaceNumber
    space: SpaceNumber
    name: str
    """The name of the space that the token reached."""

    def words(self, speaker: Speaker) -> str:
        return f"{speaker.does(self.player, 'moves')} to {self.name}"


@attrs.frozen
class Jailed(Value, Occurrence):
    """A player went to jail."""

    player: Seat

    def words(self, speaker: Speaker) -> str:
        return f"{speaker.does(self.player, 'goes')} to jail"


@attrs.frozen
class Released(Value, Occurrence):
    """A player came out of jail."""

    player: Seat

    def words(self, speaker: Speaker) -> str:
        return f"{speaker.does(self.player, 'leaves')} jail"


class Purpose(values.NamedEnum):
    """The reasons for which coins change hands.

    >>> Purpose.RENT, Purpose.RENT.words
    (Purpose.RENT, 'as rent')
    """

    _value_: str
    words: str
    """The reason as the end of a sentence."""

    def __new__(cls, value: str, words: str) -> Self:
        """Return the member for a value, with its words."""
        member = object.__new__(cls)
        member._value_, member.words = value, words
        return member

    SALARY = "salary", "as salary"
    """GO was passed or reached."""
    TAX = "tax", "as tax"
    """A token stands on a tax space."""
    RENT = "rent", "as rent"
    """A visitor pays an owner."""
    CARD = "card", "by a Chance card"
    """A Chance card requires it."""
    JAIL = "jail", "to leave jail"
    """The fee for jail."""
    POT = "pot", "from the pot"
    """The house rule `pot`: the token stands on a free space."""
    DEED = "deed", "for a deed"
    """A deed was bought, on its space or in an auction."""
    BUILDING = "building", "for a building"
    """A building was bought, or won in an auction."""
    SALE = "sale", "for buildings sold"
    """Buildings were sold."""
    MORTGAGE = "mortgage", "on a mortgage"
    """A deed was mortgaged."""
    REDEMPTION = "redemption", "to redeem a deed"
    """A mortgage was repaid."""
    TRADE = "trade", "in exchange"
    """An offer with coins was accepted."""
    BANKRUPTCY = "bankruptcy", "as all that is left"
    """A bankrupt player hands over the last coins."""


@attrs.frozen
class Paid(Value, Occurrence):
    """Coins changed hands."""

    payer: Seat | None
    payee: Seat | None
    amount: Count
    why: Purpose

    def words(self, speaker: Speaker) -> str:
        paid = f"{speaker.does(self.payer, 'pays')} {coins(self.amount)}"
        return f"{paid} to {speaker.name(self.payee)} {self.why.words}"


@attrs.frozen
class Drew(Value, Occurrence):
    """A Chance card was drawn."""

    player: Seat
    card: CardNumber
    """The number of the card in the deck of the edition."""
    name: str
    """The id of the card."""
    effects: str
    """Its effects in words."""

    def words(self, speaker: Speaker) -> str:
        return f"{speaker.does(self.player, 'draws')} the card {self.name}: {self.effects}"


@attrs.frozen
class CardsPassed(Value, Occurrence):
    """Jail cards changed hands, or went back under the deck if `taker` is None."""

    giver: Seat
    taker: Seat | None
    number: Count

    def words(self, speaker: Speaker) -> str:
        cards = goods(Bundle(cards=self.number))
        if self.taker is None:
            return f"{speaker.does(self.giver, 'puts')} {cards} under the deck"
        return f"{speaker.does(self.giver, 'passes')} {cards} to {speaker.name(self.taker)}"


@attrs.frozen
class Acquired(Value, Occurrence):
    """A player got a deed."""

    player: Seat
    space: SpaceNumber
    name: str

    def words(self, speaker: Speaker) -> str:
        return f"{speaker.does(self.player, 'takes')} the deed {self.name}"


@attrs.frozen
class Returned(Value, Occurrence):
    """The deed of a bankrupt player went back to the Treasury."""

    space: SpaceNumber
    name: str

    def words(self, speaker: Speaker) -> str:
        return f"the deed {self.name} goes back to {speaker.name(None)}"


@attrs.frozen
class AuctionOpened(Value, Occurrence):
    """An auction of a deed, or of the last building of its kind, began."""

    starter: Seat
    space: SpaceNumber
    """The space of the deed, or the one on which the starter wants to build."""
    name: str
    building: str | None = None
    """Holdfast or Castle; None for a deed."""

    def words(self, speaker: Speaker) -> str:
        puts = speaker.does(self.starter, "puts")
        if self.building is None:
            return f"{puts} the deed {self.name} up for auction"
        return f"{puts} the last {self.building} up for auction, to build it on {self.name}"


@attrs.frozen
class BidMade(Value, Occurrence):
    """A player bid in an auction."""

    player: Seat
    amount: Count

    def words(self, speaker: Speaker) -> str:
        return f"{speaker.does(self.player, 'bids')} {self.amount}"


@attrs.frozen
class Passed(Value, Occurrence):
    """A player passed in an auction, or had to because they could not bid."""

    player: Seat

    def words(self, speaker: Speaker) -> str:
        return speaker.does(self.player, "passes")


@attrs.frozen
class Unsold(Value, Occurrence):
    """An auction of a deed ended without a bid."""

    space: SpaceNumber
    name: str

    def words(self, speaker: Speaker) -> str:  # noqa: ARG002 - names no player
        return f"nobody bids for {self.name}"


@attrs.frozen
class RentDemanded(Value, Occurrence):
    """An owner asked for the rent."""

    owner: Seat
    visitor: Seat
    name: str
    amount: Count | None
    """The rent; None for an Order, whose rent is a part of the throw that follows."""

    def words(self, speaker: Speaker) -> str:
        asks = f"{speaker.does(self.owner, 'asks')} {speaker.name(self.visitor)}"
        if self.amount is None:
            return f"{asks} for a part of the next throw as rent on {self.name}"
        return f"{asks} for {coins(self.amount)} of rent on {self.name}"


@attrs.frozen
class RentWaived(Value, Occurrence):
    """An owner did not ask for the rent."""

    owner: Seat
    visitor: Seat
    name: str

    def words(self, speaker: Speaker) -> str:
        lets = f"{speaker.does(self.owner, 'lets')} {speaker.name(self.visitor)}"
        return f"{lets} off the rent on {self.name}"


@attrs.frozen
class Offered(Value, Occurrence):
    """A player offered another one an exchange."""

    player: Seat
    partner: Seat
    give: Bundle
    take: Bundle
    given: tuple[str, ...]
    """The names of the player's deeds in the deal."""
    taken: tuple[str, ...]
    """The names of the partner's deeds in the deal."""

    def words(self, speaker: Speaker) -> str:
        offers = f"{speaker.does(self.player, 'offers')} {speaker.name(self.partner)}"
        return f"{offers} {goods(self.give, self.given)} for {goods(self.take, self.taken)}"


@attrs.frozen
class Answered(Value, Occurrence):
    """A player accepted or declined an offer."""

    player: Seat
    accepted: bool

    def words(self, speaker: Speaker) -> str:
        answers = "accepts" if self.accepted else "declines"
        return f"{speaker.does(self.player, answers)} the offer"


@attrs.frozen
class Levelled(Value, Occurrence):
    """The buildings on a Location changed."""

    space: SpaceNumber
    name: str
    level: Count
    """The number of Holdfasts; one more than the maximum means a Castle."""
    buildings: str
    """The buildings in words."""

    def words(self, speaker: Speaker) -> str:  # noqa: ARG002 - names no player
        return f"{self.name} has {self.buildings} now"


@attrs.frozen
class Turned(Value, Occurrence):
    """A deed was mortgaged, or redeemed."""

    space: SpaceNumber
    name: str
    mortgaged: bool

    def words(self, speaker: Speaker) -> str:  # noqa: ARG002 - names no player
        return f"{self.name} is {'mortgaged' if self.mortgaged else 'redeemed'}"


@attrs.frozen
class WentBankrupt(Value, Occurrence):
    """A player is out, in debt to a creditor."""

    player: Seat
    creditor: Seat | None

    def words(self, speaker: Speaker) -> str:
        bankrupt = f"{speaker.does(self.player, 'is')} bankrupt"
        return f"{bankrupt}, in debt to {speaker.name(self.creditor)}"


Event = TypeAliasType(
    "Event",
    TurnBegan | Thrown | Moved | Jailed | Released | Paid | Drew | CardsPassed | Acquired | Returned
    | AuctionOpened | BidMade | Passed | Unsold | RentDemanded | RentWaived | Offered | Answered
    | Levelled | Turned | WentBankrupt,
)  # fmt: skip
"""Anything that happens."""
Events = tuple[Event, ...]
"""Events in order."""

EVENT_TYPES: frozenset[type[Occurrence]] = frozenset(get_args(Event.__value__))
"""The classes of the events."""


def sentence(event: Event, viewer: int | None) -> str | None:
    """Return an event as a sentence for a viewer; None if it needs no words.

    >>> from westeros_intrigue.games.monopoly.position.happenings import Paid, Purpose
    >>> sentence(Paid(None, 1, 2, Purpose.SALARY), None)
    'the Treasury pays 2 coins to player 1 as salary'

    Args:
        event: one of `events`.
        viewer: the seat of the reader, from 0, who is called you; None for a spectator.

    Raises:
        WrongType: `event` is not an event.

    Rules: info.public, info.views.
    """
    if type(event) not in EVENT_TYPES:
        raise WrongType(f"event must be an event of this game, not {short_repr(event)}")
    return event.words(shared(Speaker, viewer, TREASURY))
