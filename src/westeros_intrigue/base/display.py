"""Base classes of values that notebooks display.

The drawings lie in a layer above. The package registers a function that imports them when a
notebook first displays a value.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import ClassVar, Protocol


class Renderer(Protocol):
    """A module that draws values for notebooks."""

    def media(self, value: object) -> dict[str, str]:
        """Return the picture and the text of a value by media type."""

    def table(self, value: object) -> str | None:
        """Return the table of a value as HTML; None for a value that is not shown as one."""


_load: list[Callable[[], Renderer]] = []


def draw_with(load: Callable[[], Renderer]) -> None:
    """Register the function that imports the renderer when a notebook displays a value."""
    _load[:] = [load]


class Pictured:
    """Base of the values that a notebook shows as a picture: courts, tables, states and views.

    A state is shown as a spectator sees it, without the hands.
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture and its text by media type."""
        del include, exclude  # Only hints: the notebook filters the result itself.
        return _load[0]().media(self)

    def _repr_svg_(self) -> str:
        """Return the picture, for programs that do not support media bundles."""
        return self._repr_mimebundle_()["image/svg+xml"]


class Drawn:
    """Base of the positions that a notebook shows as the module of their game draws them."""

    __slots__ = ()

    _GAME: ClassVar[str]
    """The name of the module, with its `draw_svg` and `draw_text`."""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture and its text by media type."""
        del include, exclude  # Only hints.
        game = import_module(self._GAME)
        return {"image/svg+xml": game.draw_svg(self), "text/plain": game.draw_text(self)}

    def _repr_svg_(self) -> str:
        """Return the picture, for programs that do not support media bundles."""
        return self._repr_mimebundle_()["image/svg+xml"]


class Tabled:
    """Base of the values that a notebook shows as a small table: results and violations."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the table as HTML."""
        return _load[0]().table(self)
