"""The rules of each turn, from the throw to a bankruptcy, and the game that plays them."""

__all__ = ("__doc__",)  # an inner module: no name here is promised
