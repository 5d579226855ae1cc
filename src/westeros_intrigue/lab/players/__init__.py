"""Players that search and learn, and their analyses of moves and records.

Read `search` first, then `analysis`, of a position, and `game_analysis`.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.packaging import lazy as _lazy

if TYPE_CHECKING:
    from westeros_intrigue.lab.players.analysis import (
        Analysis as Analysis,
        JudgedMove as JudgedMove,
        analyse as analyse,
    )
    from westeros_intrigue.lab.players.game_analysis import (
        JudgedPlacement as JudgedPlacement,
        RecordAnalysis as RecordAnalysis,
        analyse_record as analyse_record,
    )
    from westeros_intrigue.lab.players.search import (
        LearnedPlayer as LearnedPlayer,
        MonteCarloPlayer as MonteCarloPlayer,
    )

__all__ = [
    "Analysis",
    "JudgedMove",
    "JudgedPlacement",
    "LearnedPlayer",
    "MonteCarloPlayer",
    "RecordAnalysis",
    "analyse",
    "analyse_record",
]
_MODULES = {
    "Analysis": "westeros_intrigue.lab.players.analysis",
    "JudgedMove": "westeros_intrigue.lab.players.analysis",
    "analyse": "westeros_intrigue.lab.players.analysis",
    "JudgedPlacement": "westeros_intrigue.lab.players.game_analysis",
    "RecordAnalysis": "westeros_intrigue.lab.players.game_analysis",
    "analyse_record": "westeros_intrigue.lab.players.game_analysis",
    "LearnedPlayer": "westeros_intrigue.lab.players.search",
    "MonteCarloPlayer": "westeros_intrigue.lab.players.search",
}
if not TYPE_CHECKING:  # or checkers would accept every name
    __getattr__ = _lazy(__name__, _MODULES)
