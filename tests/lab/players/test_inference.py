"""Inference from placements: worlds that explain them better count for more."""

from __future__ import annotations

import random

import pytest
from choices_of_policies import greedy_value

from westeros_intrigue import (
    Deal,
    GameState,
    Move,
    RandomSource,
    RoundDeal,
    View,
    apply,
    distinct_moves,
    greedy_player,
    observe,
    random_player,
    setup,
)
from westeros_intrigue.lab.simulation import Policy, fast
from westeros_intrigue.lab.simulation.packing import pack_hand
from westeros_intrigue.lab.simulation.trials import Trials
from westeros_intrigue.rules.unseen import house_counts
from westeros_intrigue.views import Determinizer

SLIPS = 0.7
"""The least share of moves that inference takes to be made at random."""


def likelihood(state: GameState, move: Move) -> float:
    """How likely a greedy player who makes seven moves in ten at random places this very card."""
    moves = distinct_moves(state)
    assert state.active_player is not None
    hand = state.hands[state.active_player]
    values = [greedy_value(state, each) for each in moves]
    worth = greedy_value(state, move)
    is_best = worth == max(values)
    chance = SLIPS / len(moves) + is_best * (1 - SLIPS) / values.count(max(values))
    return chance / sum(card.house is move.card.house for card in hand)


def supposed_player(view: View, rng: RandomSource) -> Move:
    """Choose as inference supposes of a greedy player."""
    return (random_player if rng.random() < SLIPS else greedy_player)(view, rng)


def played_again(dealt: RoundDeal, view: View) -> tuple[GameState, float]:
    """The state that the placements seen lead to in a deal, and how likely the others make them."""
    state, product = setup(view.players, deal=Deal([dealt])), 1.0
    for placed in view.placements:
        if placed.player != view.player:
            product *= likelihood(state, placed.move)
        state = apply(state, placed.move)
    return state, product


def some_views() -> list[View]:
    rng = random.Random(1)
    views = []
    for players in (2, 3, 4, 6):
        state = setup(players, rng=rng)
        for _ in range(3 * players - 1):
            state = apply(state, supposed_player(observe(state, state.active_player), rng))
        views.append(observe(state, state.active_player))
    return views


@pytest.mark.long
@pytest.mark.rule("info.public", "info.leftover")
@pytest.mark.parametrize("is_compiled", [True, False])
def test_a_world_weighs_as_much_as_what_was_placed_is_likely_in_it(
    is_compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "has_numba", lambda: is_compiled)
    for view in some_views():
        determinizer, rng = Determinizer(view), random.Random(2)
        worlds = [played_again(determinizer.draw_deal(rng), view) for _ in range(12)]
        likeliest = max(likely for _, likely in worlds)
        hands = [
            pack_hand(house_counts(cards))
            for world, _ in worlds
            for cards in (*world.hands, *[()] * view.players)
        ]
        weights = Trials(view, Policy.GREEDY, 1, candidates=2).weights(hands)
        assert [weight / max(weights) for weight in weights] == pytest.approx(
            [likely / likeliest for _, likely in worlds], rel=1e-3, abs=1e-5
        )


def test_worlds_are_kept_by_their_weight() -> None:
    for view in some_views():
        trials = Trials(view, Policy.GREEDY, 1, candidates=2)
        worlds = Trials(view, Policy.GREEDY, 1).worlds(0, 40)
        weights, kept = trials.weights(worlds), trials.likely(worlds, 10)
        assert len(kept) == 10
        for world, weight in enumerate(weights):
            assert abs(kept.count(world) - 10 * weight / sum(weights)) < 1
