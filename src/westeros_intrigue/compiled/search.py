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

# A position: the planes of the houses, the same seen in a mirror, then these and, for each seat, the
# counts of its houses, the houses of its stack from the top, 2 bits each, and the stack's length.
MIRROR, WIDTH, PLACED, SEAT, OUT, HANDS, STACKS, STACK_SIZES = 4, 8, 9, 10, 11, 12, 18, 24
POSITION_SIZE = 32

COUNT_BITS, COUNT = 4, 15
"""A hand is an integer: for each house 4 bits that count its cards."""

LEFT_END, RIGHT_END = 60, 61
"""The ends of the bottom row, as cells of moves; no upper slot has these bits."""
NO_MOVE = 256

# A frame: what the search knows of a ply.
GOAL, KEY, LOW, HIGH, MOVE_COUNT, CHOSEN, NODES_BEFORE = 0, 1, 2, 3, 4, 5, 6
FRAME_SIZE = 8
# A move, as it is listed for a ply.
CODE, SCORE, MOVE_KEY, MOVE_LOW, MOVE_HIGH, MOVE_GOAL = 0, 1, 2, 3, 4, 5
MOVE_SIZE = 6
TRIED = -(10**6)
"""The score of a move that needs no more looking at."""

NODES, NODE_LIMIT, PLY = 0, 1, 2
"""The items of `Memory.control`."""
AT_START = -1
"""The ply of a search that has not begun."""

YES, NO, UNKNOWN = 1, 0, -1

BOUND_BASE, BOUND_BITS, BOUND = 64, 8, 255
"""In the table a bound is a number of 8 bits, counted from -64."""

LAST_WORTH = 2
"""What it is worth to place last: the mean of the Iron Throne cards."""


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


class Memory(NamedTuple):
    """What the search works in; the table serves all searches of one solution."""

    control: Integers
    """Nodes so far, the number at which to break off, and the ply to go on with."""
    keys: Integers
    """The hash table: for each entry the signature of its position."""
    facts: Integers
    """For each entry the bounds and the move to try first; 0 where the entry is empty."""
    work: Integers
    """For each entry how many nodes it cost."""
    positions: Integers
    frames: Integers
    moves: Integers
    reached: Integers
    """For each house the cells that it can still reach; for the position looked at."""
    found: Integers
    """What the functions return that say more than one thing, as numba likes it."""


def count_of(hand: int, house: int) -> int:
    """Return how many cards of a house a hand has."""
    return hand >> COUNT_BITS * house & COUNT


def size_of(hand: int) -> int:
    """Return how many cards a hand has."""
    return (hand & COUNT) + (hand >> 4 & COUNT) + (hand >> 8 & COUNT) + (hand >> 12 & COUNT)


def put(positions: Integers, at: int, code: int) -> None:
    """Place a card in a position, and take it from the hand of the seat to move."""
    house, cell = code >> 6, code & 63
    width = positions[at + WIDTH]
    mirror = at + MIRROR
    if cell >= LEFT_END:
        grown, other = (at, mirror) if cell == LEFT_END else (mirror, at)
        for each in range(HOUSE_COUNT):
            positions[grown + each] <<= 1
        positions[grown + house] |= 1
        positions[other + house] |= 1 << width
        positions[at + WIDTH] = width + 1
    else:
        row, column = cell // ROW_BITS, cell % ROW_BITS
        positions[at + house] |= 1 << cell
        positions[mirror + house] |= 1 << ROW_BITS * row + width - 1 - row - column
    positions[at + PLACED] += 1
    positions[at + HANDS + positions[at + SEAT]] -= 1 << COUNT_BITS * house


def open_houses(positions: Integers, at: int, width_limit: int) -> int:
    """Return the houses that have an open slot, as counts of one like those of a hand."""
    if positions[at + WIDTH] < width_limit:
        return 0x1111
    occupied = positions[at] | positions[at + 1] | positions[at + 2] | positions[at + 3]
    pairs = pairs_of(occupied)
    houses = 0
    for house in range(HOUSE_COUNT):
        if upper_slots(positions[at + house], pairs, occupied):
            houses |= 1 << COUNT_BITS * house
    return houses


def can_place(hand: int, houses: int) -> bool:
    """Return whether a hand holds one of the houses."""
    return hand & houses * COUNT != 0


