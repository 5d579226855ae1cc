"""Players: functions that choose a move from a view, by name or to be called, and games of them.

Read `simple` first, then `named`, which lists all that have a name.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from westeros_intrigue.players.games import play_game
from westeros_intrigue.players.simple import Player, greedy_player, random_player

__all__ = [
    "PLAYERS",
    "Player",
    "greedy_player",
    "parse_player",
    "play_game",
    "player_name",
    "random_player",
]

if TYPE_CHECKING:
    from westeros_intrigue.players.named import PLAYERS, parse_player, player_name
else:

    def __getattr__(name: str) -> object:
        """Import the names that need the searching players, once they are asked for."""
        if name not in {"PLAYERS", "parse_player", "player_name"}:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        return getattr(import_module(f"{__name__}.named"), name)
