"""Drawings of courts and positions, as plain text and as SVG pictures.

Read `scene` first, the contents of a drawing and its text; then `svg`, the picture; then `course`,
which draws the course of a whole game.
"""

from westeros_intrigue.drawing.course import CoursePoint as CoursePoint, draw_course as draw_course
from westeros_intrigue.drawing.scene import draw_text as draw_text
from westeros_intrigue.drawing.svg import draw_svg as draw_svg
from westeros_intrigue.gamekit.packaging import publish as _publish

_publish(globals())
