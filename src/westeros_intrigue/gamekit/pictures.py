"""Pictures, and values that a notebook shows as the picture that their game draws."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from abc import abstractmethod
from typing import Any, ClassVar

from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.values import UNPRINTABLE

_LABEL = re.compile(r"<title[^>]*>(.*?)</title>(?:\s*<desc[^>]*>(.*?)</desc>)?", re.DOTALL)
_WIDTH = re.compile(r"<svg\b(?![^>]*\bwidth=)[^>]*\bviewBox=['\"]\S+ \S+ (\d+)")
"""The width of a picture that leaves it to its page, which would stretch an image over the page."""
# An image inherits no colour from its page, so it needs one that suits the page's theme.
_INK = "<style>:root{color:#2a2926}@media (prefers-color-scheme:dark){:root{color:#ebe8e1}}</style>"


class ShownAsPicture:
    """Base of the values that a notebook shows as a picture, also if its reader did not run it."""

    __slots__ = ()

    @abstractmethod
    def _repr_svg_(self) -> str:
        """Return the picture, also for programs without support for media bundles."""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture as an image in HTML and as SVG, by media type.

        Notebooks run SVG only for whoever ran the cell: for other readers, they remove it.
        """
        del include, exclude  # Only hints: the notebook filters the result itself.
        picture = self._repr_svg_()
        return {"text/html": image_in_html(picture), "image/svg+xml": picture}


class Picture(str, ShownAsPicture):
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


def image_in_html(picture: str) -> str:
    """Return an SVG picture as an `<img>` element, with its title and description as a label.

    Notebooks that their reader did not run, and code hosts, remove SVG elements from HTML, but keep
    images.

    >>> image_in_html("<svg><title>A court</title></svg>")[:30]
    '<img alt="A court" style="max-'
    """
    from base64 import b64encode  # noqa: PLC0415 - for pictures only
    from html import escape, unescape  # noqa: PLC0415

    labels = _LABEL.search(picture)
    title, description = map(unescape, labels.groups("") if labels else ("", ""))
    # Some games repeat the title as the first line of the description.
    label = "\n".join(filter(None, [title * (not description.startswith(title)), description]))
    if "currentColor" in picture:
        parts, end, _ = picture.rpartition("</svg>")
        picture = f"{parts}{_INK}{end}"
    width = f' width="{stretched[1]}"' if (stretched := _WIDTH.search(picture)) else ""
    source = f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"
    return f'<img alt="{escape(label)}"{width} style="max-width:100%" src="{source}">'


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


class Pictured(ShownAsPicture):
    """Base of the values that a notebook shows as a picture: courts, tables, states and views.

    The picture of a state shows what a spectator sees, without the hands.
    """

    __slots__ = ()

    _GAME: ClassVar[str]
    """The key of the game whose `draw_svg` and `draw_text` draw the value."""

    def _repr_svg_(self) -> str:
        return str(GAMES[self._GAME].draw_svg(self))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture as an image in HTML, as SVG and as text, by media type."""
        text = GAMES[self._GAME].draw_text(self)
        return super()._repr_mimebundle_(include, exclude) | {"text/plain": text}
