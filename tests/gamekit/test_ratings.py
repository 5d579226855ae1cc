"""Ratings of moves: each move is tried in the same worlds, and the best comes first."""

from __future__ import annotations

import pytest
from attrs import frozen

from westeros_intrigue.gamekit import (
    GAMES,
    AnyGame,
    GameOf,
    InvalidValue,
    Position,
    RandomSource,
    WrongType,
    rate_moves,
    read_line,
)
from westeros_intrigue.gamekit.ratings import rate_in_worlds, surest_move


@frozen
class Coin(Position):
    """A coin that is called once."""

    won: bool = False


class Calls(GameOf[Coin, str]):
    """Player 0 ends the game, and wins if they like."""

    def start(self, players: int, rng: RandomSource) -> Coin:  # noqa: ARG002 - the kit's
        """Return the position before the call."""
        return Coin(players=players)

    def moves(self, state: Coin, seat: int) -> tuple[str, ...]:  # noqa: ARG002 - the kit's
        """Return both calls."""
        return "lose", "win"

    def play(self, state: Coin, seat: int, move: str, rng: RandomSource) -> Coin:  # noqa: ARG002 - the kit's
        """End the game."""
        return state.replace(won=move == "win", to_move=None).announce(
            f"player 0 chooses to {move}"
        )

    def scores(self, state: Coin) -> list[int]:
        """Return 1 for player 0 after a win, and 1 for everybody else after a loss."""
        return [int(state.won == (seat == 0)) for seat in range(state.players)]


CALLS = Calls()


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_of_ones_own_rates_its_moves_by_the_others_who_finish_behind(players: int) -> None:
    state = CALLS.setup(players, seed=1)
    found = rate_moves(CALLS, state, playouts=6)
    assert rate_moves(CALLS, CALLS.observe(state, 0), playouts=6) == found
    assert (found.player, found.worlds) == (0, 3)
    assert found.to_rows() == [
        {"move": "win", "worth": 1.0, "error": 0.0},
        {"move": "lose", "worth": 0.0, "error": 0.0},
    ]


def test_all_moves_are_tried_in_the_same_worlds() -> None:
    tried: list[tuple[str, float]] = []

    def worth(world: float, move: str) -> float:
        tried.append((move, world))
        return world

    found = rate_in_worlds(2, "luck", ["a", "b"], iter([0.0, 1.0]), worth)
    assert tried == [("a", 0.0), ("b", 0.0), ("a", 1.0), ("b", 1.0)]
    assert [str(each) for each in found.moves] == ["a: 50.0 ± 50.0 %", "b: 50.0 ± 50.0 %"]


def test_one_world_shows_no_error() -> None:
    found = rate_in_worlds(0, "luck", ["a"], [0.5], lambda world, _move: world)
    assert str(found.moves[0]) == "a: 50.0 %"
    assert found.to_rows() == [{"move": "a", "worth": 0.5, "error": None}]


def test_a_lucky_world_does_not_make_a_move_the_surest() -> None:
    gains = {"first": [0, 0, 0], "lucky": [0, 0, 3], "sure": [1, 1, 0]}
    assert surest_move([*gains], range(3), lambda world, move: gains[move][world]) == "sure"
    assert surest_move(["first", "lucky"], range(3), lambda w, move: gains[move][w]) == "first"


@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        (
            CALLS,
            "won true; players 2; to-move nobody; turn 1",
            "no player is to move, so there are no moves to rate",
        ),
        (
            GAMES["westeros-intrigue"],
            "a0 S1; 8, *9, 9, 9",
            (
                "no player of Westeros Intrigue rates moves: "
                "give one of its PLAYERS a method rate_moves"
            ),
        ),
    ],
)
def test_what_cannot_be_rated_is_refused(game: AnyGame, line: str, told: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        rate_moves(game, read_line(game, line))
    assert str(refused.value) == told


def test_playouts_are_a_positive_number_and_the_source_has_random_numbers() -> None:
    state = CALLS.setup(2, seed=1)
    with pytest.raises(InvalidValue, match="playouts must be"):
        rate_moves(CALLS, state, playouts=0)
    with pytest.raises(WrongType, match="rng"):
        rate_moves(CALLS, state, 7)  # type: ignore[arg-type]
