"""The court of a state as planes of `bits`.

Rules: court.first.
"""

from __future__ import annotations

from westeros_intrigue.compiled.bits import HOUSE_COUNT, ROW_BITS
from westeros_intrigue.rules.pyramid import PLANE_BITS, ROW_ABOVE

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
