"""The knowledge of a player: views, what may be behind them, and keys for search tables.

Read `views` first, then `worlds`, `chances`, `keys` and `snapshots`.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.packaging import on_demand as _on_demand, publish as _publish
from westeros_intrigue.views.view import (
    observe as observe,
    position_key as position_key,
    throne_cards_left as throne_cards_left,
)

if TYPE_CHECKING:
    from westeros_intrigue.views.view import Snapshot as Snapshot
    from westeros_intrigue.views.worlds import (
        Determinizer as Determinizer,
        Odds as Odds,
        determinize as determinize,
        odds as odds,
    )
else:
    __getattr__, __dir__ = _on_demand(
        globals(),
        {
            "view": "Snapshot",
            "worlds": "Determinizer determinize odds Odds",
        },
    )

_publish(globals())
