"""The rules of the card game Westeros Intrigue: immutable states and pure functions.

A game is a `GameState`: `setup` returns one, `legal_moves` its legal moves, `apply` the state after
one. `score_round` ends a round, and `final_winner` returns the winners. Read `gamekit` first, then
`rules`, `views`, `players`, `notation`, `drawing`, `documents` and `testing`; then the wings `lab`,
`play` and `games`.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__version__ = "1.0.0rc1"

NAME = "Westeros Intrigue"
KEY = "westeros-intrigue"
"""The name of the game in files and on the command line."""
_OF_GAMES = (
    "DOCUMENTS OPTIONS PLAYERS PRIMER RULEBOOK automated_seats deciders goods_of move_in_words "
    "new_game play_on player_in_words question rematch seen_by sentence titles"
)
"""Those that only make this module a `game.Game`, and are not in `__all__`."""

__getattr__, __dir__ = _lazy(globals(), but=f"KEY {_OF_GAMES}")
