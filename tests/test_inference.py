"""What others have placed tells what they hold: worlds that agree with it better count for more."""

from __future__ import annotations

import random
from statistics import fmean

import pytest
from choices_of_policies import greedy_value

from westeros_intrigue import (
    SOLO_SCHEMING,
    Deal,
    Determinizer,
    GameState,
    Move,
    RoundDeal,
    View,
    apply,
    distinct_moves,
    greedy_player,
    legal_moves,
    observe,
    proceed,
    setup,
)
from westeros_intrigue.compiled import solver
from westeros_intrigue.compiled.trials import Style, Trials, worlds_of

SLIPS = 0.75
STYLE = Style(own=2, unseen=1, mixed=4, random=SLIPS)


def likelihood(state: GameState, move: Move) -> float:
    """How likely a greedy player makes a move who makes three moves in four at random."""
    moves = distinct_moves(state)
    values = [greedy_value(state, each) for each in moves]
    worth = greedy_value(state, move)
    is_best = worth == max(values)
    return SLIPS / len(moves) + is_best * (1 - SLIPS) / values.count(max(values))


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
            is_slip = rng.random() < SLIPS
            view = observe(state, state.active_player)
            state = apply(
                state, rng.choice(legal_moves(view)) if is_slip else greedy_player(view, rng)
            )
        views.append(observe(state, state.active_player))
    return views


@pytest.mark.rule("info.public", "info.leftover")
@pytest.mark.parametrize("is_compiled", [True, False])
def test_a_world_weighs_as_much_as_what_was_placed_is_likely_in_it(
    is_compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "has_numba", lambda: is_compiled)
    for view in some_views():
        determinizer, rng = Determinizer(view), random.Random(2)
        worlds = [played_again(determinizer.draw_deal(rng), view) for _ in range(30)]
        likeliest = max(likely for _, likely in worlds)
        weights = Trials(view, STYLE, 1, candidates=2).weights(worlds_of(w for w, _ in worlds))
        assert [weight / max(weights) for weight in weights] == pytest.approx(
            [likely / likeliest for _, likely in worlds], rel=1e-3, abs=1e-5
        )


def test_worlds_are_kept_by_their_weight() -> None:
    for view in some_views():
        trials = Trials(view, STYLE, 1, candidates=2)
        worlds = Trials(view, STYLE, 1).worlds(0, 40)
        weights, kept = trials.weights(worlds), trials.likely(worlds, 10)
        assert len(kept) == 10
        for world, weight in enumerate(weights):
            assert abs(kept.count(world) - 10 * weight / sum(weights)) < 1


def test_whoever_has_placed_a_house_first_is_thought_to_hold_more_of_it() -> None:
    rng = random.Random(3)
    state = setup(2, seed=1)
    state = apply(state, greedy_player(observe(state, 0), rng))
    view, house = observe(state, 1), state.placements[0].move.card.house

    def held(candidates: int) -> float:
        worlds = Trials(view, STYLE, 5, candidates=candidates).worlds(0, 300)
        return fmean(int(hand) >> 4 * house.index & 15 for hand in worlds[0::4])

    assert held(8) > held(1) + 0.2


def test_where_nobody_has_chosen_yet_all_worlds_count_the_same() -> None:
    solo = proceed(setup(4, seed=1, variant=SOLO_SCHEMING))
    for view in (observe(setup(3, seed=1), 0), observe(solo, 0)):
        plain, inferred = Trials(view, STYLE, 7), Trials(view, STYLE, 7, candidates=8)
        assert list(plain.worlds(0, 5)) == list(inferred.worlds(0, 5))