def pass_turn(terms: Terms, positions: Integers, at: int) -> bool:
    """Pass the turn to the next seat that can place; return whether there is one."""
    houses = open_houses(positions, at, terms.width_limit)
    seat = positions[at + SEAT]
    for _ in range(terms.players):
        seat = seat + 1 if seat + 1 < terms.players else 0
        if positions[at + OUT] >> seat & 1 == 0:
            if can_place(positions[at + HANDS + seat], houses):
                positions[at + SEAT] = seat
                return True
            positions[at + OUT] |= 1 << seat
    return False


def dictated(terms: Terms, positions: Integers, at: int) -> int:
    """Return the code of the placement of an automated seat, and put its stack in order."""
    seat = positions[at + SEAT]
    stack, size = positions[at + STACKS + seat], positions[at + STACK_SIZES + seat]
    houses = open_houses(positions, at, terms.width_limit)
    drawn = 0
    while houses >> COUNT_BITS * (stack >> 2 * drawn & 3) & 1 == 0:
        drawn += 1
    house = stack >> 2 * drawn & 3
    rest = stack >> 2 * (drawn + 1)
    # What was set aside goes under the rest, the last one highest.
    for place in range(drawn):
        rest |= (stack >> 2 * place & 3) << 2 * (size - 2 - place)
    positions[at + STACKS + seat] = rest
    positions[at + STACK_SIZES + seat] = size - 1
    occupied = positions[at] | positions[at + 1] | positions[at + 2] | positions[at + 3]
    slots = upper_slots(positions[at + house], pairs_of(occupied), occupied)
    right = terms.places_right >> seat & 1
    if slots == 0:
        return house << 6 | (RIGHT_END if right else LEFT_END)
    highest = MOST_PLIES
    for row in range(1, terms.width_limit):
        if slots >> ROW_BITS * row & 255:
            highest = row
    in_row = slots >> ROW_BITS * highest & 255
    cell = ROW_BITS * highest + lowest(in_row)
    if right:
        in_row &= in_row - 1
        while in_row:
            cell = ROW_BITS * highest + lowest(in_row)
            in_row &= in_row - 1
    return house << 6 | cell


def advance(terms: Terms, memory: Memory, at: int, placed_before: int) -> bool:
    """Pass the turn, automated seats placing, until a player is to move; return whether one is.

    `found` then tells what the placements since `placed_before` count for the hero: their
    difference at a table of two, or the hero's own; at the round's end with who placed last.
    """
    positions, found = memory.positions, memory.found
    gained = 0
    while True:
        mover = positions[at + SEAT]
        # The card that is passed on from lies in the court already.
        if mover == terms.hero:
            gained += positions[at + PLACED] - placed_before
        elif terms.players == 2:
            gained -= positions[at + PLACED] - placed_before
        placed_before = positions[at + PLACED]
        if not pass_turn(terms, positions, at):
            if mover == terms.hero:
                gained += LAST_WORTH
            elif terms.players == 2:
                gained -= LAST_WORTH
            found[0] = gained
            return False
        if terms.automated >> positions[at + SEAT] & 1 == 0:
            found[0] = gained
            return True
        put(positions, at, dictated(terms, positions, at))


