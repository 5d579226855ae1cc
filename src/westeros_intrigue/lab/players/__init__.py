"""Players that search and learn, and what they think of moves and records."""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.packaging import on_demand as _on_demand, publish as _publish

if TYPE_CHECKING:
    from westeros_intrigue.lab.players.analysis import (
        Analysis as Analysis,
        JudgedMove as JudgedMove,
        JudgedPlacement as JudgedPlacement,
        RecordAnalysis as RecordAnalysis,
        analyse as analyse,
        analyse_record as analyse_record,
    )
    from westeros_intrigue.lab.players.search import (
        LearnedPlayer as LearnedPlayer,
        MonteCarloPlayer as MonteCarloPlayer,
        TreeSearchPlayer as TreeSearchPlayer,
    )
else:
    __getattr__, __dir__ = _on_demand(
        globals(),
        {
            "analysis": "Analysis JudgedMove JudgedPlacement RecordAnalysis analyse analyse_record",
            "search": "LearnedPlayer MonteCarloPlayer TreeSearchPlayer",
        },
    )

_publish(globals())
