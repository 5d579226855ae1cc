"""No answer of the terminal depends on what the person at the keyboard cannot see.

A game begins at a position, and again in other worlds: positions with other hidden cards that this
person cannot tell from it.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from helpers.random_play import played_at_random
from helpers.stand_ins import wrong_moves
from helpers.terminals import command

from westeros_intrigue.gamekit.game import GAMES, AnyGame, write_line

GAME_KEYS = ("westeros-intrigue", "monopoly", "btwixt")
ASKED = ("look", "moves", "notation", "why 1", "log", "hint", "rules", "undo", "?")


def told(game: AnyGame, state: Any, *typed: str) -> str:
    """Return all that the terminal writes to player 0, who leaves before anybody plays."""
    line = write_line(game, state)
    begin = ("play", "--game", game.KEY, "--from", line, "--seed", "1", "--record", "game.txt")
    done = command(*begin, "--force", typed=[*typed, "quit"])
    assert done.code == 0
    return done.out + done.err


def check(game: AnyGame, count: int, step: int) -> None:
    """Compare what is told in so many states of a random game."""
    rng = random.Random(3)
    states = [s for s in played_at_random(game, count * step) if s.active_player == 0]
    changed = 0
    for state in states[:: max(1, len(states) // count)]:
        view = game.observe(state, 0)
        wrong = rng.sample(wrong_moves(game.NAME), 2)
        right = str(rng.choice(game.legal_moves(view)))
        typed = (*ASKED, *wrong, *(f"why {move}" for move in (*wrong, right)))
        here = told(game, state, *typed)
        for _ in range(2):
            world = game.determinize(view, rng)
            changed += write_line(game, world) != write_line(game, state)
            assert told(game, world, *typed) == here
    assert changed


@pytest.mark.parametrize("key", GAME_KEYS)
def test_no_answer_depends_on_what_the_person_cannot_see(key: str) -> None:
    check(GAMES[key], 2, 20)


@pytest.mark.long
@pytest.mark.parametrize("key", GAME_KEYS)
def test_no_answer_in_twenty_states_depends_on_what_the_person_cannot_see(key: str) -> None:
    check(GAMES[key], 20, 20)
