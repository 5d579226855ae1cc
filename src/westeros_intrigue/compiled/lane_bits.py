"""The memory of the lanes, and operations on unsigned integers that have no branches.

A lane plays one round. A group of lanes has a row for each item of a position, and in it an item
for each lane, so that one instruction moves many lanes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.chance import MIX_1, MIX_2, STEP
from westeros_intrigue.compiled.bits import popcount

LANES, GROUPS = 64, 8
"""The number of rounds in lock step: a vector of 512 bits has a byte for each; and the number of
groups that are played by one call, so that the call costs next to nothing."""
ROW = LANES
"""The number of bytes from an item of a court to the next. Plain Python can use fewer lanes."""
Lanes = NDArray[np.uint64]
"""The groups of lanes, or one of them."""
Bytes = NDArray[np.uint8]
"""The court of a group in bytes, as `lane_courts` has it."""
Word = Any
"""An unsigned integer of 64 bits, which numpy does not count among int."""

WIDTH, NUMBER, LOW, HIGH, LAST_TURN, LAST_HOUSE, FIRST_SEAT, PLACED = range(4, 12)
"""The rows after the planes of the houses: the width of the bottom row, the generator, the deck as
two planes of bits, where card i has the house `low + 2 * high`, the turn and the house of the last
placement, the seat to move first, and how many cards the court contains. Turns are counted from the
seat to move first. Once a lane has been played, its planes and its width are still those from which
it began."""
HANDS, ACTIVE = 12, 18
"""For each turn of a cycle its hand, and a mask of all bits while its seat is in."""
ERRS = 24
"""For each turn of a cycle how many moves of 2**53 its seat makes at random."""
STACKS = 30
"""For each seat, from 0, the houses of its stack, if it is automated."""
ROWS = 36

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_unsigned: Any = np.uint64
ALL = np.uint64(2**64 - 1)
STEP_ON = np.uint64(STEP)
_MIX_1, _MIX_2 = np.uint64(MIX_1), np.uint64(MIX_2)
_0, _11, _27, _30, _31 = (np.uint64(number) for number in (0, 11, 27, 30, 31))


def mask(condition: Word) -> Word:
    """Return all bits where a condition is true, else none."""
    return ALL if condition else _0


def count(cells: Word) -> Word:
    """Return how many bits are set."""
    return _unsigned(popcount(cells))


def scrambled(number: Word) -> Word:
    """Return the random number of 53 bits from where the generator stands."""
    number = (number ^ number >> _30) * _MIX_1
    number = (number ^ number >> _27) * _MIX_2
    return (number ^ number >> _31) >> _11


def blocks(count: int, groups: int = GROUPS) -> Iterator[tuple[int, Lanes]]:
    """Yield for some rounds the first of each block, and the lanes that play it.

    There is one block even of no rounds, so that everything is compiled.
    """
    size = groups * LANES
    lanes = np.empty((min(groups, groups_for(count)), ROWS, LANES), np.uint64)
    for first in range(0, max(count, 1), size):
        yield first, lanes[: groups_for(count - first)]


def groups_for(count: int) -> int:
    """Return how many groups of lanes some rounds fill."""
    return -(-count // LANES)
