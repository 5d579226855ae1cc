"""Courts in lanes: columns of bytes, so that one instruction looks at many courts.

On each card of the bottom row stands a column. Its next slot is open if the column to its right is
at least as high, and all that matters about the slot lies in its column and the two beside it.

Rules: court.first, court.beside, court.width, court.support, court.match, court.vacant,
elimination.unable.
"""

from __future__ import annotations

from westeros_intrigue.compiled.bits import HOUSE_COUNT
from westeros_intrigue.compiled.compiler import of_lanes
from westeros_intrigue.compiled.lane_bits import Bytes, Row, Truth, either, mask

COLUMNS = 8
LOW_BITS, HIGH_BITS, HEIGHTS = range(0, 27, 9)
"""The rows of a court. For each column, from 1, the houses of its cards as two planes of bits, the
bottom one lowest; and its height, as a single bit. Column 0 is empty: nothing lies to the left of
the court."""
WIDTH, LYING, IS_IN = 27, 28, 32
"""The width of the bottom row; for each house its cards in the court; and a mask of all bits if the
seat to move places a card."""
FIRST, LAST, OPEN = 33, 34, 34
"""The houses that the hand can place at the left end of the bottom row, at its right end, and, for
each column from 1, in its slot. A set of houses has bit 2 * house for each."""
LEFT_HOUSE, RIGHT_HOUSE = 41, 48
"""For each column, from 1, the houses of the cards to the lower left and lower right of its slot,
as sets."""
IS_LOW, IS_HIGH, AT_LEFT, AT_RIGHT, SKIPPED = range(56, 61)
"""The chosen placement: the bits of the house as masks; masks of all bits if it is at an end of the
bottom row; else the number of slots for the house that come before it."""
COURT_SIZE = 61
OWN_IS_IN, BY_CARDS, SEAT_ROWS = HOUSE_COUNT, HOUSE_COUNT + 1, HOUSE_COUNT + 2
"""The rows of a seat: after the cards of each house in its hand, a mask of all bits while it is in,
and one if it chooses among cards. Functions are told where those of the seat to move begin."""


def of_house(is_low: Row, is_high: Row, values: int, court: Bytes) -> Row:
    """Return the value of the house with these two bits, of four rows of values."""
    lower = either(is_low, court[values + 1], court[values])
    upper = either(is_low, court[values + 3], court[values + 2])
    return either(is_high, upper, lower)


def house_set(is_low: Row, is_high: Row) -> Row:
    """Return the set of the house with these two bits."""
    return either(is_high, either(is_low, 64, 16), either(is_low, 4, 1))


def house_in(column: int, row: Row, court: Bytes) -> tuple[Row, Row]:
    """Return the bits of the house that a column has in a row, as masks; no house is Stark."""
    return mask(court[LOW_BITS + column] & row != 0), mask(court[HIGH_BITS + column] & row != 0)


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
def put(own: int, court: Bytes) -> Truth:
    """Place the chosen cards above the bottom row; return whether others go there."""
    is_low, is_high = court[IS_LOW], court[IS_HIGH]
    house = house_set(is_low, is_high)
    placed = house & court[IS_IN]
    for each in range(HOUSE_COUNT):
        card = placed >> 2 * each & 1
        court[own + each] = court[own + each] - card
        court[LYING + each] = court[LYING + each] + card
    # The height of each column whose slot is open to the house, else all bits.
    keys = [
        court[HEIGHTS + column] | mask(court[OPEN + column] & house == 0)
        for column in range(1, COLUMNS)
    ]
    for column, key in enumerate(keys):
        before = 0
        for other, its_key in enumerate(keys):
            # Of two slots in one row that further to the left comes first.
            if other != column:
                before = before - mask(its_key <= key if other < column else its_key < key)
        card = key & mask(before == court[SKIPPED]) & mask(key != 255)
        at = 1 + column
        court[LOW_BITS + at] = court[LOW_BITS + at] | card & is_low
        court[HIGH_BITS + at] = court[HIGH_BITS + at] | card & is_high
        court[HEIGHTS + at] = court[HEIGHTS + at] + card
    return (court[AT_LEFT] | court[AT_RIGHT]).any()


@of_lanes
def put_at_ends(court: Bytes) -> None:
    """Place the chosen cards that come to an end of the bottom row."""
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