def least_placements(room: int, turn: int, seats: int) -> int:
    """Return how many cards somebody places at least while the bottom row has room.

    Each placement takes at most one of its places, so nobody is blocked before it is full.

    Args:
        room: how many more cards the bottom row takes.
        turn: how many others place before, 0 for the seat to move.
        seats: how many are still in.
    """
    return max(0, (room - turn + seats - 1) // seats)


def reach(terms: Terms, memory: Memory, board: int, occupied: int, held: int) -> int:
    """Find for each house the cells that it can still reach under a full bottom row.

    A house reaches a cell when one of its cards can come to lie in a support, and when the other
    support is there or can be reached by any house that somebody holds. Returns all the cells.
    """
    positions, reached = memory.positions, memory.reached
    filled = occupied
    for house in range(HOUSE_COUNT):
        reached[house] = 0
    row = 0xFF << ROW_BITS
    for _ in range(1, terms.width_limit):
        cells = pairs_of(filled) << ROW_BITS & row & ~occupied
        if cells:
            for house in range(HOUSE_COUNT):
                if count_of(held, house):
                    support = positions[board + house] | reached[house]
                    comes_to = (support | support >> 1) << ROW_BITS & cells
                    reached[house] |= comes_to
                    filled |= comes_to
        row <<= ROW_BITS
    return filled ^ occupied


def is_mirrored(positions: Integers, at: int, occupied: int) -> bool:
    """Return whether a court is looked at in the mirror, so that both sides give one signature."""
    mirror = at + MIRROR
    mirrored = (
        positions[mirror] | positions[mirror + 1] | positions[mirror + 2] | positions[mirror + 3]
    )
    if mirrored != occupied:
        return mirrored < occupied
    for house in range(HOUSE_COUNT):
        if positions[at + house] != positions[mirror + house]:
            return positions[mirror + house] < positions[at + house]
    return False


def judge(terms: Terms, memory: Memory, at: int) -> None:
    """Find the signature of a position and bounds of its result; `found` holds the three."""
    positions, reached, found = memory.positions, memory.reached, memory.found
    hero, seat, out = terms.hero, positions[at + SEAT], positions[at + OUT]
    own_hand, other_hands, seats, turn = 0, 0, 0, 0
    for step in range(terms.players):
        each = (seat + step) % terms.players
        if out >> each & 1 == 0:
            if each == hero:
                own_hand, turn = positions[at + HANDS + each], seats
            else:
                other_hands += positions[at + HANDS + each]
            seats += 1
    board = at
    occupied = positions[at] | positions[at + 1] | positions[at + 2] | positions[at + 3]
    if terms.automated == 0 and is_mirrored(positions, at, occupied):
        board = at + MIRROR
        occupied = (
            positions[board] | positions[board + 1] | positions[board + 2] | positions[board + 3]
        )
    own, others = size_of(own_hand), size_of(other_hands)
    room = terms.width_limit - positions[at + WIDTH]
    own_least = 1 if seat == hero else 0
    others_least = 1 - own_least
    held = own_hand + other_hands
    signature = mixed(seat | out << 3, room)
    if room == 0:
        cells = reach(terms, memory, board, occupied, held)
        free, own, others = popcount(cells), 0, 0
        most = 0
        for house in range(HOUSE_COUNT):
            count = popcount(reached[house])
            most |= min(count, COUNT) << COUNT_BITS * house
            own += min(count_of(own_hand, house), count)
            others += min(count_of(other_hands, house), count)
            matters = reached[house] >> ROW_BITS | reached[house] >> (ROW_BITS - 1)
            signature = mixed(signature, positions[board + house] & matters)
        signature = mixed(signature, cells)
    else:
        free, most = terms.cell_count - positions[at + PLACED], 0xFFFF
        if own:
            own_least = max(own_least, min(own, least_placements(room, turn, seats)))
        if others:
            others_turn = 0 if seat != hero else 1
            others_least = max(
                others_least, min(others, least_placements(room, others_turn, seats))
            )
        # A card with both slots above it taken matches nothing any more.
        buried = occupied >> ROW_BITS & occupied >> (ROW_BITS - 1)
        for house in range(HOUSE_COUNT):
            matters = positions[board + house] & ~buried if count_of(held, house) else 0
            signature = mixed(signature, matters)
        signature = mixed(signature, occupied)
    for each in range(terms.players):
        if out >> each & 1 == 0:
            hand, word = positions[at + HANDS + each], 0
            for house in range(HOUSE_COUNT):
                word |= min(count_of(hand, house), count_of(most, house)) << COUNT_BITS * house
            signature = mixed(signature, word)
            if terms.automated >> each & 1:
                signature = mixed(signature, positions[at + STACKS + each])
                signature = mixed(signature, positions[at + STACK_SIZES + each])
    own_most = min(own, free - others_least)
    others_most = min(others, free - own_least)
    if terms.players == 2:
        high = own_most - others_least + LAST_WORTH if own_most else -others_least - LAST_WORTH
        low = own_least - others_most - LAST_WORTH if others_most else own_least + LAST_WORTH
        # The last placer has no more cards left than the other, so the value is never between.
        lead = size_of(positions[at + HANDS + 1 - hero]) - size_of(positions[at + HANDS + hero])
        if -LAST_WORTH < low + lead < LAST_WORTH:
            low = LAST_WORTH - lead
        if -LAST_WORTH < high + lead < LAST_WORTH:
            high = -LAST_WORTH - lead
    else:
        high = own_most + LAST_WORTH if own_most else 0
        low = own_least if others_most else own_least + LAST_WORTH
    found[KEY], found[LOW], found[HIGH] = signature, low, high


def entry_of(memory: Memory, signature: int) -> int:
    """Return the entry of the table that belongs to a signature; its neighbour may do as well."""
    return signature >> 32 & (len(memory.keys) - 1)


def look_up(memory: Memory, signature: int) -> int:
    """Return what the table knows of a position, 0 if nothing."""
    entry = entry_of(memory, signature)
    if memory.keys[entry] != signature:
        entry ^= 1
        if memory.keys[entry] != signature:
            return 0
    return memory.facts[entry]


def note(memory: Memory, frame: int, outcome: int, best: int) -> None:
    """Enter in the table what a position has come to; of two entries the cheaper makes room."""
    frames = memory.frames
    signature = frames[frame + KEY]
    low, high, goal = frames[frame + LOW], frames[frame + HIGH], frames[frame + GOAL]
    if outcome == YES:
        low = max(low, goal)
    else:
        high = min(high, goal - 1)
    entry = entry_of(memory, signature)
    if memory.keys[entry] != signature and (
        memory.keys[entry ^ 1] == signature or memory.work[entry ^ 1] < memory.work[entry]
    ):
        entry ^= 1
    memory.keys[entry] = signature
    memory.facts[entry] = (
        low + BOUND_BASE | high + BOUND_BASE << BOUND_BITS | best << 2 * BOUND_BITS
    )
    memory.work[entry] = memory.control[NODES] - frames[frame + NODES_BEFORE]


def move_on(terms: Terms, memory: Memory, at: int, code: int) -> bool:
    """Make the next position of a move, up to a player's turn; return whether there is one."""
    positions, after = memory.positions, at + POSITION_SIZE
    for item in range(POSITION_SIZE):
        positions[after + item] = positions[at + item]
    put(positions, after, code)
    return advance(terms, memory, after, positions[at + PLACED])


def score(terms: Terms, memory: Memory, at: int, code: int) -> int:
    """Return how promising a move is for its player; the position after it has been made.

    Few slots for the others count as much as many for oneself; then it is better to place what one
    has many of and others few, and in the bottom row.
    """
    positions, after, house = memory.positions, at + POSITION_SIZE, code >> 6
    mover = positions[at + SEAT]
    occupied = (
        positions[after] | positions[after + 1] | positions[after + 2] | positions[after + 3]
    )
    pairs = pairs_of(occupied)
    ends = 2 if positions[after + WIDTH] < terms.width_limit else 0
    own_hand, other_hands = positions[after + HANDS + mover], 0
    for seat in range(terms.players):
        if seat != mover and positions[after + OUT] >> seat & 1 == 0:
            other_hands += positions[after + HANDS + seat]
    balance = 0
    for each in range(HOUSE_COUNT):
        slots = popcount(upper_slots(positions[after + each], pairs, occupied)) + ends
        if count_of(own_hand, each):
            balance += slots
        if count_of(other_hands, each):
            balance -= slots
    own_cards = count_of(positions[at + HANDS + mover], house)
    in_row = 8 if code & 63 >= LEFT_END else 0
    return 3 * balance + own_cards - count_of(other_hands, house) + in_row


def begin(terms: Terms, memory: Memory, ply: int) -> int:
    """Settle a position by what is known, or list the moves that could settle it."""
    positions, frames, moves, found = memory.positions, memory.frames, memory.moves, memory.found
    at, frame = ply * POSITION_SIZE, ply * FRAME_SIZE
    memory.control[NODES] += 1
    frames[frame + NODES_BEFORE] = memory.control[NODES] - 1
    goal, first = frames[frame + GOAL], NO_MOVE
    known = look_up(memory, frames[frame + KEY])
    if known:
        frames[frame + LOW] = max(frames[frame + LOW], (known & BOUND) - BOUND_BASE)
        frames[frame + HIGH] = min(
            frames[frame + HIGH], (known >> BOUND_BITS & BOUND) - BOUND_BASE
        )
        first = known >> 2 * BOUND_BITS
    if frames[frame + LOW] >= goal:
        return YES
    if frames[frame + HIGH] < goal:
        return NO
    frames[frame + MOVE_COUNT], frames[frame + CHOSEN] = 0, NO_MOVE
    is_hero = positions[at + SEAT] == terms.hero
    hand = positions[at + HANDS + positions[at + SEAT]]
    occupied = positions[at] | positions[at + 1] | positions[at + 2] | positions[at + 3]
    pairs = pairs_of(occupied)
    width = positions[at + WIDTH]
    for house in range(HOUSE_COUNT):
        if count_of(hand, house) == 0:
            continue
        slots = upper_slots(positions[at + house], pairs, occupied)
        if width < terms.width_limit:
            # The ends have bits of their own; on an empty court there is one slot.
            slots |= (1 if width == 0 else 3) << LEFT_END
        while slots:
            cell = lowest(slots)
            slots &= slots - 1
            code = house << 6 | cell
            goes_on = move_on(terms, memory, at, code)
            rest = goal - found[0]
            if goes_on:
                judge(terms, memory, at + POSITION_SIZE)
                signature, low, high = found[KEY], found[LOW], found[HIGH]
                known = look_up(memory, signature)
                if known:
                    low = max(low, (known & BOUND) - BOUND_BASE)
                    high = min(high, (known >> BOUND_BITS & BOUND) - BOUND_BASE)
            else:
                signature, low, high = 0, 0, 0
            if low >= rest or high < rest:
                if (low >= rest) == is_hero:
                    frames[frame + CHOSEN] = code
                    return YES if is_hero else NO
                continue
            move = (ply * MOST_MOVES + frames[frame + MOVE_COUNT]) * MOVE_SIZE
            frames[frame + MOVE_COUNT] += 1
            moves[move + CODE] = code
            moves[move + SCORE] = -TRIED if code == first else score(terms, memory, at, code)
            moves[move + MOVE_KEY] = signature
            moves[move + MOVE_LOW], moves[move + MOVE_HIGH] = low, high
            moves[move + MOVE_GOAL] = rest
    return UNKNOWN


def descend(terms: Terms, memory: Memory, ply: int) -> bool:
    """Go on to the most promising move that was not tried; return whether there is one."""
    frames, moves = memory.frames, memory.moves
    frame, after = ply * FRAME_SIZE, (ply + 1) * FRAME_SIZE
    best, most = -1, TRIED
    first = ply * MOST_MOVES * MOVE_SIZE
    for move in range(first, first + frames[frame + MOVE_COUNT] * MOVE_SIZE, MOVE_SIZE):
        if moves[move + SCORE] > most:
            best, most = move, moves[move + SCORE]
    if best < 0:
        return False
    moves[best + SCORE] = TRIED
    frames[frame + CHOSEN] = moves[best + CODE]
    move_on(terms, memory, ply * POSITION_SIZE, moves[best + CODE])
    frames[after + GOAL] = moves[best + MOVE_GOAL]
    frames[after + KEY] = moves[best + MOVE_KEY]
    frames[after + LOW], frames[after + HIGH] = moves[best + MOVE_LOW], moves[best + MOVE_HIGH]
    return True


def search(terms: Terms, memory: Memory, goal: int) -> int:
    """Return `YES` if the hero reaches a result from the first position on, or `NO`.

    `UNKNOWN` if it broke off at the limit of nodes; the next call goes on from there.
    """
    positions, frames, control = memory.positions, memory.frames, memory.control
    ply = control[PLY]
    if ply == AT_START:
        judge(terms, memory, 0)
        frames[GOAL], frames[KEY] = goal, memory.found[KEY]
        frames[LOW], frames[HIGH] = memory.found[LOW], memory.found[HIGH]
        ply = 0
    while True:
        if control[NODES] >= control[NODE_LIMIT]:
            control[PLY] = ply
            return UNKNOWN
        outcome = begin(terms, memory, ply)
        while True:
            frame = ply * FRAME_SIZE
            is_hero = positions[ply * POSITION_SIZE + SEAT] == terms.hero
            if outcome == UNKNOWN:
                if descend(terms, memory, ply):
                    ply += 1
                    break
                outcome = NO if is_hero else YES
                frames[frame + CHOSEN] = NO_MOVE
            # What its bounds settle needs no entry in the table.
            if frames[frame + LOW] < frames[frame + GOAL] <= frames[frame + HIGH]:
                note(memory, frame, outcome, frames[frame + CHOSEN])
            if ply == 0:
                return outcome
            ply -= 1
            if (outcome == YES) != (positions[ply * POSITION_SIZE + SEAT] == terms.hero):
                outcome = UNKNOWN  # the move failed; the next one is tried
