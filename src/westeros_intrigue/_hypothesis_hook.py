"""What Hypothesis calls when it is imported: the library's types get their strategies.

Neither Hypothesis nor the strategies are imported at the top. Hypothesis runs `register` while it
is being imported itself, and perhaps by the strategies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.dealing import Deal, RoundDeal
from westeros_intrigue.rules.events import (
    Reveal,
    RoundEnd,
    RoundStart,
    SetAside,
    ThroneCardDraw,
)
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import (
    Adjustment,
    Elimination,
    FinalResult,
    Placement,
    RoundResult,
)
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transcript import Transcript
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import Violation
from westeros_intrigue.text.records import Record, RecordedPlacement, RecordedRound

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis import strategies as st

STRATEGIES: dict[type[Any], str] = {
    Adjustment: "adjustments",
    Card: "cards",
    Court: "courts",
    Deal: "deals",
    Elimination: "eliminations",
    FinalResult: "final_results",
    GameState: "states",
    IronThroneCard: "throne_cards",
    Move: "moves",
    Placement: "placements",
    Record: "records",
    RecordedPlacement: "recorded_placements",
    RecordedRound: "recorded_rounds",
    Reveal: "events",
    RoundDeal: "round_deals",
    RoundEnd: "events",
    RoundResult: "round_results",
    RoundStart: "events",
    SetAside: "events",
    Slot: "slots",
    Table: "tables",
    ThroneCardDraw: "events",
    Transcript: "transcripts",
    Variant: "variants",
    View: "views",
    Violation: "violations",
}
"""For each type the function in `westeros_intrigue.testing` that makes its strategy."""


def register() -> None:
    """Register a strategy for each type, for `hypothesis.strategies.from_type`.

    The entry point of the package in the group `hypothesis` names it, so nobody needs to call it.

    >>> register()
    >>> from hypothesis import find, strategies
    >>> from westeros_intrigue import GameState
    >>> find(strategies.from_type(GameState), lambda state: state.players == 3)
    <GameState: 3 players, round 1 of 3, dealing>
    """
    from hypothesis import strategies as st  # noqa: PLC0415 - see the top

    for cls, name in STRATEGIES.items():
        st.register_type_strategy(cls, _resolver(name))


def _resolver(name: str) -> Callable[[type[Any]], st.SearchStrategy[Any]]:
    def resolve(cls: type[Any]) -> st.SearchStrategy[Any]:
        from westeros_intrigue import testing  # noqa: PLC0415 - see the top

        make: Callable[..., st.SearchStrategy[Any]] = getattr(testing, name)
        return make(cls) if name == "events" else make()

    return resolve
