"""Base classes of values that notebooks display.

The drawings lie in layers above, and are imported when a notebook first displays a value.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar


def _notebook() -> Any:  # noqa: ANN401 - a module
    return import_module("westeros_intrigue.drawing.notebook")


class Pictured:
    """Base of the values that a notebook shows as a picture: courts, tables, states and views.

    A state is shown as a spectator sees it, without the hands.
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture and its text by media type."""
        del include, exclude  # Only hints: the notebook filters the result itself.
        bundle: dict[str, str] = _notebook().media(self)
        return bundle

    def _repr_svg_(self) -> str:
        """Return the picture, for programs that do not support media bundles."""
        return self._repr_mimebundle_()["image/svg+xml"]


def viewer_in_words(viewer: int | None) -> str:
    """Return what the viewer of a view is called."""
    return "a spectator" if viewer is None else f"player {viewer}"


class Drawn(Pictured):
    """Base of the positions that a notebook shows as the module of their game draws them."""

    __slots__ = ()

    _GAME: ClassVar[str]
    """The name of the module, with its `draw_svg` and `draw_text`."""

    @property
    def summary(self) -> str:
        """The moment of the game in a few words, for `repr`."""
        raise NotImplementedError

    def __repr__(self) -> str:
        of_viewer = f" of {viewer_in_words(self.player)}" if hasattr(self, "player") else ""
        return f"<{type(self).__name__}{of_viewer}: {self.summary}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture and its text by media type."""
        del include, exclude  # Only hints.
        game = import_module(self._GAME)
        return {"image/svg+xml": game.draw_svg(self), "text/plain": game.draw_text(self)}


class Tabled:
    """Base of the values that a notebook shows as a small table: results and violations."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the table as HTML."""
        table: str | None = _notebook().table(self)
        return table
