"""The faults of a text, all of them in one error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from westeros_intrigue.base.errors import NotationError, join_faults
from westeros_intrigue.base.scanning import Scanner
from westeros_intrigue.rules.transcript import InvalidRecord


class Misplaced(NotationError):
    """A line that stands in the wrong place, perhaps only as one before it could not be read."""

    @classmethod
    def at(cls, scanner: Scanner, expected: str, position: int | None = None) -> Self:
        """Return the error of the place that a scanner has come to, or of another in its text."""
        return cls(*scanner.error(expected, position).args)


class NotationErrors(NotationError):
    """A text with several faults. By itself it is the first of them; `errors` has them all.

    >>> errors = [NotationError("X", 1, 1, "a card"), NotationError("", 2, 3, "a slot")]
    >>> print(NotationErrors(errors))
    line 1, column 1: expected a card, found 'X'; line 2, column 3: expected a slot, found the end
    """

    errors: tuple[NotationError, ...]
    """The faults in the order of the text."""

    def __init__(self, errors: Iterable[NotationError]) -> None:
        self.errors = tuple(errors)
        first = self.errors[0]
        super().__init__(first.text, first.line, first.column, first.expected)
        self.args: tuple[Any, ...] = (self.errors,)

    def __str__(self) -> str:
        return join_faults(self.errors)


Contradiction = tuple[int, int, int | None, str]
"""A fault with the line, the column and the round, from 1, that it is in."""


def contradictions(faults: Sequence[Contradiction]) -> InvalidRecord:
    """Return one error for what contradicts itself."""
    line, column, round_number, first = faults[0]
    others = (f"line {line}, column {column}: {fault}" for line, column, _, fault in faults[1:])
    return InvalidRecord((first, *others), line, column, round_number)
