"""How values show themselves in notebooks: the one place where a value reaches forward to drawing.

Values lie below the drawing, which needs them. The methods here import it when they are called, so
that `import westeros_intrigue` stays light and no module imports one above it; the check of the
layers names this module as its only exception.
"""

from __future__ import annotations


class Pictured:
    """The base of values that a notebook shows as a picture: courts, states and views.

    A state is shown as a spectator sees it: to evaluate one in a notebook shows nobody's hand.
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture and its text by media type; the notebook chooses."""
        del include, exclude  # The notebook filters, these only tell in advance.
        from westeros_intrigue.drawing.bundle import media  # noqa: PLC0415 - above this layer

        return media(self)

    def _repr_svg_(self) -> str:
        """Return the picture, for programs that do not know media bundles."""
        return self._repr_mimebundle_()["image/svg+xml"]


class Tabled:
    """The base of values that a notebook shows as a small table: results and violations."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the table as HTML."""
        from westeros_intrigue.drawing.tables import table  # noqa: PLC0415 - above this layer

        return table(self)
