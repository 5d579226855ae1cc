"""The knowledge of a player: views, what may be behind them, and keys for search tables.

Read `views` first, then `worlds`, `chances`, `keys` and `snapshots`.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
