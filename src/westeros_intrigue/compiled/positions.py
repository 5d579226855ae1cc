"""The memory of the solver's search, and how a position in it goes on.

Plain Python on integers and lists, which numba compiles where it is installed. Positions, one for
each ply of the line that is looked at, lie in one list of integers, and so do the moves and the
hash table.
"""

from __future__ import annotations

from typing import NamedTuple

from westeros_intrigue.compiled.bits import (
    HOUSE_COUNT,
    dictated_cell,
    pairs_of,
    popcount,
    stack_after,
    upper_slots,
)

Integers = list[int]
"""A list of integers of at most 63 bits; compiled, an array of them."""

MOST_PLIES = 36
MOST_MOVES = 32
"""More than a position has: 18 to 20 are the most."""

YES, NO, UNKNOWN = 1, 0, -1

LAST_WORTH = 2
"""What it is worth to place last: the mean of the Iron Throne cards."""

COUNT_BITS, COUNT = 4, 15
"""A hand is an integer: for each house 4 bits that count its cards."""

LEFT_END, RIGHT_END = 60, 61
"""The ends of the bottom row, as cells of moves; no upper slot has these bits."""
NO_MOVE = 256

# The search works in one list, as numba passes several arrays from function to function slowly.
NODES, NODE_LIMIT, PLY = 0, 1, 2
"""The positions looked at so far, the number at which to break off, the ply to go on with."""
AT_START = -1
"""The ply of a search that has not begun."""

GAINED, SIGNATURE, LOW, HIGH = 3, 4, 5, 6
"""What functions return that say more than one thing: see `advance` and `judge`."""

REACHED, SLOT_COUNTS = 8, 12
"""For each house the cells that it can still reach, and how many slots are open to it."""

FRAMES = 16
"""A frame for each ply: what the search knows of its position."""
GOAL, CHOSEN, MOVE_COUNT, NODES_BEFORE = 0, 1, 2, 3
FRAME_SIZE = 8  # signature and bounds stand where `judge` leaves them

POSITIONS = FRAMES + FRAME_SIZE * (MOST_PLIES + 2)
"""A position for each ply: the planes of the houses, the same seen in a mirror, then these and, for
each seat, the counts of its houses, the houses of its stack from the top, 2 bits each, and the
stack's length."""
MIRROR, WIDTH, PLACED, SEAT, OUT, HANDS, STACKS, STACK_SIZES = 4, 8, 9, 10, 11, 12, 18, 24
POSITION_SIZE = 32

MOVES = POSITIONS + POSITION_SIZE * (MOST_PLIES + 2)
"""For each ply its moves that may settle it."""
CODE, SCORE, MOVE_GOAL, MOVE_SIGNATURE, MOVE_LOW, MOVE_HIGH = 0, 1, 2, 4, 5, 6
MOVE_SIZE = 8
TRIED = -(10**6)
"""The score of a move that needs no more looking at."""

TABLE = MOVES + MOVE_SIZE * MOST_MOVES * (MOST_PLIES + 2)
"""The hash table: for each entry a signature, and in bits from the lowest its
bounds, the move to try first, and how many nodes it cost."""
ENTRY_SIZE = 2
BOUND_BASE, BOUND_BITS, BOUND = 64, 8, 255
"""In the table a bound is a number of 8 bits, counted from -64."""
MOVE_SHIFT, MOVE, COST_SHIFT = 16, 511, 25


class Terms(NamedTuple):
    """What stays the same during a search."""

    players: int
    hero: int
    """The seat that the search is for."""
    width_limit: int
    cell_count: int
    """How many cells the court has when it is full."""
    automated: int
    """The automated seats, as bits."""
    places_right: int
    """Those of them that take the rightmost slot of a row, as bits."""
    position_size: int
    """How many items of a position are in use."""
    table_mask: int
    """One less than the table's entries, which are a power of two."""


def count_of(hand: int, house: int) -> int:
    """Return how many cards of a house a hand has."""
    return hand >> COUNT_BITS * house & COUNT


def size_of(hand: int) -> int:
    """Return how many cards a hand has."""
    return (hand & COUNT) + (hand >> 4 & COUNT) + (hand >> 8 & COUNT) + (hand >> 12 & COUNT)


