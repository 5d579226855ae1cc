"""Drawings of courts and positions, as plain text and as SVG pictures.

Read `scene` first, the content of a drawing, then `text` and `svg`. `animation` draws several
positions, `course` a whole game, and `printing` the cards themselves.
"""

from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.drawing.animation import animate_svg, draw_poster
from westeros_intrigue.drawing.course import CoursePoint, draw_course
from westeros_intrigue.drawing.printing import card_pages, score_sheet
from westeros_intrigue.drawing.svg import draw_svg
from westeros_intrigue.drawing.text import draw_text

__all__ = [
    "CoursePoint",
    "animate_svg",
    "card_pages",
    "draw_course",
    "draw_poster",
    "draw_svg",
    "draw_text",
    "score_sheet",
]

_publish(globals())
