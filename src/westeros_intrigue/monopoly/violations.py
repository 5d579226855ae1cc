"""Why a move is refused: one code for each thing that can be wrong with it."""

from __future__ import annotations

import attrs

from westeros_intrigue.base.errors import RefusedMove
from westeros_intrigue.base.values import RuleCode, Value
from westeros_intrigue.monopoly.moves import Move


class ViolationCode(RuleCode):
    """The things that can be wrong with a move, in the order in which `explain` lists it.

    >>> ViolationCode.TOO_DEAR
    ViolationCode.TOO_DEAR
    """

    NOBODY_TO_MOVE = "nobody-to-move", "end.last"
    """The game is over, or waits for chance. No other violation comes with it."""
    NOT_YOUR_DECISION = "not-your-decision", "interval.floor"
    """Another player is asked. No other violation comes with it."""
    NOT_ASKED_NOW = "not-asked-now", "turn.steps"
    """The question is another one. No other violation comes with it."""
    BAD_PARTNER = "bad-partner", "trade.what"
    """No other solvent player sits there."""
    OFFERS_SPENT = "offers-spent", "trade.bound"
    """The player has made as many offers as are allowed."""
    NOT_OWNED = "not-owned", "trade.both"
    """The player does not own the deed."""
    NOT_THEIRS = "not-theirs", "trade.both"
    """The partner does not own the deed."""
    SET_INCOMPLETE = "set-incomplete", "build.set"
    """Another Location of the set belongs to somebody else, or to nobody."""
    SET_MORTGAGED = "set-mortgaged", "build.set"
    """A Location of the set is mortgaged."""
    FULL = "full", "build.level"
    """The Location already has a Castle."""
    UNEVEN = "uneven", "build.even"
    """Another Location of the set must come first."""
    SUPPLY_EMPTY = "supply-empty", "build.supply"
    """The Treasury has no such building left."""
    HOLDFASTS_SHORT = "holdfasts-short", "sell.castle-short"
    """The Treasury has too few Holdfasts to put in a Castle's place."""
    NOTHING_BUILT = "nothing-built", "sell.holdfast"
    """The sale has no building."""
    BUILT_ON = "built-on", "trade.buildings"
    """Buildings stand in the set."""
    MORTGAGED = "mortgaged", "mortgage.take"
    """The deed is mortgaged already."""
    NOT_MORTGAGED = "not-mortgaged", "mortgage.redeem"
    """The deed is not mortgaged."""
    UNDOES = "undoes", "interval.undo"
    """The player did the contrary in this interval."""
    TOO_DEAR = "too-dear", "build.cost"
    """The player's cash is not enough."""
    BID_LOW = "bid-low", "auction.bids"
    """The bid is not higher than the one before."""
    BID_OVER_CASH = "bid-over-cash", "auction.cash"
    """The bid is higher than the player's cash."""
    ONE_SIDED = "one-sided", "trade.both"
    """One side of an offer is empty."""
    COINS_BOTH_WAYS = "coins-both-ways", "trade.both"
    """Both sides of an offer have coins."""
    TOO_FEW_COINS = "too-few-coins", "trade.both"
    """A side does not have the coins that it offers."""
    TOO_FEW_CARDS = "too-few-cards", "trade.both"
    """A side does not have the jail cards that it offers."""
    DEBT_UNPAID = "debt-unpaid", "debt.trade"
    """After the exchange the debtor's means would not reach the debt."""
    CAN_PAY = "can-pay", "debt.must"
    """The debtor can pay, and must."""
    NO_CARD = "no-card", "jail.card"
    """The player has no jail card."""
    NOT_A_CHOICE = "not-a-choice", "decision.never-stuck"
    """The move cannot name the space or the set."""


@attrs.frozen
class Violation(Value):
    """One thing that is wrong with a move; as `str` a sentence for the player.

    >>> from westeros_intrigue.monopoly import Bid, explain, setup
    >>> for violation in explain(setup(2, seed=1), Bid(3)):
    ...     print(violation.code, violation)
    ViolationCode.NOT_ASKED_NOW bid 3 is not an answer: player 0 may act before player 0's \
throw. Build, sell, sell-set, mortgage, redeem, offer, pass or stand-by.
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
