"""Players: functions that choose a move from a view, and their names.

Read `simple` first, then `named`, the list of all players by name, and `whole_games`, which
plays games between them. Players that search and learn are in `westeros_intrigue.lab.players`.

To add a bot, follow `provident`:

1. `simple`, or a module of `lab/players`: a function from a view and a source of random numbers to
   a move.
2. `named`: its entry in `PLAYERS`, the weakest first, with a summary that the help and the page
   show.
3. `__init__.py` of its package, `docs/api/players.rst` and `docs/api/index.rst`: its public name.
4. `docs/command-line.md`: its row in the table of opponents; `docs/how-to/write-a-player.md`: the
   list of all names.
5. `tests/players/test_players.py`: what it is good at; there it plays every position by itself.
6. `lab/players/outlooks.py`, if hints should know how it plays: its kind in `INSIGHTS`. Without
   one, they take it for a person.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
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


def __dir__() -> list[str]:
    return _names_of(__name__)
