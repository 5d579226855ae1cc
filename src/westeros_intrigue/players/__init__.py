"""Players: functions that choose a move from a view, and games between them."""

from westeros_intrigue.players.games import play_game
from westeros_intrigue.players.simple import Player, greedy_player, random_player

__all__ = ["Player", "greedy_player", "play_game", "random_player"]
