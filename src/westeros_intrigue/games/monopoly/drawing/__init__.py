"""Pictures of Monopoly, as text and as SVG.

Read `text` first, then `svg`.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.games.monopoly.drawing.svg import draw_svg as draw_svg
from westeros_intrigue.games.monopoly.drawing.text import draw_text as draw_text

_publish(globals())
