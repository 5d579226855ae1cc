"""Players: functions that choose a move from a view, by name or as values.

Read `simple` first, then `named`, which lists all that have a name. The players that search are
`monte_carlo` and `tree_search`, and `learned` has a trained network; `analysis` compares moves,
`review` those of a record.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
