"""Views that learners cannot tell apart are named, and those of sound games are not."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest

from follow_suit import follow_suit
from nim import nim
from testing.learned_games import (
    ByTheTurn,
    Finding,
    ForgetsThePot,
    InText,
    Multiplying,
    OnAFixedPile,
    OnAnotherColour,
    OnOwnPile,
    Piling,
    WithTensor,
)
from testing.sound_games import SOUND
from westeros_intrigue.testing import CheckFailed, Knowledge, check_game
from westeros_intrigue.testing.alike_views import find_alike

SOUND_GAMES: list[Any] = [
    *(game() for game in (*SOUND, OnAFixedPile)),
    *(nim, follow_suit, import_module("high_card").high_card),
]
ONLY_COUNTED = (
    r"^On Another Colour, 2 players: learners cannot tell two views of player \d apart, in only "
    r"one of which the move \d is legal: pile is \(.*\) in one and \(.*\) in the other, and the "
    "things of a tuple that can be longer than eight are only counted; give it the same length in "
    "all views, or write a method tensor$"
)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (OnAnotherColour(), ONLY_COUNTED),
        (InText(), "pile is '.*' in one and '.*' in the other, and too many texts .* use a Word"),
        (
            OnOwnPile(),
            r"piles\[0\]\[32:\] is \(.* the other, and only the first 32 things have numbers; give",
        ),
        (Finding(), "coins is None in .* other, and None has the numbers of the lowest .* use a"),
    ],
    ids=str,
)
def test_a_game_whose_numbers_do_not_show_which_moves_are_legal_is_refused(
    game: Any, message: str
) -> None:
    with pytest.raises(CheckFailed) as failure:
        check_game(game, games=2)
    assert re.search(message, str(failure.value)), str(failure.value)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Piling(), r"apart: pile is \(.*\) in one and \(.*\) in the other, .* only counted; if"),
        (ForgetsThePot(), r"^tensor returns the same numbers for two views of player 0: pot is"),
        (WithTensor(), r"^tensor returns the same numbers .*: pile is \(.*\) in one"),
        (
            Multiplying(),
            r"number is \d+ .* other; if that matters, state its range, such as Annotated",
        ),
        (ByTheTurn(), r"have the same fields, but the move 3 is legal in only one; moves may"),
    ],
    ids=str,
)
def test_what_may_not_matter_is_a_line_under_the_table(game: Any, message: str) -> None:
    knowledge = check_game(game, games=2)
    [line] = knowledge.alike
    assert re.search(message, line), line
    assert str(knowledge).splitlines()[-1] == line


@pytest.mark.parametrize("game", SOUND_GAMES, ids=str)
def test_learners_can_tell_the_views_of_a_sound_game_apart(game: Any) -> None:
    assert find_alike(game) == ()


def test_a_table_without_such_views_is_only_the_table() -> None:
    fields = {"pot": {"own": (3, 3)}}
    assert str(Knowledge(fields, alike=["a line"])) == f"{Knowledge(fields)}\na line"
