"""Positions that show themselves: a short `repr`, and lines of text in pictures."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Protocol, runtime_checkable

from westeros_intrigue.gamekit.pictures import Pictured
from westeros_intrigue.gamekit.results import viewer_in_words

wrap_lines: Callable[[str, int], Sequence[str]] = lru_cache(maxsize=1 << 11)(wrap)
"""Return the lines of a text, wrapped to a number of letters."""


@runtime_checkable
class _Viewed(Protocol):
    """A view, which has a viewer."""

    @property
    def player(self) -> int | None: ...


class Drawn(Pictured):
    """Base of the positions of other games, with a short `repr`."""

    __slots__ = ()

    @property
    def summary(self) -> str:
        """The current point of the game in a few words, for `repr`."""
        raise NotImplementedError

    def __repr__(self) -> str:
        of_viewer = ""
        if isinstance(self, _Viewed):
            of_viewer = f" of {viewer_in_words(self.player)}"
        return f"<{type(self).__name__}{of_viewer}: {self.summary}>"
