"""The search of the solver: can a player reach a result against any defence?

Only `search` is called from outside. It answers yes or no; `solver` repeats it until the value is
known. The result of a position counts from there on: who places last, and the placements of the
hero (the player whom the search is for), minus the other player's at a table of two. Positions that
continue alike have the same signature, and bounds save the search part of its work.

Positions, one for each ply of the line examined, are in one list of integers, as are the moves and
the hash table. It is plain Python, which numba compiles if it is installed. It does not use lanes:
the next position depends on the hash table, so searches in lock step would diverge immediately.
"""

from __future__ import annotations

from westeros_intrigue.lab.simulation.board import (
    BOARD_SIZE,
    COUNT,
    COUNT_BITS,
    HANDS,
    HOUSE_COUNT,
    LAST_WORTH,
    MIRROR,
    OUT,
    PLACED,
    RIGHT_END,
    ROW_BITS,
    SEAT,
    SLOTS,
    STACK_SIZES,
    STACKS,
    WIDTH,
    Integers,
    Terms,
    count_of,
    follow_procedure,
    lowest,
    mix,
    open_ends,
    pairs_of,
    popcount,
    put_card,
    seat_after,
    size_of,
    start_turn,
    unite_planes,
    upper_slots,
)

SIGNATURE, LOW, HIGH, REACHED = 4, 5, 6, 8
"""In the memory of the search: the results of `judge`, and the cells that each house can still
reach."""


