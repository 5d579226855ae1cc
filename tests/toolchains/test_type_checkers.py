"""Checkers of annotations at run time load the package, and find no annotation that is false."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
HOOKS = {
    "typeguard": "from typeguard import install_import_hook as check",
    "beartype": "from beartype.claw import beartype_package as check",
}
PLAY = """
import sys
{hook}
check("westeros_intrigue")
import importlib, pkgutil, random
import westeros_intrigue
from westeros_intrigue.gamekit import GAMES

def play(game):
    players = ["random"] * max(2, game.MIN_PLAYERS)
    final = westeros_intrigue.play_game(players, game=game, seed=1)
    record = game.Record.from_state(final)
    assert game.Record.parse(str(record)) == record
    for value in (final, game.observe(final, 0), record):
        assert game.DOCUMENTS.from_json(type(value), game.DOCUMENTS.to_json(value)) == value
    state = game.new_game(seed=1)
    for move in game.legal_moves(state)[:1]:
        assert not game.explain(state, move)
        state = game.apply(state, move)
    world = game.determinize(game.observe(state, 0), random.Random(1))
    assert game.draw_text(world) and game.draw_svg(final) and game.events(None, final)
    assert game.final_winner(final).winners
"""
CARD_GAME = "play(westeros_intrigue)\n"
EVERY_GAME = """
from nim import nim
from no_repeats import game
for each in (*GAMES.values(), nim, game):
    play(each)
"""
EVERY_MODULE = """
for module in pkgutil.walk_packages(westeros_intrigue.__path__, "westeros_intrigue."):
    if "__" not in module.name.removeprefix("westeros_intrigue."):
        importlib.import_module(module.name)
"""


def run(hook: str, *parts: str) -> None:
    pytest.importorskip(hook)
    program = "".join((PLAY.format(hook=HOOKS[hook]), *parts))
    path = os.pathsep.join((str(EXAMPLES), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        # Both warn about annotations that they leave out.
        [sys.executable, "-W", "ignore", "-c", program],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert not done.returncode, done.stderr[-3000:]


def test_typeguard_checks_a_game_of_cards() -> None:
    run("typeguard", CARD_GAME)


@pytest.mark.long
def test_typeguard_checks_a_game_of_each_kind_and_every_module() -> None:
    """It takes long: every call in whole games is checked."""
    run("typeguard", EVERY_GAME, EVERY_MODULE)


@pytest.mark.long
def test_beartype_checks_a_game_of_cards_and_every_module() -> None:
    """It takes long: every module is imported, and every call checked."""
    run("beartype", CARD_GAME, EVERY_MODULE)
