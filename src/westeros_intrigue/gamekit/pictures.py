"""Pictures, and values that a notebook shows as the picture that their game draws."""

from __future__ import annotations

from typing import Any, ClassVar

from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.values import UNPRINTABLE


class Picture(str):
    """The text of an SVG file; a notebook shows the picture.

    >>> from westeros_intrigue import Court, draw_svg
    >>> picture = draw_svg(Court())
    >>> picture[:4], picture._repr_svg_() == picture
    ('<svg', True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_pretty_(self, printer: Any, _is_cycle: bool) -> None:  # noqa: ANN401, FBT001 - IPython's
        """Print only the size of the text in a notebook; `repr` returns all of it."""
        printer.text(f"<SVG picture, {len(self)} characters>")


def text_picture(title: str, text: str) -> Picture:
    """Return an SVG picture of lines of text."""
    from html import escape  # noqa: PLC0415 - for pictures only

    # XML forbids control characters, such as the codes of colours.
    lines = [UNPRINTABLE.sub("\ufffd", line) for line in text.expandtabs().splitlines()]
    width, height = 9 * max(map(len, lines)) + 20, 20 * len(lines) + 12
    # The page replaces `player 0's` by a name, so the apostrophe must stay.
    rows = "".join(
        f'<text x="10" y="{20 * at + 22}" xml:space="preserve">{escape(line, quote=False)}</text>'
        for at, line in enumerate(lines)
    )
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="monospace" font-size="15" fill="currentColor">'
        f"<title>{escape(title)}</title>{rows}</svg>"
    )


class Pictured:
    """Base of the values that a notebook shows as a picture: courts, tables, states and views.

    The picture of a state shows what a spectator sees, without the hands.
    """

    __slots__ = ()

    _GAME: ClassVar[str]
    """The key of the game whose `draw_svg` and `draw_text` draw the value."""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture as HTML, SVG and text, by media type.

        HTML is included because some notebooks and page builders turn SVG into an image file and
        lose its label.
        """
        del include, exclude  # Only hints: the notebook filters the result itself.
        game = GAMES[self._GAME]
        picture = str(game.draw_svg(self))
        return {"text/html": picture, "image/svg+xml": picture, "text/plain": game.draw_text(self)}

    def _repr_svg_(self) -> str:
        """Return the picture, for programs without support for media bundles."""
        return self._repr_mimebundle_()["image/svg+xml"]
