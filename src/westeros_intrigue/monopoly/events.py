"""What happened between two decisions: thrown dice, moved tokens, paid coins, changed deeds.

Players are seats from 0, spaces count from 0 clockwise, None for a payer or a payee is the
Treasury.
"""

from __future__ import annotations

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.values import Value


@attrs.frozen
class Thrown(Value):
    """Dice were thrown, for a move, a try or an Order's rent.

    Rules: turn.steps, rent.order.
    """

    player: int
    dice: tuple[int, int]


@attrs.frozen
class Moved(Value):
    """A token went from one space to another.

    Rules: move.clockwise, go.backward.
    """

    player: int
    origin: int
    target: int


@attrs.frozen
class Jailed(Value):
    """A player went to jail.

    Rules: jail.enter.
    """

    player: int


@attrs.frozen
class Released(Value):
    """A player came out of jail.

    Rules: jail.fee, jail.card, jail.try, jail.third.
    """

    player: int


@attrs.frozen
class Paid(Value):
    """Coins changed hands; None stands for the Treasury.

    Rules: debt.pay, go.salary.
    """

    payer: int | None
    payee: int | None
    amount: int


@attrs.frozen
class Drew(Value):
    """A Chance card was drawn, by its number in the deck.

    Rules: card.draw.
    """

    player: int
    card: int


@attrs.frozen
class Acquired(Value):
    """A deed came to a player.

    Rules: land.buy, auction.bids, trade.offer.
    """

    player: int
    space: int


@attrs.frozen
class Unsold(Value):
    """Nobody bid for a deed.

    Rules: auction.unsold.
    """

    space: int


@attrs.frozen
class Levelled(Value):
    """The buildings on a Location changed to a level.

    Rules: build.level, sell.holdfast.
    """

    space: int
    level: int


@attrs.frozen
class Turned(Value):
    """A deed was mortgaged, or redeemed.

    Rules: mortgage.take, mortgage.redeem.
    """

    space: int
    mortgaged: bool


@attrs.frozen
class Passed(Value):
    """The engine passed for a player without other moves.

    Rules: interval.skip, auction.forced.
    """

    player: int


@attrs.frozen
class WentBankrupt(Value):
    """A player is out; None stands for the Treasury as creditor.

    Rules: bankrupt.out.
    """

    player: int
    creditor: int | None


Event = TypeAliasType(
    "Event",
    Thrown | Moved | Jailed | Released | Paid | Drew | Acquired | Unsold | Levelled | Turned
    | Passed | WentBankrupt,
)  # fmt: skip
"""Anything that happens."""
