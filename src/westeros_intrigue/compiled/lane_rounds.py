"""Blocks of rounds in lanes: simulated rounds and games, and playouts.

A round is put into a lane by one function, played to its end by `lanes.play_to_the_end`, and read
out by another, whatever it is a part of.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.chance import skipped
from westeros_intrigue.compiled import kernel
from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE
from westeros_intrigue.compiled.board import SEAT, Integers, Terms, size_of
from westeros_intrigue.compiled.compiler import compiled
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
    FIRST_SEAT,
    HANDS,
    LANES,
    LAST_HOUSE,
    LAST_TURN,
    NUMBER,
    PLACED,
    Lanes,
)
from westeros_intrigue.compiled.lane_deals import (
    Plan,
    add_to_hand,
    begin_sharing,
    clear_court,
    deal_hand,
    draw_share,
    line_up,
    load,
    new_deck,
    number_rounds,
    pass_edge,
    put_by_deck,
    put_starter,
    stack_up,
    start_hand,
    start_position,
    swap,
    take_deck,
    take_share,
)
from westeros_intrigue.compiled.sources import NUMBERS_A_ROUND

Results = NDArray[np.int16]
"""A row for each round: the cards left of each seat, the seat that placed last, the house of the
last card, and how many cards were placed."""


@compiled
def shuffle_rounds(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    players: int, first: int, first_player: int, rotation: int, seed: int, lanes: Lanes
) -> None:
    """Shuffle the deck for rounds `first`, `first + 1`, … of a simulation."""
    for group in range(len(lanes)):
        number, words = first + group * LANES, lanes[group]
        number_rounds(players, number, first_player, rotation, NUMBERS_A_ROUND, seed, words)
        new_deck(words)
        for last in range(DECK_SIZE - 1, 0, -1):
            swap(last, words)


@compiled
def shuffle_for_games(  # noqa: PLR0917 - for the same reason
    terms: GameTerms,
    first: int,
    throne_cards: Small,
    planes: Lanes,
    deck: Decks,
    cards: Integers,
    memory: Integers,
    lanes: Lanes,
) -> None:
    """Draw the Iron Throne cards of games, and shuffle the deck of each round.

    `planes` has for each group and round the deck as two planes of bits. The arrays after it are
    room to work in.
    """
    rounds = len(terms.hand_sizes)
    somebody_dies = terms.cards_in_game[rounds - 1] < DECK_SIZE
    for group in range(len(lanes)):
        words = lanes[group]
        for lane in range(LANES):
            game = group * LANES + lane
            if game >= len(throne_cards):
                continue
            memory[kernel.NUMBER] = skipped(terms.seed, (first + game) * terms.numbers_a_game)
            draw_throne_cards(terms, game, throne_cards, cards, memory)
            if somebody_dies:
                draw_decks(terms, deck, cards, memory)
                for round_index in range(rounds):
                    low, high = 0, 0
                    for place in range(DECK_SIZE):
                        house = deck[round_index, place] // CARDS_PER_HOUSE
                        low |= (house & 1) << place
                        high |= (house >> 1) << place
                    planes[group, 2 * round_index, lane] = low
                    planes[group, 2 * round_index + 1, lane] = high
            words[NUMBER, lane] = memory[kernel.NUMBER]
        if not somebody_dies:
            for round_index in range(rounds):
                new_deck(words)
                for last in range(DECK_SIZE - 1, 0, -1):
                    swap(last, words)
                put_by_deck(round_index, planes[group], words)


@compiled
def start_games_round(round_index: int, first_seat: int, planes: Lanes, lanes: Lanes) -> None:
    """Take the decks of a round of games, which a seat starts."""
    for group in range(len(lanes)):
        take_deck(round_index, first_seat, planes[group], lanes[group])


@compiled
def deal(players: int, automated: int, hand_size: int, starter_count: int, lanes: Lanes) -> None:
    """Deal the shuffled deck in each lane, from its seat to move first on."""
    every = 0
    for place in range(hand_size):
        every |= 1 << place * players
    for group in range(len(lanes)):
        words = lanes[group]
        clear_court(starter_count, words)
        for turn in range(players):
            deal_hand(turn, players, every, words)
        for column in range(starter_count):
            put_starter(players * hand_size + column, column, words)
        for seat in range(players):
            if automated >> seat & 1:
                for place in range(hand_size):
                    stack_up(seat, place, place * players + seat, words)


@compiled
def draw_worlds(  # noqa: PLR0917 - for the same reason
    terms: Terms, plan: Plan, seed: int, first: int, stride: int, memory: Integers, lanes: Lanes
) -> None:
    """Begin with a position, in worlds `first`, `first + 1`, …; no seat is automated.

    They are the worlds of `kernel.draw_world`; each has `stride` random numbers of its own.
    """
    players, first_seat = terms.players, memory[START + SEAT]
    for group in range(len(lanes)):
        words = lanes[group]
        start_position(players, memory, words)
        for turn in range(players):
            start_hand(turn, (first_seat + turn) % players, memory, words)
        number_rounds(players, first + group * LANES, first_seat, 0, stride, seed, words)
        begin_sharing(plan, words)
        pile = PILES
        for _ in range(plan[STEP_COUNT]):
            draw_share(words)
            while pass_edge(plan, words):
                pass
            seat = plan[pile]
            take_share((seat - first_seat + players) % players, seat >= 0, plan, words)
            pile += 1
        if plan[FREE_COUNT]:
            line_up(words)
            for place in range(plan[FREE_CARDS] - 1, 0, -1):
                swap(place, words)
            card = 0
            for _ in range(plan[FREE_COUNT]):
                turn, size = (plan[pile] - first_seat + players) % players, plan[pile + 1]
                add_to_hand(turn, card, size, words)
                card += size
                pile += 2


@compiled
def draw_worlds_one_by_one(  # noqa: PLR0917 - for the same reason
    terms: Terms, plan: Integers, seed: int, first: int, stride: int, memory: Integers, lanes: Lanes
) -> None:
    """Begin with a position in worlds as `draw_worlds` does, where seats are automated."""
    for group in range(len(lanes)):
        for lane in range(LANES):
            memory[kernel.NUMBER] = skipped(seed, (first + group * LANES + lane) * stride)
            start(memory)
            draw_world(terms, plan, memory)
            load(terms, memory, lane, lanes[group])


def worlds_for(terms: Terms) -> Callable[..., None]:
    """Return the function that begins with a position in worlds at a table."""
    return draw_worlds_one_by_one if terms.automated else draw_worlds


@compiled
def write_down(  # noqa: PLR0917 - for the same reason
    players: int, first: int, step: int, placed_before: int, results: Results, lanes: Lanes
) -> None:
    """Write the results of the lanes to rounds `first`, `first + step`, …, as far as there are.

    Each court began with `placed_before` cards.
    """
    rounds = len(results)
    for group in range(len(lanes)):
        words = lanes[group]
        for lane in range(LANES):
            number = first + step * (group * LANES + lane)
            if number < rounds:
                row, seat = results[number], int(words[FIRST_SEAT, lane])
                for turn in range(players):
                    row[(seat + turn) % players] = size_of(int(words[HANDS + turn, lane]))
                row[players] = (seat + int(words[LAST_TURN, lane])) % players
                row[players + 1] = words[LAST_HOUSE, lane]
                row[players + 2] = int(words[PLACED, lane]) - placed_before
