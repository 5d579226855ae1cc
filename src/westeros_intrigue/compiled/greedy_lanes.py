"""The greedy player in lanes: it values all its moves, and leaves the best of them to choose from.

Values are bytes, which wrap round; `BIAS` is added, so that all are positive in the end.

Rules: court.match, court.beside, court.width.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE, HOUSE_COUNT
from westeros_intrigue.compiled.lane_bits import LANES, Bytes
from westeros_intrigue.compiled.lane_choices import AT_RANDOM, CHOICE_ROWS, COUNTS, count_moves
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
WORTH, OWN_WORTH, MOST = CHOICE_ROWS, CHOICE_ROWS + 4, CHOICE_ROWS + 8
"""For each house the worth of an open slot, and the part of the worth of a move that depends on no
slot; and the value of the best move."""
LEFT_VALUES, RIGHT_VALUES = CHOICE_ROWS + 8, CHOICE_ROWS + 15
"""For each column, from 1, the values of its slot for the houses to the lower left and right."""
FIRST_VALUES, LAST_VALUES, OF_END = CHOICE_ROWS + 23, CHOICE_ROWS + 27, CHOICE_ROWS + 31
"""For each house the values of the ends of the bottom row, and the part common to all houses."""
FIRST_HOUSE, LAST_HOUSE, BESIDE_FIRST, BESIDE_LAST = range(CHOICE_ROWS + 32, CHOICE_ROWS + 36)
"""The houses of the cards at the ends of the bottom row, and the worth of their slots."""
GREEDY_ROWS = CHOICE_ROWS + 36

_byte: Any = np.uint8
_0 = _byte(0)


def keep_best(limit: Byte, flat: Bytes) -> None:
    """Leave only the best moves of the seats that do not choose at random."""
    count_moves(flat)
    if value_houses(flat):
        value_ends(limit, flat)
    value_slots(flat)
    for lane in range(LANES):
        at_random, most = flat[AT_RANDOM * LANES + lane], flat[MOST * LANES + lane]
        first = last = at_random
        for house in range(HOUSE_COUNT):
            is_first = byte_mask(flat[(FIRST_VALUES + house) * LANES + lane] == most)
            is_last = byte_mask(flat[(LAST_VALUES + house) * LANES + lane] == most)
            first = _byte(first | is_first & 1 << 2 * house)
            last = _byte(last | is_last & 1 << 2 * house)
        flat[FIRST * LANES + lane] &= first
        flat[LAST * LANES + lane] &= last
    for column in range(1, COLUMNS):
        for lane in range(LANES):
            most = flat[MOST * LANES + lane]
            is_left = byte_mask(flat[(LEFT_VALUES + column) * LANES + lane] == most)
            is_right = byte_mask(flat[(RIGHT_VALUES + column) * LANES + lane] == most)
            flat[(OPEN + column) * LANES + lane] &= (
                flat[AT_RANDOM * LANES + lane]
                | flat[(LEFT_HOUSE + column) * LANES + lane] & is_left
                | flat[(RIGHT_HOUSE + column) * LANES + lane] & is_right
            )


def value_houses(flat: Bytes) -> bool:
    """Find the worth of slots and cards of each house; return whether a lane has open ends."""
    for house in range(HOUSE_COUNT):
        for lane in range(LANES):
            hand = flat[(HAND + house) * LANES + lane]
            lying = flat[(LYING + house) * LANES + lane]
            # An open slot is worth twice its cards in the hand, less the unseen ones.
            flat[(WORTH + house) * LANES + lane] = 3 * hand + lying - CARDS_PER_HOUSE
            # The card placed has left the hand, which costs each slot of its house 2.
            slots = flat[(COUNTS + house) * LANES + lane]
            flat[(OWN_WORTH + house) * LANES + lane] = 4 * hand - 2 * slots + BIAS
            flat[(FIRST_VALUES + house) * LANES + lane] = _0
            flat[(LAST_VALUES + house) * LANES + lane] = _0
    open_ends = _0
    for lane in range(LANES):
        flat[MOST * LANES + lane] = _0
        open_ends = _byte(open_ends | flat[FIRST * LANES + lane])
    return bool(open_ends != 0)


def value_ends(limit: Byte, flat: Bytes) -> None:
    """Find the values of the ends of the bottom row, for each house."""
    for lane in range(LANES):
        width, of_all = flat[WIDTH * LANES + lane], _0
        last_low, last_high = _0, _0
        for house in range(HOUSE_COUNT):
            of_all = _byte(of_all + flat[(WORTH + house) * LANES + lane])
        for column in range(1, COLUMNS + 1):
            is_last = byte_mask(width == column) & 1
            last_low = _byte(last_low | flat[(LOW_BITS + column) * LANES + lane] & is_last)
            last_high = _byte(last_high | flat[(HIGH_BITS + column) * LANES + lane] & is_last)
        # With the row its other end closes; in an empty one a second end opens.
        is_row, closes = byte_mask(width != 0), byte_mask(_byte(width + 1) == limit)
        flat[OF_END * LANES + lane] = (
            (of_all - 2 & ~is_row) - (2 * of_all - 4 & closes) - (2 & is_row)
        )
        low, high = _byte(-last_low), _byte(-last_high)
        flat[LAST_HOUSE * LANES + lane] = house_set(low, high)
        flat[BESIDE_LAST * LANES + lane] = of_house(low, high, WORTH, lane, flat)
        low = _byte(-_byte(flat[(LOW_BITS + 1) * LANES + lane] & 1))
        high = _byte(-_byte(flat[(HIGH_BITS + 1) * LANES + lane] & 1))
        flat[FIRST_HOUSE * LANES + lane] = house_set(low, high)
        flat[BESIDE_FIRST * LANES + lane] = of_house(low, high, WORTH, lane, flat) & is_row
    for house in range(HOUSE_COUNT):
        only = _byte(1 << 2 * house)
        for lane in range(LANES):
            is_row = byte_mask(flat[WIDTH * LANES + lane] != 0)
            own = flat[(OWN_WORTH + house) * LANES + lane]
            worth = flat[(WORTH + house) * LANES + lane] & is_row
            value = _byte(flat[OF_END * LANES + lane] + own + worth)
            beside = flat[BESIDE_FIRST * LANES + lane]
            beside = beside & byte_mask(flat[FIRST_HOUSE * LANES + lane] != only)
            is_open = byte_mask(_byte(flat[FIRST * LANES + lane] & only) != 0)
            first = _byte(value + beside & is_open)
            beside = flat[BESIDE_LAST * LANES + lane]
            beside = beside & byte_mask(flat[LAST_HOUSE * LANES + lane] != only)
            is_open = byte_mask(_byte(flat[LAST * LANES + lane] & only) != 0)
            last = _byte(value + beside & is_open)
            flat[(FIRST_VALUES + house) * LANES + lane] = first
            flat[(LAST_VALUES + house) * LANES + lane] = last
            most = max(first, last)
            flat[MOST * LANES + lane] = max(most, flat[MOST * LANES + lane])


def value_slots(flat: Bytes) -> None:
    """Find the values of the slots above the bottom row, for each of the houses below them."""
    for column in range(1, COLUMNS):
        for lane in range(LANES):
            height = flat[(HEIGHTS + column) * LANES + lane]
            left = flat[(LEFT_HOUSE + column) * LANES + lane]
            right = flat[(RIGHT_HOUSE + column) * LANES + lane]
            is_open = flat[(OPEN + column) * LANES + lane]
            # The cards before and after the slot, in its row.
            low = byte_mask(_byte(flat[(LOW_BITS + column - 1) * LANES + lane] & height) != 0)
            high = byte_mask(_byte(flat[(HIGH_BITS + column - 1) * LANES + lane] & height) != 0)
            before, of_before = house_set(low, high), of_house(low, high, WORTH, lane, flat)
            is_before = byte_mask(flat[(HEIGHTS + column - 1) * LANES + lane] > height)
            low = byte_mask(_byte(flat[(LOW_BITS + column + 1) * LANES + lane] & height) != 0)
            high = byte_mask(_byte(flat[(HIGH_BITS + column + 1) * LANES + lane] & height) != 0)
            after, of_after = house_set(low, high), of_house(low, high, WORTH, lane, flat)
            is_after = byte_mask(flat[(HEIGHTS + column + 1) * LANES + lane] > height)
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
            flat[(LEFT_VALUES + column) * LANES + lane] = value_left
            flat[(RIGHT_VALUES + column) * LANES + lane] = value_right
            most = max(_byte(value_left), _byte(value_right))
            flat[MOST * LANES + lane] = max(most, flat[MOST * LANES + lane])
