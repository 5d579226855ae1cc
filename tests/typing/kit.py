"""The testing kit as programs use it. Type checkers read this file; nothing runs it."""

from __future__ import annotations

from typing import assert_type

from hypothesis import given, strategies as st

import westeros_intrigue as wi
from westeros_intrigue import (
    SOLO_SCHEMING,
    GameState,
    Phase,
    Slot,
    View,
    random_player,
    testing,
)

# Strategies: those with `draw` lose it to Hypothesis, and keep the other parameters.

assert_type(testing.deals(4, SOLO_SCHEMING, rounds=2), st.SearchStrategy[wi.Deal])
assert_type(testing.states(4, phases={Phase.PLAYING}), st.SearchStrategy[GameState])
assert_type(testing.views(4, SOLO_SCHEMING, phases=[], spectators=False), st.SearchStrategy[View])
assert_type(testing.games(4, SOLO_SCHEMING), st.SearchStrategy[tuple[GameState, ...]])
testing.cards(4)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
testing.first_players()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
testing.variants("four")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
slots: st.SearchStrategy[Slot] = testing.moves()  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
testing.states(4, SOLO_SCHEMING, {Phase.PLAYING})  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
testing.states(phases=["playing"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
testing.moves_in(wi.observe(wi.setup(2), 0))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@given(testing.states())
def test_nothing(state: GameState) -> None:
    assert state.players


# Checks


assert_type(testing.check_player(random_player, variants=[]), testing.Checked)
testing.check_player(lambda: None)  # type: ignore[arg-type, misc]  # pyright: ignore[reportArgumentType]
testing.check_player(random_player, [2])  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


class Games(testing.GameMachine):
    players = 4
    variant = SOLO_SCHEMING
