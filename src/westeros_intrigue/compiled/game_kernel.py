"""The compiled part of whole games: their chance, and their rounds one after another.

As in `kernel`, the same lines run uncompiled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE
from westeros_intrigue.compiled.compiler import compiled, inlined
from westeros_intrigue.compiled.kernel import (
    DECK,
    DECK_SIZE,
    SEAT,
    Integers,
    Numbers,
    Outcomes,
    Small,
    below,
    deal,
    play_on,
    shuffle,
    start_numbers,
    write_down,
)


class GameTerms(NamedTuple):
    """What the games of a simulation have in common."""

    players: int
    width_limit: int
    first_player: int
    """The seat that starts the first round."""
    policies: Integers
    """For each seat its policy."""
    cards_in_game: Integers
    """For each round how many characters are in the game."""
    hand_sizes: Integers
    """For each round how many cards each seat is dealt."""
    starter_counts: Integers
    """For each round how many cards start the bottom row."""
    throne_count: int
    """How many Iron Throne cards the table of the variant has."""
    numbers_a_game: int
    """How many numbers of the generator belong to each game."""
    seed: np.uint64


class GameOutcomes(NamedTuple):
    """What came of each game."""

    rounds: Outcomes
    """The rounds of all games, one game after another."""
    throne_cards: Small
    """For each game and round which Iron Throne card was drawn, by its place in the variant."""


@inlined
def draw_throne_cards(
    terms: GameTerms, game: int, drawn: Small, cards: Integers, numbers: Numbers
) -> None:
    """Shuffle the Iron Throne cards, and keep as many as there are rounds."""
    for card in range(terms.throne_count):
        cards[card] = card
    for last in range(terms.throne_count - 1, 0, -1):
        chosen = below(last + 1, numbers)
        card = cards[last]
        cards[last] = cards[chosen]
        cards[chosen] = card
    for round_index in range(len(terms.hand_sizes)):
        drawn[game, round_index] = cards[round_index]


@inlined
def draw_decks(
    terms: GameTerms, decks: Integers, alive: Integers, table: Integers, numbers: Numbers
) -> None:
    """Shuffle the deck of every round; with Anyone Can Die its last cards die before the round."""
    in_game = DECK_SIZE
    for card in range(DECK_SIZE):
        alive[card] = 1
    for round_index in range(len(terms.hand_sizes)):
        size = 0
        for card in range(DECK_SIZE):
            if alive[card]:
                table[DECK + size] = card
                size += 1
        shuffle(in_game, table, numbers)
        in_game = terms.cards_in_game[round_index]
        for card in range(DECK_SIZE):
            alive[card] = 0
        for place in range(in_game):
            decks[round_index, place] = table[DECK + place]
            alive[table[DECK + place]] = 1


@inlined
def deal_round(
    terms: GameTerms, round_index: int, starter: int, decks: Integers, table: Integers
) -> None:
    """Deal the shuffled deck of a round."""
    for place in range(DECK_SIZE):
        table[DECK + place] = decks[round_index, place] // CARDS_PER_HOUSE
    deal(
        terms.players,
        terms.hand_sizes[round_index],
        terms.starter_counts[round_index],
        terms.policies,
        table,
    )
    table[SEAT] = starter


@compiled
def play_games(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: GameTerms,
    first: int,
    outcomes: GameOutcomes,
    decks: Integers,
    cards: Integers,
    table: Integers,
    numbers: Numbers,
) -> None:
    """Play games `first`, `first + 1`, … and write what came of them into `outcomes`."""
    round_count = len(terms.hand_sizes)
    for played in range(len(outcomes.throne_cards)):
        start_numbers(terms.seed, first + played, terms.numbers_a_game, numbers)
        # All chance is drawn before the first move, as `draw_deal` does.
        draw_throne_cards(terms, played, outcomes.throne_cards, cards, numbers)
        draw_decks(terms, decks, cards, table, numbers)
        starter = terms.first_player
        for round_index in range(round_count):
            deal_round(terms, round_index, starter, decks, table)
            play_on(terms.players, terms.width_limit, terms.policies, table, numbers)
            write_down(played * round_count + round_index, terms.players, outcomes.rounds, table)
            starter = starter + 1 if starter + 1 < terms.players else 0
