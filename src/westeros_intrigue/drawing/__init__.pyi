from westeros_intrigue.drawing.course import CoursePoint as CoursePoint, draw_course as draw_course
from westeros_intrigue.drawing.scene import draw_text as draw_text
from westeros_intrigue.drawing.svg import draw_svg as draw_svg
