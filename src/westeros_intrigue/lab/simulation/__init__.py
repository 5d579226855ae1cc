"""Rounds and games by the million, playouts from any position, and exact solutions.

Simulations and playouts need numba and numpy: `pip install "westeros-intrigue[fast]"`. The page
`docs/house.md` explains the board and lists the modules in reading order.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals(), extra="fast")
