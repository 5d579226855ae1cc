"""Moves read back from their words, and the words about notation."""

from __future__ import annotations

import inspect
import random
from typing import Any

import pytest

from westeros_intrigue import apply, distinct_moves, legal_moves, observe, setup
from westeros_intrigue.gamekit import GAMES, InvalidValue, NotationError, WrongType, read_move
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.gamekit.sentences import telling_titles, with_names
from westeros_intrigue.gamekit.wording import examples_of
from westeros_intrigue.testing import CheckFailed, check_game
from westeros_intrigue.testing.game_names import CheckedResults

CARD_GAME = GAMES["westeros-intrigue"]
BTWIXT = GAMES["btwixt"]


@pytest.mark.parametrize(
    "text",
    ["S8@a0", "s8 a0", "stark to a0", "Stark in A0", "Stark 8 on a0.", "S on a0"],
)
def test_a_placement_is_read_in_words(text: str) -> None:
    view = observe(setup(6, seed=1), 0)
    assert str(read_move(CARD_GAME, view, text)) == "S8@a0"


def test_a_house_stands_for_the_lowest_of_its_cards_and_columns_keep_their_sign() -> None:
    state = setup(3, seed=1)
    state = apply(state, legal_moves(state)[0])
    for move in distinct_moves(state):
        assert read_move(CARD_GAME, state, f"{move.card.house} on {move.slot}") == move
    for move in legal_moves(state):
        words = f"{move.card.house} {move.card.number} on {move.slot}"
        assert read_move(CARD_GAME, state, words) == move


def test_titles_stand_for_ids() -> None:
    state = BTWIXT.setup(3, seed=1)
    for text in ("lead as Jon Snow", "leader Jon Snow", "LEADER jon-snow"):
        assert str(read_move(BTWIXT, state, text)) == "leader jon-snow"


class _Doubled:
    """A game whose moves all have the same words."""

    def __getattr__(self, name: str) -> Any:
        return getattr(BTWIXT, name)

    @staticmethod
    def move_in_words(_position: object, _move: object) -> str:
        return "do it"


def test_a_council_is_read_with_and_without_its_id() -> None:
    state, rng = BTWIXT.setup(3, seed=1), random.Random(2)
    while "the council of" not in BTWIXT.move_in_words(
        state, legal := BTWIXT.legal_moves(state)[0]
    ):
        state = BTWIXT.apply(state, rng.choice(BTWIXT.legal_moves(state)))
    words = BTWIXT.move_in_words(state, legal)
    titles = telling_titles(BTWIXT.titles(state))
    assert with_names(words, (), titles) == words
    for text in (words, words.replace(f" ({str(legal).split()[-1]})", ""), str(legal)):
        assert read_move(BTWIXT, state, text) == legal


def test_a_card_told_without_its_copy_is_that_of_the_legal_move() -> None:
    rng, copies = random.Random(3), 0
    for seed in range(12):
        state = BTWIXT.setup(3, seed=seed)
        while not (state := BTWIXT.proceed(state)).is_over:
            legal = BTWIXT.legal_moves(state)
            told = [with_names(str(move), (), BTWIXT.titles(state)) for move in legal]
            for move, text in zip(legal, told, strict=True):
                # Copies of a card in one place have the same words; any of them may be meant.
                if "#" in str(move) and ":" in text and told.count(text) == 1:
                    assert read_move(BTWIXT, state, text) == move
                    copies += 1
            state = BTWIXT.apply(state, rng.choice(legal))
    assert copies > 10


def test_the_notation_of_an_illegal_move_is_that_move() -> None:
    state = setup(6, seed=1)
    for text in ("S9@a0", "L1@c3"):
        assert str(read_move(CARD_GAME, observe(state, 0), text)) == text


def test_ambiguous_words_name_the_moves() -> None:
    game: Any = _Doubled()
    with pytest.raises(InvalidValue, match=r"'Do it' can mean several moves: write leader .* or "):
        read_move(game, BTWIXT.setup(3, seed=1), "Do it")


@pytest.mark.parametrize("text", ["", "Stark", "perhaps stark to a0", "S8@a0 or L5@a0", "ą" * 9999])
def test_words_of_no_move_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_move(CARD_GAME, observe(setup(6, seed=1), 0), text)
    with pytest.raises(WrongType):
        read_move(CARD_GAME, setup(6, seed=1), 7)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_move_is_read_back_from_its_words_unless_several_have_them(game: AnyGame) -> None:
    rng = random.Random(3)
    state = game.setup(3, seed=3)
    for _ in range(40):
        state = game.proceed(state)
        if state.is_over:
            break
        moves = game.distinct_moves(state)
        for move in moves:
            words = game.move_in_words(state, move)
            same = [each for each in moves if game.move_in_words(state, each) == words]
            if same == [move]:
                assert read_move(game, state, words) == move
        state = game.apply(state, rng.choice(moves))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_notation_shows_moves_as_they_are_written(game: Any) -> None:
    examples = examples_of(game.NOTATION)
    assert [str(game.parse_move(text)) for text in examples] == [*examples]


@pytest.mark.parametrize(
    ("notation", "says"),
    [
        ("`bow` passes.", "NOTATION has `bow`, which parse_move refuses"),
        ("`KNEEL` passes.", "NOTATION has `KNEEL`, which is written 'kneel'"),
        ("`S4@a0` and `S4@b0`.", "NOTATION has `S4@a0`, which parse_move refuses"),
    ],
)
def test_check_game_refuses_a_notation_that_is_not_so(
    monkeypatch: pytest.MonkeyPatch, notation: str, says: str
) -> None:
    monkeypatch.setattr(BTWIXT, "NOTATION", (notation,))
    with pytest.raises(CheckFailed, match=says):
        check_game(BTWIXT, games=1)


def test_check_game_refuses_a_notation_without_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CARD_GAME, "NOTATION", ("Cards go to slots.",))
    with pytest.raises(CheckFailed, match=r"NOTATION has no move like .*: write one of each form"):
        check_game(CARD_GAME, games=1)


def test_a_game_under_check_has_its_names_where_every_python_looks_for_them() -> None:
    """From 3.12 on, `isinstance` with a protocol does not ask `__getattr__`."""
    checked = CheckedResults(BTWIXT)
    for name in ("NOTATION", "parse_position", "table_rules"):
        assert inspect.getattr_static(checked, name)
