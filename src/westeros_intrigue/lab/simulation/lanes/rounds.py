"""Blocks of rounds in lanes: simulated rounds and games, and playouts.

A round is put into a lane by one function, played to its end by `lanes.play_to_the_end`, and read
out by another, whatever it is a part of.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.gamekit.chance import skipped
from westeros_intrigue.lab.simulation import kernel
from westeros_intrigue.lab.simulation.board import SEAT, Integers, Terms, size_of
from westeros_intrigue.lab.simulation.fast import NUMBERS_A_ROUND, fastest
from westeros_intrigue.lab.simulation.kernel import draw_world, start
from westeros_intrigue.lab.simulation.lanes import deals
from westeros_intrigue.lab.simulation.lanes.deals import Plan, load
from westeros_intrigue.lab.simulation.lanes.machine import (
    DECKS,
    FIRST_SEAT,
    HANDS,
    LANE,
    LANES,
    LAST_HOUSE,
    LAST_TURN,
    PLACED,
    USED,
    Lanes,
    Row,
    as_long_as,
    has_machine,
    in_groups,
    of_lanes,
    times,
    when,
    wrap,
)
from westeros_intrigue.lab.simulation.results import Arrays

Words = NDArray[np.uint64]
Results = NDArray[np.int16]


@in_groups
def shuffle_rounds(
    players: int, first: int, first_seat: int, rotation: int, seed: int, words: Lanes
) -> None:
    """Shuffle the deck for rounds `first`, `first + 1`, … of a simulation."""
    deals.number_rounds(players, first, first_seat, rotation, NUMBERS_A_ROUND, seed, words)
    deals.new_deck(words)
    shuffle(kernel.DECK_SIZE, words)


def shuffle(size: Row, words: Lanes) -> None:
    """Shuffle the first cards of the deck in each lane."""
    for place in times(size - 1, words):
        deals.swap(size - 1 - place, words)


@in_groups
def draw_for_games(
    rounds: int, throne_count: int, to_shuffle: Words, first: int, stride: int, seed: int,
    words: Lanes,
) -> None:  # fmt: skip
    """Draw all chance of games `first`, `first + 1`, …, each with `stride` random numbers.

    The Iron Throne cards come behind the decks, in drawing order. Of the deck of each round,
    `to_shuffle` cards are still in the game, the first ones of the round before.
    """
    deals.number_rounds(1, first, 0, 0, stride, seed, words)
    drawn = rounds * 2 + DECKS
    for card in times(throne_count):
        deals.put_throne_card(drawn, card, words)
    for place in times(throne_count - 1):
        last = throne_count - 1 - place
        deals.choose_below(last + 1, words)
        for card in times(last):
            deals.swap_if_chosen(card, drawn, last, words)
    deals.new_deck(words)
    for round_index in times(rounds):
        deals.count_first(to_shuffle[round_index], words)
        deals.deck_from_counts(words)
        shuffle(to_shuffle[round_index], words)
        deals.store_deck(round_index, words)


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
    first_seat = memory[kernel.START + SEAT]
    deals.start_position(players, memory, words)
    for turn in times(players):
        deals.start_hand(turn, (first_seat + turn) % players, memory, words)
    deals.number_rounds(players, first, first_seat, 0, stride, seed, words)
    deals.begin_sharing(plan, words)
    for step in times(plan[kernel.STEP_COUNT]):
        deals.draw_share(words)
        for _ in as_long_as(lambda: deals.pass_edge(plan, words)):
            pass
        seat = plan[step + kernel.PILES]
        deals.take_share((seat - first_seat + players) % players, seat != -1, plan, words)
    for _ in when(plan[kernel.FREE_COUNT] != 0):
        deals.deck_from_counts(words)
        shuffle(plan[kernel.FREE_CARDS].astype(np.uint64), words)
        for pile in times(plan[kernel.FREE_COUNT]):
            at = plan[kernel.STEP_COUNT] + kernel.PILES + 2 * pile
            turn, size = (plan[at] - first_seat + players) % players, plan[at + 1]
            deals.add_to_hand(turn, size, words)


def draw_worlds_one_by_one(
    terms: Terms, plan: Integers, seed: int, first: int, stride: int, memory: Integers, lanes: Lanes
) -> None:
    """Begin with a position in worlds as `draw_worlds` does, where seats are automated."""
    for group in range(len(lanes)):
        for lane in range(int(lanes[group, USED, 0])):
            memory[kernel.NUMBER] = skipped(seed, (first + group * LANES + lane) * stride)
            start(memory)
            draw_world(terms, plan, memory)
            load(terms, memory, lane, lanes[group])


def start_worlds(
    terms: Terms, plan: Integers, seed: int, first: int, stride: int, memory: Integers, lanes: Lanes
) -> None:
    """Begin with a position in worlds at any table."""
    if terms.automated or not has_machine():
        fastest(draw_worlds_one_by_one)(terms, plan, seed, first, stride, memory, lanes)
    else:
        edges = np.asarray(plan, np.int64)
        draw_worlds(terms.players, edges, seed, first, stride, memory, lanes)


@of_lanes
def count_left(turn: int, words: Lanes) -> None:
    """Count the cards of a hand that nobody needs any more."""
    words[turn + HANDS] = size_of(words[turn + HANDS])


def write_results(first: int, step: int, placed_before: int, arrays: Arrays, lanes: Lanes) -> None:
    """Write the results of the lanes to rounds `first`, `first + step`, ….

    Each court began with `placed_before` cards. The arrays begin with those of `room_for_rounds`.
    """
    flat = [array.reshape(-1) for array in arrays[:4]]
    write_down(arrays[0].shape[-1], first, step, placed_before, *flat, lanes)


@in_groups
def write_down(
    players: int, first: int, step: int, placed_before: int,
    cards_left: Results, last_placer: Results, plies: Results, last_house: Results, words: Lanes,
) -> None:  # fmt: skip
    """Write the results of the lanes to rounds `first`, `first + step`, …."""
    for turn in times(players):
        count_left(turn, words)
    for lane in times(words[USED, 0]):
        number = words[LANE, lane] * step + first
        seat, own = words[FIRST_SEAT, lane], number * players
        for turn in times(players):
            cards_left[own + wrap(seat + turn, players)] = words[turn + HANDS, lane]
        last_placer[number] = wrap(seat + words[LAST_TURN, lane], players)
        plies[number] = words[PLACED, lane] - placed_before
        last_house[number] = words[LAST_HOUSE, lane]
