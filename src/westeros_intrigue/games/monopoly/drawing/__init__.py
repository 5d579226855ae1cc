"""Pictures of the second game, as text and as SVG."""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.games.monopoly.drawing.svg import draw_svg as draw_svg
from westeros_intrigue.games.monopoly.drawing.text import draw_text as draw_text

_publish(globals())
