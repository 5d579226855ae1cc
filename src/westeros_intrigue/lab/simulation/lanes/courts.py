"""A turn in lanes, on courts of columns of bytes, so that one instruction handles many courts.

Each card of the bottom row is the foot of a column. Its next slot is open if the column to its
right is at least as high, and depends only on its column and the two next to it. Moves are chosen
as in the kernel: uniformly, in the order of houses and cells. The greedy player values all moves
and keeps only the best ones. Values are bytes, which wrap around; adding `BIAS` makes all results
positive.

Rules: turn.must-place, court.first, court.beside, court.width, court.support, court.match,
court.vacant, elimination.unable.
"""

from __future__ import annotations

import numpy as np

from westeros_intrigue.lab.simulation.board import CARDS_PER_HOUSE, HOUSE_COUNT
from westeros_intrigue.lab.simulation.kernel import ALWAYS
from westeros_intrigue.lab.simulation.lanes.machine import (
    ERRS,
    STEP_ON,
    Bytes,
    Lanes,
    Row,
    Truth,
    draw,
    either,
    mask,
    of_lanes,
    word_mask,
)

COLUMNS = 8
LOW_BITS, HIGH_BITS, HEIGHTS = range(0, 27, 9)
"""The rows of a court. For each column, from 1, the houses of its cards as two planes of bits, the
bottom one lowest; and its height, as a single bit. Column 0 is empty, for the space left of the
court."""
WIDTH, LYING, IS_IN = 27, 28, 32
"""The width of the bottom row; for each house its cards in the court; and a mask of all bits if the
seat to move places a card."""
FIRST, LAST, OPEN = 33, 34, 34
"""The houses that the hand can place at the left end of the bottom row, at its right end, and, for
each column from 1, in its slot. A set of houses has bit 2 * house for each."""
LEFT_HOUSE, RIGHT_HOUSE = 41, 48
"""For each column, from 1, the houses of the cards to the lower left and lower right of its slot,
as sets."""
IS_LOW, IS_HIGH, AT_LEFT, AT_RIGHT = range(56, 60)
"""The chosen placement: the bits of the house as masks; masks of all bits if it is at an end of the
bottom row."""
AT_RANDOM, CHOSEN, COUNTS = 61, 62, 63
"""A mask of all bits if the seat to move chooses at random; the number of the chosen move among
those of its house; and for each house the number of its moves."""
BIAS = 80
"""The values of moves are from -70 to 84; 0 stands for no move."""
WORTH, OWN_WORTH, FIRST_VALUES, LAST_VALUES = range(67, 83, 4)
"""For each house, the worth of an open slot; the part of a move's worth that does not depend on
slots; and the values of the ends of the bottom row."""
LEFT_VALUES, RIGHT_VALUES = 82, 89
"""For each column, from 1, the values of its slot for the houses to the lower left and right."""
MOST, LAST_MOVE, LAST_CARD, SEATS = range(97, 101)
"""The value of the best move; the turn of the last placement, and the house of its card. Then begin
the rows of each seat, from the seat to move first on."""
OWN_IS_IN, BY_CARDS, SEAT_ROWS = HOUSE_COUNT, HOUSE_COUNT + 1, HOUSE_COUNT + 2
"""The rows of a seat: the cards of each house in its hand, then a mask of all bits while it is in,
then one if it chooses among cards. Functions receive the index of the first row of the seat to
move."""


def of_house(is_low: Row, is_high: Row, values: int, court: Bytes) -> Row:
    """Return the value of the house with these two bits, of four rows of values."""
    lower = either(is_low, court[values + 1], court[values])
    upper = either(is_low, court[values + 3], court[values + 2])
    return either(is_high, upper, lower)


def house_set(is_low: Row, is_high: Row) -> Row:
    """Return the set of the house with these two bits."""
    return (is_low & 0x55 ^ 0x11) & (is_high ^ 0x0F)


def house_in(column: int, row: Row, court: Bytes) -> tuple[Row, Row]:
    """Return the bits of the house that a column has in a row, as masks; no house is Stark."""
    return mask(court[LOW_BITS + column] & row != 0), mask(court[HIGH_BITS + column] & row != 0)


