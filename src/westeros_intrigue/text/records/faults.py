"""Errors that contain all faults of a text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from westeros_intrigue.base.errors import NotationError, join_faults
from westeros_intrigue.base.scanning import Scanner
from westeros_intrigue.rules.transcript import InvalidRecord


class Misplaced(NotationError):
    """A line in the wrong place, perhaps only because an earlier one could not be read."""

    @classmethod
    def at(cls, scanner: Scanner, expected: str, position: int | None = None) -> Self:
        """Return the error at the position of a scanner, or at another position of its text."""
        return cls(*scanner.error(expected, position).args)


class NotationErrors(NotationError):
    """A text with several faults. Its position is that of the first; `errors` contains all.

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
"""The line, the column and the round of a fault, all from 1, with its text."""


def contradictions(faults: Sequence[Contradiction]) -> InvalidRecord:
    """Return one error for several contradictions."""
    line, column, round_number, first = faults[0]
    others = (f"line {line}, column {column}: {fault}" for line, column, _, fault in faults[1:])
    return InvalidRecord((first, *others), line, column, round_number)
