"""Trials in lanes: the worlds and the results of `trial_kernel`, number for number."""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.lab.simulation.board import (
    COUNT_BITS,
    HOUSE_COUNT,
    LAST_WORTH,
    LEFT_END,
    RIGHT_END,
    ROW_BITS,
    SEAT,
    Integers,
    Terms,
    size_of,
)
from westeros_intrigue.lab.simulation.kernel import START
from westeros_intrigue.lab.simulation.lanes.deals import start_hand, start_position
from westeros_intrigue.lab.simulation.lanes.machine import (
    FIRST_SEAT,
    HANDS,
    LANE,
    LAST_HOUSE,
    LAST_TURN,
    NUMBER,
    PLACED,
    ROWS,
    STACKS,
    STEP_ON,
    WIDTH,
    Lanes,
    blocks,
    copy_row,
    either,
    in_groups,
    of_lanes,
    times,
    when,
    word_mask,
)
from westeros_intrigue.lab.simulation.lanes.play import play_to_the_end
from westeros_intrigue.lab.simulation.lanes.rounds import Words, start_worlds
from westeros_intrigue.lab.simulation.trial_kernel import NUMBERS_A_WORLD, NUMBERS_TO_DRAW

WORLD, MOVE = ROWS, ROWS + 1
"""The numbers of the world and of the move of a trial, each from 0."""
RESULTS = ROWS
"""In their place at the end the results of `trial_kernel`: margin, points, and 1 if it is won."""


def draw_worlds(
    terms: Terms, plan: Integers, seed: int, first: int, count: int, memory: Integers
) -> Integers:
    """Draw worlds `first`, `first + 1`, … as `trial_kernel.draw_worlds` does."""
    players = terms.players
    worlds: Any = np.zeros((count, 2, players), np.int64)
    for begin, lanes in blocks(count):
        start_worlds(terms, plan, seed, first + begin, NUMBERS_A_WORLD, memory, lanes)
        for turn in range(players):
            seat = (memory[START + SEAT] + turn) % players
            copy_row(HANDS + turn, lanes, worlds[begin:, 0, seat])
            if terms.automated:
                copy_row(STACKS + seat, lanes, worlds[begin:, 1, seat])
    flat: Integers = worlds.reshape(-1)
    return flat


def try_moves(
    terms: Terms,
    moves: Integers,
    by_cards_left: Integers,
    seed: int,
    first: int,
    worlds: Integers,
    memory: Integers,
) -> list[list[int]]:
    """Try each move in each of the worlds, as `trial_kernel.try_moves` does."""
    codes, points, drawn = (_words(each) for each in (moves, by_cards_left, worlds))
    players, count = terms.players, len(drawn) // (2 * terms.players)
    results = np.empty((3, count * len(moves)), np.uint64)
    for begin, lanes in blocks(results.shape[1]):
        start_trials(
            players, terms.hero, terms.automated, count, len(moves),
            codes, seed, first, begin, drawn, memory, lanes,
        )  # fmt: skip
        play_to_the_end(terms, memory, lanes)
        add_up_trials(players, terms.hero, points, lanes)
        for row, numbers in enumerate(results[:, begin:], start=RESULTS):
            copy_row(row, lanes, numbers)
    found: list[list[int]] = results.view(np.int64).tolist()
    return found


def _words(numbers: Integers) -> Words:
    return np.asarray(numbers, np.int64).view(np.uint64)


@in_groups
def start_trials(
    players: int,
    hero: int,
    automated: int,
    count: int,
    move_count: int,
    moves: Words,
    seed: int,
    first_world: int,
    first: int,
    worlds: Words,
    memory: Integers,
    words: Lanes,
) -> None:
    """Begin trials `first`, `first + 1`, …: all worlds for the first move, then for the next."""
    next_seat = (hero + 1) % players
    number_trials(first, count * move_count - 1, count, first_world, seed, words)
    start_position(players, memory, words)
    for turn in times(players):
        seat = (next_seat + turn) % players
        start_hand(turn, seat, memory, words)
        enter(turn + HANDS, players * 2, seat, worlds, words)
        for _ in when(automated != 0):
            enter(seat + STACKS, players * 2, players + seat, worlds, words)
    make_moves(next_seat, players - 1, moves, words)


@of_lanes
def number_trials(
    first: int, last: int, count: int, first_world: int, seed: int, words: Lanes
) -> None:
    """Number the trials, the last one again in lanes without one, with their random numbers."""
    trial = words[LANE] + first
    trial = either(word_mask(trial > last), last, trial)
    before = first // count
    after = trial - before * count
    # A vector cannot be divided; a product is as good for fewer than 2**25 worlds.
    moves = after * (2**50 // count + 1) >> 50
    words[MOVE], words[WORLD] = moves + before, after - moves * count
    number = (words[WORLD] + first_world) * NUMBERS_A_WORLD + NUMBERS_TO_DRAW
    words[NUMBER] = number * STEP_ON + (seed & 2**64 - 1)


@of_lanes
def enter(row: int, size: int, at: int, worlds: Words, words: Lanes) -> None:
    """Enter an item of each world, of some size, in a row."""
    words[row] = worlds[words[WORLD] * size + at]


@of_lanes
def make_moves(next_seat: int, last_turn: int, moves: Words, words: Lanes) -> None:
    """Make the moves of the trials; the seat after is the first to move from there on."""
    code = moves[words[MOVE]]
    house, cell = code >> 6, code & 63
    grows_left = word_mask(cell == LEFT_END) & 1
    cell = either(word_mask(cell == RIGHT_END), words[WIDTH], cell)
    for each in range(HOUSE_COUNT):
        card = (word_mask(house == each) & 1) << cell
        words[each] = words[each] << grows_left | card
    words[WIDTH] = words[WIDTH] + (word_mask(cell < ROW_BITS) & 1)
    words[PLACED] = words[PLACED] + 1
    words[FIRST_SEAT], words[LAST_TURN], words[LAST_HOUSE] = next_seat, last_turn, house
    hand = HANDS + last_turn
    words[hand] = words[hand] - (1 << house * COUNT_BITS)


@in_groups
def add_up_trials(players: int, hero: int, by_cards_left: Words, words: Lanes) -> None:
    """Find the result of each trial."""
    begin_sum(words)
    for turn in times(players):
        # The player's turn is the last.
        add_score(turn, (hero + 1 + turn) % players, players, by_cards_left, words)
    end_sum(players, words)


@of_lanes
def begin_sum(words: Lanes) -> None:
    """Begin the sum of the scores of all seats."""
    words[RESULTS] = 0


@of_lanes
def add_score(turn: int, seat: int, players: int, by_cards_left: Words, words: Lanes) -> None:
    """Add the score of the seat of a turn."""
    left = size_of(words[HANDS + turn])
    points = by_cards_left[(left * HOUSE_COUNT + words[LAST_HOUSE]) * players + seat]
    is_last = word_mask(words[LAST_TURN] == turn)
    words[RESULTS + 1] = score = points - (is_last & LAST_WORTH)
    words[RESULTS] = words[RESULTS] + score
    words[RESULTS + 2] = is_last & 1


@of_lanes
def end_sum(players: int, words: Lanes) -> None:
    """Make the margin of the sum: the others' scores less the player's, once for each of them."""
    words[RESULTS] = words[RESULTS] - words[RESULTS + 1] * players
