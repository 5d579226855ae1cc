"""Players: functions that choose a move from a view, by name or as values.

Read `simple` first, then `named`, the list of all players by name, and `playing`, which plays games
between them. Players that search and learn are in `westeros_intrigue.lab.players`.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
