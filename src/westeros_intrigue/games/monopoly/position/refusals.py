"""The refusals of moves: the code, the rule and the sentence of each, and violations.

The checks of the rules yield faults: a refusal with its facts. `explain` puts them in words. To
add a refusal, write a member of `Refusal`, and yield a `Fault` with it where the rule is checked;
a new code also gets a member of `ViolationCode`.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Sequence
from enum import unique
from typing import NamedTuple

import attrs
from typing_extensions import TypeAliasType, deprecated

from westeros_intrigue.gamekit import refusals
from westeros_intrigue.gamekit.english import Speaker, count_things, join_words
from westeros_intrigue.gamekit.errors import DeprecatedName
from westeros_intrigue.gamekit.values import Code, Value
from westeros_intrigue.games.monopoly.pieces.spaces import TREASURY, Numbers
from westeros_intrigue.games.monopoly.position.moves import Move


class ViolationCode(Code):
    """The kinds of violations, in the order in which `explain` lists them.

    >>> ViolationCode.TOO_DEAR
    ViolationCode.TOO_DEAR
    """

    NOBODY_TO_MOVE = "nobody-to-move"
    """The game is over, or waits for chance. No other violation is reported with it."""
    NOT_YOUR_DECISION = "not-your-decision"
    """Another player is asked. No other violation is reported with it."""
    NOT_ASKED_NOW = "not-asked-now"
    """The open question is a different one. No other violation is reported with it."""
    BAD_PARTNER = "bad-partner"
    """No other solvent player sits there."""
    OFFERS_SPENT = "offers-spent"
    """The player has made the maximum number of offers."""
    NOT_OWNED = "not-owned"
    """The player does not own the deed."""
    NOT_THEIRS = "not-theirs"
    """The partner does not own the deed."""
    SET_INCOMPLETE = "set-incomplete"
    """Another Location of the set belongs to another player or the Treasury."""
    SET_MORTGAGED = "set-mortgaged"
    """A Location of the set is mortgaged."""
    FULL = "full"
    """The Location already has a Castle."""
    UNEVEN = "uneven"
    """Another Location of the set must come first."""
    SUPPLY_EMPTY = "supply-empty"
    """The Treasury has no such building left."""
    HOLDFASTS_SHORT = "holdfasts-short"
    """The Treasury has too few Holdfasts to replace a Castle."""
    NOTHING_BUILT = "nothing-built"
    """The sale has no building."""
    BUILT_ON = "built-on"
    """The set has buildings."""
    MORTGAGED = "mortgaged"
    """The deed is mortgaged already."""
    NOT_MORTGAGED = "not-mortgaged"
    """The deed is not mortgaged."""
    UNDOES = "undoes"
    """The player did the opposite in this interval."""
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
    """After the exchange, the debtor's means would not cover the debt."""
    CAN_PAY = "can-pay"
    """The debtor is able to pay."""
    NO_CARD = "no-card"
    """The player has no jail card."""
    NOT_A_CHOICE = "not-a-choice"
    """The space or the set does not suit the move."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that a violation with the code can cite."""
        return _RULES[self]


@attrs.frozen
class Facts(Value):
    """The facts of a refused move that its sentence names; others are empty or None.

    >>> from westeros_intrigue.games.monopoly import Buy
    >>> Refusal.CAN_PAY.find_obstacle(Facts(Buy(), needed=9, found=12))
    'buy: the debt is 9, and 12 can be raised.'
    """

    move: Move
    """The move."""
    spaces: Numbers = ()
    """The spaces that matter."""
    names: tuple[str, ...] = ()
    """The names of these spaces, with their numbers."""
    needed: int | None = None
    """The required number of coins, cards or buildings."""
    found: int | None = None
    """The available number."""
    player: int | None = None
    """The player, from 0, whose things the move names; None for the Treasury."""
    choices: tuple[str, ...] = ()
    """The words that the move could have had: the sets of the board, the kinds of moves, or
    moves that would work."""
    question: str = ""
    """The open question in words."""

    @property
    def all_spaces(self) -> str:
        """The names of the spaces, joined by and."""
        return " and ".join(self.names)

    @property
    def any_space(self) -> str:
        """The names of the spaces, joined by or."""
        return " or ".join(self.names) or "nothing"

    @property
    def any_choice(self) -> str:
        """The choices, joined by or."""
        return join_words(self.choices, "or")

    @property
    def owner(self) -> str:
        """The name of the player, or the Treasury."""
        return Speaker(nobody=TREASURY).name(self.player)


# Front ends write You for a player, so sentences avoid verbs that would have to agree.
_Row = refusals.Row[Facts]


def _too_dear(facts: Facts) -> str:
    return f"{facts.move}: it costs {facts.needed}, and the cash is {facts.found}."


