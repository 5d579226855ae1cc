"""Drawings of courts and positions, as plain text and as SVG pictures.

Read `scene` first, the contents of a drawing and its text; then `svg`, the picture; then `course`,
which draws the course of a whole game.
"""

from westeros_intrigue.drawing.scene import draw_text
from westeros_intrigue.drawing.svg import draw_svg
from westeros_intrigue.gamekit.packaging import names_of as _names_of

__all__ = [
    "draw_svg",
    "draw_text",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
