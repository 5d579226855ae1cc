"""Preparation of what compiles on its first call, before anybody asks for it."""

from __future__ import annotations

import random

from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.players.named import parse_player
from westeros_intrigue.puzzles import load_puzzles
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.web.advice import advice
from westeros_intrigue.web.puzzling import attempted


def warm_up() -> None:
    """Ask for a hint, let the players that search move, and try a puzzle."""
    view = observe(setup(2, seed=0), 0)
    advice(view)
    for name in ("squire", "learned"):
        parse_player(name)(view, random.Random(0))  # noqa: S311 - a game, no secret
    puzzle = load_puzzles()[0]
    attempted(puzzle, puzzle.solution)
