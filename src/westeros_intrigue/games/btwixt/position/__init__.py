"""A position: the table, moves, events and refusals, and the words of a line."""

__all__ = ("__doc__",)  # an inner module: no name here is promised
