"""The printed pieces: spaces, editions and their forms, the board, without a game."""

__all__ = ("__doc__",)  # an inner module: no name here is promised
