"""The board: a position as small integers, and how a placement changes it.

Simulations, playouts, trials and the solver build on it. It is plain Python on a list of integers;
the compiled half has the same functions, on an array, in `native/board.h`. A list can begin with a
board. Only the houses of cards matter, so a hand is one count for each house.

A plane is a 64-bit integer: the cells of one house. Its rows have 8 bits each, the bottom row
first, and the leftmost card of the bottom row is in the lowest bit. The slot above the pair (cell,
cell + 1) is thus cell + 8. A court that grows to the left is shifted by one bit.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import MutableSequence
from typing import NamedTuple

HOUSE_COUNT = 4
CARDS_PER_HOUSE = 9
ROW_BITS = 8
HIGHEST_ROW = 0x7F << 7 * ROW_BITS
"""The cells of the highest possible row. No upper row has more than seven."""
PAIRS = 0x7F7F7F7F7F7F7F7F
"""The cells that have a right neighbour: a row's last cell would pair with the next row."""

ODD = 0x1E3779B97F4A7C15
"""The factor that mixes signatures: the high bits of its products depend on all bits."""
_WORD = 2**64 - 1


def popcount(bits: int) -> int:
    """Return the number of set bits; `bits` is not negative."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """Return the index of the lowest set bit; there must be one."""
    return int(bits & -bits).bit_length() - 1


def mix(signature: int, word: int) -> int:
    """Return a signature with a word mixed in, for hash tables: a signed integer of 64 bits."""
    mixed = (signature ^ signature >> 29 ^ word) * ODD & _WORD
    return mixed - (mixed >> 63 << 64)


def pairs_of(occupied: int) -> int:
    """Return the occupied cells whose right neighbour is also occupied: each supports a slot."""
    return occupied & occupied >> 1 & PAIRS


def upper_slots(plane: int, pairs: int, occupied: int) -> int:
    """Return the open slots above the bottom row for the house of a plane."""
    return ((plane | plane >> 1) & pairs) << ROW_BITS & ~occupied


def mirror_cell(cell: int, width: int) -> int:
    """Return the cell at the same place of the mirror image of a court."""
    return 15 * (cell >> 3) + width - 1 - cell


def stack_after(stack: int, drawn: int, size: int) -> int:
    """Return a stack of houses, 2 bits each from the top, once the card number `drawn` is placed.

    The cards above it were set aside. They go under the rest, the last one on top.
    """
    rest = stack >> 2 * (drawn + 1)
    for place in range(drawn):
        rest |= (stack >> 2 * place & 3) << 2 * (size - 2 - place)
    return rest


def find_dictated_cell(slots: int, is_right: int) -> int:
    """Return the leftmost or the rightmost open slot of the highest row that has one."""
    row = HIGHEST_ROW
    while slots & row == 0:
        row >>= ROW_BITS
    slots &= row
    if is_right:
        while slots & slots - 1:
            slots &= slots - 1
    return lowest(slots)


Integers = MutableSequence[int]
"""A list of integers of at most 64 bits; for compiled code, an array of them."""

COUNT_BITS, COUNT = 4, 15
"""A hand is an integer: for each house 4 bits that count its cards."""
LAST_WORTH = 2
"""The worth of the last placement: the mean of the Iron Throne cards."""

MIRROR, WIDTH, PLACED, SEAT, OUT, HANDS, STACKS, STACK_SIZES = 4, 8, 9, 10, 11, 12, 18, 24
LAST_SEAT, LAST_HOUSE, SLOTS = 30, 31, 32
"""A board: the planes of the houses, their mirror images (only for the solver), the numbers of
cards in the bottom row and the court, the seat to move, the seats that are out, as bits, for each
seat its hand, then the houses of its stack from the top, 2 bits each, and the stack's size; the
seat and the house of the last placement; and the open slots of each house, which `find_slots`
finds."""
BOARD_SIZE = 36

LEFT_END, RIGHT_END = 0, 1
"""The ends of the bottom row, as cells of slots, so that slots are in the order of their bits."""
BOTTOM_ROW = (1 << ROW_BITS) - 1


class Terms(NamedTuple):
    """The terms of a table, which do not change within a round."""

    players: int
    width_limit: int
    automated: int
    """The automated seats, as bits."""
    places_right: int
    """The automated seats that use the rightmost slot of a row, as bits."""
    hero: int
    """The seat whose moves are tried or whose result is searched, if any."""


def count_of(hand: int, house: int) -> int:
    """Return the number of cards of a house in a hand."""
    return hand >> COUNT_BITS * house & COUNT


def size_of(hand: int) -> int:
    """Return the number of cards in a hand."""
    return (hand & COUNT) + (hand >> 4 & COUNT) + (hand >> 8 & COUNT) + (hand >> 12 & COUNT)


def unite_planes(board: Integers, first: int) -> int:
    """Return the occupied cells of four planes that begin here."""
    return board[first] | board[first + 1] | board[first + 2] | board[first + 3]


def find_slots(terms: Terms, board: Integers) -> None:
    """Find the open slots of each house; an empty bottom row has one end."""
    occupied, ends = unite_planes(board, 0), 0
    pairs = pairs_of(occupied)
    if board[WIDTH] != terms.width_limit:
        ends = 1 << LEFT_END | (board[WIDTH] != 0) << RIGHT_END
    for house in range(HOUSE_COUNT):
        board[SLOTS + house] = upper_slots(board[house], pairs, occupied) | ends


def one_of_each(hand: int) -> int:
    """Return a hand with one card of each house of a hand."""
    return (hand | hand >> 1 | hand >> 2 | hand >> 3) & 0x1111


def count_moves(board: Integers, hand: int) -> int:
    """Return the number of moves of a hand's cards; the open slots must be known."""
    count = 0
    for house in range(HOUSE_COUNT):
        count += popcount(board[SLOTS + house]) * count_of(hand, house)
    return count


