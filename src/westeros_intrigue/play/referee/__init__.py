"""Games with real cards, which people enter as a referee sees them.

Read `game`, the one module: a table, its entries, and the record of the game.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
