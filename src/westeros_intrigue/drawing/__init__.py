"""Drawings of courts and positions, as plain text and as SVG pictures.

Read `scene` first, the contents of a drawing and its text; then `svg`, the picture; then `course`,
which draws the course of a whole game.
"""

from westeros_intrigue.drawing.scene import draw_text
from westeros_intrigue.drawing.svg import draw_svg

__all__ = [
    "draw_svg",
    "draw_text",
]
