"""The CPU seconds of a move that `PLAYERS` states, which servers admit bots by."""

from __future__ import annotations

from typing import Any

import pytest

from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.players import NamedPlayers, one_player


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (key, name.replace(":N", ":10"))
        for key, game in GAMES.items()
        for name, entry in game.PLAYERS.items()
        if not (entry.stands_for or entry.package)
    ],
)
def test_players_state_what_a_move_costs(key: str, name: str) -> None:
    """Whether it is true, `python -m benchmarks costs` tells: no test is timed."""
    stated = GAMES[key].PLAYERS.seconds(name)
    assert stated is not None
    assert 0 < stated < 2
    if ":" in name:  # twice the tries cost more, and at most twice as much
        twice = GAMES[key].PLAYERS.seconds(name.replace(":10", ":20"))
        assert twice is not None
        assert stated < twice <= 2 * stated


def test_a_short_form_costs_what_its_full_name_costs_and_nobody_knows_other_players() -> None:
    for game in GAMES.values():
        for name, entry in game.PLAYERS.items():
            if entry.stands_for:
                assert entry.seconds == game.PLAYERS.seconds(entry.stands_for)
                assert game.PLAYERS.seconds(name) == entry.seconds
    own: Any = NamedPlayers([one_player("first", "makes the first move", max)], "first", {})
    assert own.seconds("first") is None
