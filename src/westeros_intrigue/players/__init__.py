"""Players: functions that choose a move from a view, by name or as values.

Read `simple` first, then `named`, which lists all that have a name. The players that search are
`monte_carlo` and `tree_search`, and `learned` has a trained network; `analysis` compares moves,
`review` those of a record.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.base.on_demand import on_demand as _on_demand
from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.players.simple import (
    Player as Player,
    greedy_player as greedy_player,
    random_player as random_player,
)

if TYPE_CHECKING:
    from westeros_intrigue.players.analysis import (
        Analysis as Analysis,
        JudgedMove as JudgedMove,
        analyse as analyse,
    )
    from westeros_intrigue.players.judged import JudgedPlacement as JudgedPlacement
    from westeros_intrigue.players.learned import LearnedPlayer as LearnedPlayer
    from westeros_intrigue.players.monte_carlo import MonteCarloPlayer as MonteCarloPlayer
    from westeros_intrigue.players.named import (
        PLAYERS as PLAYERS,
        parse_player as parse_player,
        player_name as player_name,
    )
    from westeros_intrigue.players.provident import provident_player as provident_player
    from westeros_intrigue.players.review import (
        RecordAnalysis as RecordAnalysis,
        analyse_record as analyse_record,
    )
    from westeros_intrigue.players.tree_search import TreeSearchPlayer as TreeSearchPlayer
else:
    __getattr__, __dir__ = _on_demand(
        globals(),
        {
            "analysis": "Analysis JudgedMove analyse",
            "judged": "JudgedPlacement",
            "learned": "LearnedPlayer",
            "monte_carlo": "MonteCarloPlayer",
            "named": "PLAYERS parse_player player_name",
            "provident": "provident_player",
            "review": "RecordAnalysis analyse_record",
            "tree_search": "TreeSearchPlayer",
        },
    )

_publish(globals())
