"""The testing kit as programs use it. Type checkers read this file; nothing runs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_type

from hypothesis import given, strategies as st

import westeros_intrigue as wi
from westeros_intrigue import (
    SOLO_SCHEMING,
    GameState,
    Move,
    Phase,
    Slot,
    View,
    ViolationCode,
    random_player,
    testing,
)

# Strategies: those with `draw` lose it to Hypothesis, and keep the other parameters.

assert_type(testing.deals(4, SOLO_SCHEMING, rounds=2), st.SearchStrategy[wi.Deal])
assert_type(testing.states(4, phases={Phase.PLAYING}), st.SearchStrategy[GameState])
assert_type(testing.views(4, SOLO_SCHEMING, phases=[], spectators=False), st.SearchStrategy[View])
assert_type(testing.games(4, SOLO_SCHEMING), st.SearchStrategy[tuple[GameState, ...]])
assert_type(
    testing.illegal_moves(ViolationCode.ROW_FULL, 4, SOLO_SCHEMING),
    st.SearchStrategy[testing.Refused],
)

testing.cards(4)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
testing.first_players()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
testing.variants("four")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
slots: st.SearchStrategy[Slot] = testing.moves()  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
testing.states(4, SOLO_SCHEMING, {Phase.PLAYING})  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
testing.states(phases=["playing"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
testing.moves_in(wi.observe(wi.setup(2), 0))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
testing.illegal_moves("row-full")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@given(testing.states())
def test_nothing(state: GameState) -> None:
    assert state.players


# Checks


class Game:
    def __init__(self, start: testing.GameStart) -> None:
        self.state = start.set_up()

    def facts(self) -> testing.Facts:
        return {"active_player": 0}

    def legal_moves(self) -> Iterable[Move]:
        return ()

    def apply(self, move: Move) -> None:
        raise NotImplementedError

    def score_round(self) -> None:
        raise NotImplementedError


engine: testing.Engine = Game
game: testing.EngineGame = Game(testing.GameStart(2, wi.Deal(), 0, SOLO_SCHEMING))
assert_type(testing.compare_engine(wi.setup(2), game), None)
assert_type(testing.check_player(random_player, variants=[]), testing.Checked)
testing.compare_engine(wi.setup(2), Game)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
testing.check_player(lambda: None)  # type: ignore[arg-type, misc]  # pyright: ignore[reportArgumentType]
testing.check_player(random_player, [2])  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
wrong: testing.Facts = {"colour": "red"}  # type: ignore[typeddict-unknown-key]  # pyright: ignore[reportAssignmentType]
early: testing.Facts = {"winners": 0}  # type: ignore[typeddict-item]  # pyright: ignore[reportAssignmentType]


class Games(testing.GameMachine):
    players = 4
    variant = SOLO_SCHEMING
    engine = Game
