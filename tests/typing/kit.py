"""The testing kit as programs use it. Type checkers read this file; nothing runs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_type

from hypothesis import given
from hypothesis import strategies as st

from westeros_intrigue import GameState, Move, Phase, View, ViolationCode, random_player, testing

assert_type(testing.states(4, phases={Phase.PLAYING}), st.SearchStrategy[GameState])
assert_type(testing.views(spectators=False), st.SearchStrategy[View])
assert_type(testing.games(), st.SearchStrategy[tuple[GameState, ...]])
assert_type(testing.illegal_moves(ViolationCode.ROW_FULL), st.SearchStrategy[testing.Refused])
assert_type(testing.check_player(random_player), testing.Checked)


class Engine:
    def __init__(self, table: testing.Table) -> None:
        self.table = table

    def facts(self) -> testing.Facts:
        return {"active_player": 0}

    def legal_moves(self) -> Iterable[Move]:
        return ()

    def apply(self, move: Move) -> None:
        raise NotImplementedError

    def score_round(self) -> None:
        raise NotImplementedError


assert_type(testing.check_engine(Engine, players=[2]), testing.Checked)
testing.check_engine(object)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
testing.check_player(lambda: None)  # type: ignore[arg-type, misc]  # pyright: ignore[reportArgumentType]
testing.states("four")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@given(testing.states())
def test_nothing(state: GameState) -> None:
    assert state.players


class Games(testing.GameMachine):
    players = 4
