"""The compiled part of simulations: rounds played to their end on small integers.

Everything here is plain Python that numba compiles, and the same lines run uncompiled. Functions
may move between the modules of this folder: `compiler` drops numba's cache when any of them has
changed.

A table is one array of integers, as numba passes several slowly. Planes are those of `bits`; of
cards only the house is kept, as a count for each hand.
"""

from __future__ import annotations

from math import ceil
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.compiled.bits import (
    CARDS_PER_HOUSE,
    HOUSE_COUNT,
    dictated_cell,
    lowest,
    pairs_of,
    popcount,
    stack_after,
    upper_slots,
)
from westeros_intrigue.compiled.compiler import compiled, inlined
from westeros_intrigue.compiled.policies import EPSILON
from westeros_intrigue.compiled.sources import NUMBERS_A_ROUND

Integers = NDArray[np.int64]
Numbers = NDArray[np.uint64]
"""One item: where the generator of random numbers stands."""
Small = NDArray[np.int16]

RANDOM, LEGAL, GREEDY, EPSILON_GREEDY, AUTOMATED, AUTOMATED_RIGHT = 0, 1, 2, 3, 4, 5
"""The policies, as `policies.Policy` has them, and the two that an automated seat can have."""

DECK_SIZE = 36
FIRST_CELL = 8
"""The cell of column 0 in the bottom row of `pyramid`."""
EVERY_HOUSE = 0b1111
COUNT_BITS, COUNT = 4, 15
"""A hand is an integer: for each house 4 bits that count its cards."""

STEP = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
"""The constants of splitmix64."""

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_STEP, _MIX_1, _MIX_2 = np.uint64(STEP), np.uint64(MIX_1), np.uint64(MIX_2)
_11, _27, _30, _31, _53 = (np.uint64(bits) for bits in (11, 27, 30, 31, 53))
_EPSILON = np.uint64(ceil(EPSILON * 2**53))
_unsigned: Any = np.uint64
_signed: Any = np.int64

PLANES, WIDTH, LEFT, OUT, SEAT, PLIES = 0, 4, 5, 6, 7, 8
"""The court, how many cards its bottom row holds, how often that has grown to the left, who is out,
as bits, who is to move, and how many cards were placed."""
LAST_SEAT, LAST_HOUSE = 9, 10
"""Who placed last, and a card of which house, by index."""
HANDS, STACKS, STACK_SIZES = 12, 18, 24
"""For each seat its hand; for each automated seat also the houses of its stack from the top, 2 bits
each, and how many there are."""
SLOTS, SLOT_COUNTS, WORTH, BEST, DECK = 32, 36, 40, 56, 84
"""For each house its open upper slots, and how many are open in all; for the greedy player what a
slot is worth, by the houses that it takes, and the moves it likes best; the shuffled houses."""
MOVES = 120
"""For each placement its seat, house, row, column and which of the house's cards, as `encoded`."""
TABLE_SIZE = MOVES + DECK_SIZE

LEFT_END, RIGHT_END = 60, 61
"""The ends of the bottom row, as cells; no upper slot has these bits."""


class Terms(NamedTuple):
    """What the rounds of a simulation have in common."""

    players: int
    hand_size: int
    starter_count: int
    width_limit: int
    first_player: int
    """The seat that starts round 0."""
    rotation: int
    """By how many seats the start moves on from a round to the next."""
    policies: Integers
    """For each seat its policy."""
    seed: np.uint64


class Outcomes(NamedTuple):
    """What came of each round."""

    cards_left: Small
    """For each round and seat the cards left."""
    last_placer: Small
    plies: Small
    last_house: Small
    """For each round the house of the last card placed, by `House.index`."""


def new_table() -> Integers:
    """Return a table to play on, its contents without meaning."""
    return np.zeros(TABLE_SIZE, np.int64)


def new_outcomes(rounds: int, players: int) -> Outcomes:
    """Return arrays for so many rounds."""
    columns = (np.zeros(rounds, np.int16) for _ in range(3))
    return Outcomes(np.zeros((rounds, players), np.int16), *columns)


