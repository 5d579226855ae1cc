"""A playout ends a round as the public functions do with the same random numbers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import player_counts, states

from westeros_intrigue import (
    InvalidValue,
    Outcome,
    Phase,
    Player,
    Variant,
    WrongPhase,
    WrongType,
    apply,
    greedy_player,
    legal_moves,
    observe,
    playout,
    random_player,
    setup,
)
from westeros_intrigue.testing import variants

PLAYERS = {"greedy": greedy_player, "random": random_player}


@pytest.mark.parametrize("policy", PLAYERS)
@given(st.data())
def test_a_playout_ends_as_the_same_players_end_the_round(policy: str, data: st.DataObject) -> None:
    players = data.draw(player_counts())
    variant: Variant = data.draw(variants(players))
    state = data.draw(states(players, variant, phases=[Phase.PLAYING]))
    seed = data.draw(st.integers(0, 2**32))
    one, other = random.Random(seed), random.Random(seed)
    outcome = playout(state, one, policy)
    player: Player = PLAYERS[policy]
    while state.phase is Phase.PLAYING:
        seat = state.active_player
        if seat in variant.automated:
            state = apply(state, legal_moves(state)[0])
        else:
            state = apply(state, player(observe(state, seat), other))
    assert outcome == Outcome(state.hand_sizes, state.last_placer or 0)
    assert one.random() == other.random()


def test_a_playout_takes_a_state_that_is_played_a_source_and_a_policy() -> None:
    state = setup(3, seed=1)
    with pytest.raises(WrongType, match="state must be a GameState"):
        playout(observe(state, 0), random.Random(1), "random")  # type: ignore[arg-type]
    with pytest.raises(WrongType, match="rng must be an object with a method random"):
        playout(state, 1, "random")  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="policy must be 'greedy' or 'random', not 'best'"):
        playout(state, random.Random(1), "best")
    while state.phase is Phase.PLAYING:
        state = apply(state, greedy_player(observe(state, state.active_player), random.Random(1)))
    with pytest.raises(WrongPhase, match="a playout begins in"):
        playout(state, random.Random(1), "greedy")
