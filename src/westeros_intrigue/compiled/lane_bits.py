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

LANES, GROUPS = 16, 32
"""The number of rounds in lock step: two vectors of 512 bits, as eight lanes gain nothing; and the
number of groups that are played by one call, so that the call costs next to nothing."""
Lanes = NDArray[np.uint64]
"""The groups of lanes, or one of them."""
Word = Any
"""An unsigned integer of 64 bits, which numpy does not count among int."""

WIDTH, NUMBER, LOW, HIGH, LAST_TURN, LAST_HOUSE, FIRST_SEAT = 4, 5, 6, 7, 8, 9, 10
"""The rows after the planes of the houses: the width of the bottom row, the generator, the deck as
two planes of bits, where card i has the house `low + 2 * high`, the turn and the house of the last
placement, and the seat to move first. Turns are counted from the seat to move first."""
HANDS, ACTIVE = 12, 18
"""For each turn of a cycle its hand, and a mask of all bits while its seat is in."""
ERRS, BY_CARDS = 24, 30
"""For each turn of a cycle how many moves of 2**53 its seat makes at random, and a mask of all bits
if it then chooses among cards."""
HAND, IS_IN, HAND_ERRS, AMONG_CARDS, LYING = 36, 37, 38, 39, 40
"""The same four of the seat to move, the hand in fields; and how many cards of each house lie in
the court, in fields."""
OPEN, ENDS, DRAWN, AT_RANDOM, HOUSE, CELL, END = 41, 45, 46, 47, 48, 49, 50
"""The placement of this turn: the slots that the hand can use, by house; how many ends are open;
the random number; a mask of all bits if it is made at random; the house; the cell as a bit; and 1
for the left end, 2 for the right end, 0 for another slot."""
STACKS = 51
"""For each seat, from 0, the houses of its stack, if it is automated."""
SLOTS, FIRST, LAST = 57, 58, 59
"""For a greedy seat the number of slots of each house that it has, and the values of the first and
of the last slot of the bottom row, all in fields."""
ROWS = 60

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_unsigned: Any = np.uint64
FIELD = np.uint64(0x1FF)
"""A field of nine bits, in which houses and columns have numbers."""
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


def nth_lowest(cells: Word, skipped: Word) -> Word:
    """Return one of at most seven bits, after the lowest ones that are skipped."""
    for passed in range(6):
        cells &= ~(cells & (_0 - cells) & mask(skipped > passed))
    return cells & (_0 - cells)


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
