"""The game as text: cards, moves, courts, sentences and whole games.

Read `notation` first, then `courts`, `records` and `sentences`.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
