"""Players: functions that choose a move from a view, and their names.

Read `simple` first, then `named`, the list of all players by name, and `playing`, which plays games
between them. Players that search and learn are in `westeros_intrigue.lab.players`.
"""

from westeros_intrigue.players.named import PLAYERS, parse_player, player_name
from westeros_intrigue.players.simple import Player, greedy_player, provident_player, random_player

__all__ = [
    "PLAYERS",
    "Player",
    "greedy_player",
    "parse_player",
    "player_name",
    "provident_player",
    "random_player",
]
