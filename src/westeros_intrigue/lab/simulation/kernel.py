"""The kernel: the choices of seats, and rounds played to their end, on a board of `board`.

It is plain Python on a list of integers. `native/kernel.h` contains the same functions in C, and
`native/lanes.h` plays many rounds at a time, with the same numbers. All data is in one list.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from westeros_intrigue.gamekit.chance import scramble, skip_numbers
from westeros_intrigue.lab.simulation.board import (
    BOARD_SIZE,
    BOTTOM_ROW,
    CARDS_PER_HOUSE,
    COUNT_BITS,
    HANDS,
    HOUSE_COUNT,
    PLACED,
    RIGHT_END,
    SEAT,
    SLOTS,
    STACK_SIZES,
    STACKS,
    WIDTH,
    Integers,
    Terms,
    count_moves,
    count_of,
    follow_procedure,
    lowest,
    one_of_each,
    popcount,
    put_card,
    seat_after,
    size_of,
    start_turn,
)

START = BOARD_SIZE
"""The index of the board that all playouts begin with; it follows the board being played."""
BESIDE, BEST, OWN_WORTH, MOVES, DECK, NUMBER, WHICH = 72, 76, 80, 84, 120, 156, 157
"""For each house, the value that the slot above its card adds to a move, a byte for each neighbour
(four for no neighbour, then the houses). For each house, the cells of its best moves, and the part
of their worth that does not depend on the cell. Then the compared moves, the cards being shuffled,
the position of the random number generator, and the card of the house that was placed by a seat
that chooses among cards, counted from 0."""
BYTE, BIAS, NEVER = 255, 64, -(2**20)
NO_NEIGHBOURS, NEIGHBOURS = 0x01010101, 0x01010101 << 32
POLICIES = 160
ERRS, BY_CARDS, POLICY_SIZE = 0, 1, 2
"""The policy of each seat: the number of moves in 2**53 that it makes at random, while the others
are greedy; and 1 if random moves choose among cards, 0 if among houses."""
MEMORY_SIZE = POLICIES + 6 * POLICY_SIZE

ALWAYS = 2**53

DECK_SIZE, WHOLE_DECK = 36, 0x9999
"""The number of cards, and all cards counted as a hand."""

UNSEEN_CARDS, STEP_COUNT, FREE_COUNT, FREE_CARDS, FIRST_NODE, PILES = range(6)
"""A plan for distributing the unseen cards: their counts by house; the numbers of restricted and
other piles, and the number of cards left for the others; the index of the first node's edges; the
seats of the restricted piles, -1 for cards not in the round, then seat, first card and size of each
other pile, then the edges."""
CHANCE, SHARE, NEXT_NODE, EDGE_SIZE = 0, 1, 2, 3
"""An edge: the chance of this or an earlier edge of its node, in units of 2**-53; the cards of the
pile, counted as a hand; the index of the next node's edges."""


def next_number(memory: Integers) -> int:
    """Draw a number of 53 bits."""
    memory[NUMBER] = skip_numbers(memory[NUMBER], 1)
    return scramble(memory[NUMBER])


def draw_below(bound: int, memory: Integers) -> int:
    """Draw a number of at least 0 and below `bound`, as `dealing.random_below` does."""
    return next_number(memory) * bound >> 53


def shuffle(first: int, size: int, memory: Integers) -> None:
    """Shuffle the cards from an index on, as `dealing.shuffled` does."""
    for last in range(first + size - 1, first, -1):
        chosen = first + draw_below(last + 1 - first, memory)
        memory[last], memory[chosen] = memory[chosen], memory[last]


def shuffle_share(share: int, memory: Integers) -> None:
    """Make a shuffled deck from the counts of cards by house."""
    size = 0
    for house in range(HOUSE_COUNT):
        for _ in range(count_of(share, house)):
            memory[DECK + size] = house
            size += 1
    shuffle(DECK, size, memory)


def deal_cards(terms: Terms, seat: int, first: int, size: int, memory: Integers) -> None:
    """Deal cards of the deck to a seat; in a stack, they go on top of the known ones."""
    for place in range(size):
        house = memory[DECK + first + place]
        memory[HANDS + seat] += 1 << COUNT_BITS * house
        if terms.automated >> seat & 1:
            memory[STACKS + seat] |= house << 2 * place


def draw_world(terms: Terms, plan: Integers, memory: Integers) -> None:
    """Distribute the unseen cards, with the probabilities of `Determinizer`."""
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
            deal_cards(terms, seat, 0, size_of(share), memory)
        elif seat >= 0:
            memory[HANDS + seat] += share
    if plan[FREE_COUNT]:
        shuffle_share(left, memory)
        for pile in range(plan[FREE_COUNT]):
            at = PILES + plan[STEP_COUNT] + 3 * pile
            deal_cards(terms, plan[at], plan[at + 1], plan[at + 2], memory)


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


