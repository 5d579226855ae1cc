"""The search of the solver: can a player reach a result, whatever the others do?

Plain Python on integers and lists, which numba compiles where it is installed. Only `search` is
called from outside. It answers yes or no; `solving` asks until the value is known.

Positions, one for each ply of the line that is looked at, lie in one list of integers, and so do
the moves. The result of a position is counted from there on: the placements of the player whom the
search is for, less those of the other at a table of two, and who places last. So it does not depend
on what was placed before, and positions that play on alike share an entry of the hash table.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn,
elimination.final, court.match, round.throne, solo.highest, solo.side, solo.recycle.
"""

from __future__ import annotations

from typing import NamedTuple

from westeros_intrigue.compiled.bits import (
    HIGHEST_ROW,
    HOUSE_COUNT,
    ROW_BITS,
    lowest,
    mixed,
    pairs_of,
    popcount,
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
    rest = stack >> 2 * (drawn + 1)
    # What was set aside goes under the rest, the last one highest.
    for place in range(drawn):
        rest |= (stack >> 2 * place & 3) << 2 * (size - 2 - place)
    memory[at + STACKS + seat] = rest
    memory[at + STACK_SIZES + seat] = size - 1
    occupied = occupied_in(memory, at)
    slots = upper_slots(memory[at + house], pairs_of(occupied), occupied)
    is_right = terms.places_right >> seat & 1
    if slots == 0:
        return house << 6 | (RIGHT_END if is_right else LEFT_END)
    row = HIGHEST_ROW
    while slots & row == 0:
        row >>= ROW_BITS
    slots &= row
    if is_right:
        while slots & slots - 1:
            slots &= slots - 1
    return house << 6 | lowest(slots)


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


def least_placements(room: int, turn: int, seats: int) -> int:
    """Return how many cards somebody places at least while the bottom row has room.

    Each placement takes at most one of its places, so nobody is blocked before it is full.

    Args:
        room: how many more cards the bottom row takes.
        turn: how many others place before, 0 for the seat to move.
        seats: how many are still in.
    """
    if seats == 2:
        return (room - turn + 1) >> 1  # as below, without a division
    return max(0, (room - turn + seats - 1) // seats)


def reach(terms: Terms, memory: Integers, board: int, occupied: int, held: int) -> int:
    """Find for each house the cells that it can still reach under a full bottom row.

    A house reaches a cell when one of its cards can come to lie in a support, and when the other
    support is there or can be reached by any house that somebody holds. Returns all the cells.
    """
    filled = occupied
    for house in range(HOUSE_COUNT):
        memory[REACHED + house] = 0
    row = 0xFF
    for _ in range(1, terms.width_limit):
        row <<= ROW_BITS
        cells = pairs_of(filled) << ROW_BITS & row & ~occupied
        if cells:
            for house in range(HOUSE_COUNT):
                if count_of(held, house):
                    support = memory[board + house] | memory[REACHED + house]
                    comes_to = (support | support >> 1) << ROW_BITS & cells
                    memory[REACHED + house] |= comes_to
                    filled |= comes_to
    return filled ^ occupied


def is_mirrored(memory: Integers, at: int) -> bool:
    """Return whether a court is looked at in the mirror, so that both sides give one signature."""
    occupied, mirrored = occupied_in(memory, at), occupied_in(memory, at + MIRROR)
    if mirrored != occupied:
        return mirrored < occupied
    for house in range(HOUSE_COUNT):
        if memory[at + house] != memory[at + MIRROR + house]:
            return memory[at + MIRROR + house] < memory[at + house]
    return False


def judge(  # noqa: PLR0912, PLR0915 - a call costs as much as what it would do
    terms: Terms, memory: Integers, at: int
) -> None:
    """Find the signature of a position, and bounds of its result."""
    hero, seat, out = terms.hero, memory[at + SEAT], memory[at + OUT]
    own_hand, other_hands, seats, turn = 0, 0, 0, 0
    each = seat
    for _ in range(terms.players):
        if out >> each & 1 == 0:
            if each == hero:
                own_hand, turn = memory[at + HANDS + each], seats
            else:
                other_hands += memory[at + HANDS + each]
            seats += 1
        each = each + 1 if each + 1 < terms.players else 0
    board = at + MIRROR if terms.automated == 0 and is_mirrored(memory, at) else at
    occupied = occupied_in(memory, board)
    own, others = size_of(own_hand), size_of(other_hands)
    room = terms.width_limit - memory[at + WIDTH]
    own_least = 1 if seat == hero else 0
    others_least = 1 - own_least
    held = own_hand + other_hands
    signature = mixed(seat | out << 3, room)
    if room == 0:
        cells = reach(terms, memory, board, occupied, held)
        free, own, others, most = popcount(cells), 0, 0, 0
        for house in range(HOUSE_COUNT):
            reached = memory[REACHED + house]
            count = min(popcount(reached), COUNT)
            most |= count << COUNT_BITS * house
            own += min(count_of(own_hand, house), count)
            others += min(count_of(other_hands, house), count)
            # Only below a cell that a house can reach does it matter where its cards lie.
            matters = reached >> ROW_BITS | reached >> (ROW_BITS - 1)
            signature = mixed(signature, memory[board + house] & matters)
        signature = mixed(signature, cells)
    else:
        free, most = terms.cell_count - memory[at + PLACED], 0xFFFF
        own_least = max(own_least, min(own, least_placements(room, turn, seats)))
        others_turn = 1 if seat == hero else 0
        others_least = max(others_least, min(others, least_placements(room, others_turn, seats)))
        # A card with both slots above it taken matches nothing any more.
        buried = occupied >> ROW_BITS & occupied >> (ROW_BITS - 1)
        for house in range(HOUSE_COUNT):
            matters = memory[board + house] & ~buried if count_of(held, house) else 0
            signature = mixed(signature, matters)
        signature = mixed(signature, occupied)
    for each in range(terms.players):
        if out >> each & 1 == 0:
            hand, word = memory[at + HANDS + each], 0
            for house in range(HOUSE_COUNT):
                word |= min(count_of(hand, house), count_of(most, house)) << COUNT_BITS * house
            signature = mixed(signature, word)
            if terms.automated >> each & 1:
                signature = mixed(signature, memory[at + STACKS + each])
                signature = mixed(signature, memory[at + STACK_SIZES + each])
    own_most = min(own, free - others_least)
    others_most = min(others, free - own_least)
    if terms.players == 2:
        high = own_most - others_least + LAST_WORTH if own_most else -others_least - LAST_WORTH
        low = own_least - others_most - LAST_WORTH if others_most else own_least + LAST_WORTH
        # The last placer has no more cards left than the other, so the value is never between.
        lead = size_of(memory[at + HANDS + 1 - hero]) - size_of(memory[at + HANDS + hero])
        if -LAST_WORTH < low + lead < LAST_WORTH:
            low = LAST_WORTH - lead
        if -LAST_WORTH < high + lead < LAST_WORTH:
            high = -LAST_WORTH - lead
    else:
        high = own_most + LAST_WORTH if own_most else 0
        low = own_least if others_most else own_least + LAST_WORTH
    memory[SIGNATURE], memory[LOW], memory[HIGH] = signature, low, high


def entry_of(terms: Terms, signature: int) -> int:
    """Return the entry of the table that belongs to a signature; its neighbour may do as well."""
    return TABLE + ENTRY_SIZE * (signature >> 32 & terms.table_mask)


def look_up(terms: Terms, memory: Integers, at: int) -> int:
    """Narrow the bounds that belong to a signature by what the table knows; return the first move.

    Signature and bounds lie in the memory as `judge` leaves them, from `at` on.
    """
    entry = entry_of(terms, memory[at + SIGNATURE])
    if memory[entry] != memory[at + SIGNATURE]:
        entry ^= ENTRY_SIZE
    facts = memory[entry + 1]
    if memory[entry] != memory[at + SIGNATURE] or facts == 0:
        return NO_MOVE
    memory[at + LOW] = max(memory[at + LOW], (facts & BOUND) - BOUND_BASE)
    memory[at + HIGH] = min(memory[at + HIGH], (facts >> BOUND_BITS & BOUND) - BOUND_BASE)
    return facts >> MOVE_SHIFT & MOVE


def note(terms: Terms, memory: Integers, frame: int, outcome: int) -> None:
    """Enter in the table what a position has come to; of two entries the cheaper makes room."""
    signature, goal = memory[frame + SIGNATURE], memory[frame + GOAL]
    low, high = memory[frame + LOW], memory[frame + HIGH]
    if outcome == YES:
        low = goal
    else:
        high = goal - 1
    entry = entry_of(terms, signature)
    other = entry ^ ENTRY_SIZE
    if memory[entry] != signature and (
        memory[other] == signature
        or memory[other + 1] >> COST_SHIFT < memory[entry + 1] >> COST_SHIFT
    ):
        entry = other
    memory[entry] = signature
    memory[entry + 1] = (
        low + BOUND_BASE
        | high + BOUND_BASE << BOUND_BITS
        | memory[frame + CHOSEN] << MOVE_SHIFT
        | memory[NODES] - memory[frame + NODES_BEFORE] << COST_SHIFT
    )


def move_on(terms: Terms, memory: Integers, at: int, code: int) -> bool:
    """Make the next position of a move, up to a player's turn; return whether there is one."""
    after = at + POSITION_SIZE
    for item in range(terms.position_size):
        memory[after + item] = memory[at + item]
    put(memory, after, code)
    return advance(terms, memory, after, memory[at + PLACED])


def score(terms: Terms, memory: Integers, at: int, code: int) -> int:
    """Return how promising a move is for its player; the position after it has been made.

    Few slots for the others count as much as many for oneself; then it is better to place what one
    has many of and others few, and in the bottom row.
    """
    after, house, mover = at + POSITION_SIZE, code >> 6, memory[at + SEAT]
    own_hand, other_hands = memory[after + HANDS + mover], 0
    for seat in range(terms.players):
        if seat != mover and memory[after + OUT] >> seat & 1 == 0:
            other_hands += memory[after + HANDS + seat]
    balance = 0
    for each in range(HOUSE_COUNT):
        if count_of(own_hand, each):
            balance += memory[SLOT_COUNTS + each]
        if count_of(other_hands, each):
            balance -= memory[SLOT_COUNTS + each]
    own_cards = count_of(memory[at + HANDS + mover], house)
    in_row = 8 if code & 63 >= LEFT_END else 0
    return 3 * balance + own_cards - count_of(other_hands, house) + in_row


def begin(terms: Terms, memory: Integers, ply: int) -> int:
    """Settle a position by what is known, or list the moves that could settle it."""
    at, frame = POSITIONS + ply * POSITION_SIZE, FRAMES + ply * FRAME_SIZE
    memory[frame + NODES_BEFORE] = memory[NODES]
    memory[NODES] += 1
    goal, first = memory[frame + GOAL], look_up(terms, memory, frame)
    if memory[frame + LOW] >= goal:
        return YES
    if memory[frame + HIGH] < goal:
        return NO
    is_hero = memory[at + SEAT] == terms.hero
    hand, width = memory[at + HANDS + memory[at + SEAT]], memory[at + WIDTH]
    occupied = occupied_in(memory, at)
    pairs = pairs_of(occupied)
    move = MOVES + ply * MOST_MOVES * MOVE_SIZE
    memory[frame + MOVE_COUNT] = 0
    for house in range(HOUSE_COUNT):
        if count_of(hand, house) == 0:
            continue
        slots = upper_slots(memory[at + house], pairs, occupied)
        if width < terms.width_limit:
            # The ends have bits of their own; on an empty court there is one slot.
            slots |= (1 if width == 0 else 3) << LEFT_END
        while slots:
            code = house << 6 | lowest(slots)
            slots &= slots - 1
            if move_on(terms, memory, at, code):
                judge(terms, memory, at + POSITION_SIZE)
                look_up(terms, memory, 0)
            else:
                memory[LOW] = memory[HIGH] = 0
            rest, low, high = goal - memory[GAINED], memory[LOW], memory[HIGH]
            if low >= rest or high < rest:
                if (low >= rest) == is_hero:
                    memory[frame + CHOSEN] = code
                    return YES if is_hero else NO
                continue
            memory[move + CODE] = code
            memory[move + SCORE] = -TRIED if code == first else score(terms, memory, at, code)
            memory[move + MOVE_GOAL] = rest
            memory[move + MOVE_SIGNATURE] = memory[SIGNATURE]
            memory[move + MOVE_LOW], memory[move + MOVE_HIGH] = low, high
            memory[frame + MOVE_COUNT] += 1
            move += MOVE_SIZE
    return UNKNOWN


def descend(terms: Terms, memory: Integers, ply: int) -> bool:
    """Go on to the most promising move that was not tried; return whether there is one."""
    frame = FRAMES + ply * FRAME_SIZE
    after = frame + FRAME_SIZE
    best, most = -1, TRIED
    move = MOVES + ply * MOST_MOVES * MOVE_SIZE
    for _ in range(memory[frame + MOVE_COUNT]):
        if memory[move + SCORE] > most:
            best, most = move, memory[move + SCORE]
        move += MOVE_SIZE
    if best < 0:
        return False
    memory[best + SCORE] = TRIED
    memory[frame + CHOSEN] = memory[best + CODE]
    move_on(terms, memory, POSITIONS + ply * POSITION_SIZE, memory[best + CODE])
    memory[after + GOAL] = memory[best + MOVE_GOAL]
    memory[after + SIGNATURE] = memory[best + MOVE_SIGNATURE]
    memory[after + LOW], memory[after + HIGH] = memory[best + MOVE_LOW], memory[best + MOVE_HIGH]
    return True


def search(terms: Terms, memory: Integers, goal: int) -> int:
    """Return `YES` if the hero reaches a result from the first position on, or `NO`.

    `UNKNOWN` if it broke off at the limit of nodes; the next call goes on from there.
    """
    ply = memory[PLY]
    if ply == AT_START:
        judge(terms, memory, POSITIONS)
        memory[FRAMES + GOAL], memory[FRAMES + SIGNATURE] = goal, memory[SIGNATURE]
        memory[FRAMES + LOW], memory[FRAMES + HIGH] = memory[LOW], memory[HIGH]
        ply = 0
    while True:
        if memory[NODES] >= memory[NODE_LIMIT]:
            memory[PLY] = ply
            return UNKNOWN
        outcome = begin(terms, memory, ply)
        while True:
            frame = FRAMES + ply * FRAME_SIZE
            if outcome == UNKNOWN:
                if descend(terms, memory, ply):
                    ply += 1
                    break
                is_hero = memory[POSITIONS + ply * POSITION_SIZE + SEAT] == terms.hero
                outcome = NO if is_hero else YES
                memory[frame + CHOSEN] = NO_MOVE
            # What its bounds settle needs no entry in the table.
            if memory[frame + LOW] < memory[frame + GOAL] <= memory[frame + HIGH]:
                note(terms, memory, frame, outcome)
            if ply == 0:
                return outcome
            ply -= 1
            is_hero = memory[POSITIONS + ply * POSITION_SIZE + SEAT] == terms.hero
            if (outcome == YES) != is_hero:
                outcome = UNKNOWN  # the move failed; the next one is tried
