"""The terms of rounds and games, the arrays of their results, and the chance of a game.

Cards are dealt as `deal_from_deck` and `draw_deal` deal them, and all chance of a game is drawn
before its first move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE
from westeros_intrigue.compiled.board import SEAT, Integers, Terms
from westeros_intrigue.compiled.fast import integers, signed
from westeros_intrigue.compiled.kernel import DECK, DECK_SIZE, below, deal, shuffle
from westeros_intrigue.compiled.packing import terms_of
from westeros_intrigue.compiled.sources import numbers_a_game
from westeros_intrigue.rules.variants import Variant

Small = NDArray[np.int16]
Decks = NDArray[np.int64]
"""For each round its shuffled deck."""


class GameTerms(NamedTuple):
    """The common terms of games."""

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


def game_terms(players: int, variant: Variant, first_player: int, seed: int) -> GameTerms:
    """Return what the games of a seed have in common."""
    rounds = range(1, variant.rounds_for(players) + 1)
    return GameTerms(
        table=terms_of(players, variant),
        first_player=first_player,
        cards_in_game=integers(variant.cards_in_game(each) for each in rounds),
        hand_sizes=integers(variant.hand_size(players, each) for each in rounds),
        starter_counts=integers(variant.starter_count(players, each) for each in rounds),
        throne_count=len(variant.throne_cards),
        numbers_a_game=numbers_a_game(players, variant),
        seed=signed(seed),
    )


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
