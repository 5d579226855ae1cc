"""Why a move is refused: one code for each thing that can be wrong with it."""

from __future__ import annotations

import attrs

from westeros_intrigue.base.errors import RefusedMove
from westeros_intrigue.base.values import NamedEnum, Value
from westeros_intrigue.monopoly.moves import Move


class ViolationCode(NamedEnum):
    """The things that can be wrong with a move, in the order in which `explain` lists it.

    >>> ViolationCode.TOO_DEAR
    ViolationCode.TOO_DEAR
    """

    NOBODY_TO_MOVE = "nobody-to-move"
    """The game is over, or waits for chance. It stands alone."""
    NOT_YOUR_DECISION = "not-your-decision"
    """Another player is asked. It stands alone."""
    NOT_ASKED_NOW = "not-asked-now"
    """The question is another one. It stands alone."""
    BAD_PARTNER = "bad-partner"
    """No other solvent player sits there."""
    OFFERS_SPENT = "offers-spent"
    """The player has made as many offers as are allowed."""
    NOT_OWNED = "not-owned"
    """The player does not own the deed."""
    NOT_THEIRS = "not-theirs"
    """The partner does not own the deed."""
    SET_INCOMPLETE = "set-incomplete"
    """Another Location of the set belongs to somebody else, or to nobody."""
    SET_MORTGAGED = "set-mortgaged"
    """A Location of the set is mortgaged."""
    FULL = "full"
    """A Castle stands there."""
    UNEVEN = "uneven"
    """Another Location of the set must come first."""
    SUPPLY_EMPTY = "supply-empty"
    """The Treasury has no such building left."""
    HOLDFASTS_SHORT = "holdfasts-short"
    """The Treasury has too few Holdfasts to put in a Castle's place."""
    NOTHING_BUILT = "nothing-built"
    """The sale has no building."""
    BUILT_ON = "built-on"
    """Buildings stand in the set."""
    MORTGAGED = "mortgaged"
    """The deed is mortgaged already."""
    NOT_MORTGAGED = "not-mortgaged"
    """The deed is not mortgaged."""
    UNDOES = "undoes"
    """The player did the contrary in this interval."""
    TOO_DEAR = "too-dear"
    """The player's cash is not enough."""
    BID_LOW = "bid-low"
    """The bid is not higher than the one before."""
    BID_OVER_CASH = "bid-over-cash"
    """The bid is higher than the player's cash."""
    ONE_SIDED = "one-sided"
    """One side of an offer is empty."""
    COINS_BOTH_WAYS = "coins-both-ways"
    """Both sides of an offer have coins."""
    TOO_FEW_COINS = "too-few-coins"
    """A side does not have the coins that it offers."""
    TOO_FEW_CARDS = "too-few-cards"
    """A side does not have the jail cards that it offers."""
    DEBT_UNPAID = "debt-unpaid"
    """After the exchange the debtor's means would not reach the debt."""
    CAN_PAY = "can-pay"
    """The debtor can pay, and must."""
    NO_CARD = "no-card"
    """The player has no jail card."""
    NOT_A_CHOICE = "not-a-choice"
    """The move cannot name the space or the set."""


RULES: dict[ViolationCode, str] = {
    ViolationCode.NOBODY_TO_MOVE: "end.last",
    ViolationCode.NOT_YOUR_DECISION: "interval.floor",
    ViolationCode.NOT_ASKED_NOW: "turn.steps",
    ViolationCode.BAD_PARTNER: "trade.what",
    ViolationCode.OFFERS_SPENT: "trade.bound",
    ViolationCode.NOT_OWNED: "trade.both",
    ViolationCode.NOT_THEIRS: "trade.both",
    ViolationCode.SET_INCOMPLETE: "build.set",
    ViolationCode.SET_MORTGAGED: "build.set",
    ViolationCode.FULL: "build.level",
    ViolationCode.UNEVEN: "build.even",
    ViolationCode.SUPPLY_EMPTY: "build.supply",
    ViolationCode.HOLDFASTS_SHORT: "sell.castle-short",
    ViolationCode.NOTHING_BUILT: "sell.holdfast",
    ViolationCode.BUILT_ON: "trade.buildings",
    ViolationCode.MORTGAGED: "mortgage.take",
    ViolationCode.NOT_MORTGAGED: "mortgage.redeem",
    ViolationCode.UNDOES: "interval.undo",
    ViolationCode.TOO_DEAR: "build.cost",
    ViolationCode.BID_LOW: "auction.bids",
    ViolationCode.BID_OVER_CASH: "auction.cash",
    ViolationCode.ONE_SIDED: "trade.both",
    ViolationCode.COINS_BOTH_WAYS: "trade.both",
    ViolationCode.TOO_FEW_COINS: "trade.both",
    ViolationCode.TOO_FEW_CARDS: "trade.both",
    ViolationCode.DEBT_UNPAID: "debt.trade",
    ViolationCode.CAN_PAY: "debt.must",
    ViolationCode.NO_CARD: "jail.card",
    ViolationCode.NOT_A_CHOICE: "decision.never-stuck",
}
"""The rule that a violation of each code cites, unless the case is a narrower one."""


@attrs.frozen
class Violation(Value):
    """One thing that is wrong with a move; as `str` a sentence for the player.

    >>> from westeros_intrigue.monopoly import Bid, explain, setup
    >>> for violation in explain(setup(2, seed=1), Bid(3)):
    ...     print(violation.code, violation)
    ViolationCode.NOT_ASKED_NOW bid 3 is not an answer: player 0 has the floor. Build, sell, \
sell-set, mortgage, redeem, offer, pass or stand-by.
    """

    code: ViolationCode
    """The kind of fault."""
    rule: str
    """The id of the rule, for `rule` to look up."""
    sentence: str
    """The sentence: the move, the obstacle, and the remedy."""
    spaces: tuple[int, ...] = ()
    """The spaces that matter."""
    needed: int | None = None
    """The number that is needed, of coins, cards or buildings."""
    found: int | None = None
    """The number that there is."""

    def __str__(self) -> str:
        return self.sentence


class IllegalMove(RefusedMove[Violation, Move]):
    """A move that the rules refuse.

    >>> from westeros_intrigue.monopoly import Buy, apply, setup
    >>> try:
    ...     apply(setup(2, seed=1), Buy())
    ... except IllegalMove as error:
    ...     print(error.move, error.violations[0].code)
    buy ViolationCode.NOT_ASKED_NOW
    """
