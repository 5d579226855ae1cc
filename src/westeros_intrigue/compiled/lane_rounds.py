"""Blocks of rounds in lanes: simulated rounds and games, and playouts.

A round is put into a lane by one function, played to its end by `lanes.play_to_the_end`, and read
out by another, whatever it is a part of.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.chance import skipped
from westeros_intrigue.compiled import kernel, lane_deals as deals
from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE
from westeros_intrigue.compiled.board import SEAT, Integers, Terms
from westeros_intrigue.compiled.fast import fastest
from westeros_intrigue.compiled.game_kernel import (
    Decks,
    GameTerms,
    Small,
    draw_decks,
    draw_throne_cards,
)
from westeros_intrigue.compiled.kernel import (
    DECK_SIZE,
    FREE_CARDS,
    FREE_COUNT,
    PILES,
    START,
    STEP_COUNT,
    draw_world,
    start,
)
from westeros_intrigue.compiled.lane_bits import (
    DECKS,
    FIRST_SEAT,
    HANDS,
    LANE,
    LANES,
    LAST_HOUSE,
    LAST_TURN,
    NUMBER,
    PLACED,
    Lanes,
    cards_in,
)
from westeros_intrigue.compiled.lane_deals import Plan, load
from westeros_intrigue.compiled.machine import in_groups
from westeros_intrigue.compiled.sources import NUMBERS_A_ROUND
from westeros_intrigue.compiled.traced import as_long_as, times, when

Results = NDArray[np.int16]
"""A row for each round: the cards left of each seat, the seat that placed last, the house of the
last card, and how many cards were placed."""


@in_groups
def shuffle_rounds(
    players: int, first: int, first_player: int, rotation: int, seed: int, words: Lanes
) -> None:
    """Shuffle the deck for rounds `first`, `first + 1`, … of a simulation."""
    deals.number_rounds(players, first, first_player, rotation, NUMBERS_A_ROUND, seed, words)
    shuffle(words)


def shuffle(words: Lanes) -> None:
    """Shuffle the deck in each lane."""
    deals.new_deck(words)
    for last in range(DECK_SIZE - 1, 0, -1):
        deals.swap(last, words)


@in_groups
def shuffle_for_games(rounds: int, words: Lanes) -> None:
    """Shuffle the deck of each round of games in which nobody dies."""
    for round_index in times(rounds):
        shuffle(words)
        deals.put_by_deck(round_index, words)


def draw_for_games(
    terms: GameTerms, first: int, throne_cards: Small, deck: Decks, cards: Integers,
    memory: Integers, lanes: Lanes,
) -> None:  # fmt: skip
    """Draw the Iron Throne cards of games; and the deck of each round, where somebody dies.

    `deck` and `cards` are room to work in.
    """
    rounds = len(terms.hand_sizes)
    for game in range(len(throne_cards)):
        group, lane = game // LANES, game % LANES
        memory[kernel.NUMBER] = skipped(terms.seed, (first + game) * terms.numbers_a_game)
        draw_throne_cards(terms, game, throne_cards, cards, memory)
        if terms.cards_in_game[rounds - 1] < DECK_SIZE:
            draw_decks(terms, deck, cards, memory)
            for round_index in range(rounds):
                low, high = 0, 0
                for place in range(DECK_SIZE):
                    house = deck[round_index, place] // CARDS_PER_HOUSE
                    low |= (house & 1) << place
                    high |= (house >> 1) << place
                lanes[group, DECKS + 2 * round_index, lane] = low
                lanes[group, DECKS + 2 * round_index + 1, lane] = high
        lanes[group, NUMBER, lane] = memory[kernel.NUMBER]


@in_groups
def start_games_round(round_index: int, first_seat: int, words: Lanes) -> None:
    """Take the decks of a round of games, which a seat starts."""
    deals.take_deck(round_index, first_seat, words)


@in_groups
def deal(players: int, automated: int, hand_size: int, starter_count: int, words: Lanes) -> None:
    """Deal the shuffled deck in each lane, from its seat to move first on."""
    dealt = players * hand_size
    # A bit for each card of seat 0: there is one in each turn of the table.
    every = ((1 << dealt) - 1) // ((1 << players) - 1)
    deals.clear_court(starter_count, words)
    for turn in times(players):
        deals.deal_hand(turn, players, every, words)
    for column in times(starter_count):
        deals.put_starter(dealt + column, column, words)
    for seat in times(players):
        for _ in when(automated >> seat & 1 != 0):
            for place in times(hand_size):
                deals.stack_up(seat, place, place * players + seat, words)


@in_groups
def draw_worlds(
    players: int, plan: Plan, seed: int, first: int, stride: int, memory: Integers, words: Lanes
) -> None:
    """Begin with a position, in worlds `first`, `first + 1`, …; no seat is automated.

    They are the worlds of `kernel.draw_world`; each has `stride` random numbers of its own.
    """
    first_seat = memory[START + SEAT]
    deals.start_position(players, memory, words)
    for turn in times(players):
        deals.start_hand(turn, (first_seat + turn) % players, memory, words)
    deals.number_rounds(players, first, first_seat, 0, stride, seed, words)
    deals.begin_sharing(plan, words)
    for step in times(plan[STEP_COUNT]):
        deals.draw_share(words)
        for _ in as_long_as(lambda: deals.pass_edge(plan, words)):
            pass
        seat = plan[step + PILES]
        deals.take_share((seat - first_seat + players) % players, seat != -1, plan, words)
    for _ in when(plan[FREE_COUNT] != 0):
        deals.line_up(words)
        last = plan[FREE_CARDS].astype(np.uint64) - 1
        for place in times(last):
            deals.swap(last - place, words)
        for pile in times(plan[FREE_COUNT]):
            at = plan[STEP_COUNT] + PILES + 2 * pile
            turn, size = (plan[at] - first_seat + players) % players, plan[at + 1]
            deals.add_to_hand(turn, size, words)


def draw_worlds_one_by_one(
    terms: Terms, plan: Integers, seed: int, first: int, stride: int, memory: Integers, lanes: Lanes
) -> None:
    """Begin with a position in worlds as `draw_worlds` does, where seats are automated."""
    for group in range(len(lanes)):
        for lane in range(LANES):
            memory[kernel.NUMBER] = skipped(seed, (first + group * LANES + lane) * stride)
            start(memory)
            draw_world(terms, plan, memory)
            load(terms, memory, lane, lanes[group])


def start_worlds(
    terms: Terms, plan: Integers, seed: int, first: int, stride: int, memory: Integers, lanes: Lanes
) -> None:
    """Begin with a position in worlds at any table."""
    if terms.automated:
        fastest(draw_worlds_one_by_one)(terms, plan, seed, first, stride, memory, lanes)
    else:
        edges = np.asarray(plan, np.int64)
        draw_worlds(terms.players, edges, seed, first, stride, memory, lanes)


@in_groups
def write_down(
    players: int, first: int, step: int, placed_before: int, rounds: int, results: Results,
    words: Lanes,
) -> None:  # fmt: skip
    """Write the results of the lanes to rounds `first`, `first + step`, …, as far as there are.

    Each court began with `placed_before` cards.
    """
    for lane in times(LANES, words):
        number = words[LANE, lane] * step + first
        for _ in when(number < rounds):
            row, seat = number * (players + 3), words[FIRST_SEAT, lane]
            for turn in times(players):
                results[row + (seat + turn) % players] = cards_in(words[turn + HANDS, lane])
            row = row + players
            results[row] = (seat + words[LAST_TURN, lane]) % players
            results[row + 1] = words[LAST_HOUSE, lane]
            results[row + 2] = words[PLACED, lane] - placed_before
