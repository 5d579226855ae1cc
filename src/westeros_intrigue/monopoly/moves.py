"""The moves: whatever a player can answer when the game asks.

Spaces are counted from 0, which is GO, clockwise; players from 0, clockwise; money in coins.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.limits import Range
from westeros_intrigue.base.notation import Worded
from westeros_intrigue.base.values import Value, instance, tuple_of
from westeros_intrigue.monopoly.spaces import MOST_CASH, SpaceNumber


def _deeds(deeds: Iterable[int]) -> tuple[int, ...]:
    spaces = tuple(sorted(tuple_of("deeds", int, deeds)))
    if len(set(spaces)) < len(spaces):
        raise InvalidValue(f"each deed can be offered once, not as in {spaces}")
    return spaces


@attrs.frozen
class Bundle(Value):
    """One side of an offer: deeds, Get Out of Jail Free cards, coins.

    >>> print(Bundle((14, 5), coins=3))
    5+14+3c

    Rules: trade.offer, trade.what.
    """

    deeds: tuple[SpaceNumber, ...] = attrs.field(default=(), converter=_deeds)
    """The spaces of the deeds, ascending."""
    cards: int = attrs.field(default=0, validator=Range(0, MOST_CASH))
    """The number of jail cards."""
    coins: int = attrs.field(default=0, validator=Range(0, MOST_CASH))
    """The number of coins."""

    def __bool__(self) -> bool:
        return bool(self.deeds or self.cards or self.coins)

    def __str__(self) -> str:
        parts = [str(space) for space in self.deeds]
        parts += [f"{self.cards}j"] if self.cards else []
        parts += [f"{self.coins}c"] if self.coins else []
        return "+".join(parts) or "0"


@attrs.frozen
class Build(Value, Worded):
    """Build a Holdfast on a Location, or the Castle that comes after the last Holdfast.

    >>> print(Build(11))
    build 11

    Rules: build.set, build.even, build.castle.
    """

    space: int = attrs.field(validator=Range(0, MOST_CASH))
    """The space of the Location, from 0."""


@attrs.frozen
class Sell(Value, Worded):
    """Sell one Holdfast, or change a Castle back into Holdfasts.

    >>> print(Sell(11))
    sell 11

    Rules: sell.holdfast, sell.castle.
    """

    space: int = attrs.field(validator=Range(0, MOST_CASH))
    """The space of the Location, from 0."""


@attrs.frozen
class SellSet(Value, Worded):
    """Sell all buildings of a set at once.

    >>> print(SellSet("light blue"))
    sell-set light blue

    Rules: sell.set.
    """

    group: str = attrs.field(validator=instance(str))
    """The colour of the set."""


@attrs.frozen
class Mortgage(Value, Worded):
    """Mortgage a deed.

    >>> print(Mortgage(5))
    mortgage 5

    Rules: mortgage.take.
    """

    space: int = attrs.field(validator=Range(0, MOST_CASH))
    """The space of the deed, from 0."""


@attrs.frozen
class Redeem(Value, Worded):
    """Repay the mortgage of a deed.

    >>> print(Redeem(5))
    redeem 5

    Rules: mortgage.redeem.
    """

    space: int = attrs.field(validator=Range(0, MOST_CASH))
    """The space of the deed, from 0."""


@attrs.frozen
class Offer(Value):
    """Offer another player an exchange.

    >>> print(Offer(1, Bundle(coins=4), Bundle((14,))))
    offer 1: 4c for 14

    Rules: trade.offer, trade.both, rent.no-deals.
    """

    partner: int = attrs.field(validator=Range(0, MOST_CASH))
    """The other player, from 0."""
    give: Bundle = attrs.field(validator=instance(Bundle))
    """The side of the player who offers."""
    take: Bundle = attrs.field(validator=instance(Bundle))
    """The partner's side."""

    def __str__(self) -> str:
        return f"offer {self.partner}: {self.give} for {self.take}"


