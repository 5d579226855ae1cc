"""The memory of the solver's search, and how a position in it goes on.

Plain Python on integers and lists, which numba compiles where it is installed. Positions, one for
each ply of the line that is looked at, lie in one list of integers, and so do the moves and the
hash table.
"""

from __future__ import annotations

from westeros_intrigue.compiled.bits import HOUSE_COUNT
from westeros_intrigue.compiled.board import (
    BOARD_SIZE,
    COUNT,
    COUNT_BITS,
    HANDS,
    LAST_WORTH,
    MIRROR,
    OUT,
    PLACED,
    RIGHT_END,
    SEAT,
    SLOTS,
    WIDTH,
    Integers,
    Terms,
    dictated,
    find_slots,
    put as put_card,
)

MOST_PLIES = 36
MOST_MOVES = 32
"""More than a position has: 18 to 20 are the most."""

YES, NO, UNKNOWN = 1, 0, -1

NO_MOVE = 256

# The search works in one list, as numba passes several arrays from function to function slowly.
NODES, NODE_LIMIT, PLY = 0, 1, 2
"""The positions looked at so far, the number at which to break off, the ply to go on with."""
AT_START = -1
"""The ply of a search that has not begun."""

GAINED, SIGNATURE, LOW, HIGH = 3, 4, 5, 6
"""The results of functions that return more than one number: see `advance` and `judge`."""

REACHED = 8
"""For each house the cells that it can still reach. The slots of `find_slots` come later."""

FRAMES = 72
"""A frame for each ply: what the search knows of its position."""
GOAL, CHOSEN, MOVE_COUNT, NODES_BEFORE = 0, 1, 2, 3
FRAME_SIZE = 8  # signature and bounds stand where `judge` leaves them

POSITIONS = FRAMES + FRAME_SIZE * (MOST_PLIES + 2)
"""The board of each ply."""

MOVES = POSITIONS + BOARD_SIZE * (MOST_PLIES + 2)
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


def put(memory: Integers, at: int, code: int) -> None:
    """Place a card in a position and in its mirror, where the ends of a row are exchanged."""
    width, house, cell = memory[at + WIDTH], code >> 6, code & 63
    if cell == RIGHT_END:
        for each in range(HOUSE_COUNT):
            memory[at + MIRROR + each] <<= 1
        mirrored = 0
    else:
        row, column = cell >> 3, cell & 7
        mirrored = (row << 3) + width - 1 - row - column if row else width
    memory[at + MIRROR + house] |= 1 << mirrored
    put_card(memory, at, code)


def pass_turn(terms: Terms, memory: Integers, at: int) -> bool:
    """Pass the turn to the next seat that can place; return whether there is one."""
    find_slots(terms, memory, at)
    houses = 0
    for house in range(HOUSE_COUNT):
        if memory[SLOTS + house]:
            houses |= COUNT << COUNT_BITS * house
    seat = memory[at + SEAT]
    for _ in range(terms.players):
        seat = seat + 1 if seat + 1 < terms.players else 0
        if memory[at + OUT] >> seat & 1 == 0:
            if memory[at + HANDS + seat] & houses:
                memory[at + SEAT] = seat
                return True
            memory[at + OUT] |= 1 << seat
    return False


def advance(terms: Terms, memory: Integers, at: int, before: int) -> bool:
    """Pass the turn, automated seats placing, until a player is to move; return whether one is.

    `GAINED` is then what the placements since `before` count for the hero: their
    difference at a table of two, else the hero's alone; at the round's end with who placed last.
    """
    gained = 0
    while True:
        mover = memory[at + SEAT]
        worth = 1 if mover == terms.hero else -1 if terms.players == 2 else 0
        gained += worth * (memory[at + PLACED] - before)
        before = memory[at + PLACED]
        goes_on = pass_turn(terms, memory, at)
        if not goes_on:
            gained += worth * LAST_WORTH
        if not goes_on or terms.automated >> memory[at + SEAT] & 1 == 0:
            memory[GAINED] = gained
            return goes_on
        put(memory, at, dictated(terms, memory, at))
