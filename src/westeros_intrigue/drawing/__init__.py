"""Drawings of courts and positions, as plain text and as SVG pictures.

Read `scene` first, the content of a drawing, then `text` and `svg`. `animation` draws several
positions, `course` a whole game, `printing` the cards themselves, and
`picture_files` writes them to files.
"""

from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.drawing.animation import (
    animate_svg as animate_svg,
    draw_poster as draw_poster,
)
from westeros_intrigue.drawing.course import CoursePoint as CoursePoint, draw_course as draw_course
from westeros_intrigue.drawing.picture_files import write_pictures as write_pictures
from westeros_intrigue.drawing.printing import card_pages as card_pages, score_sheet as score_sheet
from westeros_intrigue.drawing.svg import draw_svg as draw_svg
from westeros_intrigue.drawing.text import draw_text as draw_text

_publish(globals())
