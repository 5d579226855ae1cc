"""The CPU seconds of a move that `PLAYERS` states, which servers admit bots by."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.players import NamedPlayers, one_player

_TRIES = 10
_FACTOR = 8
"""Machines differ, and what a move costs differs with the position."""


def mean_cost(game: Any, name: str, moves: int) -> float:
    """The CPU seconds of a move, over moves in games of the usual player."""
    player, usual = game.PLAYERS.parse(name), game.PLAYERS.parse(game.PLAYERS.usual)
    rng, seed = random.Random(1), 0
    spent: list[float] = []
    while len(spent) < moves:
        seed += 1
        state = game.proceed(game.new_game(4, {}, seed=seed))
        while not state.is_over and len(spent) < moves:
            seat = game.deciders(state)[0]
            view, chosen = game.observe(state, seat), usual
            if rng.random() < 0.1:
                chosen = player
                begun = time.process_time()
                player(view, rng)
                spent.append(time.process_time() - begun)
            state = game.proceed(game.apply(state, chosen(view, rng), player=seat))
    return sum(spent) / moves


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (key, name.replace(":N", f":{_TRIES}"))
        for key, game in GAMES.items()
        for name, entry in game.PLAYERS.items()
        if not (entry.stands_for or entry.package)
    ],
)
def test_a_move_costs_no_more_than_players_state(key: str, name: str) -> None:
    game = GAMES[key]
    stated = game.PLAYERS.seconds(name)
    assert stated is not None
    mean_cost(game, name, 3)  # tables and networks are loaded
    assert mean_cost(game, name, 20) < _FACTOR * stated


def test_a_short_form_costs_what_its_full_name_costs_and_nobody_knows_other_players() -> None:
    for game in GAMES.values():
        for name, entry in game.PLAYERS.items():
            if entry.stands_for:
                assert entry.seconds == game.PLAYERS.seconds(entry.stands_for)
                assert game.PLAYERS.seconds(name) == entry.seconds
    own: Any = NamedPlayers([one_player("first", "makes the first move", max)], "first", {})
    assert own.seconds("first") is None