def occupied_in(memory: Integers, at: int) -> int:
    """Return the cells that are occupied, of four planes that begin here."""
    return memory[at] | memory[at + 1] | memory[at + 2] | memory[at + 3]


def put(memory: Integers, at: int, code: int) -> None:
    """Place a card in a position, and take it from the hand of the seat to move."""
    house, cell = code >> 6, code & 63
    width = memory[at + WIDTH]
    if cell >= LEFT_END:
        # What lies at one end of the row lies at the other in the mirror.
        grown, other = (at, at + MIRROR) if cell == LEFT_END else (at + MIRROR, at)
        for each in range(HOUSE_COUNT):
            memory[grown + each] <<= 1
        memory[grown + house] |= 1
        memory[other + house] |= 1 << width
        memory[at + WIDTH] = width + 1
    else:
        row, column = cell >> 3, cell & 7
        memory[at + house] |= 1 << cell
        memory[at + MIRROR + house] |= 1 << (row << 3) + width - 1 - row - column
    memory[at + PLACED] += 1
    memory[at + HANDS + memory[at + SEAT]] -= 1 << COUNT_BITS * house


def open_houses(terms: Terms, memory: Integers, at: int) -> int:
    """Count the open slots of each house; return the houses that have one, as masks of a hand."""
    occupied = occupied_in(memory, at)
    pairs = pairs_of(occupied)
    ends = 2 if memory[at + WIDTH] < terms.width_limit else 0
    houses = 0
    for house in range(HOUSE_COUNT):
        count = popcount(upper_slots(memory[at + house], pairs, occupied)) + ends
        memory[SLOT_COUNTS + house] = count
        if count:
            houses |= COUNT << COUNT_BITS * house
    return houses


def pass_turn(terms: Terms, memory: Integers, at: int) -> bool:
    """Pass the turn to the next seat that can place; return whether there is one."""
    houses = open_houses(terms, memory, at)
    seat = memory[at + SEAT]
    for _ in range(terms.players):
        seat = seat + 1 if seat + 1 < terms.players else 0
        if memory[at + OUT] >> seat & 1 == 0:
            if memory[at + HANDS + seat] & houses:
                memory[at + SEAT] = seat
                return True
            memory[at + OUT] |= 1 << seat
    return False


def dictated(terms: Terms, memory: Integers, at: int) -> int:
    """Return the code of the placement of an automated seat, and put its stack in order."""
    seat = memory[at + SEAT]
    stack, size = memory[at + STACKS + seat], memory[at + STACK_SIZES + seat]
    drawn = 0
    while memory[SLOT_COUNTS + (stack >> 2 * drawn & 3)] == 0:
        drawn += 1
    house = stack >> 2 * drawn & 3
    memory[at + STACKS + seat] = stack_after(stack, drawn, size)
    memory[at + STACK_SIZES + seat] = size - 1
    occupied = occupied_in(memory, at)
    slots = upper_slots(memory[at + house], pairs_of(occupied), occupied)
    is_right = terms.places_right >> seat & 1
    if slots == 0:
        return house << 6 | (RIGHT_END if is_right else LEFT_END)
    return house << 6 | dictated_cell(slots, is_right)


def advance(terms: Terms, memory: Integers, at: int, placed_before: int) -> bool:
    """Pass the turn, automated seats placing, until a player is to move; return whether one is.

    `GAINED` then holds what the placements since `placed_before` count for the hero: their
    difference at a table of two, else the hero's alone; at the round's end with who placed last.
    """
    gained = 0
    while True:
        mover = memory[at + SEAT]
        worth = 1 if mover == terms.hero else -1 if terms.players == 2 else 0
        gained += worth * (memory[at + PLACED] - placed_before)
        placed_before = memory[at + PLACED]
        goes_on = pass_turn(terms, memory, at)
        if not goes_on:
            gained += worth * LAST_WORTH
        if not goes_on or terms.automated >> memory[at + SEAT] & 1 == 0:
            memory[GAINED] = gained
            return goes_on
        put(memory, at, dictated(terms, memory, at))
