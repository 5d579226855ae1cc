"""Pictures of the second game, as text and as SVG."""

from westeros_intrigue.monopoly.drawing.svg import draw_svg
from westeros_intrigue.monopoly.drawing.text import draw_text

__all__ = ["draw_svg", "draw_text"]
