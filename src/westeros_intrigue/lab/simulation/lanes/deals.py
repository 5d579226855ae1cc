"""Rounds loaded into lanes and read from them: deals, positions to continue, and worlds.

One function loads a round into a lane, `lanes.play_to_the_end` plays it, and another function reads
the result, for every kind of job.

Cards are dealt and worlds drawn as in the kernel, with the same random numbers.

Rules: setup.hand-size, setup.starter, setup.unused, info.leftover, info.elimination.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.lab.simulation import board, fast, kernel, results
from westeros_intrigue.lab.simulation.board import (
    CARDS_PER_HOUSE,
    COUNT,
    COUNT_BITS,
    HOUSE_COUNT,
    SEAT,
    Integers,
    Terms,
    size_of,
)
from westeros_intrigue.lab.simulation.kernel import START, house_at
from westeros_intrigue.lab.simulation.lanes.machine import (
    ACTIVE,
    DECKS,
    FIRST_SEAT,
    HANDS,
    HIGH,
    LANE,
    LAST_HOUSE,
    LAST_TURN,
    LOW,
    NUMBER,
    PLACED,
    ROWS,
    STACKS,
    STEP_ON,
    USED,
    WIDTH,
    Lanes,
    Row,
    Truth,
    as_long_as,
    count,
    draw,
    in_groups,
    of_lanes,
    seat_of,
    times,
    when,
    word_mask,
    wrap,
)

Words = NDArray[np.uint64]
Results = NDArray[np.int16]


@in_groups
def shuffle_rounds(
    players: int, first: int, first_seat: int, rotation: int, seed: int, words: Lanes
) -> None:
    """Shuffle the deck for rounds `first`, `first + 1`, … of a simulation."""
    number_rounds(players, first, first_seat, rotation, fast.NUMBERS_A_ROUND, seed, words)
    new_deck(words)
    shuffle(kernel.DECK_SIZE, words)


def shuffle(size: Row, words: Lanes) -> None:
    """Shuffle the first cards of the deck in each lane."""
    for place in times(size - 1):
        swap(size - 1 - place, words)


@in_groups
def draw_for_games(
    rounds: int, throne_count: int, to_shuffle: Words, first: int, stride: int, seed: int,
    words: Lanes,
) -> None:  # fmt: skip
    """Draw all chance of games `first`, `first + 1`, …, each with `stride` random numbers.

    The Iron Throne cards come after the decks, in drawing order. In each round, `to_shuffle` cards
    are still in the game: the first ones of the previous round's deck.
    """
    number_rounds(1, first, 0, 0, stride, seed, words)
    drawn = rounds * 2 + DECKS
    for card in times(throne_count):
        put_throne_card(drawn, card, words)
    for place in times(throne_count - 1):
        last = throne_count - 1 - place
        choose_below(last + 1, words)
        for card in times(last):
            swap_if_chosen(card, drawn, last, words)
    new_deck(words)
    for round_index in times(rounds):
        count_first(to_shuffle[round_index], words)
        deck_from_counts(LEFT, words)
        shuffle(to_shuffle[round_index], words)
        store_deck(round_index, words)


def start_games_round(round_index: int, first_seat: int, lanes: Lanes) -> None:
    """Load the decks of a round of games, which a seat starts."""
    deck = DECKS + 2 * round_index
    lanes[:, FIRST_SEAT] = first_seat
    lanes[:, LOW : HIGH + 1] = lanes[:, deck : deck + 2]


@in_groups
def deal(players: int, automated: int, hand_size: int, starter_count: int, words: Lanes) -> None:
    """Deal the shuffled deck in each lane, starting with the seat to move first."""
    dealt = players * hand_size
    # A bit for each card of seat 0: there is one in each turn of the table.
    every = ((1 << dealt) - 1) // ((1 << players) - 1)
    clear_court(starter_count, words)
    for turn in times(players):
        deal_hand(turn, players, every, words)
    for column in times(starter_count):
        put_starter(dealt + column, column, words)
    for seat in times(players):
        for _ in when(automated >> seat & 1):
            for place in times(hand_size):
                stack_up(seat, place, place * players + seat, words)


@in_groups
def start_worlds(
    players: int, automated: int, plan: Plan, seed: int, first: int, stride: int,
    memory: Integers, words: Lanes,
) -> None:  # fmt: skip
    """Load a position in worlds `first`, `first + 1`, ….

    They are the worlds of `kernel.draw_world`; each has `stride` separate random numbers.
    """
    number_rounds(players, first, 0, 0, stride, seed, words)
    start_position(players, memory, words)
    first_seat = memory[kernel.START + SEAT]
    for turn in times(players):
        start_hand(turn, (first_seat + turn) % players, memory, words)
    begin_sharing(plan, words)
    for step in times(plan[kernel.STEP_COUNT]):
        draw_share(words)
        for _ in as_long_as(lambda: pass_edge(plan, words)):
            pass
        seat = plan[step + kernel.PILES]
        take_share((seat - first_seat + players) % players, seat != -1, plan, words)
        for _ in when(seat != -1):
            size = size_of(words[DRAWN, 0])  # in all lanes
            for _ in when((automated >> seat & 1 != 0) & (size != 0)):
                deck_from_counts(DRAWN, words)
                shuffle(size, words)
                for place in times(size):
                    stack_up(seat, place, place, words)
    for _ in when(plan[kernel.FREE_COUNT]):
        deck_from_counts(LEFT, words)
        shuffle(plan[kernel.FREE_CARDS].astype(np.uint64), words)
        for pile in times(plan[kernel.FREE_COUNT]):
            at = plan[kernel.STEP_COUNT] + kernel.PILES + 3 * pile
            seat = plan[at]
            card, size = (plan[at + each].astype(np.uint64) for each in (1, 2))
            add_to_hand((seat - first_seat + players) % players, card, size, words)
            for _ in when(automated >> seat & 1):
                for place in times(size):
                    stack_up(seat, place, card + place, words)


def write_results(
    first: int, step: int, placed_before: int, arrays: results.Arrays, lanes: Lanes
) -> None:
    """Write the results of the lanes to rounds `first`, `first + step`, ….

    Each court began with `placed_before` cards. The first arrays are those of `room_for_rounds`.
    """
    flat = [array.reshape(-1) for array in arrays[:4]]
    write_down(arrays[0].shape[-1], first, step, placed_before, *flat, lanes)


@in_groups
def write_down(
    players: int, first: int, step: int, placed_before: int,
    cards_left: Results, last_placer: Results, plies: Results, last_house: Results, words: Lanes,
) -> None:  # fmt: skip
    """Write the results of the lanes to rounds `first`, `first + step`, …."""
    for lane in times(words[USED, 0]):
        number = words[LANE, lane] * step + first
        seat, own = words[FIRST_SEAT, lane], number * players
        for turn in times(players):
            cards_left[own + wrap(seat + turn, players)] = words[turn + HANDS, lane]
        last_placer[number] = wrap(seat + words[LAST_TURN, lane], players)
        plies[number] = words[PLACED, lane] - placed_before
        last_house[number] = words[LAST_HOUSE, lane]


Plan = NDArray[np.int64]
"""A plan of the kernel."""
LEFT, EDGE, DRAWN = range(ROWS, ROWS + 3)
"""Rows for distributing cards: the cards left, counted as a hand; the index of the current edge;
and the number drawn, then the share of a pile."""

_ALIKE = (
    *((house, house) for house in range(HOUSE_COUNT)),
    (WIDTH, board.WIDTH),
    (PLACED, board.PLACED),
    (NUMBER, kernel.NUMBER),
    (FIRST_SEAT, board.SEAT),
    (LAST_HOUSE, board.LAST_HOUSE),
)
"""The rows that lanes share with the kernel's memory, each with its index there."""
_NINE = (1 << CARDS_PER_HOUSE) - 1


