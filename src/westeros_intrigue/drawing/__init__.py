"""Drawings of courts and positions, as plain text and as SVG pictures.

Read `scene` first, the content of a drawing, then `text` and `svg`. `animation` draws several
positions, `course` a whole game, `printing` the cards themselves, and
`picture_files` writes them to files.
"""

from westeros_intrigue.drawing.course import CoursePoint as CoursePoint, draw_course as draw_course
from westeros_intrigue.drawing.scene import draw_text as draw_text
from westeros_intrigue.drawing.svg import draw_svg as draw_svg
from westeros_intrigue.gamekit.packaging import publish as _publish

_publish(globals())
