"""The faults of a text, all of them in one error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

import attrs

from westeros_intrigue.base.errors import NotationError, told
from westeros_intrigue.base.scanning import Scanner
from westeros_intrigue.rules.rulebook import RULES_VERSION
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.transcript import InvalidRecord
from westeros_intrigue.text.records.as_read import Draft

Contradiction = tuple[int, int, int | None, str]
"""A fault with the line, the column and the round, from 1, that it is in."""


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
        return told(self.errors)


def combined(errors: Sequence[NotationError]) -> NotationError:
    """Return one error for the faults of a text."""
    return NotationErrors(errors) if len(errors) > 1 else NotationError(*errors[0].args)


def contradictions(faults: Sequence[Contradiction]) -> InvalidRecord:
    """Return one error for what contradicts itself."""
    line, column, round_number, first = faults[0]
    others = (f"line {line}, column {column}: {fault}" for line, column, _, fault in faults[1:])
    return InvalidRecord((first, *others), line, column, round_number)


def located(error: InvalidRecord, draft: Draft) -> InvalidRecord:
    """Return the error of a game as that of its text, with line and column."""
    number, placement = error.round_number, error.placement
    line, column = error.line, error.column
    if line is None:
        line, column = draft.place(number, placement)
    faults, violations = error.faults, error.violations
    if violations and number and placement:
        placed = draft.rounds[number - 1].placements[placement - 1]
        if not isinstance(placed.move, Move):
            # The text names no number, and so neither does what is said of it.
            violations = tuple(attrs.evolve(violation, card=None) for violation in violations)
            faults = tuple(map(str, violations))
    rules = {name.lower(): value for name, value in draft.tags}.get("rules", str(RULES_VERSION))
    if rules != str(RULES_VERSION):
        faults += (f"the game was played by rules version {rules[:20]}, not {RULES_VERSION}",)
    return InvalidRecord(faults, line, column, number, placement, violations)
