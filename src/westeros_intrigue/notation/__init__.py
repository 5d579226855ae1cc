"""The game as text: cards, moves, courts, events and whole games.

Read `notation` first, then the folder `records`, `positions` and `table_options`.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
