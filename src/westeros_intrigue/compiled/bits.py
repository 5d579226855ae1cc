"""The court as small bitboards, and the few operations on bits that a processor itself has.

A plane is an integer of 64 bits: where one house lies. Its rows have 8 bits each, the bottom row
first, and the leftmost card of the bottom row is in the lowest bit. The slot above the pair
(cell, cell + 1) is thus cell + 8, and a court that grows to the left is shifted by one. Nothing
here needs numba; `compiler` teaches it how to compile the operations.
"""

from __future__ import annotations

HOUSE_COUNT = 4
CARDS_PER_HOUSE = 9
ROW_BITS = 8
HIGHEST_ROW = 0x7F << 7 * ROW_BITS
"""The cells of the highest row of all. No upper row has more than seven."""
PAIRS = 0x7F7F7F7F7F7F7F7F
"""The cells that have a right neighbour: the pair of a row's last cell would wrap round."""


def popcount(bits: int) -> int:
    """Return how many bits are set; `bits` is not negative."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """Return the index of the lowest bit that is set; there is one."""
    return int(bits & -bits).bit_length() - 1


def mixed(signature: int, word: int) -> int:
    """Return a signature with a word mixed in, for hash tables."""
    return hash((signature, word))


def pairs_of(occupied: int) -> int:
    """Return the cells that are occupied with their right neighbours: each supports a slot."""
    return occupied & occupied >> 1 & PAIRS


def upper_slots(plane: int, pairs: int, occupied: int) -> int:
    """Return the open slots above the bottom row of the house that lies in a plane."""
    return ((plane | plane >> 1) & pairs) << ROW_BITS & ~occupied


def stack_after(stack: int, drawn: int, size: int) -> int:
    """Return a stack of houses, 2 bits each from the top, once the card number `drawn` is placed.

    Those above it were set aside: they go under the rest, the last one highest.
    """
    rest = stack >> 2 * (drawn + 1)
    for place in range(drawn):
        rest |= (stack >> 2 * place & 3) << 2 * (size - 2 - place)
    return rest


def dictated_cell(slots: int, is_right: int) -> int:
    """Return the leftmost or the rightmost open slot of the highest row that has one."""
    row = HIGHEST_ROW
    while slots & row == 0:
        row >>= ROW_BITS
    slots &= row
    if is_right:
        while slots & slots - 1:
            slots &= slots - 1
    return lowest(slots)
