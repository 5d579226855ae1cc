"""The package against the second engine, ply by ply, over whole games played at random.

A game or two of each kind are played by a plain `pytest`, and more in CI.
`WESTEROS_GAMES=500 pytest tests/rules/test_second_engine.py` plays 500 whole games, and as many
games of one round, for each number of players and each way to play, in ten to fifteen minutes.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest
from helpers import strategies
from helpers.against_second_engine import compare_ranking, play_along
from hypothesis import given, settings, strategies as st

from westeros_intrigue import (
    DECK,
    STANDARD,
    GameState,
    IronThroneCard,
    Move,
    Slot,
    Variant,
    setup,
    testing,
)
from westeros_intrigue.rules import rank

PLAYERS = range(2, 7)
ASKED_FOR = int(os.environ.get("WESTEROS_GAMES", "0"))
TRIED_MOVES = 12


def tried_moves(state: GameState, rng: random.Random) -> Iterable[Move]:
    """Moves near and far: any card, half of the time a held one, to any slot of a large box."""
    hand = state.hands[state.active_player or 0]
    for number in range(TRIED_MOVES):
        card = rng.choice(hand if number % 2 else DECK)
        if number == 0:
            yield Move(card, Slot(rng.randrange(26), rng.randrange(-100, 100)))
        else:
            yield Move(card, Slot(rng.randrange(0, 5), rng.randrange(-8, 9)))


def seeds(few: int, many: int) -> pytest.MarkDecorator:
    """Parameters: the seeds of a few games, and of the many of which the long proofs consist."""
    if ASKED_FOR:
        return pytest.mark.parametrize("seeds", [range(ASKED_FOR)], ids=str)
    long = pytest.param(range(few, many), marks=pytest.mark.long)
    return pytest.mark.parametrize("seeds", [range(few), long], ids=str)


def play_at_random(players: int, seed: int, variant: Variant) -> None:
    rng = random.Random(seed)
    first_player = seed % players if variant.first_player is None else variant.first_player
    state = setup(players, seed=seed, first_player=first_player, variant=variant)
    play_along(state, rng.choice, lambda state: tried_moves(state, rng))


@pytest.mark.untraced
@pytest.mark.parametrize("players", PLAYERS)
@seeds(1, 4)
def test_whole_games_go_the_same_way_in_both_engines(players: int, seeds: range) -> None:
    for seed in seeds:
        play_at_random(players, seed, STANDARD)


@pytest.mark.parametrize("players", PLAYERS)
@seeds(2, 20)
def test_rounds_go_the_same_way_in_both_engines(players: int, seeds: range) -> None:
    for seed in seeds:
        play_at_random(players, 1000 + seed, STANDARD.with_rounds(1))


@pytest.mark.parametrize("players", PLAYERS)
@seeds(1, 8)
def test_rounds_played_into_the_heights_go_the_same_way_in_both_engines(
    players: int, seeds: range
) -> None:
    """Choosing the highest row makes upper gaps and high rows, which chance hardly ever does."""
    for seed in range(2000 + seeds.start, 2000 + seeds.stop):
        rng = random.Random(seed)

        def highest(legal: tuple[Move, ...], rng: random.Random = rng) -> Move:
            return max(legal, key=lambda move: (move.slot.row, rng.random()))

        state = setup(players, seed=seed, variant=STANDARD.with_rounds(1))
        play_along(state, highest)


@settings(max_examples=8)
@given(data=st.data(), state=strategies.starts(variant=STANDARD.with_rounds(1)))
def test_a_round_of_any_deal_goes_the_same_way_in_both_engines(
    data: st.DataObject, state: GameState
) -> None:
    """The same once more where a failure shrinks to a short game."""
    play_along(
        state,
        lambda legal: data.draw(st.sampled_from(legal)),
        lambda state: [data.draw(testing.moves_in(state))],
    )


@strategies.MANY
@given(
    st.lists(
        st.tuples(st.integers(0, 6), st.lists(testing.throne_cards(), max_size=3)),
        min_size=2,
        max_size=6,
    )
)
def test_both_engines_rank_bare_numbers_alike(
    seats: list[tuple[int, list[IronThroneCard]]],
) -> None:
    points = [point for point, _ in seats]
    piles = [pile for _, pile in seats]
    compare_ranking(points, piles, rank(points, piles))
