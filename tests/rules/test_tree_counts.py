"""Tree counts: how many sequences of distinct moves there are to each depth.

A wrong rule, turn or elimination anywhere in the tree changes them. A sequence that ends the round
is counted at its own depth and has none longer. The table was found by the package, and the second
engine counts the same, as deep as it can in reasonable time; `WESTEROS_DEPTH=2` lets it go two
moves deeper.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence

import pytest
from against_second_engine import Twin, twin_of

from westeros_intrigue import DECK, STANDARD, Deal, GameState, apply, distinct_moves, setup
from westeros_intrigue.rules import deal_from_deck

DEEPER = int(os.environ.get("WESTEROS_DEPTH", "0"))


def unshuffled(players: int) -> GameState:
    """A round with the unshuffled deck: Stark, Lannister, Baratheon, Targaryen."""
    deal = Deal((deal_from_deck(DECK, players),), STANDARD.throne_cards[:1])
    return setup(players, deal=deal, variant=STANDARD.with_rounds(1))


def tree_counts(state: GameState, depth: int) -> list[int]:
    """The numbers of sequences of 1, 2, … distinct moves, up to the depth or the round's end."""
    counts = [0] * depth
    moves = distinct_moves(state)
    if depth and moves:
        counts[0] = len(moves)
        if depth > 1:
            for move in moves:
                for later, count in enumerate(tree_counts(apply(state, move), depth - 1), start=1):
                    counts[later] += count
    return counts


def count_again(game: Twin, depth: int) -> list[int]:
    """The same, counted by the second engine: it plays the first card of each house and slot."""
    counts = [0] * depth
    distinct = {(card[0], slot): (card, slot) for card, slot in sorted(game.legal(), reverse=True)}
    if depth and distinct:
        counts[0] = len(distinct)
        if depth > 1:
            for card, slot in distinct.values():
                after = copy.deepcopy(game)
                after.play(card, slot)
                for later, count in enumerate(count_again(after, depth - 1), start=1):
                    counts[later] += count
    return counts


FROM_THE_START: dict[int, Sequence[int]] = {
    2: (3, 24, 180, 1800, 16908, 195048),
    3: (4, 32, 312, 3392, 40240, 515664),
    4: (4, 32, 312, 3392, 40240, 515664),
    5: (8, 78, 848, 10060, 128916),
    6: (4, 32, 312, 3392, 40240, 515664),
}

# By the number of players: a line of play with the unshuffled deck, and the counts from there on.


@pytest.mark.rule("court.first", "court.beside", "court.support", "court.match", "turn.clockwise")
@pytest.mark.parametrize("players", FROM_THE_START)
def test_tree_counts_from_the_unshuffled_deck(players: int) -> None:
    expected = FROM_THE_START[players]
    assert tree_counts(unshuffled(players), len(expected)) == list(expected)


@pytest.mark.parametrize("players", FROM_THE_START)
def test_the_second_engine_counts_the_same_from_the_unshuffled_deck(players: int) -> None:
    depth = 3 + DEEPER
    expected = FROM_THE_START[players][:depth]
    assert count_again(twin_of(unshuffled(players)), len(expected)) == list(expected)
