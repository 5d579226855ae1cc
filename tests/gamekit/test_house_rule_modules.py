"""A module is a house rule: its functions are the overrides."""

from __future__ import annotations

import pickle
import sys
from types import ModuleType

import pytest

from westeros_intrigue import WrongType
from westeros_intrigue.gamekit import house_rule

RULE = """
from westeros_intrigue import *
from westeros_intrigue import question as usual_question
from westeros_intrigue.gamekit import house_rule

NAME = "Dearest"

def total(state, player, total):
    return 100 - total

def question(position):
    return f"{usual_question(position)}!"

game = house_rule(__name__)
"""


def write_module(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """Make a module that can be imported."""
    module = ModuleType(name, "The most points win.")
    monkeypatch.setitem(sys.modules, name, module)
    exec(text, vars(module))  # noqa: S102 - a test's own


def test_its_functions_constants_and_docstring_are_those_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_module(monkeypatch, "the_dearest", RULE)
    game = house_rule("the_dearest")
    assert game is sys.modules["the_dearest"].game is pickle.loads(pickle.dumps(game))  # noqa: S301 - just written
    assert (game.NAME, game.KEY, game.PRIMER[0]) == (
        "Dearest",
        "the-dearest",
        "The most points win.",
    )
    state = game.setup(2, seed=1)
    assert game.question(state).endswith("!")
    while not state.is_over:
        state = (
            game.apply(state, moves[0])
            if (moves := game.legal_moves(state))
            else game.proceed(state)
        )
    assert game.final_winner(state).totals[0] > 50


def test_what_overrides_nothing_or_has_other_parameters_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_module(monkeypatch, "nothing", "def helper(): pass")
    with pytest.raises(WrongType, match="module nothing overrides nothing: write allows"):
        house_rule("nothing")
    write_module(monkeypatch, "with_self", "def allows(self, position, move): return True")
    with pytest.raises(WrongType, match=r"def allows\(position, move\), not def allows\(self"):
        house_rule("with_self")
