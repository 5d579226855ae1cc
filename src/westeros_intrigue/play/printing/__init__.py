"""Pictures to print and to write to files: cards, posters, animations.

Read `pictures`, the one module.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.play.printing.pictures import (
    animate_svg as animate_svg,
    card_pages as card_pages,
    draw_poster as draw_poster,
    score_sheet as score_sheet,
    write_pictures as write_pictures,
)

_publish(globals())
