"""Games made with `GameOf` that begin at a position in one line, and their records."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given, strategies as st
from lab.solving.open_pig import OpenPig
from testing.sound_games import SOUND, Perudo, Pig

from gamekit.authoring.test_game_of import Last
from westeros_intrigue import DecodingError, InvalidValue, NotationError, play_game
from westeros_intrigue.gamekit import (
    AnyGame,
    GameOf,
    InvalidRecord,
    Position,
    begin_at_line,
    choose,
    read_line,
    write_line,
)
from westeros_intrigue.testing import check_game

HIGH_CARD: GameOf[Any, Any] = import_module("high_card").high_card
GAMES: list[AnyGame] = [*(make() for make in (*SOUND, OpenPig, Last)), HIGH_CARD]


def played(game: AnyGame, moves: int, seed: int) -> Any:
    """Return the state after some random moves, at most as many as a game has."""
    rng = random.Random(seed)
    state = game.setup(game.MAX_PLAYERS, seed=seed)
    while moves and not state.is_over:
        seat = choose(state.deciders, rng)
        legal = game.legal_moves(
            state if seat == state.active_player else game.observe(state, seat)
        )
        state = game.apply(state, choose(legal, rng), player=seat)
        moves -= 1
    return state


def assert_recorded(game: AnyGame, state: Any) -> None:
    """Check that all forms of a game lead to its state again."""
    record: Any = game.Record.from_state(state)
    assert game.Record.parse(str(record)).state == state
    assert [*record.replay()][-1] == state
    documents = game.DOCUMENTS
    assert documents.from_json(type(state), documents.to_json(state)) == state
    assert documents.from_json(type(record), documents.to_json(record)) == record


@pytest.mark.parametrize("game", GAMES, ids=repr)
@given(st.integers(0, 12), st.integers(0, 2**53 - 1))
def test_a_game_goes_on_from_its_line_as_it_would_have_gone(
    game: AnyGame, moves: int, seed: int
) -> None:
    state = played(game, moves, seed)
    begun = begin_at_line(game, write_line(game, state), seed=5)
    assert write_line(game, begun) == write_line(game, state)
    rng = random.Random(seed)
    for _ in range(4):
        assert game.deciders(begun) == game.deciders(state)
        assert game.legal_moves(begun) == game.legal_moves(state)
        if state.is_over:
            break
        move = choose(game.legal_moves(state), rng)
        begun, state = game.apply(begun, move), game.apply(state, move)
        assert write_line(game, begun) == write_line(game, state)
    assert_recorded(game, begun)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_game_without_a_seed_is_played_to_its_end_with_one_from_outside(game: AnyGame) -> None:
    line = re.sub("; by-seed [0-9]+$", "", write_line(game, played(game, 3, 1)))
    ends = [
        play_game(
            ["random"] * game.MAX_PLAYERS,
            game=game,
            state=begin_at_line(game, line, seed=seed),
            seed=2,
        )
        for seed in (5, 5, 6)
    ]
    assert ends[0] == ends[1] != ends[2]
    assert_recorded(game, ends[0])


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_view_of_a_begun_game_shows_no_more_than_another(game: AnyGame) -> None:
    state = played(game, 3, 1)
    begun = begin_at_line(game, write_line(game, state), seed=5)
    for seat in (None, *range(state.players)):
        view, other = (game.observe(each.replace(log=()), seat) for each in (begun, state))
        assert view == other
        line = write_line(game, view)
        assert pickle.loads(pickle.dumps(view)) == view == read_line(game, line)  # noqa: S301 - just written
        world = game.determinize(view, random.Random(3))
        again = begin_at_line(game, write_line(game, world), seed=5)
        assert write_line(game, game.observe(again, seat)) == line
        assert_recorded(game, again)


def test_dice_are_asked_for_and_come_from_the_seed_that_is_given_later() -> None:
    game: GameOf[Any, Any] = Perudo()
    line = 'cups [[1,2],[3,4]]; bid {"count":2,"face":3}; players 2; to-move 1; turn 1'
    state = game.parse_position(line)
    dudo = game.parse_move("dudo")
    told = "chance comes next, and the line .* has none: end the line with .* by-seed 7, or call"
    with pytest.raises(InvalidValue, match=told):
        game.apply(state, dudo)
    raised = game.apply(state, game.parse_move("3x3"))
    assert game.Record.parse(str(game.Record.from_state(raised))).state == raised
    early = game.apply(game.supply_chance(state, 7), game.parse_move("3x3"))
    assert game.supply_chance(raised, 7) == early
    assert_recorded(game, game.apply(early, dudo))
    assert game.supply_chance(early, 8) is early
    begun = game.setup(2, seed=1)
    assert game.supply_chance(begun, 8) is begun
    with pytest.raises(InvalidValue, match="supplied to a state, not a view: determinize draws"):
        game.supply_chance(game.observe(state, 0), 7)
    with pytest.raises(InvalidValue, match="seed must be from 0 to "):
        game.supply_chance(state, -1)


def test_a_line_of_a_position_before_chance_is_refused() -> None:
    line = "points [0,0]; is_rolling true; players 2; to-move 0; turn 1"
    for end in ("", "; seen-by 0"):
        with pytest.raises(NotationError, match="chance comes next, not a player's decision"):
            OpenPig().parse_position(line + end)


def test_the_record_of_a_begun_game_has_its_line() -> None:
    game = Last()
    state = game.apply(game.parse_position("STONES 3;players 2; turn 2 ; to-move 1"), 1)
    record = str(game.Record.from_state(state))
    assert record == (
        'Last record 1\n[Rules "1"]\nposition: stones 3; players 2; to-move 1; turn 2\n\n1 1'
    )
    assert game.DOCUMENTS.to_data(state) == {
        "game": "last",
        "kind": "heap",
        "version": 1,
        "position": "stones 3; players 2; to-move 1; turn 2",
        "moves": ["1 1"],
    }
    assert game.rematch(state, seed=1) == game.setup(2, seed=1)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("position: stones 3; players 2; to-move 7", "line 2, column 32: expected seats of 2"),
        ("position:", "line 2, column 10: expected stones, players"),
        ("position: stones 3; players 2; seen-by 1", "column 11: .* of a state, not of a view"),
        ("position: players 2; stones 3", "column 11: .*write it as .* stones 3; players 2; to-m"),
        ("position: stones 3; players 2; to-move 0\nplayers: 2", "line 3, column 1: expected a l"),
        ("position: stones 3; players 2; to-move 0\nposition: ", "line 3, column 1: .* line once"),
        ("position: stones 3; players 2; to-move 0\n1 1", "line 3, column 1: .* 1 is not to move"),
        ("position: stones 9.5; players 2; to-move 0", "line 2, column 18: expected an integer"),
        (f"position: stones {'9' * 400}; players 2", "line 2, column 18: expected an integer"),
    ],
)
def test_a_record_whose_line_is_faulty_is_refused_with_the_column(lines: str, told: str) -> None:
    with pytest.raises((InvalidRecord, NotationError), match=told):
        Last().Record.parse(f"Last record 1\n{lines}")


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"position": "stones 3; players 2; to-move 9"}, "column 22: expected seats of 2 players"),
        ({"position": "stones 3; players 2"}, "write it as format_position does"),
        ({"position": "stones 3; players 2; seen-by 0"}, "of a state, not of a view"),
        ({"position": 3}, "a position in one line"),
        ({"moves": ["1 1"]}, "player 1 is not to move"),
        ({"moves": ["0 3"]}, "3 is not legal"),
        ({"seed": 1}, "seed"),
        ({"viewer": 0}, "position"),
    ],
)
def test_a_document_to_which_no_game_leads_is_refused(members: dict[str, Any], told: str) -> None:
    game = Last()
    data: Any = game.DOCUMENTS.to_data(game.parse_position("stones 3; players 2; to-move 0"))
    data |= members
    with pytest.raises(DecodingError, match=told):
        game.DOCUMENTS.from_data(type(game.setup(2)), data)


def test_a_line_that_no_record_can_contain_begins_no_game() -> None:
    game: GameOf[Any, Any] = Perudo()
    dice = "[" + ",".join(["1"] * 6000) + "]"
    state = game.parse_position(f"cups [{dice},[1]]; players 2; to-move 0; by-seed 1")
    with pytest.raises(InvalidValue, match="a line of at most 9980 characters, not 12045"):
        game.Record.from_state(state)


class Shy(Last):
    """Stones, of which earlier moves matter."""

    def format_position(self, position: Position, /) -> str:
        """Refuse."""
        del position
        raise InvalidValue("this game has no line")


class Marked(Pig):
    """Pig, whose author writes lines with a mark."""

    def format_position(self, position: Any, /) -> str:
        return f"! {super().format_position(position)}"

    def parse_position(self, text: str, options: Mapping[str, Any] = {}, /) -> Any:
        return super().parse_position(text.removeprefix("! "), options)


class Own(Last):
    """Stones, whose author reads lines without those of the kit."""

    MAX_PLAYERS = 2

    def format_position(self, position: Any, /) -> str:
        if position.viewer != -1:
            raise InvalidValue("a view has no line")
        return f"{position.stones} for {position.active_player}"

    def parse_position(self, text: str, options: Mapping[str, Any] = {}, /) -> Any:
        del options
        stones, _, seat = text.partition(" for ")
        return self.setup(2, seed=1).replace(
            stones=int(stones), to_move=None if seat == "None" else int(seat), _moves=None
        )


def test_an_author_can_refuse_lines_or_write_others() -> None:
    check_game(Own(), games=1)
    with pytest.raises(InvalidValue, match="does not contain the whole game"):
        begin_at_line(Own(), "3 for 0", seed=1)
    with pytest.raises(NotationError, match="this game has no line"):
        Shy().parse_position("stones 3; players 2")
    game: GameOf[Any, Any] = Marked()
    state = played(game, 2, 1)
    assert write_line(game, state).startswith("! ")
    assert_recorded(game, begin_at_line(game, write_line(game, state), seed=1))
    no_seed = write_line(game, state).partition("; by-seed")[0]
    assert_recorded(game, begin_at_line(game, no_seed, seed=1))


def test_a_sign_of_a_comment_in_a_text_stays_in_the_record() -> None:
    @frozen
    class Note(Position):
        text: str = ""

    class Notes(GameOf[Note, int]):
        """Add a 1."""

        def start(self, players: int, rng: Any) -> Note:
            del rng
            return Note(players=players)

        def moves(self, state: Note, seat: int) -> list[int]:
            del state, seat
            return [1]

        def play(self, state: Note, seat: int, move: int, rng: Any) -> Note:
            del seat, rng
            return state.replace(text=f"{state.text} # {move}; é\n")

        def scores(self, state: Note) -> list[int]:
            return [0] * state.players

    game = Notes()
    state = game.apply(game.setup(2, seed=1), 1)
    line = write_line(game, state)
    assert line == r'text " \u0023 1; \u00e9\n"; players 2; to-move 0; turn 1; by-seed 1'
    begun = begin_at_line(game, line, seed=1)
    assert begun.text == state.text
    assert_recorded(game, begun)
