"""The court as small bitboards, and the few operations on bits that a processor has by itself.

A plane is an integer of 64 bits: where one house lies. Its rows have 8 bits each, the bottom row
first, and the leftmost card of the bottom row is in the lowest bit. So the slot above the pair
(cell, cell + 1) is cell + 8, and a court that grows to the left is shifted by one. Nothing here
needs numba; `compiler` tells it how to compile the operations.

Rules: court.support, court.match, court.vacant, court.width.
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
