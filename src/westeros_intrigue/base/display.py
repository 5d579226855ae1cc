"""How values show themselves in notebooks, drawn by what lies above them.

The package hands this module what draws, to be imported when a notebook first asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Renderer(Protocol):
    """What draws values for notebooks."""

    def media(self, value: object) -> dict[str, str]:
        """Return the picture of a value and its text by media type."""

    def table(self, value: object) -> str | None:
        """Return the table of a value as HTML; None if there is none."""


_load: list[Callable[[], Renderer]] = []


def draw_with(load: Callable[[], Renderer]) -> None:
    """Let values be drawn by what `load` returns; it is called when a notebook asks."""
    _load[:] = [load]


class Pictured:
    """The base of values that a notebook shows as a picture: courts, tables, states and views.

    A state is shown as a spectator sees it: to evaluate one in a notebook shows nobody's hand.
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture and its text by media type; the notebook chooses."""
        del include, exclude  # The notebook filters, these only tell in advance.
        return _load[0]().media(self)

    def _repr_svg_(self) -> str:
        """Return the picture, for programs that do not know media bundles."""
        return self._repr_mimebundle_()["image/svg+xml"]


class Tabled:
    """The base of values that a notebook shows as a small table: results and violations."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the table as HTML."""
        return _load[0]().table(self)
