from westeros_intrigue.drawing.scene import draw_text as draw_text
from westeros_intrigue.drawing.svg import draw_svg as draw_svg
