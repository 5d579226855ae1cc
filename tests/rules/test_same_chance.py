"""Chance: a seed is a deal for ever, and nothing outside of a game has a part in it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
import strategies
from hypothesis import given, strategies as st

import westeros_intrigue
from westeros_intrigue import (
    DECK,
    STANDARD,
    Phase,
    RoundDeal,
    apply,
    distinct_moves,
    score_round,
    setup,
)
from westeros_intrigue.rules import deal_from_deck, draw_deal

PLAYERS = pytest.mark.parametrize("players", range(2, 7))


@given(players=strategies.player_counts(), seed=st.integers(0, 2**70))
def test_the_same_seed_is_the_same_game_and_the_same_as_a_source_with_that_seed(
    players: int, seed: int
) -> None:
    state = setup(players, seed=seed)
    assert setup(players, seed=seed) == state
    assert setup(players, rng=random.Random(seed)) == state
    assert setup(players, deal=draw_deal(players, random.Random(seed))) == state


GAME_IN_A_NEW_PROCESS = """
from westeros_intrigue import Phase, apply, distinct_moves, legal_moves, score_round, setup
state = setup(5, seed=11)
while state.phase is not Phase.GAME_OVER:
    if state.phase is Phase.ROUND_OVER:
        state = score_round(state)
    else:
        print(*legal_moves(state))
        state = apply(state, distinct_moves(state)[-1])
print(state.results, state.court)
"""


def test_seeds_and_games_are_the_same_under_every_hash_seed() -> None:
    package = Path(westeros_intrigue.__file__).parent.parent
    printed = [
        subprocess.run(
            [sys.executable, "-c", GAME_IN_A_NEW_PROCESS],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(package)},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    ]
    assert printed[0]
    assert printed[0] == printed[1]


@PLAYERS
def test_nothing_reads_or_advances_the_global_random_numbers(players: int) -> None:
    random.seed(5)
    before = random.getstate()
    games = []
    for _ in range(2):
        games.append(setup(players, seed=1))
        setup(players)
        draw_deal(players, random.Random(1))
        while games[-1].phase is not Phase.GAME_OVER:
            state = games[-1]
            is_played = state.phase is Phase.PLAYING
            games.append(
                apply(state, distinct_moves(state)[0]) if is_played else score_round(state)
            )
        assert random.getstate() == before
        random.seed(6)
        before = random.getstate()
    assert games[: len(games) // 2] == games[len(games) // 2 :]


class CountedNumbers:
    """A source of random numbers that tells how many were taken."""

    def __init__(self) -> None:
        self.taken = 0
        self._numbers = random.Random(8)

    def random(self) -> float:
        self.taken += 1
        return self._numbers.random()


@PLAYERS
@pytest.mark.rule("setup.throne.once", "round.reshuffle")
def test_a_game_takes_all_its_random_numbers_at_setup(players: int) -> None:
    numbers = CountedNumbers()
    state = setup(players, rng=numbers)
    taken = numbers.taken
    assert taken == 6 + players * 35  # a shuffle of n cards takes n - 1 numbers
    while state.phase is not Phase.GAME_OVER:
        is_played = state.phase is Phase.PLAYING
        state = apply(state, distinct_moves(state)[0]) if is_played else score_round(state)
    assert numbers.taken == taken


@pytest.mark.rule("setup.hand-size", "setup.starter", "setup.unused", "components.characters")
@given(players=strategies.player_counts(), deck=strategies.decks())
def test_card_i_of_a_deck_goes_to_seat_i_then_come_the_starters_and_the_rest_is_unused(
    players: int, deck: tuple[westeros_intrigue.Card, ...]
) -> None:
    hand_size = {2: 14, 3: 12, 4: 9, 5: 7, 6: 6}[players]
    deal = deal_from_deck(deck, players)
    cards = iter(deck)
    hands: list[list[westeros_intrigue.Card]] = [[] for _ in range(players)]
    for _ in range(hand_size):
        for hand in hands:
            hand.append(next(cards))
    starters = list(islice(cards, 1 if players == 5 else 0))
    assert deal == RoundDeal(hands, starters)
    assert set(deal.unused) == set(cards)
    assert len(deal.unused) == (8 if players == 2 else 0)


@pytest.mark.rule("round.reshuffle", "round.count", "setup.throne")
@given(players=strategies.player_counts(), seed=st.integers(0))
def test_a_drawn_deal_has_a_round_of_the_whole_deck_for_each_player_and_a_throne_card_for_each(
    players: int, seed: int
) -> None:
    deal = draw_deal(players, random.Random(seed))
    assert len(deal.rounds) == len(deal.throne_cards) == players
    for dealt in deal.rounds:
        assert sorted([*dealt.dealt, *dealt.unused]) == list(DECK)
    assert len(set(deal.throne_cards)) == players
    assert set(deal.throne_cards) <= set(STANDARD.throne_cards)
    assert setup(players, deal=deal) == setup(players, seed=seed)