@of_lanes
def number_rounds(
    players: int, first: int, first_seat: int, rotation: int, stride: int, seed: int, words: Lanes
) -> None:
    """Begin rounds `first`, `first + 1`, …, each with `stride` separate random numbers.

    `first_seat` starts the first round, and each later round starts `rotation` seats further on.
    """
    # Processors cannot divide vectors; for such small numbers, a product is enough.
    seats, inverse = words[LANE] * rotation + first_seat, 2**16 // players + 1
    words[FIRST_SEAT] = seats - (seats * inverse >> 16) * players
    words[NUMBER] = (words[LANE] + first) * stride * STEP_ON + (seed & 2**64 - 1)


@of_lanes
def new_deck(words: Lanes) -> None:
    """Put the cards of the deck in order."""
    words[LOW] = _NINE << CARDS_PER_HOUSE | _NINE << 3 * CARDS_PER_HOUSE
    words[HIGH] = _NINE << 2 * CARDS_PER_HOUSE | _NINE << 3 * CARDS_PER_HOUSE


@of_lanes
def swap(last: int, words: Lanes) -> None:
    """Swap a card of the deck with one drawn from those up to it."""
    both = 1 << (draw(words) * (last + 1) >> 53) ^ 1 << last
    for plane in (LOW, HIGH):
        cards = words[plane]
        some = cards & both
        differ = word_mask(some != 0) & word_mask(some != both)
        words[plane] = cards ^ differ & both


