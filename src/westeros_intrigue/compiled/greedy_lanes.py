"""The greedy player in lanes: it values all its moves, and leaves the best of them to choose from.

Values are bytes, which wrap round; `BIAS` is added, so that all are positive in the end.

Rules: court.match, court.beside, court.width.
"""

from __future__ import annotations

import numpy as np

from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE, HOUSE_COUNT
from westeros_intrigue.compiled.compiler import of_lanes
from westeros_intrigue.compiled.lane_bits import Bytes, Row, Truth, mask
from westeros_intrigue.compiled.lane_choices import AT_RANDOM, CHOICE_SIZE, COUNTS
from westeros_intrigue.compiled.lane_courts import (
    COLUMNS,
    FIRST,
    HEIGHTS,
    HIGH_BITS,
    LAST,
    LEFT_HOUSE,
    LOW_BITS,
    LYING,
    OPEN,
    RIGHT_HOUSE,
    WIDTH,
    house_in,
    house_set,
    of_house,
)

BIAS = 80
"""The values of moves are from -70 to 84; 0 stands for no move."""
WORTH, OWN_WORTH, FIRST_VALUES, LAST_VALUES = range(CHOICE_SIZE, CHOICE_SIZE + 16, 4)
"""For each house the worth of an open slot; the part of the worth of a move that depends on no
slot; and the values of the ends of the bottom row."""
LEFT_VALUES, RIGHT_VALUES = CHOICE_SIZE + 15, CHOICE_SIZE + 22
"""For each column, from 1, the values of its slot for the houses to the lower left and right."""
MOST = CHOICE_SIZE + 30
"""The value of the best move."""
GREEDY_SIZE = CHOICE_SIZE + 31


@of_lanes
def value_houses(own: int, court: Bytes) -> Truth:
    """Find the worth of slots and cards of each house; return whether a lane has open ends."""
    for house in range(HOUSE_COUNT):
        hand = court[own + house]
        # An open slot is worth twice its cards in the hand, less the unseen ones.
        court[WORTH + house] = 3 * hand + court[LYING + house] - CARDS_PER_HOUSE
        # The card placed has left the hand, which costs each slot of its house 2.
        court[OWN_WORTH + house] = 4 * hand - 2 * court[COUNTS + house] + BIAS
        court[FIRST_VALUES + house] = court[LAST_VALUES + house] = 0
    court[MOST] = 0
    return court[FIRST].any()


@of_lanes
def value_ends(limit: int, court: Bytes) -> None:
    """Find the values of the ends of the bottom row, for each house."""
    width, of_all, last_low, last_high = court[WIDTH], 0, 0, 0
    for house in range(HOUSE_COUNT):
        of_all = of_all + court[WORTH + house]
    for column in range(1, COLUMNS + 1):
        is_last = mask(width == column)
        last_low = last_low | court[LOW_BITS + column] & is_last
        last_high = last_high | court[HIGH_BITS + column] & is_last
    # With the row its other end closes; in an empty one a second end opens.
    is_row, closes = mask(width != 0), mask(width + 1 == limit)
    of_end = (of_all - 2 & ~is_row) - (2 * of_all - 4 & closes) - (2 & is_row)
    most = court[MOST]
    first_house = house_in(1, 1, court)
    last_house = mask(last_low & 1 != 0), mask(last_high & 1 != 0)
    for ends, values, beside in (
        (FIRST, FIRST_VALUES, first_house),
        (LAST, LAST_VALUES, last_house),
    ):
        house_beside = house_set(*beside)
        worth_beside = of_house(*beside, WORTH, court) & is_row
        for house in range(HOUSE_COUNT):
            only = 1 << 2 * house
            value = of_end + court[OWN_WORTH + house] + (court[WORTH + house] & is_row)
            value = value + (worth_beside & mask(house_beside != only))
            court[values + house] = value = value & mask(court[ends] & only != 0)
            most = maximum(most, value)
    court[MOST] = most


@of_lanes
def value_slot(column: int, court: Bytes) -> None:
    """Find the values of the slot of a column, for the houses below it."""
    most = court[MOST]
    height, is_open = court[HEIGHTS + column], court[OPEN + column]
    left, right = court[LEFT_HOUSE + column], court[RIGHT_HOUSE + column]
    # The cards before and after the slot, in its row.
    neighbours = []
    for beside in (column - 1, column + 1):
        bits = house_in(beside, height, court)
        is_there = mask(court[HEIGHTS + beside] > height)
        neighbours.append((house_set(*bits), of_house(*bits, WORTH, court), is_there))
    # The house to the lower left, and that to the lower right if it is another.
    differ = mask(left != right)
    bits_left = mask(left & 0x44 != 0), mask(left & 0x50 != 0)
    bits_right = mask(right & 0x44 != 0), mask(right & 0x50 != 0)
    of_left = of_house(*bits_left, WORTH, court)
    of_right = of_house(*bits_right, WORTH, court)
    for house, bits, of_own, of_other, is_other, values in (
        (left, bits_left, of_left, of_right & differ, is_open & left, LEFT_VALUES),
        (right, bits_right, of_right, of_left, is_open & right & differ, RIGHT_VALUES),
    ):
        value = of_house(*bits, OWN_WORTH, court) - of_own - of_other + 2
        for beside, of_beside, is_there in neighbours:
            value = value + (of_own + (of_beside & mask(beside != house)) - 2 & is_there)
        court[values + column] = value = value & mask(is_other != 0)
        most = maximum(most, value)
    court[MOST] = most


@of_lanes
def keep_best(court: Bytes) -> None:
    """Leave only the best moves of the seats that do not choose at random."""
    at_random, most = court[AT_RANDOM], court[MOST]
    for ends, values in ((FIRST, FIRST_VALUES), (LAST, LAST_VALUES)):
        kept = at_random
        for house in range(HOUSE_COUNT):
            kept = kept | mask(court[values + house] == most) & 1 << 2 * house
        court[ends] = court[ends] & kept
    for column in range(1, COLUMNS):
        left = court[LEFT_HOUSE + column] & mask(court[LEFT_VALUES + column] == most)
        right = court[RIGHT_HOUSE + column] & mask(court[RIGHT_VALUES + column] == most)
        court[OPEN + column] = court[OPEN + column] & (at_random | left | right)


def maximum(one: Row, other: Row) -> Row:
    """Return the larger bytes."""
    return np.where(one > other, one, other)
