"""The exceptions: what can go wrong at the library's door.

Every exception raised on purpose is a `WesterosIntrigueError` and one built-in exception, so a
caller may catch either. Values never change, so after an error everything is as it was before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from westeros_intrigue.base.public import public

V = TypeVar("V")
M = TypeVar("M")


@public
class WesterosIntrigueError(Exception):
    """The base of all exceptions of this library; equal when type and arguments are.

    >>> issubclass(InvalidValue, WesterosIntrigueError), issubclass(InvalidValue, ValueError)
    (True, True)
    """

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self.args == other.args

    def __hash__(self) -> int:
        return hash((type(self), self.args))


@public
class WrongType(WesterosIntrigueError, TypeError):
    """A value of a type that the library does not take, such as `True` for a number.

    >>> from westeros_intrigue import setup
    >>> setup("two")
    Traceback (most recent call last):
    westeros_intrigue.WrongType: players must be an int, not 'two'
    """


@public
class InvalidValue(WesterosIntrigueError, ValueError):
    """A value out of its range, such as a seat, a seed or a slot.

    >>> from westeros_intrigue import setup
    >>> setup(7)
    Traceback (most recent call last):
    westeros_intrigue.InvalidValue: players must be from 2 to 6, not 7
    """


@public
class WrongPhase(WesterosIntrigueError, RuntimeError):
    """A function called in a phase of the game that it does not belong to.

    >>> from westeros_intrigue import Deal, score_round, setup
    >>> score_round(setup(2, deal=Deal()))
    Traceback (most recent call last):
    westeros_intrigue.WrongPhase: a round is scored in Phase.ROUND_OVER, and the game is in \
Phase.DEALING: deal the next round
    """


@public
class MissingExtra(WesterosIntrigueError, ImportError):
    """Something that needs an optional dependency which is not installed.

    >>> issubclass(MissingExtra, ImportError)
    True
    """


_MOST_TOLD = 20  # the text of an error stays readable; `faults` has them all


class Faulty(WesterosIntrigueError, ValueError):
    """An error that lists every fault found, not only the first."""

    faults: tuple[str, ...]
    """One sentence for each fault, in the order in which they were looked for; never empty."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return told(self.faults)


def told(faults: Sequence[object]) -> str:
    """Return the text of an error that has several faults, not too many of them."""
    untold = len(faults) - _MOST_TOLD
    more = f"; and {untold} more" if untold > 0 else ""
    return "; ".join(map(str, faults[:_MOST_TOLD])) + more


class RefusedMove(WesterosIntrigueError, ValueError, Generic[V, M]):
    """A move that the rules of a game refuse, for violations of that game."""

    violations: tuple[V, ...]
    """Every rule that the move breaks, in the order of `ViolationCode`; never empty."""
    move: M
    """The move that was tried."""
    state: object
    """What the move was tried on. It may hold what is hidden: it is for the program, not for the
    player."""

    def __init__(self, violations: Iterable[V], move: M, state: object) -> None:
        self.violations = tuple(violations)
        self.move = move
        self.state = state
        super().__init__(self.violations, move, state)

    def __str__(self) -> str:
        return " ".join(str(violation) for violation in self.violations)


@public
class DecodingError(WesterosIntrigueError, ValueError):
    """Data or JSON that is not in the library's format, or that describes something impossible.

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


def fault(reason: str, path: str = "") -> DecodingError:
    """Return the error with a single fault."""
    return DecodingError([(path, reason)])


@public
class NotationError(WesterosIntrigueError, ValueError):
    """A text that is not what it was read as; the error says where and what was expected.

    >>> print(NotationError("X4@b2", 1, 1, "a card such as S4"))
    line 1, column 1: expected a card such as S4, found 'X4@b2'
    """

    text: str
    """What is found there, cut short; empty at the end of a line or of the text."""
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