@inlined
def next_number(numbers: Numbers) -> Any:  # noqa: ANN401 - a uint64, which to numpy is no int
    """Return the next random number, of 53 bits."""
    number = numbers[0] + _STEP
    numbers[0] = number
    number = (number ^ (number >> _30)) * _MIX_1
    number = (number ^ (number >> _27)) * _MIX_2
    return (number ^ (number >> _31)) >> _11


@inlined
def below(bound: int, numbers: Numbers) -> int:
    """Draw a number from 0 up to, and without, `bound`, as `dealing.random_below` does."""
    drawn: int = _signed(next_number(numbers) * _unsigned(bound) >> _53)
    return drawn


@inlined
def start_numbers(seed: np.uint64, block: int, size: int, numbers: Numbers) -> None:
    """Set the generator to the first number of a block, of so many numbers each."""
    numbers[0] = seed + _unsigned(block) * _unsigned(size) * _STEP


@inlined
def count_of(hand: int, house: int) -> int:
    """Return how many cards of a house a hand has."""
    return hand >> COUNT_BITS * house & COUNT


@inlined
def size_of(hand: int) -> int:
    """Return how many cards a hand has."""
    return (hand & COUNT) + (hand >> 4 & COUNT) + (hand >> 8 & COUNT) + (hand >> 12 & COUNT)


@inlined
def shuffle(size: int, table: Integers, numbers: Numbers) -> None:
    """Shuffle the first cards of the deck, as `dealing.shuffled` does."""
    for last in range(size - 1, 0, -1):
        chosen = DECK + below(last + 1, numbers)
        card = table[DECK + last]
        table[DECK + last] = table[chosen]
        table[chosen] = card


@inlined
def clear(table: Integers) -> None:
    """Clear the court; nobody is out, nothing was placed."""
    for item in range(PLIES + 1):
        table[item] = 0


@inlined
def deal(
    players: int, hand_size: int, starter_count: int, policies: Integers, table: Integers
) -> None:
    """Deal a shuffled deck, as `deal_from_deck` does; the first cards start the bottom row."""
    clear(table)
    card = DECK
    for seat in range(players):
        table[HANDS + seat] = table[STACKS + seat] = 0
        table[STACK_SIZES + seat] = hand_size
    for place in range(hand_size):
        for seat in range(players):
            house = table[card]
            table[HANDS + seat] += 1 << COUNT_BITS * house
            if policies[seat] >= AUTOMATED:
                table[STACKS + seat] |= house << 2 * place
            card += 1
    for column in range(starter_count):
        table[PLANES + table[card + column]] |= 1 << column
    table[WIDTH] = starter_count


@inlined
def find_slots(width_limit: int, table: Integers) -> None:
    """Find the open slots of each house, and count them."""
    occupied = table[0] | table[1] | table[2] | table[3]
    pairs = pairs_of(occupied)
    ends = 0
    if table[WIDTH] < width_limit:
        ends = 2 if table[WIDTH] else 1
    for house in range(HOUSE_COUNT):
        slots = upper_slots(table[PLANES + house], pairs, occupied)
        table[SLOTS + house] = slots
        table[SLOT_COUNTS + house] = popcount(slots) + ends


@inlined
def can_place(seat: int, width_limit: int, table: Integers) -> bool:
    """Return whether a hand has a card of a house with an open slot."""
    find_slots(width_limit, table)
    cards = 0
    for house in range(HOUSE_COUNT):
        if table[SLOT_COUNTS + house]:
            cards |= count_of(table[HANDS + seat], house)
    return cards != 0


@inlined
def place(seat: int, house: int, cell: int, which: int, table: Integers) -> None:
    """Place a card of a seat: `which` of its cards of the house, from 0."""
    row = 0
    if cell == LEFT_END:
        for each in range(HOUSE_COUNT):
            table[PLANES + each] <<= 1
        table[PLANES + house] |= 1
        # The first card of all is column 0; each later one at this end is one to its left.
        table[LEFT] += 1 if table[WIDTH] else 0
        column = -table[LEFT]
        table[WIDTH] += 1
    elif cell == RIGHT_END:
        column = table[WIDTH]
        table[PLANES + house] |= 1 << column
        column -= table[LEFT]
        table[WIDTH] += 1
    else:
        row, column = cell >> 3, (cell & 7) - table[LEFT]
        table[PLANES + house] |= 1 << cell
    table[HANDS + seat] -= 1 << COUNT_BITS * house
    table[MOVES + table[PLIES]] = (((seat << 2 | house) << 4 | row) << 5 | column + 8) << 4 | which
    table[PLIES] += 1
    table[LAST_SEAT] = seat
    table[LAST_HOUSE] = house


