"""Games with real cards, which people enter as a referee sees them.

Read `table` first, then `entries`, `records`, and `game`, which has the entries of a whole game.
"""

from westeros_intrigue.referee.entries import without_numbers
from westeros_intrigue.referee.game import RealGame
from westeros_intrigue.referee.records import MADE_UP, known_seats, made_up, public_view
from westeros_intrigue.referee.table import NotPossible, RealTable

__all__ = [
    "MADE_UP",
    "NotPossible",
    "RealGame",
    "RealTable",
    "known_seats",
    "made_up",
    "public_view",
    "without_numbers",
]