def move_at(chosen: int, first: int, hand: int, memory: Integers) -> int:
    """Return the move with an index, among those of a hand's cards to the cells of four planes.

    The planes begin at `first`.
    """
    for house in range(HOUSE_COUNT):
        cells, cards = memory[first + house], count_of(hand, house)
        moves = popcount(cells) * cards
        if chosen < moves:
            memory[WHICH] = chosen % cards
            for _ in range(chosen // cards):
                cells &= cells - 1
            return house << 6 | lowest(cells)
        chosen -= moves
    return 0  # never: one house has the chosen move


def house_at(cell: int, low: int, high: int) -> int:
    """Return the house at a cell, by the planes of the two bits of its number."""
    return low >> cell & 1 | (high >> cell & 1) << 1


def beside(house: int, neighbour: int, memory: Integers) -> int:
    """Return the value that the slot above a card and its neighbour adds to a move."""
    return (memory[BESIDE + house] >> 8 * neighbour & BYTE) - BIAS


def weigh(  # noqa: PLR0917 - they are numbers of one move
    house: int, cell: int, left: int, right: int, value: int, end: int, memory: Integers
) -> int:
    """Store a move of a house, and return its worth, part of which is known."""
    worth = value + memory[OWN_WORTH + house]
    worth += beside(house, left, memory) + beside(house, right, memory)
    memory[end] = worth << 8 | house << 6 | cell
    return worth


def best_moves(terms: Terms, hand: int, memory: Integers) -> int:
    """Find the best moves for `players.greedy_player`; return their number."""
    width, cells, worths, total = memory[WIDTH], 0, 0, 0
    for house in range(HOUSE_COUNT):
        # An open slot is worth twice the house's cards in the hand, minus its unseen ones out of 9.
        worth = 3 * count_of(hand, house) + popcount(memory[house])
        worths |= worth << 32 + 8 * house
        total += worth
    for house in range(HOUSE_COUNT):
        own, slots = count_of(hand, house), memory[SLOTS + house]
        worth = worths >> 32 + 8 * house & BYTE
        # The placed card leaves the hand, which costs each slot of its house 2.
        pairs = worths + (worth + BIAS - 2 * CARDS_PER_HOUSE - 2) * NEIGHBOURS
        alone = worth - CARDS_PER_HOUSE << 32 + 8 * house
        memory[BESIDE + house] = pairs - alone + BIAS * NO_NEIGHBOURS
        memory[OWN_WORTH + house] = 4 * own - 2 * popcount(slots) if own else NEVER
        memory[BEST + house] = 0
        cells |= slots if own else 0
    most, end = NEVER // 2, MOVES
    low, high = memory[1] | memory[3], memory[2] | memory[3]
    above_low, above_high = low & ~BOTTOM_ROW, high & ~BOTTOM_ROW
    above = (memory[0] | low | high) & ~BOTTOM_ROW
    upper = cells & ~BOTTOM_ROW
    while upper:
        cell = lowest(upper)
        upper &= upper - 1
        left = house_at(cell - 1, above_low, above_high) | (above >> cell - 1 & 1) << 2
        right = house_at(cell + 1, above_low, above_high) | (above >> cell + 1 & 1) << 2
        one, other = house_at(cell - 8, low, high), house_at(cell - 7, low, high)
        closed = beside(one, 4 + other, memory)
        most = max(most, weigh(one, cell, left, right, -closed, end, memory))
        most = max(most, weigh(other, cell, left, right, -closed, end + 1, memory))
        end += 2
    if cells & BOTTOM_ROW:
        # A full row also closes its other end; in an empty row, a second end opens.
        opened = -2 if width + 1 == terms.width_limit else 0 if width else 1
        value = opened * (total - HOUSE_COUNT * CARDS_PER_HOUSE - 2)
        for cell in range(2 if width else 1):
            last = house_at(width - 1 if cell == RIGHT_END else 0, low, high) | 4 * (width > 0)
            for house in range(HOUSE_COUNT):
                most = max(most, weigh(house, cell, last, 0, value, end + house, memory))
            end += HOUSE_COUNT
    for move in range(MOVES, end):
        code = memory[move] & BYTE
        memory[BEST + (code >> 6)] |= (memory[move] >> 8 == most) << (code & 63)
    count = 0
    for house in range(HOUSE_COUNT):
        count += popcount(memory[BEST + house])
    return count


def choose_move(terms: Terms, seat: int, memory: Integers) -> int:
    """Return the move that a seat chooses by its policy; it must be able to place."""
    policy, hand = POLICIES + POLICY_SIZE * seat, memory[HANDS + seat]
    errs = memory[policy + ERRS]
    if errs == ALWAYS or (errs > 0 and next_number(memory) < errs):
        if not memory[policy + BY_CARDS]:
            hand = one_of_each(hand)
        return move_at(draw_below(count_moves(memory, hand), memory), SLOTS, hand, memory)
    best = draw_below(best_moves(terms, hand, memory), memory)
    return move_at(best, BEST, one_of_each(hand), memory)


def take_turn(terms: Terms, memory: Integers) -> int:
    """Place a card for the seat whose turn has begun, and pass the turn; return the move's code."""
    seat = memory[SEAT]
    if terms.automated >> seat & 1:
        code = follow_procedure(terms, memory)
    else:
        code = choose_move(terms, seat, memory)
    put_card(memory, code)
    memory[SEAT] = seat_after(terms.players, seat)
    return code


def play_on(terms: Terms, memory: Integers) -> None:
    """Play a round to its end, starting with the seat to move."""
    while start_turn(terms, memory):
        take_turn(terms, memory)
