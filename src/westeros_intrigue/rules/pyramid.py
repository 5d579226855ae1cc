"""The court as bitboards: the cells of each house, and the cells open to each house.

In both integers of a board, bit `128 * house.index + slot.cell` is a house in a slot: each house
has a plane of 128 bits, and each row 16 bits of it. The slot above the pair (cell, cell + 1) is
cell + 16.

Rules: court.first, court.beside, court.width, court.support, court.match, court.vacant.
"""

from __future__ import annotations

from typing import NamedTuple

from westeros_intrigue.rules.cards import House

PLANE_BITS = 128
PLANE = (1 << PLANE_BITS) - 1
EACH_HOUSE = 1 | 1 << PLANE_BITS | 1 << 2 * PLANE_BITS | 1 << 3 * PLANE_BITS
"""The lowest bit of every plane; shifted by a cell, that cell in all planes."""
# Looking up integers of 512 bits is faster than shifting them.
_BITS = tuple(1 << bit for bit in range(4 * PLANE_BITS))
_HOUSE = _BITS[::PLANE_BITS]
_IN_EACH_HOUSE = tuple(EACH_HOUSE << cell for cell in range(PLANE_BITS))
_ALL_BUT = tuple(~cell for cell in _IN_EACH_HOUSE)
BOTTOM_ROW = 0xFFFF * EACH_HOUSE
ROW_ABOVE = 16

FIRST_SLOT = EACH_HOUSE << 8
"""The open slots of the empty court: any house in slot (0, 0)."""


class Board(NamedTuple):
    """The court, as far as it matters to the placing rules.

    A tuple, since every placement creates a board. The open slots follow from the occupied ones;
    they are stored since updating them is much cheaper than computing them.
    """

    occupied: int
    """The houses in the court, by slot."""
    open_slots: int
    """The open slots of each house."""
    width_limit: int
    """The maximum number of cards in the bottom row."""

    @classmethod
    def empty(cls, width_limit: int) -> Board:
        """Return the board of the empty court."""
        return cls(0, FIRST_SLOT, width_limit)

    def place(self, house_index: int, cell: int) -> Board:
        """Return the board after a legal placement of a house in a cell."""
        width_limit = self.width_limit
        bits = after_placement(self.occupied, self.open_slots, width_limit, house_index, cell)
        return Board(*bits, width_limit)

    def is_open(self, house: House, cell: int) -> bool:
        """Return True if the cell is open to the house."""
        return bool(self.open_slots >> PLANE_BITS * house.index + cell & 1)

    def cells(self, house: House) -> list[int]:
        """Return the cells that are open to the house, in slot order."""
        return cells(self.open_slots >> PLANE_BITS * house.index & PLANE)

    @property
    def open_houses(self) -> frozenset[House]:
        """The houses that have an open slot."""
        return frozenset(
            house for house in House if self.open_slots >> PLANE_BITS * house.index & PLANE
        )


def after_placement(
    occupied: int, open_slots: int, width_limit: int, house_index: int, cell: int
) -> tuple[int, int]:
    """Return the two integers of a board after a legal placement of a house in a cell."""
    house = _HOUSE[house_index]
    left = occupied >> (cell - 1) & EACH_HOUSE
    right = occupied >> (cell + 1) & EACH_HOUSE
    occupied |= house << cell
    open_slots &= _ALL_BUT[cell]
    if left:
        open_slots |= (left | house) << (cell - 1 + ROW_ABOVE)
    if right:
        open_slots |= (right | house) << (cell + ROW_ABOVE)
    if cell < ROW_ABOVE:
        if (occupied & BOTTOM_ROW).bit_count() == width_limit:
            open_slots &= ~BOTTOM_ROW
        else:
            if not left:
                open_slots |= _IN_EACH_HOUSE[cell - 1]
            if not right:
                open_slots |= _IN_EACH_HOUSE[cell + 1]
    return occupied, open_slots


def cells(plane: int) -> list[int]:
    """Return the set bits, ascending: for the plane of a house the cells, in slot order."""
    found = []
    while plane:
        highest = plane.bit_length() - 1
        found.append(highest)
        plane ^= _BITS[highest]
    found.reverse()
    return found
