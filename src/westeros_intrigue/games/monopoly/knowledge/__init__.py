"""A player's knowledge and choices: views, worlds, computer players, trial games."""

__all__ = ("__doc__",)  # an inner module: no name here is promised
