"""The court of a state as planes of `bits`."""

from __future__ import annotations

from westeros_intrigue.compiled.bits import HOUSE_COUNT, ROW_BITS
from westeros_intrigue.rules.pyramid import PLANE_BITS, ROW_ABOVE
from westeros_intrigue.rules.slots import Move

_ROW = (1 << ROW_ABOVE) - 1


def bottom_row(occupied: int) -> tuple[int, int]:
    """Return the cell of the leftmost card of the bottom row, and how many cards it holds.

    Args:
        occupied: the court, as `pyramid` has it. The cell of an empty row is -1.
    """
    row = 0
    for house in range(HOUSE_COUNT):
        row |= occupied >> PLANE_BITS * house & _ROW
    return (row & -row).bit_length() - 1, row.bit_count()


def planes_of(occupied: int) -> list[int]:
    """Return for each house where it lies, as `bits` has it."""
    left, width = bottom_row(occupied)
    planes = [0] * HOUSE_COUNT
    for house in range(HOUSE_COUNT):
        plane = occupied >> PLANE_BITS * house
        for row in range(width):
            planes[house] |= (plane >> ROW_ABOVE * row + left & 0xFF) << ROW_BITS * row
    return planes


def code_of(occupied: int, move: Move, left_end: int) -> int:
    """Return a move as a house and a cell; the ends of the bottom row have cells of their own.

    Args:
        occupied: the court before it, as `pyramid` has it.
        move: the move.
        left_end: the cell of the left end; that of the right end is the next one.
    """
    left, width = bottom_row(occupied)
    column = move.slot.cell % ROW_ABOVE - left
    if move.slot.row:
        cell = ROW_BITS * move.slot.row + column
    else:
        cell = left_end + 1 if width and column > 0 else left_end
    return move.card.house.index << 6 | cell