@inlined
def houses_at(cell: int, first: int, table: Integers) -> int:
    """Return the houses whose planes, from `first` on, have a cell, as a set."""
    houses = 0
    for house in range(HOUSE_COUNT):
        houses |= (table[first + house] >> cell & 1) << house
    return houses


@inlined
def move_greedily(  # noqa: PLR0912 - a call costs as much as what it would do
    seat: int, width_limit: int, table: Integers, numbers: Numbers
) -> bool:
    """Place a card as `players.greedy_player` does; return whether there was a move."""
    hand, width = table[HANDS + seat], table[WIDTH]
    find_slots(width_limit, table)
    # An open slot is worth twice its cards in the hand, less those that are unseen.
    table[WORTH], before = 0, 0
    for house in range(HOUSE_COUNT):
        own = count_of(hand, house)
        worth = 3 * own - CARDS_PER_HOUSE + popcount(table[PLANES + house])
        before += table[SLOT_COUNTS + house] * worth
        for others in range(1 << house):
            table[WORTH + (others | 1 << house)] = table[WORTH + others] + worth
    most, best_count = 0, 0
    for house in range(HOUSE_COUNT):
        own = count_of(hand, house)
        if own == 0:
            continue
        if width < width_limit:
            # In slot order the bottom row comes first; its ends have the highest bits.
            for end in range(LEFT_END, RIGHT_END + (1 if width else 0)):
                inner = 0 if end == LEFT_END else width - 1
                beside = houses_at(inner, PLANES, table)
                # With the row its other end closes; else a new one opens.
                ends = -2 if width + 1 == width_limit else 0 if width else 1
                gained, opened = ends * table[WORTH + EVERY_HOUSE], ends
                if beside:
                    gained += table[WORTH + (beside | 1 << house)]
                    opened += 1
                value = valued(house, own, before + gained, opened, table)
                if best_count == 0 or value > most:
                    most, best_count = value, 0
                if value == most:
                    table[BEST + best_count] = house << 6 | end
                    best_count += 1
        slots = table[SLOTS + house]
        while slots:
            cell = lowest(slots)
            slots &= slots - 1
            gained, opened = -table[WORTH + houses_at(cell, SLOTS, table)], -1
            left = houses_at(cell - 1, PLANES, table) if cell & 7 else 0
            right = houses_at(cell + 1, PLANES, table)
            if left:
                gained += table[WORTH + (left | 1 << house)]
                opened += 1
            if right:
                gained += table[WORTH + (right | 1 << house)]
                opened += 1
            value = valued(house, own, before + gained, opened, table)
            if best_count == 0 or value > most:
                most, best_count = value, 0
            if value == most:
                table[BEST + best_count] = house << 6 | cell
                best_count += 1
    if best_count == 0:
        return False
    code = table[BEST + below(best_count, numbers)]
    place(seat, code >> 6, code & 63, 0, table)
    return True


@inlined
def valued(house: int, own: int, after: int, opened: int, table: Integers) -> int:
    """Return what a move is worth to the greedy player.

    The card placed is no longer in the hand, which takes 2 off each slot of its house.
    """
    slots: int = table[SLOT_COUNTS + house] + opened
    return 4 * own + after - 2 * slots


