"""The greedy player in lanes: it values all its moves, and leaves the best of them to choose from.

Values are bytes, which wrap round; `BIAS` is added, so that all are positive in the end.

Rules: court.match, court.beside, court.width.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE, HOUSE_COUNT
from westeros_intrigue.compiled.lane_bits import LANES, ROW, Bytes
from westeros_intrigue.compiled.lane_choices import AT_RANDOM, CHOICE_SIZE, COUNTS, count_moves
from westeros_intrigue.compiled.lane_courts import (
    COLUMNS,
    FIRST,
    HAND,
    HEIGHTS,
    HIGH_BITS,
    LAST,
    LEFT_HOUSE,
    LOW_BITS,
    LYING,
    OPEN,
    RIGHT_HOUSE,
    WIDTH,
    Byte,
    byte_mask,
    house_set,
    of_house,
)

BIAS = 80
"""The values of moves are from -70 to 84; 0 stands for no move."""
WORTH, OWN_WORTH, FIRST_VALUES, LAST_VALUES = range(CHOICE_SIZE, CHOICE_SIZE + 16 * ROW, 4 * ROW)
"""For each house the worth of an open slot; the part of the worth of a move that depends on no
slot; and the values of the ends of the bottom row."""
LEFT_VALUES, RIGHT_VALUES = CHOICE_SIZE + 15 * ROW, CHOICE_SIZE + 22 * ROW
"""For each column, from 1, the values of its slot for the houses to the lower left and right."""
MOST, OF_END = CHOICE_SIZE + 30 * ROW, CHOICE_SIZE + 31 * ROW
"""The value of the best move; the part of the value of an end that all houses have in common."""
FIRST_HOUSE, LAST_HOUSE = CHOICE_SIZE + 32 * ROW, CHOICE_SIZE + 33 * ROW
BESIDE_FIRST, BESIDE_LAST = CHOICE_SIZE + 34 * ROW, CHOICE_SIZE + 35 * ROW
"""The houses of the cards at the ends of the bottom row, and the worth of their slots."""
GREEDY_SIZE = CHOICE_SIZE + 36 * ROW

_byte: Any = np.uint8
_0 = _byte(0)


def keep_best(limit: Byte, flat: Bytes) -> None:
    """Leave only the best moves of the seats that do not choose at random."""
    count_moves(flat)
    if value_houses(flat):
        value_ends(limit, flat)
    value_slots(flat)
    for lane in range(LANES):
        at_random, most = flat[AT_RANDOM + lane], flat[MOST + lane]
        first = last = at_random
        for house in range(HOUSE_COUNT):
            is_first = byte_mask(flat[FIRST_VALUES + house * ROW + lane] == most)
            is_last = byte_mask(flat[LAST_VALUES + house * ROW + lane] == most)
            first = _byte(first | is_first & 1 << 2 * house)
            last = _byte(last | is_last & 1 << 2 * house)
        flat[FIRST + lane] &= first
        flat[LAST + lane] &= last
    for column in range(1, COLUMNS):
        for lane in range(LANES):
            most = flat[MOST + lane]
            is_left = byte_mask(flat[LEFT_VALUES + column * ROW + lane] == most)
            is_right = byte_mask(flat[RIGHT_VALUES + column * ROW + lane] == most)
            flat[OPEN + column * ROW + lane] &= (
                flat[AT_RANDOM + lane]
                | flat[LEFT_HOUSE + column * ROW + lane] & is_left
                | flat[RIGHT_HOUSE + column * ROW + lane] & is_right
            )


def value_houses(flat: Bytes) -> bool:
    """Find the worth of slots and cards of each house; return whether a lane has open ends."""
    for house in range(HOUSE_COUNT):
        for lane in range(LANES):
            hand = flat[HAND + house * ROW + lane]
            lying = flat[LYING + house * ROW + lane]
            # An open slot is worth twice its cards in the hand, less the unseen ones.
            flat[WORTH + house * ROW + lane] = 3 * hand + lying - CARDS_PER_HOUSE
            # The card placed has left the hand, which costs each slot of its house 2.
            slots = flat[COUNTS + house * ROW + lane]
            flat[OWN_WORTH + house * ROW + lane] = 4 * hand - 2 * slots + BIAS
            flat[FIRST_VALUES + house * ROW + lane] = _0
            flat[LAST_VALUES + house * ROW + lane] = _0
    open_ends = _0
    for lane in range(LANES):
        flat[MOST + lane] = _0
        open_ends = _byte(open_ends | flat[FIRST + lane])
    return bool(open_ends != 0)


def value_ends(limit: Byte, flat: Bytes) -> None:
    """Find the values of the ends of the bottom row, for each house."""
    for lane in range(LANES):
        width, of_all = flat[WIDTH + lane], _0
        last_low, last_high = _0, _0
        for house in range(HOUSE_COUNT):
            of_all = _byte(of_all + flat[WORTH + house * ROW + lane])
        for column in range(1, COLUMNS + 1):
            is_last = byte_mask(width == column) & 1
            last_low = _byte(last_low | flat[LOW_BITS + column * ROW + lane] & is_last)
            last_high = _byte(last_high | flat[HIGH_BITS + column * ROW + lane] & is_last)
        # With the row its other end closes; in an empty one a second end opens.
        is_row, closes = byte_mask(width != 0), byte_mask(_byte(width + 1) == limit)
        flat[OF_END + lane] = (of_all - 2 & ~is_row) - (2 * of_all - 4 & closes) - (2 & is_row)
        low, high = _byte(-last_low), _byte(-last_high)
        flat[LAST_HOUSE + lane] = house_set(low, high)
        flat[BESIDE_LAST + lane] = of_house(low, high, WORTH, lane, flat)
        low = _byte(-_byte(flat[LOW_BITS + ROW + lane] & 1))
        high = _byte(-_byte(flat[HIGH_BITS + ROW + lane] & 1))
        flat[FIRST_HOUSE + lane] = house_set(low, high)
        flat[BESIDE_FIRST + lane] = of_house(low, high, WORTH, lane, flat) & is_row
    for house in range(HOUSE_COUNT):
        only = _byte(1 << 2 * house)
        for lane in range(LANES):
            is_row = byte_mask(flat[WIDTH + lane] != 0)
            own = flat[OWN_WORTH + house * ROW + lane]
            worth = flat[WORTH + house * ROW + lane] & is_row
            value = _byte(flat[OF_END + lane] + own + worth)
            beside = flat[BESIDE_FIRST + lane]
            beside = beside & byte_mask(flat[FIRST_HOUSE + lane] != only)
            is_open = byte_mask(_byte(flat[FIRST + lane] & only) != 0)
            first = _byte(value + beside & is_open)
            beside = flat[BESIDE_LAST + lane]
            beside = beside & byte_mask(flat[LAST_HOUSE + lane] != only)
            is_open = byte_mask(_byte(flat[LAST + lane] & only) != 0)
            last = _byte(value + beside & is_open)
            flat[FIRST_VALUES + house * ROW + lane] = first
            flat[LAST_VALUES + house * ROW + lane] = last
            most = max(first, last)
            flat[MOST + lane] = max(most, flat[MOST + lane])


def value_slots(flat: Bytes) -> None:
    """Find the values of the slots above the bottom row, for each of the houses below them."""
    for column in range(1, COLUMNS):
        for lane in range(LANES):
            height = flat[HEIGHTS + column * ROW + lane]
            left = flat[LEFT_HOUSE + column * ROW + lane]
            right = flat[RIGHT_HOUSE + column * ROW + lane]
            is_open = flat[OPEN + column * ROW + lane]
            # The cards before and after the slot, in its row.
            low = byte_mask(_byte(flat[LOW_BITS + (column - 1) * ROW + lane] & height) != 0)
            high = byte_mask(_byte(flat[HIGH_BITS + (column - 1) * ROW + lane] & height) != 0)
            before, of_before = house_set(low, high), of_house(low, high, WORTH, lane, flat)
            is_before = byte_mask(flat[HEIGHTS + (column - 1) * ROW + lane] > height)
            low = byte_mask(_byte(flat[LOW_BITS + (column + 1) * ROW + lane] & height) != 0)
            high = byte_mask(_byte(flat[HIGH_BITS + (column + 1) * ROW + lane] & height) != 0)
            after, of_after = house_set(low, high), of_house(low, high, WORTH, lane, flat)
            is_after = byte_mask(flat[HEIGHTS + (column + 1) * ROW + lane] > height)
            # The house to the lower left, and that to the lower right if it is another.
            low, high = byte_mask(_byte(left & 0x44) != 0), byte_mask(_byte(left & 0x50) != 0)
            own_left = of_house(low, high, OWN_WORTH, lane, flat)
            of_left = of_house(low, high, WORTH, lane, flat)
            low, high = byte_mask(_byte(right & 0x44) != 0), byte_mask(_byte(right & 0x50) != 0)
            own_right = of_house(low, high, OWN_WORTH, lane, flat)
            of_right = of_house(low, high, WORTH, lane, flat)
            differ = byte_mask(left != right)
            value_left = _byte(
                own_left - of_left - (of_right & differ) + 2
                + (of_left + (of_before & byte_mask(before != left)) - 2 & is_before)
                + (of_left + (of_after & byte_mask(after != left)) - 2 & is_after)
            ) & byte_mask(_byte(is_open & left) != 0)  # fmt: skip
            value_right = _byte(
                own_right - of_right - of_left + 2
                + (of_right + (of_before & byte_mask(before != right)) - 2 & is_before)
                + (of_right + (of_after & byte_mask(after != right)) - 2 & is_after)
            ) & byte_mask(_byte(is_open & right) != 0) & differ  # fmt: skip
            flat[LEFT_VALUES + column * ROW + lane] = value_left
            flat[RIGHT_VALUES + column * ROW + lane] = value_right
            most = max(_byte(value_left), _byte(value_right))
            flat[MOST + lane] = max(most, flat[MOST + lane])