@of_lanes
def put_throne_card(drawn: int, card: int, words: Lanes) -> None:
    """Put an Iron Throne card at its index in the variant."""
    words[drawn + card] = card


@of_lanes
def choose_below(bound: int, words: Lanes) -> None:
    """Draw a number below a bound."""
    words[DRAWN] = draw(words) * bound >> 53


@of_lanes
def swap_if_chosen(card: int, drawn: int, last: int, words: Lanes) -> None:
    """Swap an Iron Throne card with the last one if it was drawn."""
    one, other = words[drawn + card], words[drawn + last]
    change = (one ^ other) & word_mask(words[DRAWN] == card)
    words[drawn + card], words[drawn + last] = one ^ change, other ^ change


@of_lanes
def count_first(size: Row, words: Lanes) -> None:
    """Count the first cards of the deck as cards left."""
    words[LEFT] = counts_in((1 << size) - 1, words)


@of_lanes
def store_deck(round_index: int, words: Lanes) -> None:
    """Store the shuffled deck of a round of games."""
    words[round_index * 2 + DECKS], words[round_index * 2 + DECKS + 1] = words[LOW], words[HIGH]


def counts_in(cards: Row, words: Lanes) -> Row:
    """Return the counts by house of some cards of the deck, as a hand."""
    low, high = words[LOW], words[HIGH]
    houses = (~(low | high), low & ~high, high & ~low, low & high)
    hand = 0
    for house, plane in enumerate(houses):
        hand = hand | count(plane & cards) << COUNT_BITS * house
    return hand


@of_lanes
def deal_hand(turn: int, players: int, every: int, words: Lanes) -> None:
    """Deal a hand to the seat of a turn; `every` has the cards of seat 0 as bits."""
    words[HANDS + turn] = counts_in(every << seat_of(turn, players, words), words)
    words[ACTIVE + turn], words[STACKS + turn] = 2**64 - 1, 0


@of_lanes
def clear_court(starter_count: int, words: Lanes) -> None:
    """Begin with an empty court, which will get that number of starters."""
    for house in range(HOUSE_COUNT):
        words[house] = 0
    words[WIDTH] = words[PLACED] = starter_count


@of_lanes
def put_starter(card: int, column: int, words: Lanes) -> None:
    """Start the bottom row with a card."""
    house = house_at(card, words[LOW], words[HIGH])
    for each in range(HOUSE_COUNT):
        words[each] = words[each] | (word_mask(house == each) & 1) << column


@of_lanes
def stack_up(seat: int, place: int, card: int, words: Lanes) -> None:
    """Put a card at an empty place of a stack."""
    house = house_at(card, words[LOW], words[HIGH])
    words[STACKS + seat] = words[STACKS + seat] | house << 2 * place


