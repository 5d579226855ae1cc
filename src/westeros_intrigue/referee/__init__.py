"""Games with real cards, which people enter as a referee sees them.

Read `table` first, then `entries`, `records`, and `game`, which has the entries of a whole game.
"""

from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.referee.entries import without_numbers as without_numbers
from westeros_intrigue.referee.game import RealGame as RealGame
from westeros_intrigue.referee.records import (
    MADE_UP as MADE_UP,
    known_seats as known_seats,
    made_up as made_up,
    public_view as public_view,
)
from westeros_intrigue.referee.table import NotPossible as NotPossible, RealTable as RealTable

_publish(globals())