def sum_up(row: int, court: Bytes) -> Row:
    """Return the sum of the counts of all houses, as words."""
    counts = court[row] + court[row + 1] + court[row + 2] + court[row + 3]
    return counts.astype(np.uint64)


@of_lanes
def survey(limit: int, own: int, court: Bytes) -> Truth:
    """Find the slots that each lane's hand can use; a seat that cannot place is out.

    Return whether a seat can place.
    """
    width, has = court[WIDTH], 0
    for house in range(HOUSE_COUNT):
        has = has | mask(court[own + house] != 0) & 1 << 2 * house
    court[FIRST] = some = has & mask(width != limit)
    court[LAST] = some & mask(width != 0)
    for column in range(1, COLUMNS):
        height = court[HEIGHTS + column]
        below = height >> 1
        court[LEFT_HOUSE + column] = left = house_set(*house_in(column, below, court))
        court[RIGHT_HOUSE + column] = right = house_set(*house_in(column + 1, below, court))
        is_open = mask(height > 1) & mask(court[HEIGHTS + column + 1] >= height)
        court[OPEN + column] = houses = (left | right) & has & is_open
        some = some | houses
    is_in = court[own + OWN_IS_IN] & mask(some != 0)
    court[own + OWN_IS_IN] = court[IS_IN] = is_in
    return is_in.any()


@of_lanes
def decide(turn: int, words: Lanes, court: Bytes) -> None:
    """Decide which seats that can place move at random."""
    errs = words[ERRS + turn]
    always = word_mask(errs == ALWAYS)
    decides = word_mask(court[IS_IN].astype(np.uint64) != 0) & word_mask(errs != 0) & ~always
    errs_now = always | decides & word_mask(draw(words, decides & STEP_ON) < errs)
    court[AT_RANDOM] = errs_now.astype(np.uint8)


@of_lanes
def choose_best(court: Bytes) -> Truth:
    """Return whether any seat that can place does not move at random."""
    return (court[IS_IN] & ~court[AT_RANDOM]).any()


@of_lanes
def count_moves(court: Bytes) -> None:
    """Count the slots of each house that the hand can use."""
    even, odd = 0, 0
    for row in range(FIRST, OPEN + COLUMNS):
        even, odd = even + (court[row] & 0x11), odd + (court[row] >> 2 & 0x11)
    court[COUNTS], court[COUNTS + 1] = even & 15, odd & 15
    court[COUNTS + 2], court[COUNTS + 3] = even >> 4, odd >> 4


@of_lanes
def value_houses(own: int, court: Bytes) -> Truth:
    """Find the worth of slots and cards of each house; return whether a lane has open ends."""
    for house in range(HOUSE_COUNT):
        hand = court[own + house]
        # An open slot is worth twice the house's cards in the hand, minus its unseen ones.
        court[WORTH + house] = 3 * hand + court[LYING + house] - CARDS_PER_HOUSE
        # The placed card leaves the hand, which costs each slot of its house 2.
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
    # A full row also closes its other end; in an empty row, a second end opens.
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
    # The house to the lower left, and the one to the lower right if it differs.
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
    """Keep only the best moves of seats that do not choose at random."""
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
    return either(mask(one > other), one, other)


@of_lanes
def count_cards(own: int, court: Bytes) -> None:
    """Count each slot once for every card if the seat chooses among cards."""
    among_cards = court[own + BY_CARDS] & court[AT_RANDOM]
    for house in range(HOUSE_COUNT):
        cards = either(among_cards, court[own + house], 1)
        court[COUNTS + house] = court[COUNTS + house] * cards


@of_lanes
def draw_move(words: Lanes, court: Bytes) -> None:
    """Draw a move in each lane, uniformly over the counted ones."""
    drawn = draw(words, word_mask(court[IS_IN].astype(np.uint64) != 0) & STEP_ON)
    court[CHOSEN] = (drawn * sum_up(COUNTS, court) >> 53).astype(np.uint8)


