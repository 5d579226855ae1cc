"""The game as text: cards, moves, courts, sentences and whole games.

Read `notation` first, then `sentences`, `typed` (input by players at a table), `table_options`,
`positions`, and the folder `records`.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
