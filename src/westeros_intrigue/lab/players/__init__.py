"""Players that search, learn and read hands, and their analyses of moves and records.

Read `search` first, then `reading`, `belief` and `outlooks`, on which `analysis`, of a position,
and `game_analysis` build.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.packaging import lazy as _lazy, names_of as _names_of

if TYPE_CHECKING:
    from westeros_intrigue.lab.players.analysis import (
        Analysis as Analysis,
        JudgedMove as JudgedMove,
        analyse as analyse,
    )
    from westeros_intrigue.lab.players.belief import (
        Belief as Belief,
        Fact as Fact,
        believe as believe,
    )
    from westeros_intrigue.lab.players.game_analysis import (
        JudgedPlacement as JudgedPlacement,
        RecordAnalysis as RecordAnalysis,
        analyse_record as analyse_record,
    )
    from westeros_intrigue.lab.players.reading import (
        Habits as Habits,
        ReadingPlayer as ReadingPlayer,
    )
    from westeros_intrigue.lab.players.search import (
        LearnedPlayer as LearnedPlayer,
        MonteCarloPlayer as MonteCarloPlayer,
    )

__all__ = [
    "Analysis",
    "Belief",
    "Fact",
    "Habits",
    "JudgedMove",
    "JudgedPlacement",
    "LearnedPlayer",
    "MonteCarloPlayer",
    "ReadingPlayer",
    "RecordAnalysis",
    "analyse",
    "analyse_record",
    "believe",
]


def __dir__() -> list[str]:
    return _names_of(__name__)


_MODULES = {
    "Analysis": "westeros_intrigue.lab.players.analysis",
    "JudgedMove": "westeros_intrigue.lab.players.analysis",
    "analyse": "westeros_intrigue.lab.players.analysis",
    "Belief": "westeros_intrigue.lab.players.belief",
    "Fact": "westeros_intrigue.lab.players.belief",
    "believe": "westeros_intrigue.lab.players.belief",
    "JudgedPlacement": "westeros_intrigue.lab.players.game_analysis",
    "RecordAnalysis": "westeros_intrigue.lab.players.game_analysis",
    "analyse_record": "westeros_intrigue.lab.players.game_analysis",
    "Habits": "westeros_intrigue.lab.players.reading",
    "ReadingPlayer": "westeros_intrigue.lab.players.reading",
    "LearnedPlayer": "westeros_intrigue.lab.players.search",
    "MonteCarloPlayer": "westeros_intrigue.lab.players.search",
}
if not TYPE_CHECKING:  # or checkers would accept every name
    __getattr__ = _lazy(__name__, _MODULES)
