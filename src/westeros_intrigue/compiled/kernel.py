"""The kernel: how seats choose, and rounds played to their end, on a board of `board`.

Plain Python on a list of integers, which numba compiles where it is installed: the numbers are the
same either way. All work is done in one list, as numba passes several slowly.
"""

from __future__ import annotations

from math import ceil

from westeros_intrigue.base.chance import scrambled, skipped
from westeros_intrigue.compiled.bits import (
    CARDS_PER_HOUSE,
    HOUSE_COUNT,
    ROW_BITS,
    lowest,
    popcount,
)
from westeros_intrigue.compiled.board import (
    BOARD_SIZE,
    COUNT_BITS,
    HANDS,
    LEFT_END,
    OUT,
    PLACED,
    SEAT,
    SLOTS,
    STACK_SIZES,
    STACKS,
    WIDTH,
    Integers,
    Terms,
    can_place,
    count_of,
    dictated,
    find_slots,
    put,
    size_of,
)
from westeros_intrigue.compiled.policies import EPSILON

START = BOARD_SIZE
"""After the board that is played comes the one that all playouts begin with."""
WORTH, BEST, OWN_WORTH, DECK, NUMBER, WHICH = 72, 88, 92, 120, 156, 157
"""The worth of a slot, by the houses that fit; for each house the cells of its moves of the
highest worth, and the part of their worth that depends on no cell; cards being shuffled; where the
generator of random numbers stands; and which of its cards of a house, from 0, a seat has placed
that chooses among cards."""
POLICIES = 160
ERRS, BY_CARDS, POLICY_SIZE = 0, 1, 2
"""For each seat its policy: how many moves of 2**53 it makes at random, the others as a greedy
player does; and 1 if it then chooses among cards, 0 if among houses."""
MEMORY_SIZE = POLICIES + 6 * POLICY_SIZE

PolicyNumbers = tuple[int, int]
ALWAYS = 2**53
RANDOM_POLICY, LEGAL_POLICY, GREEDY_POLICY = (ALWAYS, 0), (ALWAYS, 1), (0, 0)
EPSILON_GREEDY_POLICY = (ceil(EPSILON * ALWAYS), 0)

DECK_SIZE = 36
EVERY_HOUSE = 0b1111

UNSEEN_CARDS, STEP_COUNT, FREE_COUNT, FREE_CARDS, FIRST_NODE, PILES = range(6)
"""A plan, by which the unseen cards are shared out: their counts by house; how many piles are
restricted, how many are not, and how many cards are left for those; where the edges of the first
node are; the seats of the restricted piles, -1 for cards out of the round, then seat and size of
each other pile, then the edges."""
CHANCE, SHARE, NEXT_NODE, EDGE_SIZE = 0, 1, 2, 3
"""An edge: the chance of this or an earlier edge of its node, in units of 2**-53; the cards of the
pile, counted as a hand; where the edges of the next node are."""


def next_number(memory: Integers) -> int:
    """Draw a number of 53 bits."""
    memory[NUMBER] = skipped(memory[NUMBER], 1)
    return scrambled(memory[NUMBER])


def below(bound: int, memory: Integers) -> int:
    """Draw a number from 0 up to, and without, `bound`, as `dealing.random_below` does."""
    return next_number(memory) * bound >> 53


def shuffle(size: int, memory: Integers) -> None:
    """Shuffle the first cards of the deck, as `dealing.shuffled` does."""
    for last in range(size - 1, 0, -1):
        chosen = DECK + below(last + 1, memory)
        card = memory[DECK + last]
        memory[DECK + last] = memory[chosen]
        memory[chosen] = card


def shuffle_share(share: int, memory: Integers) -> None:
    """Make a shuffled deck of cards that are counted by house."""
    size = 0
    for house in range(HOUSE_COUNT):
        for _ in range(count_of(share, house)):
            memory[DECK + size] = house
            size += 1
    shuffle(size, memory)


def give(terms: Terms, seat: int, first: int, size: int, memory: Integers) -> None:
    """Deal cards of the deck to a seat; in a stack they come on top of those that are known."""
    for place in range(size):
        house = memory[DECK + first + place]
        memory[HANDS + seat] += 1 << COUNT_BITS * house
        if terms.automated >> seat & 1:
            memory[STACKS + seat] |= house << 2 * place


def draw_world(terms: Terms, plan: Integers, memory: Integers) -> None:
    """Share out the unseen cards, each way as likely as `Determinizer` has it."""
    left, edge = plan[UNSEEN_CARDS], plan[FIRST_NODE]
    for step in range(plan[STEP_COUNT]):
        drawn = next_number(memory)
        while drawn >= plan[edge + CHANCE]:
            edge += EDGE_SIZE
        share, seat = plan[edge + SHARE], plan[PILES + step]
        left -= share
        edge = plan[edge + NEXT_NODE]
        if seat >= 0 and terms.automated >> seat & 1:
            shuffle_share(share, memory)
            give(terms, seat, 0, size_of(share), memory)
        elif seat >= 0:
            memory[HANDS + seat] += share
    if plan[FREE_COUNT]:
        shuffle_share(left, memory)
        card, pile = 0, PILES + plan[STEP_COUNT]
        for _ in range(plan[FREE_COUNT]):
            give(terms, plan[pile], card, plan[pile + 1], memory)
            card += plan[pile + 1]
            pile += 2


def start(memory: Integers) -> None:
    """Return to the board that all playouts begin with."""
    for item in range(BOARD_SIZE):
        memory[item] = memory[START + item]


