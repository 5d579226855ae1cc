"""Games with real cards, entered as a referee sees them.

Read `game`, the only module: a table, its entries and the record of the game.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.play.referee.game import (
    MADE_UP,
    NotPossible,
    RealGame,
    RealTable,
    describe_made_up_hands,
    list_known_seats,
    public_view,
    without_numbers,
)

__all__ = [
    "MADE_UP",
    "NotPossible",
    "RealGame",
    "RealTable",
    "describe_made_up_hands",
    "list_known_seats",
    "public_view",
    "without_numbers",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
