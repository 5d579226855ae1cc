"""The exceptions: what can go wrong at the library's door.

Every exception raised on purpose is a `WesterosIntrigueError` and one built-in exception, so a
caller may catch either. Values never change, so after an error everything is as it was before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from westeros_intrigue.slots import Move
    from westeros_intrigue.violations import Violation


class WesterosIntrigueError(Exception):
    """The base of all exceptions of this library; equal when type and arguments are.

    >>> issubclass(IllegalMove, WesterosIntrigueError), issubclass(IllegalMove, ValueError)
    (True, True)
    """

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self.args == other.args

    def __hash__(self) -> int:
        return hash((type(self), self.args))


class WrongType(WesterosIntrigueError, TypeError):
    """A value of a type that the library does not take, such as `True` for a number.

    >>> from westeros_intrigue import setup
    >>> setup("two")
    Traceback (most recent call last):
    westeros_intrigue.errors.WrongType: players must be an int, not 'two'
    """


class InvalidValue(WesterosIntrigueError, ValueError):
    """A value out of its range: a seat, a seed, a card, a slot; or two sources of chance.

    >>> from westeros_intrigue import setup
    >>> setup(7)
    Traceback (most recent call last):
    westeros_intrigue.errors.InvalidValue: players must be from 2 to 6, not 7
    """


class WrongPhase(WesterosIntrigueError, RuntimeError):
    """A function called in a phase of the game that it does not belong to.

    >>> from westeros_intrigue import Deal, score_round, setup
    >>> score_round(setup(2, deal=Deal()))
    Traceback (most recent call last):
    westeros_intrigue.errors.WrongPhase: score_round is for Phase.ROUND_OVER, and the game is in \
Phase.DEALING: deal_round(state, round_deal) deals the next round
    """


class MissingExtra(WesterosIntrigueError, ImportError):
    """A module that needs an optional dependency which is not installed.

    >>> issubclass(MissingExtra, ImportError)
    True
    """


_MOST_TOLD = 20  # the text of an error stays readable; `faults` has them all


class _Faults(WesterosIntrigueError, ValueError):
    """An error that lists every fault found, not only the first."""

    faults: tuple[str, ...]
    """One sentence for each fault, in the order in which they were looked for; never empty."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        told = self.faults[:_MOST_TOLD]
        untold = len(self.faults) - len(told)
        return "; ".join(told) + (f"; and {untold} more" if untold else "")


class InvalidDeal(_Faults):
    """Cards that cannot have been dealt so; `faults` lists all that is wrong with them.

    >>> from westeros_intrigue import RoundDeal
    >>> RoundDeal.from_houses(("SX", "LL"))
    Traceback (most recent call last):
    westeros_intrigue.errors.InvalidDeal: 'X' stands for no house: use S, L, B or T
    """


class InvalidVariant(_Faults):
    """A variant that contradicts itself or the players; `faults` lists all of it.

    >>> from westeros_intrigue import STANDARD, setup
    >>> setup(2, variant=STANDARD.with_rounds(0))
    Traceback (most recent call last):
    westeros_intrigue.errors.InvalidVariant: there must be at least 1 round, not 0
    """


class InvalidCourt(_Faults):
    """An arrangement of cards that no sequence of placements leads to; `faults` lists why.

    >>> from westeros_intrigue import parse_court
    >>> parse_court("a0 S1 . S2")
    Traceback (most recent call last):
    westeros_intrigue.errors.InvalidCourt: the bottom row has a gap between a0 and a2
    """


class IllegalMove(WesterosIntrigueError, ValueError):
    """A placement that the rules refuse.

    The text of the error tells the mover nothing that is hidden from the mover. `state` does hold
    everything, every hand included: it is for the program, not for the player.

    >>> from westeros_intrigue import Court, parse_card, parse_slot
    >>> try:
    ...     Court().place(parse_card("S1"), parse_slot("a1"))
    ... except IllegalMove as error:
    ...     print(error.move, [violation.rule for violation in error.violations])
    S1@a1 ['court.first']
    """

    violations: tuple[Violation, ...]
    """Every rule that the move breaks, in the order of `ViolationCode`; never empty."""
    move: Move | None
    """The move that was tried; None where a house was asked for that the hand does not hold."""
    state: object
    """The GameState, View or Court that the move was tried on."""

    def __init__(
        self, violations: Iterable[Violation], move: Move | None = None, state: object = None
    ) -> None:
        self.violations = tuple(violations)
        self.move = move
        self.state = state
        super().__init__(self.violations, move, state)

    def __str__(self) -> str:
        return " ".join(str(violation) for violation in self.violations)


class DecodingError(WesterosIntrigueError, ValueError):
    """Data or JSON that is not what the library writes, or that tells of something impossible.

    >>> error = DecodingError([("/hands/0/3", "S10 is no card")])
    >>> print(error)
    /hands/0/3: S10 is no card
    >>> error.path, error.reason
    ('/hands/0/3', 'S10 is no card')
    """

    faults: tuple[tuple[str, str], ...]
    """For each fault where it lies, as a JSON Pointer, and what is wrong; never empty."""

    def __init__(self, faults: Iterable[tuple[str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    @property
    def path(self) -> str:
        """Where the first fault lies, as a JSON Pointer; empty for the whole document."""
        return self.faults[0][0]

    @property
    def reason(self) -> str:
        """What is wrong there."""
        return self.faults[0][1]

    def __str__(self) -> str:
        return "; ".join(f"{path or 'the document'}: {reason}" for path, reason in self.faults)

    def under(self, key: str | int) -> DecodingError:
        """Return the error as seen from one level further up: every path begins with the key.

        >>> print(DecodingError([("/3", "S10 is no card")]).under("hand"))
        /hand/3: S10 is no card
        """
        return DecodingError((f"/{key}{path}", reason) for path, reason in self.faults)


def refusal(reason: str, path: str = "") -> DecodingError:
    """Return the error with a single fault."""
    return DecodingError([(path, reason)])


class NotationError(WesterosIntrigueError, ValueError):
    """A text that is not what it was read as; the error says where and what was expected.

    >>> print(NotationError("X4@b2", 1, 1, "a card such as S4"))
    line 1, column 1: expected a card such as S4, found 'X4@b2'
    """

    text: str
    """What stands at the place, cut short; empty at the end of a line or of the text."""
    line: int
    """The line, counted from 1."""
    column: int
    """The character in the line, counted from 1."""
    expected: str
    """What would have been right there."""

    def __init__(self, text: str, line: int, column: int, expected: str) -> None:
        self.text = text
        self.line = line
        self.column = column
        self.expected = expected
        super().__init__(text, line, column, expected)

    def __str__(self) -> str:
        found = repr(self.text) if self.text else "the end"
        return f"line {self.line}, column {self.column}: expected {self.expected}, found {found}"
