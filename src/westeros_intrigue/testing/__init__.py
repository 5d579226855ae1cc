"""A testing kit for programs that build on the library: strategies for Hypothesis, and checks.

It needs Hypothesis: `pip install 'westeros-intrigue[hypothesis]'`. Nothing else in the library
imports it. Where both are installed, `hypothesis.strategies.from_type` knows the library's types
without any import of this module.

>>> from hypothesis import given, strategies
>>> from westeros_intrigue import GameState, draw_text
>>> @given(strategies.from_type(GameState))
... def test_every_position_can_be_drawn(state: GameState) -> None:
...     assert draw_text(state)

The strategies make positions that play can reach; a function with `players` and `variant` draws
both where they are None. They shrink towards the standard game, the unshuffled deck, few
placements and the first of the distinct moves.
"""

from westeros_intrigue.testing.checks import Checked, CheckFailed, tables_to_check
from westeros_intrigue.testing.engine_checks import (
    Engine,
    EngineGame,
    Facts,
    Table,
    check_engine,
    compare_engine,
)
from westeros_intrigue.testing.games import (
    deals,
    games,
    moves_in,
    round_deals,
    round_states,
    starts,
    states,
    tables,
    views,
)
from westeros_intrigue.testing.machine import GameMachine
from westeros_intrigue.testing.outcomes import (
    adjustments,
    courts,
    eliminations,
    final_results,
    placements,
    recorded_placements,
    recorded_rounds,
    records,
    round_results,
)
from westeros_intrigue.testing.player_checks import check_player
from westeros_intrigue.testing.refusals import (
    Refused,
    RefusedPlacement,
    illegal_moves,
    illegal_placements,
    violations,
)
from westeros_intrigue.testing.values import (
    cards,
    decks,
    final_scores,
    first_players,
    houses,
    moves,
    player_counts,
    slots,
    slots_far,
    slots_near,
    throne_cards,
    variants,
)

__all__ = [
    "CheckFailed",
    "Checked",
    "Engine",
    "EngineGame",
    "Facts",
    "GameMachine",
    "Refused",
    "RefusedPlacement",
    "Table",
    "adjustments",
    "cards",
    "check_engine",
    "check_player",
    "compare_engine",
    "courts",
    "deals",
    "decks",
    "eliminations",
    "final_results",
    "final_scores",
    "first_players",
    "games",
    "houses",
    "illegal_moves",
    "illegal_placements",
    "moves",
    "moves_in",
    "placements",
    "player_counts",
    "recorded_placements",
    "recorded_rounds",
    "records",
    "round_deals",
    "round_results",
    "round_states",
    "slots",
    "slots_far",
    "slots_near",
    "starts",
    "states",
    "tables",
    "tables_to_check",
    "throne_cards",
    "variants",
    "views",
    "violations",
]
