"""A position: the table, moves, events and refusals, and their words."""

__all__ = ("__doc__",)  # an inner module: no name here is promised