def _of_another(facts: Facts) -> str:
    return f"{facts.move}: {facts.all_spaces} belongs to {facts.owner}."


def _not_owned(facts: Facts) -> str:
    return f"{facts.move}: the deed of {facts.all_spaces} does not belong to {facts.owner}."


@unique
class Refusal(refusals.Refusals):
    """The reasons for refusing a move. Several can share a code.

    >>> Refusal.SOLD_UNEVENLY.code, Refusal.SOLD_UNEVENLY.rule
    (ViolationCode.UNEVEN, 'sell.holdfast')
    """

    # Members never change, which pyright does not know.
    code: ViolationCode  # pyright: ignore[reportIncompatibleVariableOverride]
    """The kind of violation."""

    def put_together(self, move: object, obstacle: str, remedy: str) -> str:
        """Return the sentence about a refused move, which the obstacle names."""
        del move
        return f"{obstacle} {remedy}"

    GAME_OVER = _Row(
        ViolationCode.NOBODY_TO_MOVE,
        "end.last",
        lambda facts: f"{facts.move} comes too late: the game is over.",
        "Start another one.",
    )
    ROLLING = _Row(
        ViolationCode.NOBODY_TO_MOVE,
        "chance.by-hand",
        lambda facts: f"{facts.move} comes too early: the game waits for chance.",
        "Supply the next throw with supply_dice.",
    )
    DRAWING = _Row(
        ViolationCode.NOBODY_TO_MOVE,
        "chance.by-hand",
        lambda facts: f"{facts.move} comes too early: the game waits for chance.",
        "Supply the next card with supply_card.",
    )
    NOT_YOUR_DECISION = _Row(
        ViolationCode.NOT_YOUR_DECISION,
        "interval.floor",
        lambda facts: f"{facts.move} is not yours to play now: {facts.question}.",
        "Wait for your turn to decide.",
    )
    NOT_ASKED_NOW = _Row(
        ViolationCode.NOT_ASKED_NOW,
        "turn.steps",
        lambda facts: f"{facts.move} is not an answer: {facts.question}.",
        lambda facts: f"{facts.any_choice[:1].upper()}{facts.any_choice[1:]}.",
    )
    NO_DEED = _Row(
        ViolationCode.NOT_A_CHOICE,
        "components.deeds",
        lambda facts: f"{facts.move}: {facts.any_space} has no deed.",
        "Choose a space that has one.",
    )
    NOT_A_LOCATION = _Row(
        ViolationCode.NOT_A_CHOICE,
        "build.set",
        lambda facts: f"{facts.move}: {facts.all_spaces} is not a Location.",
        "Choose a Location.",
    )
    NO_SUCH_SET = _Row(
        ViolationCode.NOT_A_CHOICE,
        "sell.set",
        lambda facts: f"{facts.move}: the board lacks that set.",
        lambda facts: f"Choose {', '.join(facts.choices)}.",
    )
    NOT_A_SITE = _Row(
        ViolationCode.NOT_A_CHOICE,
        "shortage.place",
        lambda facts: f"{facts.move}: it cannot be built there.",
        lambda facts: f"Choose {facts.any_space}.",
    )
    DEED_NOT_OFFERED = _Row(
        ViolationCode.NOT_A_CHOICE,
        "card.draw",
        lambda facts: f"{facts.move}: the card does not offer that deed.",
        lambda facts: f"Choose {facts.any_space}.",
    )
    EXCHANGE_NOT_ASKED = _Row(
        ViolationCode.NOT_A_CHOICE,
        "card.draw",
        lambda facts: f"{facts.move}: the card does not ask for that exchange.",
        lambda facts: f"Give {facts.any_space} for it.",
    )
    BUILDS_ON_OTHERS = _Row(
        ViolationCode.NOT_OWNED, "build.set", _of_another, "Choose a deed of your own."
    )
    SELLS_OF_OTHERS = _Row(
        ViolationCode.NOT_OWNED, "sell.when", _of_another, "Choose a deed of your own."
    )
    MORTGAGES_OF_OTHERS = _Row(
        ViolationCode.NOT_OWNED, "mortgage.take", _of_another, "Choose a deed of your own."
    )
    REDEEMS_OF_OTHERS = _Row(
        ViolationCode.NOT_OWNED, "mortgage.redeem", _of_another, "Choose a deed of your own."
    )
    BUILDING_TOO_DEAR = _Row(ViolationCode.TOO_DEAR, "build.cost", _too_dear, "Raise money first.")
    REDEMPTION_TOO_DEAR = _Row(
        ViolationCode.TOO_DEAR, "mortgage.redeem", _too_dear, "Raise money first."
    )
    DEED_TOO_DEAR = _Row(ViolationCode.TOO_DEAR, "land.buy", _too_dear, "Raise money first.")
    FEE_TOO_DEAR = _Row(ViolationCode.TOO_DEAR, "jail.fee", _too_dear, "Raise money first.")
    UNDOES = _Row(
        ViolationCode.UNDOES,
        "interval.undo",
        lambda facts: f"{facts.move}: it reverses an earlier act of this interval.",
        "Wait for the next one.",
    )
    SET_INCOMPLETE = _Row(
        ViolationCode.SET_INCOMPLETE,
        "build.set",
        lambda facts: f"{facts.move}: the set lacks {facts.all_spaces}.",
        "Own the whole set first.",
    )
    SET_NOT_OWNED = _Row(
        ViolationCode.SET_INCOMPLETE,
        "sell.set",
        lambda facts: f"{facts.move}: the set lacks {facts.all_spaces}.",
        "Choose a set of your own.",
    )
    SET_MORTGAGED = _Row(
        ViolationCode.SET_MORTGAGED,
        "build.set",
        lambda facts: (
            f"{facts.move}: {facts.all_spaces} "
            f"{'is' if len(facts.names) == 1 else 'are'} mortgaged."
        ),
        "Redeem every deed of the set first.",
    )
    FULL = _Row(
        ViolationCode.FULL,
        "build.level",
        lambda facts: f"{facts.move}: the Location already has a Castle.",
        "Choose another one.",
    )
    BUILT_UNEVENLY = _Row(
        ViolationCode.UNEVEN,
        "build.even",
        lambda facts: f"{facts.move}: the set must be built evenly.",
        lambda facts: f"Build first on {facts.any_space}.",
    )
    SOLD_UNEVENLY = _Row(
        ViolationCode.UNEVEN,
        "sell.holdfast",
        lambda facts: f"{facts.move}: the set must be sold evenly.",
        lambda facts: f"Sell first on {facts.any_space}.",
    )
    SUPPLY_EMPTY = _Row(
        ViolationCode.SUPPLY_EMPTY,
        "build.supply",
        lambda facts: f"{facts.move}: the Treasury has no such building left.",
        "Wait until one is sold.",
    )
    HOLDFASTS_SHORT = _Row(
        ViolationCode.HOLDFASTS_SHORT,
        "sell.castle-short",
        lambda facts: (
            f"{facts.move}: {count_things(facts.needed or 0, 'Holdfast')} would replace the "
            f"Castle, and the Treasury has {facts.found}."
        ),
        "Sell the whole set.",
    )
    NO_BUILDING = _Row(
        ViolationCode.NOTHING_BUILT,
        "sell.holdfast",
        lambda facts: f"{facts.move}: nothing is built there.",
        "Choose a Location with a building.",
    )
    NO_BUILDINGS = _Row(
        ViolationCode.NOTHING_BUILT,
        "sell.set",
        lambda facts: f"{facts.move}: nothing is built there.",
        "Choose a set with buildings.",
    )
    MORTGAGE_BUILT_ON = _Row(
        ViolationCode.BUILT_ON,
        "mortgage.take",
        lambda facts: f"{facts.move}: the set has buildings.",
        "Sell them all first.",
    )
    MORTGAGED = _Row(
        ViolationCode.MORTGAGED,
        "mortgage.take",
        lambda facts: f"{facts.move}: the deed is mortgaged already.",
        "Choose another one.",
    )
    NOT_MORTGAGED = _Row(
        ViolationCode.NOT_MORTGAGED,
        "mortgage.redeem",
        lambda facts: f"{facts.move}: the deed is not mortgaged.",
        "Choose one that is.",
    )
    BID_LOW = _Row(
        ViolationCode.BID_LOW,
        "auction.bids",
        lambda facts: f"{facts.move}: the bid is too low.",
        lambda facts: f"Bid at least {facts.needed}, or pass.",
    )
    BID_OVER_CASH = _Row(
        ViolationCode.BID_OVER_CASH,
        "auction.cash",
        lambda facts: f"{facts.move}: the cash is only {facts.found}.",
        "Bid less, or pass.",
    )
    BAD_PARTNER = _Row(
        ViolationCode.BAD_PARTNER,
        "trade.what",
        lambda facts: f"{facts.move}: no other player in the game sits there.",
        "Choose another partner.",
    )
    OFFERS_SPENT = _Row(
        ViolationCode.OFFERS_SPENT,
        "trade.bound",
        lambda facts: f"{facts.move}: the limit of offers is reached: {facts.found}.",
        "Wait until you may offer again.",
    )
    NOT_OWNED = _Row(ViolationCode.NOT_OWNED, "trade.both", _not_owned, "Leave it out.")
    NOT_THEIRS = _Row(ViolationCode.NOT_THEIRS, "trade.both", _not_owned, "Leave it out.")
    OFFER_BUILT_ON = _Row(
        ViolationCode.BUILT_ON,
        "trade.buildings",
        lambda facts: f"{facts.move}: the set of {facts.all_spaces} has buildings.",
        "They must all be sold first.",
    )
    TOO_FEW_COINS = _Row(
        ViolationCode.TOO_FEW_COINS,
        "trade.both",
        lambda facts: (
            f"{facts.move}: {facts.owner} can give at most "
            f"{count_things(facts.found or 0, 'coin')}."
        ),
        "Name no more.",
    )
    TOO_FEW_CARDS = _Row(
        ViolationCode.TOO_FEW_CARDS,
        "trade.both",
        lambda facts: (
            f"{facts.move}: {facts.owner} can give at most "
            f"{count_things(facts.found or 0, 'jail card')}."
        ),
        "Name no more.",
    )
    ONE_SIDED = _Row(
        ViolationCode.ONE_SIDED,
        "trade.both",
        lambda facts: f"{facts.move}: one side is empty.",
        "Put something on each side.",
    )
    COINS_BOTH_WAYS = _Row(
        ViolationCode.COINS_BOTH_WAYS,
        "trade.both",
        lambda facts: f"{facts.move}: both sides have coins.",
        "Let only one side pay the difference.",
    )
    DEBT_UNPAID = _Row(
        ViolationCode.DEBT_UNPAID,
        "debt.trade",
        lambda facts: (
            f"{facts.move}: the debt is {facts.needed}, but only {facts.found} can be raised then."
        ),
        "Ask for more.",
    )
    CAN_PAY = _Row(
        ViolationCode.CAN_PAY,
        "debt.must",
        lambda facts: f"{facts.move}: the debt is {facts.needed}, and {facts.found} can be raised.",
        lambda facts: f"Sell buildings or mortgage deeds, such as by {facts.any_choice}.",
    )
    NO_CARD = _Row(
        ViolationCode.NO_CARD,
        "jail.card",
        lambda facts: f"{facts.move}: a jail card is needed.",
        "Pay the fee, or try for a double.",
    )


