"""A player's knowledge: views, the worlds consistent with them, and keys for search tables.

Read `observation` first, then `worlds`.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.views.observation import Snapshot, observe, position_key, throne_cards_left
from westeros_intrigue.views.worlds import Determinizer, Odds, determinize, odds

__all__ = [
    "Determinizer",
    "Odds",
    "Snapshot",
    "determinize",
    "observe",
    "odds",
    "position_key",
    "throne_cards_left",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