@of_lanes
def begin_sharing(plan: Plan, words: Lanes) -> None:
    """Begin distributing the unseen cards."""
    words[LEFT] = plan[kernel.UNSEEN_CARDS]
    words[EDGE] = plan[kernel.FIRST_NODE]


@of_lanes
def draw_share(words: Lanes) -> None:
    """Draw a number for the share of a pile."""
    words[DRAWN] = draw(words)


@of_lanes
def pass_edge(plan: Plan, words: Lanes) -> Truth:
    """Move to the next edge where the number drawn is beyond this one; return whether any was."""
    edge = words[EDGE]
    is_beyond = words[DRAWN] >= plan[edge + kernel.CHANCE].astype(np.uint64)
    words[EDGE] = edge + (word_mask(is_beyond) & kernel.EDGE_SIZE)
    return is_beyond.any()


@of_lanes
def take_share(turn: int, is_dealt: int, plan: Plan, words: Lanes) -> None:
    """Remove an edge's share from the cards left, and deal it to the seat of a turn if needed."""
    edge = words[EDGE]
    words[DRAWN] = share = plan[edge + kernel.SHARE].astype(np.uint64)
    words[LEFT] = words[LEFT] - share
    words[EDGE] = plan[edge + kernel.NEXT_NODE].astype(np.uint64)
    words[HANDS + turn] = words[HANDS + turn] + share * is_dealt


@of_lanes
def deck_from_counts(row: int, words: Lanes) -> None:
    """Make a deck of the cards that a row counts, in the order of houses."""
    counts, upto, low, high = words[row], 0, 0, 0
    for house in range(HOUSE_COUNT):
        before, upto = upto, upto + (counts >> COUNT_BITS * house & COUNT)
        cards = (1 << upto) - (1 << before)
        low, high = low + cards * (house & 1), high + cards * (house >> 1)
    words[LOW], words[HIGH] = low, high


@of_lanes
def add_to_hand(turn: int, card: Row, size: Row, words: Lanes) -> None:
    """Deal cards of the deck, from one on, to the seat of a turn."""
    words[HANDS + turn] = words[HANDS + turn] + counts_in((1 << size) - 1 << card, words)


@of_lanes
def start_position(players: int, memory: Integers, words: Lanes) -> None:
    """Load the board that all playouts begin with; `start_hand` loads hands."""
    seat = memory[START + board.SEAT]
    for house in range(HOUSE_COUNT):
        words[house] = memory[START + house]
    words[WIDTH], words[PLACED] = memory[START + board.WIDTH], memory[START + board.PLACED]
    words[FIRST_SEAT] = seat
    words[LAST_TURN] = (memory[START + board.LAST_SEAT] + players - seat) % players
    words[LAST_HOUSE] = memory[START + board.LAST_HOUSE]


@of_lanes
def start_hand(turn: int, seat: int, memory: Integers, words: Lanes) -> None:
    """Load the hand and the stack of a seat of that board, and whether the seat is in."""
    words[HANDS + turn] = memory[START + board.HANDS + seat]
    words[STACKS + seat] = memory[START + board.STACKS + seat]
    words[ACTIVE + turn] = word_mask((memory[START + board.OUT] >> seat & 1) == 0)


def unload(terms: Terms, lane: int, lanes: Lanes, memory: Integers) -> None:
    """Store the round of a lane as the board of the kernel."""
    for row, item in _ALIKE:
        memory[item] = int(lanes[row, lane])
    memory[board.OUT] = 0
    memory[board.LAST_SEAT] = (memory[board.SEAT] + int(lanes[LAST_TURN, lane])) % terms.players
    for turn in range(terms.players):
        seat = (memory[board.SEAT] + turn) % terms.players
        memory[board.HANDS + seat] = int(lanes[HANDS + turn, lane])
        if lanes[ACTIVE + turn, lane] == 0:
            memory[board.OUT] |= 1 << seat
        if terms.automated:
            memory[board.STACKS + seat] = int(lanes[STACKS + seat, lane])
            memory[board.STACK_SIZES + seat] = size_of(memory[board.HANDS + seat])
