"""Players: functions that choose a move from a view, by name or to be called, and games of them.

Read `simple` first, then `named`, which lists all that have a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from westeros_intrigue.base.on_demand import on_demand
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
    __getattr__, __dir__ = on_demand(globals(), {"named": "PLAYERS parse_player player_name"})
