"""A player's knowledge and choices: clues, worlds, computer players, trial games."""

__all__ = ("__doc__",)  # an inner module: no name here is promised
