"""Preparation of the first hint and the first puzzle, before anybody asks for them."""

from __future__ import annotations

from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.puzzles import load_puzzles
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.web.advice import advice
from westeros_intrigue.web.puzzling import attempted


def warm_up() -> None:
    """Ask for a hint and try a puzzle: with the extra `fast`, this compiles what both need."""
    advice(observe(setup(2, seed=0), 0))
    puzzle = load_puzzles()[0]
    attempted(puzzle, puzzle.solution)
