"""Games with real cards, which people enter as a referee sees them.

Read `game`, the one module: a table, its entries, and the record of the game.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.play.referee.game import (
    MADE_UP as MADE_UP,
    NotPossible as NotPossible,
    RealGame as RealGame,
    RealTable as RealTable,
    known_seats as known_seats,
    made_up as made_up,
    public_view as public_view,
    without_numbers as without_numbers,
)

_publish(globals())
