"""Rounds and games by the million, playouts from any position, and exact solutions.

All but the solver needs the extra `fast`, numba and numpy: `pip install "westeros-intrigue[fast]"`;
the solver is much quicker with it. Nothing is imported or compiled before it is used.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals(), extra="fast")
