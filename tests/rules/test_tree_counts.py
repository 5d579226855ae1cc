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
from against_second_engine import Twin, compare, plain_card, plain_slot, twin_of
from tables import play

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
FROM_LATE_POSITIONS: dict[int, tuple[str, Sequence[int]]] = {
    2: (
        ("0:S@a0 1:S@a1 0:L@a-1 1:S@a-2 0:S@a-3 1:S@b-3 0:L@a-4 1:S@b-2 0:S@b-4 1:B@a2 0:L@b-1"),
        (2, 10, 22, 71, 113, 203, 343, 516, 867, 883, 616, 391),
    ),
    3: (
        (
            "0:L@a0 1:T@a1 2:B@a-1 0:B@a-2 1:S@a-3 2:T@a-4 0:L@b-1 1:S@a-5 2:B@a-6 0:S@b-3 "
            "1:L@b0 2:S@b-6 0:L@c-1 1:T@b-5 2:T@b-4 0:B@b-2 1:S@c-6 2:B@c-3 0:T@c-4 1:B@d-4 "
            "2:T@c-5 0:S@d-6"
        ),
        (3, 5, 14, 51, 94, 244, 595, 914, 1271, 1594, 1251, 930, 315, 18),
    ),
    4: (
        (
            "0:L@a0 1:B@a-1 2:T@a-2 3:S@a-3 0:T@a-4 1:T@b-4 2:T@b-3 3:S@a-5 0:B@a1 1:T@b-2 "
            "2:L@b0 3:T@c-4 0:B@b-1 1:L@a2 2:B@c-2 3:L@b1 0:L@c0 1:B@c-1 2:L@d-1"
        ),
        (3, 9, 13, 40, 107, 186, 295, 348, 568, 623, 698, 448, 367, 120, 53, 53),
    ),
    5: (
        (
            "0:S@a-1 1:B@a1 2:B@b0 3:T@b-1 4:S@a-2 0:L@a-3 1:B@a-4 2:L@b-3 3:L@a2 4:T@a3 "
            "0:L@b1 1:S@b-2 2:T@c-1 3:B@c0 4:T@b2 0:S@c-3 1:L@b-4 2:T@d-1 3:T@c-2"
        ),
        (2, 6, 31, 77, 138, 220, 400, 680, 813, 1148, 1145, 1021, 818, 548, 134, 68),
    ),
    6: (
        (
            "0:S@a0 1:T@a1 2:L@a2 3:S@a-1 4:S@a-2 5:S@b-2 0:T@a3 1:B@a4 2:T@a-3 3:T@b1 "
            "4:T@b-3 5:L@b2 0:S@c-3 1:B@b3 2:S@b-1 3:T@b0 4:T@c0"
        ),
        (5, 10, 31, 71, 124, 182, 337, 599, 801, 857, 702, 534, 151, 68),
    ),
}


def late_position(players: int) -> GameState:
    line, _ = FROM_LATE_POSITIONS[players]
    return play(unshuffled(players), line)


def late_twin(players: int) -> Twin:
    """The late position in the second engine, compared at every ply on the way."""
    state = unshuffled(players)
    game = twin_of(state)
    for placed in late_position(players).placements:
        compare(state, game)
        state = apply(state, placed.move)
        game.play(plain_card(placed.move.card), plain_slot(placed.move.slot))
    return game


@pytest.mark.rule("court.first", "court.beside", "court.support", "court.match", "turn.clockwise")
@pytest.mark.parametrize("players", FROM_THE_START)
def test_tree_counts_from_the_unshuffled_deck(players: int) -> None:
    expected = FROM_THE_START[players]
    assert tree_counts(unshuffled(players), len(expected)) == list(expected)


@pytest.mark.rule("court.width", "elimination.unable", "elimination.empty", "elimination.skipped")
@pytest.mark.rule("round.end")
@pytest.mark.parametrize("players", FROM_LATE_POSITIONS)
def test_tree_counts_from_late_positions_to_the_end_of_the_round(players: int) -> None:
    _, expected = FROM_LATE_POSITIONS[players]
    assert tree_counts(late_position(players), len(expected) + 1) == [*expected, 0]


@pytest.mark.parametrize("players", FROM_THE_START)
def test_the_second_engine_counts_the_same_from_the_unshuffled_deck(players: int) -> None:
    depth = 3 + DEEPER
    expected = FROM_THE_START[players][:depth]
    assert count_again(twin_of(unshuffled(players)), len(expected)) == list(expected)


@pytest.mark.parametrize("players", FROM_LATE_POSITIONS)
def test_the_second_engine_counts_the_same_from_late_positions(players: int) -> None:
    depth = 3 + DEEPER
    expected = FROM_LATE_POSITIONS[players][1][:depth]
    assert count_again(late_twin(players), len(expected)) == list(expected)
