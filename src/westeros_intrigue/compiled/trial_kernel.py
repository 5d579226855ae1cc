"""Trials: a move and the rest of its round, played in a world drawn from what a player knows.

Plain Python on integers and lists, which numba compiles where it is installed: a trial comes out
the same either way. `draw_worlds` and `try_moves` are called from outside, the rest by them. All
moves are tried in the same worlds and with the same random numbers, so that their differences
owe less to chance.
"""

from __future__ import annotations

from typing import NamedTuple

from westeros_intrigue.compiled.bits import (
    CARDS_PER_HOUSE,
    HOUSE_COUNT,
    ROW_BITS,
    dictated_cell,
    lowest,
    pairs_of,
    popcount,
    stack_after,
    upper_slots,
)
from westeros_intrigue.compiled.positions import (
    COUNT_BITS,
    LAST_WORTH,
    Integers,
    count_of,
    size_of,
)

EVERY_HOUSE = 0b1111
LEFT_END, RIGHT_END = 0, 1
"""The ends of the bottom row, as cells of slots; so slot order is the order of bits."""
BOTTOM_ROW = (1 << ROW_BITS) - 1

# A position: the planes of the houses, then these, and for each seat the counts of its houses, the
# houses of its stack from the top, 2 bits each, and the stack's length.
WIDTH, OUT, SEAT, LAST_SEAT, LAST_HOUSE, HANDS, STACKS, STACK_SIZES = 4, 5, 6, 7, 8, 12, 18, 24
POSITION_SIZE = 32

# All work is done in one list, as numba passes several slowly. The position that is played comes
# first, then the one that all trials begin with, then what its moves are compared by.
START = POSITION_SIZE
SLOTS, WORTH, BEST = 64, 72, 88
"""For each house its open slots; what a slot is worth, by the houses that it takes; the moves of
the highest worth."""
DECK = 120
NUMBER = 156
"""Where the generator of random numbers is."""
MEMORY_SIZE = 160

UNSEEN, STEP_COUNT, FREE_COUNT, FIRST_NODE, SEATS = 0, 1, 2, 3, 4
"""How the unseen cards are shared out, in a list: their counts by house; how many piles are
restricted, how many are not; where the edges of the first node are; the seats of the restricted
piles, -1 for cards out of the round, then seat and size of each other pile, then the edges."""
CHANCE, SHARE, NEXT_NODE, EDGE_SIZE = 0, 1, 2, 3
"""An edge: the chance of this or an earlier edge of its node, in units of 2**-32; what the pile
takes, counted as a hand; where the edges of the next node are."""

POINTS, POINTS_SQUARED, WINS, SUMS_SIZE = 0, 1, 2, 3
"""The sums over the trials of a move."""

NUMBERS_A_WORLD, NUMBERS_TO_DRAW = 256, 128
"""How many numbers of the generator belong to each world, and how many of them to drawing it. It
takes two at most for each card, and so does each trial."""
STEP, MIX_1, MIX_2 = 0x9E3779B9, 0x21F0AAAD, 0x735A2D97
MASK = 0xFFFFFFFF
"""The constants of the generator: a counter of 32 bits, mixed by the hash lowbias32. No product has
more than 63 bits, so that plain integers give the same as compiled ones."""


class Terms(NamedTuple):
    """What all trials have in common."""

    players: int
    hero: int
    """The seat whose moves are tried."""
    width_limit: int
    automated: int
    """The automated seats, as bits."""
    places_right: int
    """Those of them that take the rightmost slot of a row, as bits."""
    own: int
    """What a slot is worth to a player for each of the player's own cards that it takes."""
    unseen: int
    """What it is worth less for each card that others may hold."""
    mixed: int
    """What it is worth to place a card of a house, for each card of it in the hand."""
    random: int
    """How many moves of 2**32 are made at random."""


def next_number(memory: Integers) -> int:
    """Draw a number of 32 bits."""
    number = memory[NUMBER] = memory[NUMBER] + STEP & MASK
    number = (number ^ number >> 16) * MIX_1 & MASK
    number = (number ^ number >> 15) * MIX_2 & MASK
    return number ^ number >> 15


def below(bound: int, memory: Integers) -> int:
    """Draw a number from 0 up to, and without, `bound`, which is at most 2**31."""
    return next_number(memory) * bound >> 32


def give(terms: Terms, seat: int, first: int, size: int, memory: Integers) -> None:
    """Give a seat cards of the deck; in a stack they come on top of those that are known."""
    for place in range(size):
        house = memory[DECK + first + place]
        memory[HANDS + seat] += 1 << COUNT_BITS * house
        if terms.automated >> seat & 1:
            memory[STACKS + seat] |= house << 2 * place


def shuffle(share: int, memory: Integers) -> int:
    """Make a shuffled deck of cards that are counted by house; return its size."""
    size = 0
    for house in range(HOUSE_COUNT):
        for _ in range(count_of(share, house)):
            memory[DECK + size] = house
            size += 1
    for last in range(size - 1, 0, -1):
        chosen = DECK + below(last + 1, memory)
        house = memory[DECK + last]
        memory[DECK + last] = memory[chosen]
        memory[chosen] = house
    return size


