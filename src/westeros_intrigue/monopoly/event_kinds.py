"""Events: what happened in a game, with the names that a sentence about it needs.

Players are seats from 0, spaces count from 0 clockwise, amounts are coins; None for a player who
pays or is paid is the Treasury. All lies open in this game, so every viewer sees every event.
"""

from __future__ import annotations

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.limits import Count, Ordinal
from westeros_intrigue.base.values import Value
from westeros_intrigue.monopoly.chance import Dice
from westeros_intrigue.monopoly.moves import Bundle
from westeros_intrigue.monopoly.spaces import CardNumber, Seat, SpaceNumber


@attrs.frozen
class TurnBegan(Value):
    """A player's turn began."""

    player: Seat
    turn: Ordinal
    """The number of the turn, from 1."""


@attrs.frozen
class Thrown(Value):
    """Dice were thrown, for a move, a try or an Order's rent."""

    player: Seat
    dice: Dice


@attrs.frozen
class Moved(Value):
    """A token went from one space to another."""

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


@attrs.frozen
class Paid(Value):
    """Coins changed hands."""

    payer: Seat | None
    payee: Seat | None
    amount: Count


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
    """Jail cards changed hands, or went back under the deck where `taker` is None."""

    giver: Seat
    taker: Seat | None
    number: Count


@attrs.frozen
class Acquired(Value):
    """A deed came to a player."""

    player: Seat
    space: SpaceNumber
    name: str


@attrs.frozen
class Returned(Value):
    """The deed of a bankrupt player came back to the Treasury."""

    space: SpaceNumber
    name: str


@attrs.frozen
class AuctionOpened(Value):
    """An auction began, of a deed or of the last building of its kind."""

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
    """A player passed in an auction, or the engine did so for one who cannot bid."""

    player: Seat


@attrs.frozen
class Unsold(Value):
    """A deed without a bid."""

    space: SpaceNumber
    name: str


@attrs.frozen
class RentDemanded(Value):
    """An owner asked for the rent."""

    owner: Seat
    visitor: Seat
    name: str
    amount: Count | None
    """The rent; None of an Order, whose rent is a part of the throw that follows."""


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
    """A player accepted an offer, or declined it."""

    player: Seat
    accepted: bool


@attrs.frozen
class Levelled(Value):
    """The buildings on a Location changed."""

    space: SpaceNumber
    name: str
    level: Count
    """The number of Holdfasts; one more than the most is a Castle."""
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
