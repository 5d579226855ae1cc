"""A player's knowledge: views, the worlds consistent with them, and keys for search tables.

Read `view` first, then `worlds`.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
