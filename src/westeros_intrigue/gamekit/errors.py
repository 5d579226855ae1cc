"""The exceptions.

Every exception raised on purpose derives from `WesterosIntrigueError` and from one built-in
exception, so you can catch either. Values never change, so they remain usable after an error. The
fields of an exception are its arguments, by which it is pickled and compared.

    WesterosIntrigueError
        WrongType        TypeError
        InvalidValue     ValueError
        WrongPhase       RuntimeError
        PlayerFailed     RuntimeError
        MissingExtra     ImportError
        MissingName      AttributeError
        DecodingError    ValueError
        NotationError    ValueError
        Faulty           ValueError: `InvalidVariant` and others that list all faults
        RefusedMove      ValueError: `IllegalMove`
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, Generic, TypeVar

import attrs

V = TypeVar("V")
M = TypeVar("M")

PlacedFault = tuple[str, str]
"""A place, as a JSON Pointer, and the fault there."""


class WesterosIntrigueError(Exception):
    """The base of all exceptions of this library; equal if type and arguments are equal.

    >>> issubclass(InvalidValue, WesterosIntrigueError), issubclass(InvalidValue, ValueError)
    (True, True)
    """

    def __init__(self, *arguments: object) -> None:  # `Exception` has no signature
        super().__init__(*arguments)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WesterosIntrigueError) or type(self) is not type(other):
            return NotImplemented
        return self.args == other.args

    def __hash__(self) -> int:
        return hash((type(self), self.args))


class WrongType(WesterosIntrigueError, TypeError):
    """An argument has the wrong type, such as `True` for a number.

    >>> from westeros_intrigue import setup
    >>> setup("two")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.WrongType: players must be an int, not 'two'
    """


class InvalidValue(WesterosIntrigueError, ValueError):
    """A value is out of range, such as a seat, a seed or a slot.

    >>> from westeros_intrigue import setup
    >>> setup(7)
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: players must be from 2 to 6, not 7
    """


class WrongPhase(WesterosIntrigueError, RuntimeError):
    """A function was called in the wrong phase of the game.

    >>> from westeros_intrigue import Deal, score_round, setup
    >>> score_round(setup(2, deal=Deal()))
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.WrongPhase: a round is scored only in Phase.ROUND_OVER, but \
the game is in Phase.DEALING: deal the next round
    """


@attrs.define(slots=False, eq=False, repr=False)
class PlayerFailed(WesterosIntrigueError, RuntimeError):
    """A player raised an error when it was asked for a move, or chose an illegal one.

    The player's own error, or that of the refused move, is the cause.

    >>> error = PlayerFailed("chatty", 1, 5, "ConnectionError", "the network is down")
    >>> print(error)
    chatty, asked for player 1's move at step 5, failed: ConnectionError: the network is down
    >>> error.in_public
    "chatty, asked for player 1's move at step 5, failed: ConnectionError"
    """

    player: str
    """The name of the player, or its shortened repr."""
    seat: int
    """The seat, from 0, that it was asked for."""
    moment: int | None
    """The number of steps of the game before that, events without a decision included; None if the
    state has no record, such as a world drawn for a view."""
    kind: str
    """The class of the cause, such as `ConnectionError`."""
    reason: str
    """The first line of the cause's text. **It can name hidden cards**: do not show it to players.
    """

    def __str__(self) -> str:
        return self.in_public + (self.reason and f": {_cut(self.reason, _LONGEST_SENTENCE)}")

    @property
    def in_public(self) -> str:
        """The sentence without the reason, which all people at the table may read."""
        moment = "" if self.moment is None else f" at step {self.moment}"
        return f"{self.player}, asked for player {self.seat}'s move{moment}, failed: {self.kind}"


class MissingExtra(WesterosIntrigueError, ImportError):
    """An optional dependency is not installed, or a frozen program lacks a part of the library.

    >>> issubclass(MissingExtra, ImportError)
    True
    """


class MissingName(WesterosIntrigueError, AttributeError):
    """A module has a name only with an optional dependency, which is not installed.

    `hasattr` is therefore False for the name, and `help` and `inspect.getmembers` show the others.
    An import of the name with `from` raises `MissingExtra`, with the same sentence.

    >>> issubclass(MissingName, AttributeError)
    True
    """


class DeprecatedName(DeprecationWarning):
    """A warning: a public name will be removed in the next major version.

    The text names the version that deprecated it and its replacement. The decorator `deprecated` of
    typing-extensions gives it, so that editors and type checkers strike the name out as well.

    >>> from typing_extensions import deprecated
    >>> @deprecated("since 1.2: use apply", category=DeprecatedName)
    ... def place(): ...
    >>> place.__deprecated__, issubclass(DeprecatedName, DeprecationWarning)
    ('since 1.2: use apply', True)
    """

    def __init__(self, *arguments: object) -> None:  # `DeprecationWarning` has no signature
        super().__init__(*arguments)


def as_tuple(things: Iterable[Any]) -> tuple[Any, ...]:
    """Return a tuple, for fields of exceptions. Raise InvalidValue for an endless iterable."""
    found = tuple(islice(things, MOST_PARTS + 1))
    if len(found) > MOST_PARTS:
        raise InvalidValue(f"an error must have at most {MOST_PARTS} faults")
    return found


MOST_PARTS = 3_000_000
"""The maximum number of elements of a tuple, more than the moves of the longest record."""
MOST_FAULTS = 100
"""The maximum number of faults in an error for a text or a document."""
MOST_LISTED = 20
"""The maximum number of them in its text."""
_LONGEST_SENTENCE, _LONGEST_PATH = 600, 100


@attrs.define(slots=False, eq=False, repr=False)
class Faulty(WesterosIntrigueError, ValueError):
    """Base of the errors that list every fault found, not only the first."""

    faults: tuple[str, ...] = attrs.field(converter=as_tuple)
    """One sentence for each fault, in the order of the checks; never empty."""

    def __str__(self) -> str:
        return join_faults(self.faults)


def join_faults(faults: Sequence[object]) -> str:
    """Return the first faults, joined by semicolons, and the number of omitted faults.

    Long faults are cut, so the text is short even for large input.
    """
    left_out = len(faults) - MOST_LISTED
    more = f"; and {left_out} more" if left_out > 0 else ""
    return "; ".join(_cut(str(fault), _LONGEST_SENTENCE) for fault in faults[:MOST_LISTED]) + more


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


@attrs.define(slots=False, eq=False, repr=False)
class RefusedMove(WesterosIntrigueError, ValueError, Generic[V, M]):
    """A move that breaks rules of the game."""

    violations: tuple[V, ...] = attrs.field(converter=as_tuple)
    """A violation for each broken rule, in the order of `ViolationCode`; never empty."""
    move: M
    """The move that was tried."""
    state: object
    """The state or view in which the move was refused. A state contains hidden cards: do not show
    it to players."""

    def __str__(self) -> str:
        return " ".join(str(violation) for violation in self.violations)


@attrs.define(slots=False, eq=False, repr=False)
class DecodingError(WesterosIntrigueError, ValueError):
    """Data or JSON is not in the library's format, or describes an impossible value.

    >>> error = DecodingError([("/hands/0/3", "S10 is not a card")])
    >>> print(error)
    /hands/0/3: S10 is not a card
    >>> error.path, error.reason
    ('/hands/0/3', 'S10 is not a card')
    """

    faults: tuple[PlacedFault, ...] = attrs.field(converter=as_tuple)
    """Pairs of a JSON Pointer to a fault and the reason; never empty."""

    @property
    def path(self) -> str:
        """A JSON Pointer to the first fault; empty for the whole document."""
        return self.faults[0][0]

    @property
    def reason(self) -> str:
        """The reason of the first fault."""
        return self.faults[0][1]

    def __str__(self) -> str:
        return join_faults(
            [
                f"{_cut(path, _LONGEST_PATH) or 'the document'}: {reason}"
                for path, reason in self.faults
            ]
        )

    def under(self, key: str | int) -> DecodingError:
        """Return the error of a value that contains the faulty one under a key or an index.

        >>> print(DecodingError([("/3", "S10 is not a card")]).under("hand"))
        /hand/3: S10 is not a card
        """
        return DecodingError((f"/{key}{path}", reason) for path, reason in self.faults)


def fault(reason: str, path: str = "") -> DecodingError:
    """Return an error with a single fault."""
    return DecodingError([(path, reason)])


@contextmanager
def faults_at(*keys: str | int) -> Iterator[None]:
    """Turn an error inside the `with` block into a DecodingError whose paths begin with `keys`."""
    path = "".join(f"/{key}" for key in keys)
    try:
        yield
    except DecodingError as error:
        raise DecodingError((path + place, reason) for place, reason in error.faults) from None
    except Faulty as error:
        raise DecodingError((path, reason) for reason in error.faults) from None
    except WesterosIntrigueError as error:
        raise fault(str(error), path) from None


@attrs.define(slots=False, eq=False, repr=False)
class NotationError(WesterosIntrigueError, ValueError):
    """A text could not be read; the error states where reading stopped.

    >>> slot = NotationError("", 2, 3, "a slot")
    >>> print(NotationError("X4@b2", 1, 1, "a card such as S4", (slot,)))
    line 1, column 1: expected a card such as S4, found 'X4@b2'; line 2, column 3: expected a \
slot, found the end
    """

    text: str
    """The text found there, shortened; empty at the end of a line or of the text."""
    line: int
    """The line, counted from 1."""
    column: int
    """The character in the line, counted from 1."""
    expected: str
    """A description of the text expected there, such as `a card such as S4`."""
    later: tuple[NotationError, ...] = ()
    """The other faults of a record's text, in the order of their positions."""

    def __str__(self) -> str:
        found = repr(self.text) if self.text else "the end"
        place = f"line {self.line}, column {self.column}"
        return join_faults([f"{place}: expected {self.expected}, found {found}", *self.later])