def least_placements(room: int, turn: int, seats: int) -> int:
    """Return the minimum number of cards that a seat places while the bottom row has room.

    Each placement fills at most one cell of the row, so no seat is blocked before the row is full.
    `turn` seats that are still in place before this one.
    """
    if seats == 2:
        return (room - turn + 1) >> 1  # as below, without a division
    return max(0, (room - turn + seats - 1) // seats)


def reach(terms: Terms, memory: Integers, board: int, occupied: int, held: int) -> int:
    """Find the cells that each house can still reach once the bottom row is full.

    A house reaches a cell if one of its cards can be a support, and the other support exists or can
    be reached by any house in a hand. Return all these cells.
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
    """Return whether to mirror a court, so that it and its mirror image have one signature."""
    occupied, mirrored = unite_planes(memory, at), unite_planes(memory, at + MIRROR)
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
        each = seat_after(terms.players, each)
    board = at + MIRROR if terms.automated == 0 and is_mirrored(memory, at) else at
    occupied = unite_planes(memory, board)
    own, others = size_of(own_hand), size_of(other_hands)
    room = terms.width_limit - memory[at + WIDTH]
    is_hero = 1 if seat == hero else 0
    own_least, others_least = is_hero, 1 - is_hero
    held = own_hand + other_hands
    signature = mix(seat | out << 3, room)
    if room == 0:
        cells = reach(terms, memory, board, occupied, held)
        free, own, others, most = popcount(cells), 0, 0, 0
        for house in range(HOUSE_COUNT):
            reached = memory[REACHED + house]
            count = min(popcount(reached), COUNT)
            most |= count << COUNT_BITS * house
            own += min(count_of(own_hand, house), count)
            others += min(count_of(other_hands, house), count)
            # The position of a house's cards matters only below cells that it can reach.
            matters = reached >> ROW_BITS | reached >> (ROW_BITS - 1)
            signature = mix(signature, memory[board + house] & matters)
        signature = mix(signature, cells)
    else:
        cell_count = terms.width_limit * (terms.width_limit + 1) // 2
        free, most = cell_count - memory[at + PLACED], 0xFFFF
        own_least = max(own_least, min(own, least_placements(room, turn, seats)))
        others_least = max(others_least, min(others, least_placements(room, is_hero, seats)))
        # A card with both slots above it full no longer matters for matches.
        buried = occupied >> ROW_BITS & occupied >> (ROW_BITS - 1)
        for house in range(HOUSE_COUNT):
            matters = memory[board + house] & ~buried if count_of(held, house) else 0
            signature = mix(signature, matters)
        signature = mix(signature, occupied)
    for each in range(terms.players):
        if out >> each & 1 == 0:
            hand, word = memory[at + HANDS + each], 0
            for house in range(HOUSE_COUNT):
                word |= min(count_of(hand, house), count_of(most, house)) << COUNT_BITS * house
            signature = mix(signature, word)
            if terms.automated >> each & 1:
                signature = mix(signature, memory[at + STACKS + each])
                signature = mix(signature, memory[at + STACK_SIZES + each])
    own_most = min(own, free - others_least)
    others_most = min(others, free - own_least)
    if terms.players == 2:
        high = own_most - others_least + LAST_WORTH if own_most else -others_least - LAST_WORTH
        low = own_least - others_most - LAST_WORTH if others_most else own_least + LAST_WORTH
        # The last placer never has more cards left than the other player, so there is no value in
        # between.
        lead = size_of(memory[at + HANDS + 1 - hero]) - size_of(memory[at + HANDS + hero])
        if -LAST_WORTH < low + lead < LAST_WORTH:
            low = LAST_WORTH - lead
        if -LAST_WORTH < high + lead < LAST_WORTH:
            high = -LAST_WORTH - lead
    else:
        high = own_most + LAST_WORTH if own_most else 0
        low = own_least if others_most else own_least + LAST_WORTH
    memory[SIGNATURE], memory[LOW], memory[HIGH] = signature, low, high


MOST_PLIES = 36
MOST_MOVES = 32
"""An upper bound for the moves of a position."""

YES, NO, UNKNOWN = 1, 0, -1

NO_MOVE = 256

# The search works in a single list, since numba passes several arrays slowly.
NODES, NODE_LIMIT, PLY = 0, 1, 2
"""The number of positions examined so far, its limit, and the ply to continue with."""
AT_START = -1
"""The ply before a search has begun."""

GAINED = 3
"""The result of `advance`; the results of `judge` and `find_slots` follow later."""

FRAMES = 72
"""A frame for each ply: the search's facts about its position."""
GOAL, CHOSEN, MOVE_COUNT, NODES_BEFORE = 0, 1, 2, 3
FRAME_SIZE = 8  # signature and bounds are where `judge` writes them

POSITIONS = FRAMES + FRAME_SIZE * (MOST_PLIES + 2)
"""The board of each ply."""

MOVES = POSITIONS + BOARD_SIZE * (MOST_PLIES + 2)
"""The moves of each ply that may settle it."""
CODE, SCORE, MOVE_GOAL, MOVE_SIGNATURE, MOVE_LOW, MOVE_HIGH = 0, 1, 2, 4, 5, 6
MOVE_SIZE = 8
TRIED = -(10**6)
"""The score of a move that need not be examined again."""

TABLE = MOVES + MOVE_SIZE * MOST_MOVES * (MOST_PLIES + 2)
"""The hash table: each entry has a signature, then, in bits from the lowest, its bounds, the move
to try first, and the number of nodes searched."""
ENTRY_SIZE = 2
BOUND_BASE, BOUND_BITS, BOUND = 64, 8, 255
"""In the table, a bound is an 8-bit number, counted from -64."""
MOVE_SHIFT, MOVE, COST_SHIFT = 16, 511, 25


def put_with_mirror(memory: Integers, at: int, code: int) -> None:
    """Place a card in a position and in its mirror image, where the ends of a row are exchanged."""
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


def advance(terms: Terms, memory: Integers, at: int, before: int) -> bool:
    """Pass the turn until a player is to move, playing automated seats; return whether one is.

    `GAINED` is then the worth to the hero of the placements since `before`: their difference at a
    table of two, otherwise only the hero's. At the end of the round, it includes who placed last.
    """
    gained = 0
    while True:
        mover = memory[at + SEAT]
        worth = 1 if mover == terms.hero else -1 if terms.players == 2 else 0
        gained += worth * (memory[at + PLACED] - before)
        before = memory[at + PLACED]
        memory[at + SEAT] = seat_after(terms.players, mover)
        goes_on = start_turn(terms, memory, at)
        if not goes_on:
            gained += worth * LAST_WORTH
        if not goes_on or terms.automated >> memory[at + SEAT] & 1 == 0:
            memory[GAINED] = gained
            return goes_on
        put_with_mirror(memory, at, follow_procedure(terms, memory, at))


def entry_of(memory: Integers, signature: int) -> int:
    """Return the table's entry for a signature, which can also be in the neighbouring entry."""
    entries = (len(memory) - TABLE) // ENTRY_SIZE  # a power of two
    return TABLE + ENTRY_SIZE * (signature >> 32 & entries - 1)


def look_up(memory: Integers, at: int) -> int:
    """Narrow the bounds of a signature by its table entry; return the first move to try.

    Signature and bounds are in the memory as `judge` writes them, from `at` on.
    """
    entry = entry_of(memory, memory[at + SIGNATURE])
    if memory[entry] != memory[at + SIGNATURE]:
        entry ^= ENTRY_SIZE
    facts = memory[entry + 1]
    if memory[entry] != memory[at + SIGNATURE] or facts == 0:
        return NO_MOVE
    memory[at + LOW] = max(memory[at + LOW], (facts & BOUND) - BOUND_BASE)
    memory[at + HIGH] = min(memory[at + HIGH], (facts >> BOUND_BITS & BOUND) - BOUND_BASE)
    return facts >> MOVE_SHIFT & MOVE


def note(memory: Integers, frame: int, outcome: int) -> None:
    """Store a position's outcome in the table, replacing the cheaper of two entries."""
    signature, goal = memory[frame + SIGNATURE], memory[frame + GOAL]
    low, high = memory[frame + LOW], memory[frame + HIGH]
    if outcome == YES:
        low = goal
    else:
        high = goal - 1
    entry = entry_of(memory, signature)
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
    """Make the position after a move, up to a player's turn; return whether there is one."""
    after = at + BOARD_SIZE
    # Stacks come last, and few tables have any.
    for item in range(BOARD_SIZE if terms.automated else STACKS):
        memory[after + item] = memory[at + item]
    put_with_mirror(memory, after, code)
    return advance(terms, memory, after, memory[at + PLACED])


def score(terms: Terms, memory: Integers, at: int, code: int) -> int:
    """Return how promising a move is for its player; the position after it must have been made.

    Taking slots from the others counts as much as gaining slots. Ties favour houses of which the
    player has many cards and the others few, and the bottom row.
    """
    after, house, mover = at + BOARD_SIZE, code >> 6, memory[at + SEAT]
    own_hand, other_hands = memory[after + HANDS + mover], 0
    for seat in range(terms.players):
        if seat != mover and memory[after + OUT] >> seat & 1 == 0:
            other_hands += memory[after + HANDS + seat]
    balance = 0
    for each in range(HOUSE_COUNT):
        if count_of(own_hand, each):
            balance += popcount(memory[SLOTS + each])
        if count_of(other_hands, each):
            balance -= popcount(memory[SLOTS + each])
    own_cards = count_of(memory[at + HANDS + mover], house)
    in_row = 8 if code & 63 < ROW_BITS else 0
    return 3 * balance + own_cards - count_of(other_hands, house) + in_row


def begin(terms: Terms, memory: Integers, ply: int) -> int:
    """Settle a position by known facts, or list the moves that could settle it."""
    at, frame = POSITIONS + ply * BOARD_SIZE, FRAMES + ply * FRAME_SIZE
    memory[frame + NODES_BEFORE] = memory[NODES]
    memory[NODES] += 1
    goal, first = memory[frame + GOAL], look_up(memory, frame)
    if memory[frame + LOW] >= goal:
        return YES
    if memory[frame + HIGH] < goal:
        return NO
    is_hero = memory[at + SEAT] == terms.hero
    hand, occupied = memory[at + HANDS + memory[at + SEAT]], unite_planes(memory, at)
    pairs, ends = pairs_of(occupied), open_ends(terms, memory, at)
    move = MOVES + ply * MOST_MOVES * MOVE_SIZE
    memory[frame + MOVE_COUNT] = 0
    for house in range(HOUSE_COUNT):
        if count_of(hand, house) == 0:
            continue
        slots = upper_slots(memory[at + house], pairs, occupied) | ends
        while slots:
            code = house << 6 | lowest(slots)
            slots &= slots - 1
            if move_on(terms, memory, at, code):
                judge(terms, memory, at + BOARD_SIZE)
                look_up(memory, 0)
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
    """Continue with the most promising untried move; return whether there is one."""
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
    move_on(terms, memory, POSITIONS + ply * BOARD_SIZE, memory[best + CODE])
    memory[after + GOAL] = memory[best + MOVE_GOAL]
    memory[after + SIGNATURE] = memory[best + MOVE_SIGNATURE]
    memory[after + LOW], memory[after + HIGH] = memory[best + MOVE_LOW], memory[best + MOVE_HIGH]
    return True


def search(terms: Terms, memory: Integers, goal: int) -> int:
    """Return `YES` or `NO`: whether the hero reaches a result from the first position.

    Return `UNKNOWN` at the limit of nodes; the next call continues from there.
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
                is_hero = memory[POSITIONS + ply * BOARD_SIZE + SEAT] == terms.hero
                outcome = NO if is_hero else YES
                memory[frame + CHOSEN] = NO_MOVE
            # A position settled by its bounds needs no entry in the table.
            if memory[frame + LOW] < memory[frame + GOAL] <= memory[frame + HIGH]:
                note(memory, frame, outcome)
            if ply == 0:
                return outcome
            ply -= 1
            is_hero = memory[POSITIONS + ply * BOARD_SIZE + SEAT] == terms.hero
            if (outcome == YES) != is_hero:
                outcome = UNKNOWN  # the move failed; the next one is tried
