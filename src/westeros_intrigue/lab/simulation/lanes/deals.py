"""Rounds loaded into lanes and read from them: deals, positions to continue, and worlds.

One function loads a round into a lane, `lanes.play_to_the_end` plays it, and another function reads
the result, for every kind of job.

Cards are dealt and worlds drawn as in the kernel, with the same random numbers.

Rules: setup.hand-size, setup.starter, setup.unused, info.leftover, info.elimination.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.lab.simulation import fast, kernel, results
from westeros_intrigue.lab.simulation.board import (
    COUNT,
    COUNT_BITS,
    HANDS,
    HOUSE_COUNT,
    LAST_HOUSE,
    LAST_SEAT,
    OUT,
    PLACED,
    SEAT,
    STACKS,
    WIDTH,
    Integers,
    size_of,
)
from westeros_intrigue.lab.simulation.kernel import START, house_at
from westeros_intrigue.lab.simulation.lanes.machine import (
    ACTIVE,
    DECKS,
    EDGE,
    HIGH,
    LANE,
    LAST_TURN,
    LEFT,
    LOW,
    NUMBER,
    STEP_ON,
    USED,
    Lanes,
    Operand,
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
Plan = NDArray[np.int64]
"""A plan of the kernel."""


@in_groups
def shuffle_rounds(
    players: int, first: int, first_seat: int, rotation: int, seed: int, words: Lanes
) -> None:
    """Shuffle the deck for rounds `first`, `first + 1`, … of a simulation."""
    number_rounds(players, first, first_seat, rotation, fast.NUMBERS_A_ROUND, seed, words)
    shuffle(kernel.DECK_SIZE, words)


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
    draw_throne_cards(rounds * 2 + DECKS, throne_count, words)
    for round_index in times(rounds):
        sort_first(to_shuffle[round_index], words)
        shuffle(to_shuffle[round_index], words)
        store_deck(round_index * 2 + DECKS, words)


def start_games_round(round_index: int, first_seat: int, lanes: Lanes) -> None:
    """Load the decks of a round of games, which a seat starts."""
    deck = DECKS + 2 * round_index
    lanes[:, SEAT] = first_seat
    lanes[:, LOW : HIGH + 1] = lanes[:, deck : deck + 2]


@in_groups
@of_lanes
def deal(players: int, automated: int, hand_size: int, starter_count: int, words: Lanes) -> None:
    """Deal the shuffled deck in each lane, starting with the seat to move first."""
    for house in range(HOUSE_COUNT):
        words[house] = 0
    words[WIDTH] = words[PLACED] = starter_count
    dealt = players * hand_size
    # A bit for each card of seat 0: there is one in each turn of the table.
    every = ((1 << dealt) - 1) // ((1 << players) - 1)
    for turn in times(players):
        words[HANDS + turn] = counts_in(every << seat_of(turn, players, words), words)
        words[ACTIVE + turn], words[STACKS + turn] = 2**64 - 1, 0
    for column in times(starter_count):
        house_there = house_at(dealt + column, words[LOW], words[HIGH])
        for house in range(HOUSE_COUNT):
            words[house] = words[house] | (word_mask(house_there == house) & 1) << column
    for seat in times(players):
        for _ in when(automated >> seat & 1):
            stack_up(seat, seat, players, hand_size, words)


@in_groups
@of_lanes
def start_worlds(
    players: int, automated: int, plan: Plan, seed: int, first: int, stride: int,
    memory: Integers, words: Lanes,
) -> None:  # fmt: skip
    """Load a position in worlds `first`, `first + 1`, ….

    They are the worlds of `kernel.draw_world`; each has `stride` separate random numbers.
    """
    number_rounds(players, first, 0, 0, stride, seed, words)
    start_position(players, memory, words)
    first_seat = memory[START + SEAT]
    for turn in times(players):
        start_hand(turn, (first_seat + turn) % players, memory, words)
    words[LEFT] = plan[kernel.UNSEEN_CARDS]
    words[EDGE] = plan[kernel.FIRST_NODE]
    for step in times(plan[kernel.STEP_COUNT]):
        pass_edges(draw(words), plan, words)
        edge, seat = words[EDGE], plan[step + kernel.PILES]
        share = plan[edge + kernel.SHARE].astype(np.uint64)
        words[LEFT] = words[LEFT] - share
        words[EDGE] = plan[edge + kernel.NEXT_NODE].astype(np.uint64)
        for _ in when(seat != -1):
            hand, size = HANDS + (seat - first_seat + players) % players, size_of(share[0])
            words[hand] = words[hand] + share
            for _ in when((automated >> seat & 1 != 0) & (size != 0)):
                deck_from_counts(share, words)
                shuffle(size, words)
                stack_up(seat, 0, 1, size, words)
    for _ in when(plan[kernel.FREE_COUNT]):
        deck_from_counts(words[LEFT], words)
        shuffle(plan[kernel.FREE_CARDS].astype(np.uint64), words)
        for pile in times(plan[kernel.FREE_COUNT]):
            at = plan[kernel.STEP_COUNT] + kernel.PILES + 3 * pile
            seat = plan[at]
            card, size = (plan[at + item].astype(np.uint64) for item in (1, 2))
            hand = HANDS + (seat - first_seat + players) % players
            words[hand] = words[hand] + counts_in((1 << size) - 1 << card, words)
            for _ in when(automated >> seat & 1):
                stack_up(seat, card, 1, size, words)


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
        seat, own = words[SEAT, lane], number * players
        for turn in times(players):
            cards_left[own + wrap(seat + turn, players)] = words[turn + HANDS, lane]
        last_placer[number] = wrap(seat + words[LAST_TURN, lane], players)
        plies[number] = words[PLACED, lane] - placed_before
        last_house[number] = words[LAST_HOUSE, lane]


@of_lanes
def number_rounds(
    players: int, first: int, first_seat: int, rotation: int, stride: int, seed: int, words: Lanes
) -> None:
    """Begin rounds `first`, `first + 1`, …, each with a new deck and `stride` random numbers.

    `first_seat` starts the first round, and each later round starts `rotation` seats further on.
    """
    # Processors cannot divide vectors; for such small numbers, a product is enough.
    seats, inverse = words[LANE] * rotation + first_seat, 2**16 // players + 1
    words[SEAT] = seats - (seats * inverse >> 16) * players
    words[NUMBER] = (words[LANE] + first) * stride * STEP_ON + (seed & 2**64 - 1)
    deck_from_counts(kernel.WHOLE_DECK, words)


@of_lanes
def draw_throne_cards(drawn: int, throne_count: int, words: Lanes) -> None:
    """Shuffle the Iron Throne cards, by their index in the variant."""
    for card in times(throne_count):
        words[drawn + card] = card
    for place in times(throne_count - 1):
        last = throne_count - 1 - place
        chosen = draw(words) * (last + 1) >> 53
        for card in times(last):
            one, other = words[drawn + card], words[drawn + last]
            change = (one ^ other) & word_mask(chosen == card)
            words[drawn + card], words[drawn + last] = one ^ change, other ^ change


def shuffle(size: Row, words: Lanes) -> None:
    """Shuffle the first cards of the deck in each lane."""
    for place in times(size - 1):
        swap(size - 1 - place, words)


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
def sort_first(size: Row, words: Lanes) -> None:
    """Put the first cards of the deck in the order of houses."""
    deck_from_counts(counts_in((1 << size) - 1, words), words)


@of_lanes
def store_deck(row: int, words: Lanes) -> None:
    """Store the shuffled deck of a round of games."""
    words[row], words[row + 1] = words[LOW], words[HIGH]


def counts_in(cards: Row, words: Lanes) -> Row:
    """Return the counts by house of some cards of the deck, as a hand."""
    low, high = words[LOW], words[HIGH]
    houses = (~(low | high), low & ~high, high & ~low, low & high)
    hand = 0
    for house, plane in enumerate(houses):
        hand = hand | count(plane & cards) << COUNT_BITS * house
    return hand


def deck_from_counts(counts: Row, words: Lanes) -> None:
    """Make a deck of some cards, counted as a hand, in the order of houses."""
    upto, low, high = 0, 0, 0
    for house in range(HOUSE_COUNT):
        before, upto = upto, upto + (counts >> COUNT_BITS * house & COUNT)
        cards = (1 << upto) - (1 << before)
        low, high = low + cards * (house & 1), high + cards * (house >> 1)
    words[LOW], words[HIGH] = low, high


def stack_up(seat: Operand, first: Operand, step: int, size: Operand, words: Lanes) -> None:
    """Put cards `first`, `first + step`, … of the deck into an empty stack."""
    for place in times(size):
        house = house_at(first + place * step, words[LOW], words[HIGH])
        words[STACKS + seat] = words[STACKS + seat] | house << 2 * place


def pass_edges(drawn: Row, plan: Plan, words: Lanes) -> None:
    """Move to the first edge of the current node that a number drawn is not beyond."""

    def pass_edge() -> Truth:
        edge = words[EDGE]
        is_beyond = drawn >= plan[edge + kernel.CHANCE].astype(np.uint64)
        words[EDGE] = edge + (word_mask(is_beyond) & kernel.EDGE_SIZE)
        return is_beyond.any()

    for _ in as_long_as(pass_edge):
        pass


def start_position(players: int, memory: Integers, words: Lanes) -> None:
    """Load the board that all playouts begin with; `start_hand` loads hands."""
    for row in (*range(HOUSE_COUNT), WIDTH, PLACED, SEAT, LAST_HOUSE):
        words[row] = memory[START + row]
    words[LAST_TURN] = (memory[START + LAST_SEAT] + players - memory[START + SEAT]) % players


def start_hand(turn: int, seat: int, memory: Integers, words: Lanes) -> None:
    """Load the hand and the stack of a seat of that board, and whether the seat is in."""
    words[HANDS + turn] = memory[START + HANDS + seat]
    words[STACKS + seat] = memory[START + STACKS + seat]
    words[ACTIVE + turn] = word_mask((memory[START + OUT] >> seat & 1) == 0)