def deal(terms: Terms, hand_size: int, starter_count: int, memory: Integers) -> None:
    """Deal a shuffled deck, as `deal_from_deck` does; its last cards start the bottom row."""
    for item in range(BOARD_SIZE):
        memory[item] = 0
    for place in range(hand_size):
        for seat in range(terms.players):
            house = memory[DECK + place * terms.players + seat]
            memory[HANDS + seat] += 1 << COUNT_BITS * house
            memory[STACKS + seat] |= house << 2 * place
            memory[STACK_SIZES + seat] = hand_size
    for column in range(starter_count):
        memory[memory[DECK + terms.players * hand_size + column]] |= 1 << column
    memory[WIDTH] = memory[PLACED] = starter_count


def random_move(hand: int, by_cards: int, memory: Integers) -> int:
    """Return a move, each house and slot as likely, or each card and slot."""
    move_count = 0
    for house in range(HOUSE_COUNT):
        cards = count_of(hand, house)
        move_count += popcount(memory[SLOTS + house]) * (cards if by_cards else min(cards, 1))
    chosen = below(move_count, memory)
    for house in range(HOUSE_COUNT):
        cards = count_of(hand, house) if by_cards else min(count_of(hand, house), 1)
        slots = memory[SLOTS + house]
        moves = popcount(slots) * cards
        if chosen < moves:
            memory[WHICH] = chosen % cards
            for _ in range(chosen // cards):
                slots &= slots - 1
            return house << 6 | lowest(slots)
        chosen -= moves
    return 0  # never: one house has the chosen move


def houses_at(cell: int, first: int, memory: Integers) -> int:
    """Return the houses whose planes, from `first` on, have a cell, as a set."""
    return (
        memory[first] >> cell & 1
        | (memory[first + 1] >> cell & 1) << 1
        | (memory[first + 2] >> cell & 1) << 2
        | (memory[first + 3] >> cell & 1) << 3
    )


def best_moves(terms: Terms, hand: int, memory: Integers) -> int:
    """Find the moves that `players.greedy_player` likes best; return how many there are."""
    width, cells = memory[WIDTH], 0
    memory[WORTH] = 0
    for house in range(HOUSE_COUNT):
        own, slots = count_of(hand, house), memory[SLOTS + house]
        # An open slot is worth twice its cards in the hand, less those that are unseen.
        worth = 3 * own - CARDS_PER_HOUSE + popcount(memory[house])
        for others in range(1 << house):
            memory[WORTH + (others | 1 << house)] = memory[WORTH + others] + worth
        # The card placed has left the hand, which costs each slot of its house 2.
        memory[OWN_WORTH + house] = 4 * own - 2 * popcount(slots)
        cells |= slots if own else 0
    most, best_count = 0, 0
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
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
        # Beside no card, no slot opens.
        beside_left, beside_right = EVERY_HOUSE * (left != 0), EVERY_HOUSE * (right != 0)
        value -= 2 * (opened + (left != 0) + (right != 0))
        for house in range(HOUSE_COUNT):
            if memory[SLOTS + house] >> cell & 1 == 0 or count_of(hand, house) == 0:
                continue
            worth = (
                value
                + memory[OWN_WORTH + house]
                + memory[WORTH + ((left | 1 << house) & beside_left)]
                + memory[WORTH + ((right | 1 << house) & beside_right)]
            )
            if best_count == 0 or worth > most:
                most, best_count = worth, 0
                for each in range(HOUSE_COUNT):
                    memory[BEST + each] = 0
            if worth == most:
                memory[BEST + house] |= 1 << cell
                best_count += 1
    return best_count


def best_move(chosen: int, memory: Integers) -> int:
    """Return one of the moves that `best_moves` has found, by its place among them."""
    for house in range(HOUSE_COUNT):
        cells = memory[BEST + house]
        moves = popcount(cells)
        if chosen < moves:
            for _ in range(chosen):
                cells &= cells - 1
            return house << 6 | lowest(cells)
        chosen -= moves
    return 0  # never: one house has the chosen move


def chosen_move(terms: Terms, seat: int, memory: Integers) -> int:
    """Return the move that a seat chooses by its policy; it can place."""
    policy, hand = POLICIES + POLICY_SIZE * seat, memory[HANDS + seat]
    errs = memory[policy + ERRS]
    if errs == ALWAYS or (errs > 0 and next_number(memory) < errs):
        return random_move(hand, memory[policy + BY_CARDS], memory)
    memory[WHICH] = 0
    best_count = best_moves(terms, hand, memory)
    return best_move(below(best_count, memory), memory)


def take_turn(terms: Terms, memory: Integers) -> int:
    """Let the seat to move place or go out, and pass the turn; return the move's code, or -1."""
    seat, code = memory[SEAT], -1
    if memory[OUT] >> seat & 1 == 0:
        find_slots(terms, memory, 0)
        if not can_place(memory[HANDS + seat], memory):
            memory[OUT] |= 1 << seat
        elif terms.automated >> seat & 1:
            code = dictated(terms, memory, 0)
        else:
            code = chosen_move(terms, seat, memory)
        if code >= 0:
            put(memory, 0, code)
    memory[SEAT] = seat + 1 if seat + 1 < terms.players else 0
    return code


def play_on(terms: Terms, memory: Integers) -> None:
    """Play a round to its end: from the seat to move on each places until all are out."""
    while memory[OUT] != (1 << terms.players) - 1:
        take_turn(terms, memory)
