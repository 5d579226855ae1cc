"""The events of a game, with a sentence for each.

All events are public. Players are seats from 0, spaces are counted from 0 clockwise, and amounts
are in coins. A payer or payee of None is the Treasury. An event has the names that its sentence
needs. The module is not called events, since the package has a function of that name.

Rules: info.public, info.views.
"""

from __future__ import annotations

from typing import Self, assert_never, get_args

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.english import Speaker
from westeros_intrigue.gamekit.errors import WrongType
from westeros_intrigue.gamekit.limits import Count
from westeros_intrigue.gamekit.values import Value, shared, short_repr
from westeros_intrigue.games.monopoly.board import Dice
from westeros_intrigue.games.monopoly.moves import Bundle, goods
from westeros_intrigue.games.monopoly.spaces import (
    TREASURY,
    CardNumber,
    Seat,
    SpaceNumber,
    coins,
)


@attrs.frozen
class TurnBegan(Value):
    """A player's turn began."""

    player: Seat
    turn: limits.Ordinal
    """The number of the turn, from 1."""


@attrs.frozen
class Thrown(Value):
    """Dice were thrown, for a move, a try or an Order's rent."""

    player: Seat
    dice: Dice


@attrs.frozen
class Moved(Value):
    """A token moved from one space to another."""

    player: Seat
    origin: SpaceNumber
    space: SpaceNumber
    name: str
    """The name of the space that the token reached."""


@attrs.frozen
class Jailed(Value):
    """A player went to jail."""

    player: Seat


@attrs.frozen
class Released(Value):
    """A player came out of jail."""

    player: Seat


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
class Paid(Value):
    """Coins changed hands."""

    payer: Seat | None
    payee: Seat | None
    amount: Count
    why: Purpose


@attrs.frozen
class Drew(Value):
    """A Chance card was drawn."""

    player: Seat
    card: CardNumber
    """The number of the card in the deck of the edition."""
    name: str
    """The id of the card."""
    effects: str
    """Its effects in words."""


@attrs.frozen
class CardsPassed(Value):
    """Jail cards changed hands, or went back under the deck if `taker` is None."""

    giver: Seat
    taker: Seat | None
    number: Count


@attrs.frozen
class Acquired(Value):
    """A player got a deed."""

    player: Seat
    space: SpaceNumber
    name: str


@attrs.frozen
class Returned(Value):
    """The deed of a bankrupt player went back to the Treasury."""

    space: SpaceNumber
    name: str


@attrs.frozen
class AuctionOpened(Value):
    """An auction of a deed, or of the last building of its kind, began."""

    starter: Seat
    space: SpaceNumber
    """The space of the deed, or the one on which the starter wants to build."""
    name: str
    building: str | None = None
    """Holdfast or Castle; None for a deed."""


@attrs.frozen
class BidMade(Value):
    """A player bid in an auction."""

    player: Seat
    amount: Count


@attrs.frozen
class Passed(Value):
    """A player passed in an auction, or had to because they could not bid."""

    player: Seat


@attrs.frozen
class Unsold(Value):
    """An auction of a deed ended without a bid."""

    space: SpaceNumber
    name: str


@attrs.frozen
class RentDemanded(Value):
    """An owner asked for the rent."""

    owner: Seat
    visitor: Seat
    name: str
    amount: Count | None
    """The rent; None for an Order, whose rent is a part of the throw that follows."""


@attrs.frozen
class RentWaived(Value):
    """An owner did not ask for the rent."""

    owner: Seat
    visitor: Seat
    name: str


@attrs.frozen
class Offered(Value):
    """A player offered another one an exchange."""

    player: Seat
    partner: Seat
    give: Bundle
    take: Bundle
    given: tuple[str, ...]
    """The names of the player's deeds in the deal."""
    taken: tuple[str, ...]
    """The names of the partner's deeds in the deal."""


@attrs.frozen
class Answered(Value):
    """A player accepted or declined an offer."""

    player: Seat
    accepted: bool


