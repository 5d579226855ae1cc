"""The rules of each season: questions, abilities, phases, and the game that plays them."""

__all__ = ("__doc__",)  # an inner module: no name here is promised
