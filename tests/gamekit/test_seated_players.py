"""Whoever asks a player hands it the game that it plays: a subclass has rules of its own."""

from __future__ import annotations

import io
import json
import pickle
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, cast

import attrs
import pytest
from attrs import frozen

from nim import Heap, Nim, clever, nim
from westeros_intrigue import play_game
from westeros_intrigue.gamekit import GameOf, Position, RandomSource
from westeros_intrigue.gamekit.asking import SeatedPlayer, decide, seat_player
from westeros_intrigue.gamekit.game import add_game
from westeros_intrigue.testing import check_game
from westeros_intrigue.testing.player_checks import ask_player


class TakesFour(Nim):
    """Take one to four stones in turn. The player who takes the last one wins."""

    def moves(self, state: Heap, seat: int) -> range:
        del seat
        return range(1, min(4, state.stones) + 1)


four = TakesFour()


@frozen
class Board(Position):
    """A row of cells, empty or with the mark of a seat."""

    cells: tuple[int, ...] = (0,) * 7


def blocker(view: Board, _rng: RandomSource, game: GameOf[Board, int]) -> int:
    """Place where the next player would have fewest places."""
    world = view.replace(viewer=-1)
    return min(
        game.legal_moves(view),
        key=lambda cell: len(game.legal_moves(game.apply(world, cell))),
    )


class Row(GameOf[Board, int]):
    """Mark empty cells in turn. Whoever marks the last one wins."""

    SITES = ("moves",)
    BOTS: ClassVar[tuple[Callable[..., Any], ...]] = (blocker,)
    MAX_PLAYERS = 2

    def start(self, players: int, rng: RandomSource) -> Board:
        del rng
        return Board(players=players)

    def moves(self, state: Board, seat: int) -> Sequence[int]:
        del seat
        return [cell for cell, mark in enumerate(state.cells) if not mark]

    def play(self, state: Board, seat: int, move: int, rng: RandomSource) -> Board:
        del rng
        cells = tuple(seat + 1 if at == move else mark for at, mark in enumerate(state.cells))
        after = state.replace(cells=cells, to_move=1 - seat)
        return after if self.moves(after, 1 - seat) else after.replace(to_move=None)

    def scores(self, state: Board) -> Sequence[int]:
        return [int(seat != (state.turn % 2)) for seat in range(2)]


class NoNeighbours(Row):
    """Row in which nobody marks a cell beside a marked one."""

    def moves(self, state: Board, seat: int) -> Sequence[int]:
        beside = {at + step for at, mark in enumerate(state.cells) if mark for step in (-1, 1)}
        return [cell for cell in super().moves(state, seat) if cell not in beside]


@attrs.frozen
class Greedy:
    """A player that is an object, and takes as many stones as it may."""

    def __call__(self, view: Heap, rng: RandomSource, *, game: GameOf[Heap, int]) -> int:
        del rng
        return max(game.legal_moves(view))

    def choose(self, view: Heap, _rng: RandomSource, game: GameOf[Heap, int]) -> int:
        return max(game.legal_moves(view))


class Inherited(Greedy):
    """A player of which the class has no call of its own."""


@pytest.fixture(autouse=True)
def known_by_key() -> None:
    add_game(four)


def heap(game: Nim, stones: int) -> Heap:
    return game.setup(2, seed=1, stones=stones)


@pytest.mark.parametrize(
    "player", [clever, Greedy(), Greedy().choose, partial(Inherited()), "clever"]
)
def test_a_player_follows_the_game_that_is_played(player: Any) -> None:
    for game, most in ((nim, 3), (four, 4)):
        state = heap(game, 2 * (most + 1) + most)
        named = game.PLAYERS.parse(player) if isinstance(player, str) else player
        after = decide(game, state, 0, named, random.Random(1))
        assert after.stones == 2 * (most + 1)


def test_a_player_of_a_subclass_wins_as_its_rules_let_it() -> None:
    lost = 0
    for seed in range(100):
        final = play_game(["clever", "random"], game=four, seed=seed)
        lost += 0 not in four.final_winner(final).winners
    assert lost <= 10, "the rules of the base would lose a fifth of the games and more"


def test_players_by_name_are_values_and_keep_their_names() -> None:
    for game in (nim, four):
        player = game.PLAYERS.parse("clever")
        assert game.PLAYERS.name_of(player) == "clever"
        assert pickle.loads(pickle.dumps(player)) == player  # noqa: S301 - just written
        assert player(game.observe(heap(game, 7), 0), random.Random(1)) == (3 if game is nim else 2)
        assert game.PLAYERS["clever"].summary.startswith("Leave a multiple of four")
    assert nim.PLAYERS.parse("clever") != four.PLAYERS.parse("clever")
    playing: Any = four.PLAYERS.parse("sampling:5")
    assert playing.playout_player == SeatedPlayer(clever, four)
    assert repr(playing.playout_player) == repr(clever)


def test_players_without_a_game_are_asked_as_they_are() -> None:
    def plain(view: Heap, rng: RandomSource) -> int:
        del view, rng
        return 1

    own = partial(clever, game=nim)
    for player in (plain, max, own, nim.PLAYERS.parse("random")):
        assert seat_player(player, four) is player


def test_a_check_and_another_process_hand_the_game_too() -> None:
    state, asked = heap(four, 14), cast("Any", Greedy())
    assert ask_player(four, asked, state, random.Random(1), "") == 4
    separate = pytest.importorskip("westeros_intrigue.lab.matches.separate")
    view = four.DOCUMENTS.to_data(four.observe(state, 0))
    answers = io.StringIO()
    separate.answer(clever, four.KEY, io.StringIO(json.dumps({"seed": 1, "view": view})), answers)
    assert answers.getvalue() == '{"move": "4"}\n'


def test_matches_ask_by_the_rules_of_their_game() -> None:
    matches = pytest.importorskip("westeros_intrigue.lab.matches")
    for entrant in ("clever", clever, f"{__name__}:clever"):
        entrants = {"clever": entrant, "random": "random"}
        result = matches.play_match(entrants, game=four, deals=40, seed=1)
        assert result.standings[0].games_won.value > 0.94


def test_a_seat_of_a_session_plays_by_the_rules_of_its_game() -> None:
    sessions = pytest.importorskip("westeros_intrigue.play.sessions")
    seats = (sessions.Seat("", "clever"), sessions.Seat("", "clever"))
    session = sessions.Session.begun(four, heap(four, 14), seats, seed=1)
    assert session.stepped().state.log[0].words == "player 0 takes 4"


@pytest.mark.untraced
def test_a_bot_of_a_board_game_follows_a_house_rule() -> None:
    state = NoNeighbours().setup(2, seed=1)
    assert blocker(NoNeighbours().observe(state, 0), random.Random(1), NoNeighbours()) == 1
    final = play_game(["blocker", "random"], game=NoNeighbours(), seed=1)
    assert not any(a and b for a, b in zip(final.cells, final.cells[1:], strict=False))
    check_game(NoNeighbours(), games=1)