def draw_worlds(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms, plan: Integers, seed: int, first: int, memory: Integers, worlds: Integers
) -> None:
    """Draw worlds `first`, `first + 1`, …: for each world and seat the hand, then the stack.

    The unseen cards are shared out, each way as likely as `Determinizer` has it.
    """
    players = terms.players
    for world in range(len(worlds) // (2 * players)):
        memory[NUMBER] = seed + (first + world) * NUMBERS_A_WORLD * STEP & MASK
        for item in range(HANDS, STACK_SIZES):
            memory[item] = memory[START + item]
        left, edge = plan[UNSEEN], plan[FIRST_NODE]
        for step in range(plan[STEP_COUNT]):
            drawn = next_number(memory)
            while drawn >= plan[edge + CHANCE]:
                edge += EDGE_SIZE
            share, seat = plan[edge + SHARE], plan[SEATS + step]
            left -= share
            edge = plan[edge + NEXT_NODE]
            if seat >= 0:
                give(terms, seat, 0, shuffle(share, memory), memory)
        shuffle(left, memory)
        card, pile = 0, SEATS + plan[STEP_COUNT]
        for _ in range(plan[FREE_COUNT]):
            give(terms, plan[pile], card, plan[pile + 1], memory)
            card += plan[pile + 1]
            pile += 2
        for seat in range(players):
            worlds[2 * players * world + seat] = memory[HANDS + seat]
            worlds[2 * players * world + players + seat] = memory[STACKS + seat]


def find_slots(terms: Terms, memory: Integers) -> None:
    """Find the open slots of each house."""
    occupied = memory[0] | memory[1] | memory[2] | memory[3]
    pairs = pairs_of(occupied)
    ends = 0
    if memory[WIDTH] < terms.width_limit:
        ends = 1 << LEFT_END | 1 << RIGHT_END if memory[WIDTH] else 1 << LEFT_END
    for house in range(HOUSE_COUNT):
        memory[SLOTS + house] = upper_slots(memory[house], pairs, occupied) | ends


def put(seat: int, code: int, memory: Integers) -> None:
    """Place a card of a seat, and pass the turn."""
    house, cell = code >> 6, code & 63
    if cell == LEFT_END:
        for each in range(HOUSE_COUNT):
            memory[each] <<= 1
    elif cell == RIGHT_END:
        cell = memory[WIDTH]
    if cell < ROW_BITS:
        memory[WIDTH] += 1
    memory[house] |= 1 << cell
    memory[HANDS + seat] -= 1 << COUNT_BITS * house
    memory[LAST_SEAT] = seat
    memory[LAST_HOUSE] = house


def random_move(hand: int, memory: Integers) -> int:
    """Return a move, each house and slot as likely."""
    move_count = 0
    for house in range(HOUSE_COUNT):
        if count_of(hand, house):
            move_count += popcount(memory[SLOTS + house])
    chosen, house = below(move_count, memory), 0
    while count_of(hand, house) == 0 or chosen >= popcount(memory[SLOTS + house]):
        if count_of(hand, house):
            chosen -= popcount(memory[SLOTS + house])
        house += 1
    slots = memory[SLOTS + house]
    for _ in range(chosen):
        slots &= slots - 1
    return house << 6 | lowest(slots)


def houses_at(cell: int, first: int, memory: Integers) -> int:
    """Return the houses whose planes, from `first` on, have a cell, as a set."""
    return (
        memory[first] >> cell & 1
        | (memory[first + 1] >> cell & 1) << 1
        | (memory[first + 2] >> cell & 1) << 2
        | (memory[first + 3] >> cell & 1) << 3
    )


def best_moves(terms: Terms, hand: int, memory: Integers) -> int:
    """Find the moves of the highest worth, as a greedy player weighs them; return how many."""
    width = memory[WIDTH]
    memory[WORTH] = 0
    for house in range(HOUSE_COUNT):
        own = count_of(hand, house)
        unseen = CARDS_PER_HOUSE - own - popcount(memory[house])
        worth = terms.own * own - terms.unseen * unseen
        for others in range(1 << house):
            memory[WORTH + (others | 1 << house)] = memory[WORTH + others] + worth
    most, best_count = 0, 0
    for house in range(HOUSE_COUNT):
        own, slots = count_of(hand, house), memory[SLOTS + house]
        if own == 0:
            slots = 0
        open_before = popcount(slots)
        while slots:
            cell = lowest(slots)
            slots &= slots - 1
            left, right = 0, 0
            if cell >= ROW_BITS:
                opened, value = -1, -memory[WORTH + houses_at(cell, SLOTS, memory)]
                left = houses_at(cell - 1, 0, memory) if cell & 7 else 0
                right = houses_at(cell + 1, 0, memory)
            else:
                # With the row its other end closes; in an empty one a second end opens.
                opened = -2 if width + 1 == terms.width_limit else 0 if width else 1
                value = opened * memory[WORTH + EVERY_HOUSE]
                if width:
                    left = houses_at(0 if cell == LEFT_END else width - 1, 0, memory)
            if left:
                value += memory[WORTH + (left | 1 << house)]
                opened += 1
            if right:
                value += memory[WORTH + (right | 1 << house)]
                opened += 1
            # The card placed is no longer in the hand, which matters for each slot of its house.
            value += terms.mixed * own - terms.own * (open_before + opened)
            if best_count == 0 or value > most:
                most, best_count = value, 0
            if value == most:
                memory[BEST + best_count] = house << 6 | cell
                best_count += 1
    return best_count


def dictated_move(terms: Terms, seat: int, memory: Integers) -> int:
    """Return the move of an automated seat, and put its stack in order."""
    stack, size = memory[STACKS + seat], memory[STACK_SIZES + seat]
    drawn = 0
    while memory[SLOTS + (stack >> 2 * drawn & 3)] == 0:
        drawn += 1
    house = stack >> 2 * drawn & 3
    memory[STACKS + seat] = stack_after(stack, drawn, size)
    memory[STACK_SIZES + seat] = size - 1
    is_right = terms.places_right >> seat & 1
    slots = memory[SLOTS + house] & ~BOTTOM_ROW
    if slots == 0:
        return house << 6 | (RIGHT_END if is_right and memory[WIDTH] else LEFT_END)
    return house << 6 | dictated_cell(slots, is_right)


def can_place(hand: int, memory: Integers) -> bool:
    """Return whether a hand holds a house that has an open slot."""
    houses = 0
    for house in range(HOUSE_COUNT):
        if memory[SLOTS + house]:
            houses |= count_of(hand, house)
    return houses != 0


def play_on(terms: Terms, memory: Integers) -> None:
    """Play the round to its end: from the seat to move on each places until all are out."""
    everybody = (1 << terms.players) - 1
    while memory[OUT] != everybody:
        seat = memory[SEAT]
        if memory[OUT] >> seat & 1 == 0:
            find_slots(terms, memory)
            hand = memory[HANDS + seat]
            if not can_place(hand, memory):
                memory[OUT] |= 1 << seat
            elif terms.automated >> seat & 1:
                put(seat, dictated_move(terms, seat, memory), memory)
            elif next_number(memory) < terms.random:
                put(seat, random_move(hand, memory), memory)
            else:
                best_count = best_moves(terms, hand, memory)
                put(seat, memory[BEST + below(best_count, memory)], memory)
        memory[SEAT] = seat + 1 if seat + 1 < terms.players else 0


def add_up(
    terms: Terms, by_cards_left: Integers, sums: int, memory: Integers, found: Integers
) -> int:
    """Add the result of a trial to the sums of its move, and return the margin.

    The margin is the others' score less the player's, the player's once for each of them.
    """
    points, margin = 0, 0
    for seat in range(terms.players):
        left = size_of(memory[HANDS + seat])
        of_seat = by_cards_left[(left * HOUSE_COUNT + memory[LAST_HOUSE]) * terms.players + seat]
        if seat == memory[LAST_SEAT]:
            of_seat -= LAST_WORTH
        if seat == terms.hero:
            points = of_seat
            margin -= of_seat * (terms.players - 1)
        else:
            margin += of_seat
    found[sums + POINTS] += points
    found[sums + POINTS_SQUARED] += points * points
    found[sums + WINS] += 1 if memory[LAST_SEAT] == terms.hero else 0
    return margin


def try_moves(  # noqa: PLR0917 - as above
    terms: Terms,
    moves: Integers,
    by_cards_left: Integers,
    seed: int,
    first: int,
    worlds: Integers,
    memory: Integers,
    found: Integers,
) -> None:
    """Try each move in each of the worlds, and write the results to `found`.

    `by_cards_left` has the points by cards left, house of the last card, and seat. `first` is the
    number of the first world; the numbers of the trials follow from it. `found` begins with the
    sums of each move; then come its margins, world by world, for each move.
    """
    players, hero = terms.players, terms.hero
    count = len(worlds) // (2 * players)
    for world in range(count):
        for tried in range(len(moves)):
            number = (first + world) * NUMBERS_A_WORLD + NUMBERS_TO_DRAW
            memory[NUMBER] = seed + number * STEP & MASK
            for item in range(POSITION_SIZE):
                memory[item] = memory[START + item]
            for seat in range(players):
                memory[HANDS + seat] = worlds[2 * players * world + seat]
                memory[STACKS + seat] = worlds[2 * players * world + players + seat]
            put(hero, moves[tried], memory)
            memory[SEAT] = hero + 1 if hero + 1 < players else 0
            play_on(terms, memory)
            margin = add_up(terms, by_cards_left, SUMS_SIZE * tried, memory, found)
            found[SUMS_SIZE * len(moves) + count * tried + world] = margin
