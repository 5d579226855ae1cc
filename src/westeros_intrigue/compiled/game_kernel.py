"""Rounds, playouts and whole games one after another, on the kernel: `lanes` plays many at once.

Cards are dealt as `deal_from_deck` and `draw_deal` deal them, and all chance of a game is drawn
before its first move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.chance import skipped
from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE
from westeros_intrigue.compiled.board import (
    HANDS,
    LAST_HOUSE,
    LAST_SEAT,
    PLACED,
    SEAT,
    Integers,
    Terms,
    size_of,
)
from westeros_intrigue.compiled.kernel import (
    DECK,
    DECK_SIZE,
    NUMBER,
    START,
    below,
    deal,
    draw_world,
    play_on,
    shuffle,
    start,
)
from westeros_intrigue.compiled.sources import NUMBERS_A_ROUND

Small = NDArray[np.int16]
Decks = NDArray[np.int64]
"""For each round its shuffled deck."""


class Outcomes(NamedTuple):
    """The results of rounds."""

    cards_left: Small
    """For each round and seat the cards left."""
    last_placer: Small
    plies: Small
    last_house: Small
    """For each round the house of the last card placed, by `House.index`."""


class RoundTerms(NamedTuple):
    """The common terms of the rounds of a simulation."""

    table: Terms
    hand_size: int
    starter_count: int
    first_player: int
    """The seat that starts round 0."""
    rotation: int
    """By how many seats the start moves on from a round to the next."""
    seed: int


class GameTerms(NamedTuple):
    """The common terms of the games of a simulation."""

    table: Terms
    first_player: int
    """The seat that starts the first round."""
    cards_in_game: Integers
    """For each round how many characters are in the game."""
    hand_sizes: Integers
    """For each round how many cards each seat is dealt."""
    starter_counts: Integers
    """For each round how many cards start the bottom row."""
    throne_count: int
    """The number of Iron Throne cards of the variant."""
    numbers_a_game: int
    """The count of random numbers reserved for each game."""
    seed: int


class GameOutcomes(NamedTuple):
    """The results of games."""

    rounds: Outcomes
    """The rounds of all games, one game after another."""
    throne_cards: Small
    """For each game and round which Iron Throne card was drawn, by its place in the variant."""


def new_outcomes(rounds: int, players: int) -> Outcomes:
    """Return arrays for the results of rounds."""
    columns = (np.zeros(rounds, np.int16) for _ in range(3))
    return Outcomes(np.zeros((rounds, players), np.int16), *columns)


def write_down(
    round_index: int, players: int, placed_before: int, outcomes: Outcomes, memory: Integers
) -> None:
    """Write the results of a round, whose court began with some cards."""
    outcomes.plies[round_index] = memory[PLACED] - placed_before
    outcomes.last_placer[round_index] = memory[LAST_SEAT]
    outcomes.last_house[round_index] = memory[LAST_HOUSE]
    for seat in range(players):
        outcomes.cards_left[round_index, seat] = size_of(memory[HANDS + seat])


def deal_new_deck(terms: RoundTerms, number: int, memory: Integers) -> None:
    """Shuffle and deal a round of a simulation, by its number."""
    memory[NUMBER] = skipped(terms.seed, number * NUMBERS_A_ROUND)
    for card in range(DECK_SIZE):
        memory[DECK + card] = card // CARDS_PER_HOUSE
    shuffle(DECK_SIZE, memory)
    deal(terms.table, terms.hand_size, terms.starter_count, memory)
    memory[SEAT] = (terms.first_player + terms.rotation * number) % terms.table.players


def play_rounds(terms: RoundTerms, first: int, outcomes: Outcomes, memory: Integers) -> None:
    """Play rounds `first`, `first + 1`, … and write their results."""
    for played in range(len(outcomes.plies)):
        deal_new_deck(terms, first + played, memory)
        play_on(terms.table, memory)
        write_down(played, terms.table.players, terms.starter_count, outcomes, memory)


def draw_playout(terms: Terms, plan: Integers, seed: int, number: int, memory: Integers) -> None:
    """Begin a playout with its own world, by its number."""
    memory[NUMBER] = skipped(seed, number * NUMBERS_A_ROUND)
    start(memory)
    draw_world(terms, plan, memory)


def play_out(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms, plan: Integers, seed: int, first: int, outcomes: Outcomes, memory: Integers
) -> None:
    """Play a position to the round's end again and again, with the numbers of block `first` on."""
    for played in range(len(outcomes.plies)):
        draw_playout(terms, plan, seed, first + played, memory)
        play_on(terms, memory)
        write_down(played, terms.players, memory[START + PLACED], outcomes, memory)


def draw_throne_cards(
    terms: GameTerms, game: int, drawn: Small, cards: Integers, memory: Integers
) -> None:
    """Shuffle the Iron Throne cards, and draw as many as there are rounds."""
    for card in range(terms.throne_count):
        cards[card] = card
    for last in range(terms.throne_count - 1, 0, -1):
        chosen = below(last + 1, memory)
        card = cards[last]
        cards[last] = cards[chosen]
        cards[chosen] = card
    for round_index in range(len(terms.hand_sizes)):
        drawn[game, round_index] = cards[round_index]


def draw_decks(terms: GameTerms, decks: Decks, alive: Integers, memory: Integers) -> None:
    """Shuffle the deck of every round; with Anyone Can Die its last cards die before the round."""
    in_game = DECK_SIZE
    for card in range(DECK_SIZE):
        alive[card] = 1
    for round_index in range(len(terms.hand_sizes)):
        size = 0
        for card in range(DECK_SIZE):
            if alive[card]:
                memory[DECK + size] = card
                size += 1
        shuffle(in_game, memory)
        in_game = terms.cards_in_game[round_index]
        for card in range(DECK_SIZE):
            alive[card] = 0
        for place in range(in_game):
            decks[round_index, place] = memory[DECK + place]
            alive[memory[DECK + place]] = 1


def deal_round(
    terms: GameTerms, round_index: int, starter: int, decks: Decks, memory: Integers
) -> None:
    """Deal the shuffled deck of a round."""
    for place in range(DECK_SIZE):
        memory[DECK + place] = decks[round_index, place] // CARDS_PER_HOUSE
    deal(terms.table, terms.hand_sizes[round_index], terms.starter_counts[round_index], memory)
    memory[SEAT] = starter


def play_games(  # noqa: PLR0917 - for the same reason
    terms: GameTerms,
    first: int,
    outcomes: GameOutcomes,
    decks: Decks,
    cards: Integers,
    memory: Integers,
) -> None:
    """Play games `first`, `first + 1`, … and write their results."""
    round_count, players = len(terms.hand_sizes), terms.table.players
    for played in range(len(outcomes.throne_cards)):
        memory[NUMBER] = skipped(terms.seed, (first + played) * terms.numbers_a_game)
        draw_throne_cards(terms, played, outcomes.throne_cards, cards, memory)
        draw_decks(terms, decks, cards, memory)
        starter = terms.first_player
        for round_index in range(round_count):
            deal_round(terms, round_index, starter, decks, memory)
            play_on(terms.table, memory)
            number, starters = played * round_count + round_index, terms.starter_counts[round_index]
            write_down(number, players, starters, outcomes.rounds, memory)
            starter = starter + 1 if starter + 1 < players else 0