@inlined
def move_as_dictated(seat: int, policy: int, width_limit: int, table: Integers) -> bool:
    """Place the card that an automated seat draws; return whether one fits anywhere."""
    find_slots(width_limit, table)
    stack, size = table[STACKS + seat], table[STACK_SIZES + seat]
    drawn = 0
    while drawn < size and table[SLOT_COUNTS + (stack >> 2 * drawn & 3)] == 0:
        drawn += 1
    if drawn == size:
        return False
    house = stack >> 2 * drawn & 3
    table[STACKS + seat] = stack_after(stack, drawn, size)
    table[STACK_SIZES + seat] = size - 1
    slots = table[SLOTS + house]
    if slots == 0:
        is_right = policy == AUTOMATED_RIGHT and table[WIDTH] > 0
        place(seat, house, RIGHT_END if is_right else LEFT_END, 0, table)
        return True
    place(seat, house, dictated_cell(slots, policy == AUTOMATED_RIGHT), 0, table)
    return True


@inlined
def play_on(  # noqa: PLR0912 - a call costs as much as what it would do
    players: int, width_limit: int, policies: Integers, table: Integers, numbers: Numbers
) -> None:
    """Play a round to its end: from the seat to move on each places until all are out."""
    everybody, out, seat = (1 << players) - 1, table[OUT], table[SEAT]
    while out != everybody:
        policy = policies[seat]
        if policy == EPSILON_GREEDY and not out >> seat & 1 and can_place(seat, width_limit, table):
            policy = RANDOM if next_number(numbers) < _EPSILON else GREEDY
        if out >> seat & 1:
            pass
        elif GREEDY <= policy <= EPSILON_GREEDY:
            out |= (not move_greedily(seat, width_limit, table, numbers)) << seat
        elif policy >= AUTOMATED:
            out |= (not move_as_dictated(seat, policy, width_limit, table)) << seat
        else:
            # A random move is made here and not in a function, as it is what is wanted most, and a
            # call takes half as long as the move.
            hand, width = table[HANDS + seat], table[WIDTH]
            occupied = table[0] | table[1] | table[2] | table[3]
            pairs = pairs_of(occupied)
            ends = 0 if width == width_limit else 2 if width else 1
            move_count = 0
            for house in range(HOUSE_COUNT):
                slots = upper_slots(table[PLANES + house], pairs, occupied)
                table[SLOTS + house] = slots
                # All cards of a house count, or the lowest alone.
                cards = count_of(hand, house)
                weight = min(cards, 1) if policy == RANDOM else cards
                table[SLOT_COUNTS + house] = (popcount(slots) + ends) * weight
                move_count += table[SLOT_COUNTS + house]
            if move_count:
                chosen, house, which = below(move_count, numbers), 0, 0
                while chosen >= table[SLOT_COUNTS + house]:
                    chosen -= table[SLOT_COUNTS + house]
                    house += 1
                if policy == LEGAL:
                    cards = count_of(hand, house)
                    which = chosen % cards
                    chosen //= cards
                if chosen < ends:
                    cell = LEFT_END + chosen
                else:
                    slots = table[SLOTS + house]
                    for _ in range(chosen - ends):
                        slots &= slots - 1
                    cell = lowest(slots)
                place(seat, house, cell, which, table)
            else:
                out |= 1 << seat
        seat = seat + 1 if seat + 1 < players else 0


@inlined
def write_down(round_index: int, players: int, outcomes: Outcomes, table: Integers) -> None:
    """Write what came of a round."""
    outcomes.plies[round_index] = table[PLIES]
    outcomes.last_placer[round_index] = table[LAST_SEAT]
    outcomes.last_house[round_index] = table[LAST_HOUSE]
    for seat in range(players):
        outcomes.cards_left[round_index, seat] = size_of(table[HANDS + seat])


@compiled
def play_rounds(
    terms: Terms, first: int, outcomes: Outcomes, table: Integers, numbers: Numbers
) -> None:
    """Play rounds `first`, `first + 1`, … and write what came of them into `outcomes`."""
    for played in range(len(outcomes.plies)):
        number = first + played
        start_numbers(terms.seed, number, NUMBERS_A_ROUND, numbers)
        for card in range(DECK_SIZE):
            table[DECK + card] = card // CARDS_PER_HOUSE
        shuffle(DECK_SIZE, table, numbers)
        deal(terms.players, terms.hand_size, terms.starter_count, terms.policies, table)
        table[SEAT] = (terms.first_player + terms.rotation * number) % terms.players
        play_on(terms.players, terms.width_limit, terms.policies, table, numbers)
        write_down(played, terms.players, outcomes, table)
