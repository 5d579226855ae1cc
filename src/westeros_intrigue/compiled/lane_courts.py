"""Courts in lanes: columns of bytes, so that one instruction looks at many courts.

On each card of the bottom row stands a column. Its next slot is open if the column to its right is
at least as high, and all that matters about the slot lies in its column and the two beside it.

Rules: court.first, court.beside, court.width, court.support, court.match, court.vacant,
elimination.unable.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.compiled.bits import HOUSE_COUNT
from westeros_intrigue.compiled.lane_bits import LANES, ROW, Bytes

COLUMNS = 8
LOW_BITS, HIGH_BITS, HEIGHTS = range(0, 27 * ROW, 9 * ROW)
"""The places of items, each of which is a byte for each lane. For each column, from 1, the houses
of its cards as two planes of bits, the bottom one lowest; and its height, as a single bit. Column 0
is empty: nothing lies to the left of the court."""
WIDTH, HAND, LYING, IS_IN = 27 * ROW, 28 * ROW, 32 * ROW, 36 * ROW
"""The width of the bottom row; for each house the cards in the hand of the seat to move, and in the
court; and a mask of all bits while the seat is in."""
FIRST, LAST, OPEN = 37 * ROW, 38 * ROW, 38 * ROW
"""The houses that the hand can place at the left end of the bottom row, at its right end, and, for
each column from 1, in its slot. A set of houses has bit 2 * house for each."""
LEFT_HOUSE, RIGHT_HOUSE = 45 * ROW, 52 * ROW
"""For each column, from 1, the houses of the cards to the lower left and lower right of its slot,
as sets."""
HAS, SOME = 60 * ROW, 61 * ROW
"""The houses in the hand, and those that it can place."""
IS_LOW, IS_HIGH, AT_LEFT, AT_RIGHT, SKIPPED = range(62 * ROW, 67 * ROW, ROW)
"""The chosen placement: the bits of the house as masks; masks of all bits if it is at an end of the
bottom row; else the number of slots for the house that come before it."""
KEYS = SKIPPED
"""For each column, from 1, its height if its slot is open to the chosen house, else all bits."""
COURT_SIZE = 74 * ROW

Byte = Any
"""An unsigned integer of 8 bits. numba makes wider ones of sums: each that is compared or shifted
to the right has to be made a byte again."""
_byte: Any = np.uint8
_0, _1, _2, _4, _16, _64 = (_byte(number) for number in (0, 1, 2, 4, 16, 64))


def byte_mask(condition: bool) -> Byte:  # noqa: FBT001 - numba has no keywords
    """Return all bits where a condition is true, else none; without a branch."""
    return _byte(-_byte(condition))


def either(is_one: Byte, one: Byte, other: Byte) -> Byte:
    """Return one byte where a mask is set, and another elsewhere."""
    return _byte(other ^ is_one & (one ^ other))


def of_house(is_low: Byte, is_high: Byte, values: int, lane: int, flat: Bytes) -> Byte:
    """Return the value of the house with these two bits, of four rows of values."""
    lower = either(is_low, flat[values + ROW + lane], flat[values + lane])
    upper = either(is_low, flat[values + 3 * ROW + lane], flat[values + 2 * ROW + lane])
    return either(is_high, upper, lower)


def house_set(is_low: Byte, is_high: Byte) -> Byte:
    """Return the set of the house with these two bits."""
    return either(is_high, either(is_low, _64, _16), either(is_low, _4, _1))


def survey(limit: Byte, flat: Bytes) -> bool:
    """Find the slots that each lane's hand can use; a seat that cannot place is out.

    Return whether a seat can place.
    """
    for lane in range(LANES):
        width, has = flat[WIDTH + lane], _0
        for house in range(HOUSE_COUNT):
            is_there = byte_mask(flat[HAND + house * ROW + lane] != 0)
            has = _byte(has | is_there & 1 << 2 * house)
        first = has & byte_mask(width != limit)
        flat[HAS + lane] = has
        flat[FIRST + lane] = flat[SOME + lane] = first
        flat[LAST + lane] = first & byte_mask(width != 0)
    for column in range(1, COLUMNS):
        for lane in range(LANES):
            height = flat[HEIGHTS + column * ROW + lane]
            below = _byte(height >> 1)
            left = house_set(
                byte_mask(_byte(flat[LOW_BITS + column * ROW + lane] & below) != 0),
                byte_mask(_byte(flat[HIGH_BITS + column * ROW + lane] & below) != 0),
            )
            right = house_set(
                byte_mask(_byte(flat[LOW_BITS + (column + 1) * ROW + lane] & below) != 0),
                byte_mask(_byte(flat[HIGH_BITS + (column + 1) * ROW + lane] & below) != 0),
            )
            houses = (
                (left | right)
                & flat[HAS + lane]
                & byte_mask(height > 1)
                & byte_mask(flat[HEIGHTS + (column + 1) * ROW + lane] >= height)
            )
            flat[LEFT_HOUSE + column * ROW + lane] = left
            flat[RIGHT_HOUSE + column * ROW + lane] = right
            flat[OPEN + column * ROW + lane] = houses
            flat[SOME + lane] |= houses
    somebody = _0
    for lane in range(LANES):
        is_in = _byte(flat[IS_IN + lane] & byte_mask(flat[SOME + lane] != 0))
        flat[IS_IN + lane] = is_in
        somebody = _byte(somebody | is_in)
    return bool(somebody != 0)


def put(flat: Bytes) -> None:
    """Place the chosen cards."""
    ends = _0
    for lane in range(LANES):
        house = house_set(flat[IS_LOW + lane], flat[IS_HIGH + lane])
        placed = _byte(house & flat[IS_IN + lane])
        for each in range(HOUSE_COUNT):
            card = _byte(placed >> 2 * each) & 1
            flat[HAND + each * ROW + lane] -= card
            flat[LYING + each * ROW + lane] += card
        for column in range(1, COLUMNS):
            is_shut = byte_mask(_byte(flat[OPEN + column * ROW + lane] & house) == 0)
            flat[KEYS + column * ROW + lane] = flat[HEIGHTS + column * ROW + lane] | is_shut
        ends = _byte(ends | flat[AT_LEFT + lane] | flat[AT_RIGHT + lane])
    for column in range(1, COLUMNS):
        for lane in range(LANES):
            key, before = flat[KEYS + column * ROW + lane], _0
            for other in range(1, COLUMNS):
                # Of two slots in one row that further to the left comes first.
                bound = _byte(key + _byte(other < column))
                is_before = byte_mask(flat[KEYS + other * ROW + lane] < bound)
                before = _byte(before - is_before)
            is_here = byte_mask(before == flat[SKIPPED + lane]) & byte_mask(key != 255)
            card = _byte(key & is_here)
            flat[LOW_BITS + column * ROW + lane] |= card & flat[IS_LOW + lane]
            flat[HIGH_BITS + column * ROW + lane] |= card & flat[IS_HIGH + lane]
            flat[HEIGHTS + column * ROW + lane] += card
    if ends != 0:
        put_at_ends(flat)


def put_at_ends(flat: Bytes) -> None:
    """Place the chosen cards that come to an end of the bottom row."""
    for column in range(COLUMNS, 0, -1):
        for lane in range(LANES):
            is_left, is_right = flat[AT_LEFT + lane], flat[AT_RIGHT + lane]
            is_low, is_high = flat[IS_LOW + lane], flat[IS_HIGH + lane]
            is_here = byte_mask(flat[WIDTH + lane] == _byte(column - 1))
            card = _byte(is_right & is_here & 1)
            low = flat[LOW_BITS + column * ROW + lane] | card & is_low
            high = flat[HIGH_BITS + column * ROW + lane] | card & is_high
            height = flat[HEIGHTS + column * ROW + lane] + card
            # A card at the left end moves the columns to the right.
            moved_low = flat[LOW_BITS + (column - 1) * ROW + lane]
            moved_high = flat[HIGH_BITS + (column - 1) * ROW + lane]
            moved_height = flat[HEIGHTS + (column - 1) * ROW + lane]
            if column == 1:
                moved_low, moved_high, moved_height = _byte(is_low & 1), _byte(is_high & 1), _2
            flat[LOW_BITS + column * ROW + lane] = either(is_left, moved_low, low)
            flat[HIGH_BITS + column * ROW + lane] = either(is_left, moved_high, high)
            flat[HEIGHTS + column * ROW + lane] = either(is_left, moved_height, height)
    for lane in range(LANES):
        flat[WIDTH + lane] += (flat[AT_LEFT + lane] | flat[AT_RIGHT + lane]) & 1