@of_lanes
def choose_house(court: Bytes) -> None:
    """Find the house of the move that was drawn."""
    upto_0, chosen = court[COUNTS], court[CHOSEN]
    upto_1 = upto_0 + court[COUNTS + 1]
    upto_2 = upto_1 + court[COUNTS + 2]
    # Past a house: the masks are set from house 1, 2 and 3 on.
    past_0, past_1, past_2 = mask(chosen >= upto_0), mask(chosen >= upto_1), mask(chosen >= upto_2)
    court[CHOSEN] = chosen - either(past_2, upto_2, either(past_1, upto_1, past_0 & upto_0))
    court[IS_LOW] = past_2 | past_0 & ~past_1
    court[IS_HIGH] = past_1


@of_lanes
def find_slot(own: int, court: Bytes) -> None:
    """Find the slot of the chosen card if the seat chooses among cards."""
    among_cards = court[own + BY_CARDS] & court[AT_RANDOM]
    of_chosen = of_house(court[IS_LOW], court[IS_HIGH], own, court)
    cards = multiple = either(among_cards, of_chosen, 1)
    chosen, slot = court[CHOSEN], 0
    for _ in range(8):  # a house has nine slots at most
        slot, multiple = slot - mask(chosen >= multiple), multiple + cards
    court[CHOSEN] = slot


@of_lanes
def put_card(turn: int, own: int, court: Bytes) -> Truth:
    """Place the chosen cards above the bottom row; return whether others go into that row."""
    is_low, is_high, is_in, chosen = court[IS_LOW], court[IS_HIGH], court[IS_IN], court[CHOSEN]
    house = house_set(is_low, is_high)
    court[LAST_MOVE] = either(is_in, turn, court[LAST_MOVE])
    court[LAST_CARD] = either(is_in, is_low & 1 | is_high & 2, court[LAST_CARD])
    # The ends of the bottom row come first.
    first, last = mask(court[FIRST] & house != 0), mask(court[LAST] & house != 0)
    court[AT_LEFT] = at_left = first & mask(chosen == 0) & is_in
    chosen = chosen - (first & 1)
    court[AT_RIGHT] = at_right = last & mask(chosen == 0) & ~at_left & is_in
    skipped = chosen - (last & 1) | at_left | at_right | ~is_in
    placed = house & is_in
    for index in range(HOUSE_COUNT):
        card = placed >> 2 * index & 1
        court[own + index] = court[own + index] - card
        court[LYING + index] = court[LYING + index] + card
    # The height of each column whose slot is open to the house, else all bits.
    keys = [
        court[HEIGHTS + column] | mask(court[OPEN + column] & house == 0)
        for column in range(1, COLUMNS)
    ]
    # Of two slots in one row, the left one comes first.
    before: list[Row] = [0] * len(keys)
    for column, key in enumerate(keys):
        for other in range(column):
            is_first = mask(keys[other] <= key)
            before[column] = before[column] - is_first
            before[other] = before[other] + 1 + is_first
    for column, key in enumerate(keys):
        card = key & mask(before[column] == skipped) & mask(key != 255)
        at = 1 + column
        court[LOW_BITS + at] = court[LOW_BITS + at] | card & is_low
        court[HIGH_BITS + at] = court[HIGH_BITS + at] | card & is_high
        court[HEIGHTS + at] = court[HEIGHTS + at] + card
    return (at_left | at_right).any()


@of_lanes
def put_at_ends(court: Bytes) -> None:
    """Place the chosen cards that go to an end of the bottom row."""
    is_left, is_right = court[AT_LEFT], court[AT_RIGHT]
    is_low, is_high, width = court[IS_LOW], court[IS_HIGH], court[WIDTH]
    for column in range(COLUMNS, 0, -1):
        card = is_right & mask(width == column - 1) & 1
        # A card at the left end moves the columns to the right.
        first = column == 1
        for rows, added, begun in (
            (LOW_BITS, card & is_low, is_low & 1),
            (HIGH_BITS, card & is_high, is_high & 1),
            (HEIGHTS, card, 2),
        ):
            moved = begun if first else court[rows + column - 1]
            court[rows + column] = either(is_left, moved, court[rows + column] + added)
    court[WIDTH] = width + ((is_left | is_right) & 1)
