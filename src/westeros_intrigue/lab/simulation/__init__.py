"""Rounds and games by the million, playouts from any position, and exact solutions.

All except `solver` need numba and numpy: `pip install "westeros-intrigue[fast]"`. Read `board`,
`kernel` and `fast` first, then `counted`, `results` and `simulation`. `packing` is the base of
`trials`, `network`, `search` and `solver`; `lanes` plays many rounds in parallel; `workers`,
`results_file` and `running` distribute long jobs.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals(), extra="fast")
