"""The knowledge of a player: views, what may be behind them, and keys for search tables.

Read `views` first, then `worlds`, `chances`, `keys` and `snapshots`.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.base.on_demand import on_demand as _on_demand
from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.knowledge.keys import position_key as position_key
from westeros_intrigue.knowledge.views import (
    observe as observe,
    throne_cards_left as throne_cards_left,
)

if TYPE_CHECKING:
    from westeros_intrigue.knowledge.chances import Odds as Odds
    from westeros_intrigue.knowledge.snapshots import Snapshot as Snapshot
    from westeros_intrigue.knowledge.worlds import (
        Determinizer as Determinizer,
        determinize as determinize,
        odds as odds,
    )
else:
    __getattr__, __dir__ = _on_demand(
        globals(),
        {"snapshots": "Snapshot", "worlds": "Determinizer determinize odds", "chances": "Odds"},
    )

_publish(globals())