@attrs.frozen
class Levelled(Value):
    """The buildings on a Location changed."""

    space: SpaceNumber
    name: str
    level: Count
    """The number of Holdfasts; one more than the maximum means a Castle."""
    buildings: str
    """The buildings in words."""


@attrs.frozen
class Turned(Value):
    """A deed was mortgaged, or redeemed."""

    space: SpaceNumber
    name: str
    mortgaged: bool


@attrs.frozen
class WentBankrupt(Value):
    """A player is out, in debt to a creditor."""

    player: Seat
    creditor: Seat | None


Event = TypeAliasType(
    "Event",
    TurnBegan | Thrown | Moved | Jailed | Released | Paid | Drew | CardsPassed | Acquired | Returned
    | AuctionOpened | BidMade | Passed | Unsold | RentDemanded | RentWaived | Offered | Answered
    | Levelled | Turned | WentBankrupt,
)  # fmt: skip
"""Anything that happens."""
Events = tuple[Event, ...]
"""Events in order."""

EVENT_TYPES: frozenset[type] = frozenset(get_args(Event.__value__))
"""The classes of the events."""


def sentence(event: Event, viewer: int | None) -> str | None:
    """Return an event as a sentence for a viewer; None if it needs no words.

    >>> from westeros_intrigue.games.monopoly.happenings import Paid, Purpose
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
    return _in_words(event, shared(Speaker, viewer, TREASURY))


def _in_words(event: Event, speaker: Speaker) -> str:  # noqa: PLR0911, PLR0912 - one a class
    name, does = speaker.name, speaker.does
    match event:
        case TurnBegan(player, turn):
            return f"turn {turn}: {does(player, 'is')} to roll"
        case Thrown(player, (first, second)):
            return f"{does(player, 'throws')} {first} and {second}"
        case Moved(player):
            return f"{does(player, 'moves')} to {event.name}"
        case Jailed(player):
            return f"{does(player, 'goes')} to jail"
        case Released(player):
            return f"{does(player, 'leaves')} jail"
        case Paid(payer, payee, amount, why):
            return f"{does(payer, 'pays')} {coins(amount)} to {name(payee)} {why.words}"
        case Drew(player):
            return f"{does(player, 'draws')} the card {event.name}: {event.effects}"
        case CardsPassed(giver, None, number):
            return f"{does(giver, 'puts')} {goods(Bundle(cards=number))} under the deck"
        case CardsPassed(giver, taker, number):
            return f"{does(giver, 'passes')} {goods(Bundle(cards=number))} to {name(taker)}"
        case Acquired(player):
            return f"{does(player, 'takes')} the deed {event.name}"
        case Returned():
            return f"the deed {event.name} goes back to {name(None)}"
        case AuctionOpened(starter, building=None):
            return f"{does(starter, 'puts')} the deed {event.name} up for auction"
        case AuctionOpened(starter, building=building):
            puts = f"{does(starter, 'puts')} the last {building} up for auction"
            return f"{puts}, to build it on {event.name}"
        case BidMade(player, amount):
            return f"{does(player, 'bids')} {amount}"
        case Passed(player):
            return does(player, "passes")
        case Unsold():
            return f"nobody bids for {event.name}"
        case RentDemanded(owner, visitor, deed, amount):
            part = "a part of the next throw as" if amount is None else f"{coins(amount)} of"
            return f"{does(owner, 'asks')} {name(visitor)} for {part} rent on {deed}"
        case RentWaived(owner, visitor, deed):
            return f"{does(owner, 'lets')} {name(visitor)} off the rent on {deed}"
        case Offered(player, partner, give, take, given, taken):
            sides = f"{goods(give, given)} for {goods(take, taken)}"
            return f"{does(player, 'offers')} {name(partner)} {sides}"
        case Answered(player, accepted):
            return f"{does(player, 'accepts' if accepted else 'declines')} the offer"
        case Levelled():
            return f"{event.name} has {event.buildings} now"
        case Turned():
            return f"{event.name} is {'mortgaged' if event.mortgaged else 'redeemed'}"
        case WentBankrupt(player, creditor):
            return f"{does(player, 'is')} bankrupt, in debt to {name(creditor)}"
        case _:
            assert_never(event)
