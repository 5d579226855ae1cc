"""Games under way, the same for all front ends: a game that one saves, any other continues.

Read `session` first, a game and its seats, then `folder`, the place where games are saved.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
