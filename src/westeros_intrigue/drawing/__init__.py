"""Drawings of courts and positions, as plain text and as SVG pictures.

Read `scene` first, the content of a drawing, then `text` and `svg`.
"""

from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.drawing.svg import draw_svg
from westeros_intrigue.drawing.text import draw_text

__all__ = ["draw_svg", "draw_text"]

_publish(globals())
