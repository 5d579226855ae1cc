"""The rules of the card game Westeros Intrigue: immutable states and pure functions.

A game is a `GameState`. `setup` returns one, `legal_moves` the moves of the player to move, and
`apply` the state after one of them; `score_round` ends a round, and `final_winner` returns the
winners. These are the names that a program needs first. All others are in `rules`, `knowledge`,
`players`, `text`, `drawing`, `data` and `compiled`, each of which begins with the order to read it.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__version__ = "0.9.0"

NAME = "Westeros Intrigue"
KEY = "westeros-intrigue"
"""The name of the game in files and on the command line."""
_OF_GAMES = (
    "DOCUMENTS OPTIONS PLAYERS PRIMER RULEBOOK automated_seats deciders goods_of move_in_words "
    "new_game play_on player_in_words question rematch seen_by sentence titles"
)
"""Those that only make this module a `game.Game`, and are not in `__all__`."""

__getattr__, __dir__ = _lazy(globals(), but=f"KEY {_OF_GAMES}")
