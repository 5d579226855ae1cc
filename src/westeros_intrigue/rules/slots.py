"""Slots of the court, and moves: a card with its slot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, TypeVar

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.limits import Range
from westeros_intrigue.base.values import Value, check_field, check_integer, instance
from westeros_intrigue.rules.cards import DECK, Card

T = TypeVar("T")

HIGHEST_ROW = 25  # row z
FARTHEST_COLUMN = 10**100  # a bound, so that columns stay printable
WIDEST = 8
"""The width limit of the widest court, over all numbers of players."""
WidthLimit = Annotated[int, Range(1, WIDEST)]
"""The maximum number of cards in the bottom row."""


@attrs.frozen(order=True)
class Slot(Value):
    """A slot of the court, occupied or vacant, even if no court can reach it.

    Slots are ordered by row, then column.

    >>> str(Slot(0, -3)), str(Slot(1, 2))
    ('a-3', 'b2')
    >>> [str(support) for support in Slot(1, 2).supports]
    ['a2', 'a3']

    Raises:
        InvalidValue: the row or the column is out of range.

    Rules: court.first, court.support.
    """

    row: int = attrs.field(validator=Range(0, HIGHEST_ROW))
    """The row, from 0 for the bottom row to 25; in text the letters a to z."""
    column: int = attrs.field()
    """The column, from 0 for the first card of the round; negative to its left."""
    cell: int = attrs.field(init=False, repr=False, eq=False)
    """The bit of the slot in the bitboards of the pyramid; 0 for a slot that no court can reach."""

    @column.validator
    def _check_column(self, _attribute: object, _value: object) -> None:
        check_field(self, "column")
        # The slots that support this one lie farther to the right, and must be valid.
        farthest_right = FARTHEST_COLUMN + HIGHEST_ROW - self.row
        if not -FARTHEST_COLUMN <= self.column <= farthest_right:
            raise InvalidValue("column must be at most 10**100 to the left or right")

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "cell", _cell(self.row, self.column))

    def __hash__(self) -> int:
        # Slots in reach have distinct cells.
        return self.cell or hash((self.row, self.column))

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.row)}{self.column}"

    @classmethod
    def _at(cls, cell: int) -> Slot:
        """Return the slot of a cell, for pickles."""
        return _look_up("cell", SLOTS, cell)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return (_SLOT_AT, (self.cell,)) if self.cell else (Slot, (self.row, self.column))

    @property
    def supports(self) -> tuple[Slot, ...]:
        """The two slots that this one rests on, left first; none for the bottom row."""
        if self.row == 0:
            return ()
        return (Slot(self.row - 1, self.column), Slot(self.row - 1, self.column + 1))


def _look_up(name: str, table: Mapping[int, T], number: int) -> T:
    """Return the value of a table for a number. Raise an InvalidValue if it has none."""
    number = check_integer(name, number)
    if number not in table:
        raise InvalidValue(f"no {name} of the table is {number}")
    return table[number]


def _cell(row: int, column: int) -> int:
    # 16 cells a row: columns -7 to 7 are cells 1 to 15, so that every slot in reach has a cell on
    # either side. Cell 0 is never used. pyramid.py relies on both.
    in_reach = row < 8 and -7 <= column <= 7 - row
    return 16 * row + column + 8 if in_reach else 0


@attrs.frozen(order=True)
class Move(Value):
    """The placement of a card in a slot.

    >>> from westeros_intrigue import House
    >>> str(Move(Card(House.STARK, 4), Slot(1, 2)))
    'S4@b2'

    Rules: turn.must-place.
    """

    card: Card = attrs.field(validator=instance(Card))
    """The card."""
    slot: Slot = attrs.field(validator=instance(Slot))
    """The slot."""

    def __str__(self) -> str:
        return f"{self.card}@{self.slot}"

    @classmethod
    def _at(cls, number: int) -> Move:
        """Return the move of a number, for pickles."""
        return _look_up("number", MOVES, number)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        cell = self.slot.cell
        return (
            (_MOVE_AT, (move_number(self.card, cell),)) if cell else (Move, (self.card, self.slot))
        )


def move_number(card: Card, cell: int) -> int:
    """Return the number of a move in `MOVES`."""
    return 128 * card.index + cell


SLOTS: dict[int, Slot] = {
    slot.cell: slot for row in range(8) for slot in (Slot(row, c) for c in range(-7, 8 - row))
}
"""Every slot that a court can reach, by its cell, in slot order."""
MOVES: dict[int, Move] = {
    move_number(card, cell): Move(card, slot) for card in DECK for cell, slot in SLOTS.items()
}
"""Every move to such a slot, by its number."""
# Single bound methods, as for `Card`.
_SLOT_AT, _MOVE_AT = Slot._at, Move._at