@attrs.frozen
class Accept(Value, Worded):
    """Accept an offer.

    >>> print(Accept())
    accept

    Rules: trade.offer.
    """


@attrs.frozen
class Decline(Value, Worded):
    """Decline an offer.

    >>> print(Decline())
    decline

    Rules: trade.offer.
    """


@attrs.frozen
class Buy(Value, Worded):
    """Buy the deed on which one's token has landed.

    >>> print(Buy())
    buy

    Rules: land.unowned, land.buy.
    """


@attrs.frozen
class PutUp(Value, Worded):
    """Let the deed on which one's token has landed be auctioned.

    >>> print(PutUp())
    put-up

    Rules: land.unowned.
    """


@attrs.frozen
class Bid(Value, Worded):
    """Bid in an auction.

    >>> print(Bid(4))
    bid 4

    Rules: auction.bids, auction.cash.
    """

    amount: int = attrs.field(validator=Range(0, MOST_CASH))
    """The coins."""


@attrs.frozen
class Pass(Value, Worded):
    """Do nothing, with the floor or in an auction.

    >>> print(Pass())
    pass

    Rules: interval.close, auction.protocol.
    """


@attrs.frozen
class StandBy(Value, Worded):
    """Pass with the floor, and in every interval up to that before the player's next throw.

    >>> print(StandBy())
    stand-by

    Rules: interval.standing.
    """


@attrs.frozen
class Place(Value, Worded):
    """Choose the Location for a building that was won in an auction.

    >>> print(Place(9))
    place 9

    Rules: shortage.place.
    """

    space: int = attrs.field(validator=Range(0, MOST_CASH))
    """The space of the Location, from 0."""


@attrs.frozen
class Demand(Value, Worded):
    """Ask for the rent.

    >>> print(Demand())
    demand

    Rules: rent.demand.
    """


@attrs.frozen
class Waive(Value, Worded):
    """Do not ask for the rent.

    >>> print(Waive())
    waive

    Rules: rent.moment.
    """


@attrs.frozen
class PayFee(Value, Worded):
    """Pay to get out of jail, before the roll.

    >>> print(PayFee())
    pay-fee

    Rules: jail.fee.
    """


@attrs.frozen
class UseCard(Value, Worded):
    """Use a card to get out of jail, before the roll.

    >>> print(UseCard())
    use-card

    Rules: jail.card.
    """


@attrs.frozen
class TryDouble(Value, Worded):
    """Try to get out of jail by a double.

    >>> print(TryDouble())
    try-double

    Rules: jail.try.
    """


@attrs.frozen
class GiveUp(Value, Worded):
    """Go bankrupt.

    >>> print(GiveUp())
    give-up

    Rules: debt.hopeless.
    """


@attrs.frozen
class Choose(Value):
    """Choose the deed that a Chance card brings, and the player's own deed swapped for it.

    >>> print(Choose(5, own=3))
    choose 5 for 3

    Rules: card.draw.
    """

    deed: int = attrs.field(validator=Range(0, MOST_CASH))
    """The space of the deed, from 0."""
    own: int | None = attrs.field(
        default=None, validator=attrs.validators.optional(Range(0, MOST_CASH))
    )
    """The space of the player's own deed, from 0; None where no deed is swapped."""

    def __str__(self) -> str:
        return f"choose {self.deed}" + ("" if self.own is None else f" for {self.own}")


Move = TypeAliasType(
    "Move",
    Build | Sell | SellSet | Mortgage | Redeem | Offer | Accept | Decline | Buy | PutUp | Bid |
    Pass | StandBy | Place | Demand | Waive | PayFee | UseCard | TryDouble | GiveUp | Choose,
)  # fmt: skip
"""Any move."""
MOVE_TYPES: frozenset[type] = frozenset(get_args(Move.__value__))
"""The classes of the moves."""
