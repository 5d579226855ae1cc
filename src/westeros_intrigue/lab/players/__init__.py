"""Players that search and learn, and their analyses of moves and records.

Read `search` first, then `analysis`, of a position, and `game_analysis`.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
