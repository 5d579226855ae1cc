"""Players: functions that choose a move from a view, by name or as values.

Read `simple` first, then `named`, which lists all that have a name. The players that search are
`monte_carlo` and `tree_search`, and `learned` has a trained network; `analysis` compares moves,
`review` those of a record.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.packaging import on_demand as _on_demand, publish as _publish
from westeros_intrigue.players.simple import (
    Player as Player,
    greedy_player as greedy_player,
    random_player as random_player,
)

if TYPE_CHECKING:
    from westeros_intrigue.players.named import (
        PLAYERS as PLAYERS,
        parse_player as parse_player,
        player_name as player_name,
    )
    from westeros_intrigue.players.simple import provident_player as provident_player
else:
    __getattr__, __dir__ = _on_demand(
        globals(),
        {
            "named": "PLAYERS parse_player player_name",
            "simple": "provident_player",
        },
    )

_publish(globals())
