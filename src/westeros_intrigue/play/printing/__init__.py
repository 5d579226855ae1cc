"""Pictures to print and to write to files: cards, posters and animations.

Read `pictures`, the only module.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
