"""The court as bitboards: where each house lies, and where each house may go.

Two integers hold what the placing rules look at. In both, bit `128 * house.index + slot.cell`
stands for a house and a slot; a house thus owns a plane of 128 bits, a row 16 bits of it. The slot
above the pair (cell, cell + 1) is cell + 16. `occupied` says which house lies where, `open_slots`
which house may go where. The second follows from the first, and is kept because updating it at a
placement is much cheaper than finding it again.

Rules: court.first, court.beside, court.width, court.support, court.match, court.vacant.
"""

from __future__ import annotations

PLANE_BITS = 128
PLANE = (1 << PLANE_BITS) - 1
EACH_HOUSE = 1 | 1 << PLANE_BITS | 1 << 2 * PLANE_BITS | 1 << 3 * PLANE_BITS
"""The lowest bit of every plane: shifted by a cell, that cell in all houses."""
# Made once, as shifting integers of 512 bits takes longer than looking them up.
_BITS = tuple(1 << bit for bit in range(4 * PLANE_BITS))
_HOUSE = _BITS[::PLANE_BITS]
_IN_EACH_HOUSE = tuple(EACH_HOUSE << cell for cell in range(PLANE_BITS))
_ALL_BUT = tuple(~cell for cell in _IN_EACH_HOUSE)
BOTTOM_ROW = 0xFFFF * EACH_HOUSE
ROW_ABOVE = 16

EMPTY = 0
"""`occupied` of the empty court."""
FIRST_SLOT = EACH_HOUSE << 8
"""`open_slots` of the empty court: any house in slot (0, 0)."""


def place(
    occupied: int, open_slots: int, house_index: int, cell: int, width_limit: int
) -> tuple[int, int]:
    """Return `occupied` and `open_slots` after a legal placement of a house in a cell."""
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
    """Return the bits that are set, ascending: in one house's plane the cells, in slot order."""
    found = []
    while plane:
        highest = plane.bit_length() - 1
        found.append(highest)
        plane ^= _BITS[highest]
    found.reverse()
    return found
