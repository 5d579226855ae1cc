"""Pictures to print and to write to files: cards, posters and animations.

Read `pictures`, the only module.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.play.printing.pictures import (
    animate_svg,
    card_pages,
    draw_poster,
    score_sheet,
    write_pictures,
)

__all__ = [
    "animate_svg",
    "card_pages",
    "draw_poster",
    "score_sheet",
    "write_pictures",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
