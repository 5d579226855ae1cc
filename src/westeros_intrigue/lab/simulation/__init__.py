"""Rounds and games by the million, playouts from any position, and exact solutions.

All but `solver` needs numba and numpy: `pip install "westeros-intrigue[fast]"`. Read `board`,
`kernel` and `fast` first, then `counted`, `results` and `simulation`. `packing` begins
`trials`, `network`, `search` and `solver`; `lanes` plays many rounds side by side;
`workers`, `results_file` and `running` share out long work.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals(), extra="fast")
