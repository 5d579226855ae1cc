"""Games in progress, shared by all front ends: a game saved in one can be continued in another.

Read `session` first, a game and its seats; then `folder`, where games are saved.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
