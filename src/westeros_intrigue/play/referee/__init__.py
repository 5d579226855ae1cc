"""Games with real cards, entered as a referee sees them.

Read `game`, the only module: a table, its entries and the record of the game.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