def seat_after(players: int, seat: int) -> int:
    """Return the next seat clockwise."""
    return seat + 1 if seat + 1 < players else 0


def start_turn(terms: Terms, board: Integers) -> bool:
    """Begin the turn of the first seat that can place, starting with the seat to move.

    The seats before it go out. Return whether there is one. The open slots must be known.
    """
    find_slots(terms, board)
    houses, seat = 0, board[SEAT]
    for house in range(HOUSE_COUNT):
        if board[SLOTS + house]:
            houses |= COUNT << COUNT_BITS * house
    for _ in range(terms.players):
        if board[OUT] >> seat & 1 == 0:
            if board[HANDS + seat] & houses:
                board[SEAT] = seat
                return True
            board[OUT] |= 1 << seat
        seat = seat_after(terms.players, seat)
    return False


def put_card(board: Integers, code: int) -> None:
    """Place a card of the seat to move: a code is a house and a cell."""
    house, cell, seat = code >> 6, code & 63, board[SEAT]
    if cell == LEFT_END:
        for plane in range(HOUSE_COUNT):
            board[plane] <<= 1
    elif cell == RIGHT_END:
        cell = board[WIDTH]
    if cell < ROW_BITS:
        board[WIDTH] += 1
    board[house] |= 1 << cell
    board[PLACED] += 1
    board[HANDS + seat] -= 1 << COUNT_BITS * house
    board[LAST_SEAT], board[LAST_HOUSE] = seat, house


def set_aside_by(seat: int, board: Integers) -> int:
    """Return the number of cards that an automated seat sets aside before one that fits."""
    stack, count = board[STACKS + seat], 0
    while board[SLOTS + (stack >> 2 * count & 3)] == 0:
        count += 1
    return count


def follow_procedure(terms: Terms, board: Integers) -> int:
    """Return the code of an automated seat's placement, and update its stack."""
    seat = board[SEAT]
    stack, size = board[STACKS + seat], board[STACK_SIZES + seat]
    drawn = set_aside_by(seat, board)
    house = stack >> 2 * drawn & 3
    board[STACKS + seat] = stack_after(stack, drawn, size)
    board[STACK_SIZES + seat] = size - 1
    slots, is_right = board[SLOTS + house] & ~BOTTOM_ROW, terms.places_right >> seat & 1
    if slots == 0:
        return house << 6 | (RIGHT_END if is_right and board[WIDTH] else LEFT_END)
    return house << 6 | find_dictated_cell(slots, is_right)
