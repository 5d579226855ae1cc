"""The entry point that registers the strategies of the library's types with Hypothesis.

Hypothesis runs `register` while Hypothesis itself is imported, perhaps by the strategies, so
neither is imported at the top.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_args

from westeros_intrigue.notation.records.record import Record
from westeros_intrigue.rules import cards, court, dealing, state, table, variants
from westeros_intrigue.rules.game_events import Event
from westeros_intrigue.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis import strategies as st

STRATEGIES: dict[type[Any], str] = {
    **dict.fromkeys(get_args(Event.__value__), "events"),
    cards.Card: "cards",
    court.Court: "court",
    dealing.Deal: "deals",
    state.GameState: "states",
    cards.IronThroneCard: "throne_cards",
    cards.Move: "moves",
    Record: "records",
    dealing.RoundDeal: "round_deals",
    cards.Slot: "slots",
    table.Table: "table",
    variants.Variant: "variants",
    View: "views",
}
"""For each type, the function of `strategies` that returns its strategy, or a part of a state."""


def register() -> None:
    """Register a strategy for each type, for `hypothesis.strategies.from_type`.

    The package's entry point in the group `hypothesis` calls it; you don't need to.

    >>> register()
    >>> from hypothesis import find, strategies
    >>> from westeros_intrigue import GameState
    >>> find(strategies.from_type(GameState), lambda state: state.players == 3)
    <GameState: 3 players, round 1 of 3, dealing>
    """
    from hypothesis import strategies as st  # noqa: PLC0415 - see the top

    for cls, name in STRATEGIES.items():
        st.register_type_strategy(cls, partial(_resolve, name))


def _resolve(name: str, cls: type[Any]) -> st.SearchStrategy[Any]:
    from westeros_intrigue.testing import strategies  # noqa: PLC0415 - see the top

    if name in {"court", "table"}:
        return strategies.states().map(attrgetter(name))
    make: Callable[..., st.SearchStrategy[Any]] = getattr(strategies, name)
    return make(cls) if name == "events" else make()
