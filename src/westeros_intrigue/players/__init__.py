"""Players: functions that choose a move from a view, and their names.

Read `simple` first, then `named`, the list of all players by name, and `playing`, which plays games
between them. Players that search and learn are in `westeros_intrigue.lab.players`.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