_RULES = {
    code: tuple(dict.fromkeys(refusal.rule for refusal in Refusal if refusal.code is code))
    for code in ViolationCode
}
"""The ids of the rules that a violation can cite, by its code."""


class Fault(NamedTuple):
    """A fault of a move, not yet in words."""

    refusal: Refusal
    spaces: Sequence[int] = ()
    """The spaces that matter."""
    needed: int | None = None
    """The required number of coins, cards or buildings."""
    found: int | None = None
    """The available number."""
    player: int | None = None
    """The player, from 0, whose things the move names; None for the Treasury."""
    choices: tuple[str, ...] = ()
    """The words that the move could have had: the sets of the board, the kinds of moves, or
    moves that would work."""
    question: str = ""
    """The open question in words."""


Faults = TypeAliasType("Faults", Iterator[Fault])


@attrs.frozen
class Violation(refusals.Violation[Refusal, Facts, Move]):
    """A fault of a move; `str` returns a sentence for the player.

    >>> from westeros_intrigue.games.monopoly import Bid, explain, setup
    >>> for violation in explain(setup(2, seed=1), Bid(3)):
    ...     print(violation.code, violation.answers)
    ...     print(violation)
    not-asked-now (Pass(), StandBy())
    bid 3 is not an answer: player 0 may act before player 0's throw. Pass or stand-by.
    """

    @property
    def code(self) -> ViolationCode:
        """The kind of fault."""
        return self.refusal.code

    @property
    @deprecated("since 1.0: use str(violation)", category=DeprecatedName)
    def sentence(self) -> str:
        """The obstacle and the remedy.

        .. deprecated:: 1.0
           Use `str(violation)`.
        """
        return str(self)

    @property
    @deprecated("since 1.0: use facts.spaces", category=DeprecatedName)
    def spaces(self) -> Numbers:
        """The spaces that matter.

        .. deprecated:: 1.0
           Use `facts.spaces`.
        """
        return self.facts.spaces

    @property
    @deprecated("since 1.0: use facts.needed", category=DeprecatedName)
    def needed(self) -> int | None:
        """The required number of coins, cards or buildings.

        .. deprecated:: 1.0
           Use `facts.needed`.
        """
        return self.facts.needed

    @property
    @deprecated("since 1.0: use facts.found", category=DeprecatedName)
    def found(self) -> int | None:
        """The available number.

        .. deprecated:: 1.0
           Use `facts.found`.
        """
        return self.facts.found


class IllegalMove(refusals.IllegalMove[Violation, Move]):
    """A move that the rules refuse.

    >>> from westeros_intrigue.games.monopoly import Buy, apply, setup
    >>> try:
    ...     apply(setup(2, seed=1), Buy())
    ... except IllegalMove as error:
    ...     print(error.move, error.violations[0].code)
    buy not-asked-now
    """
