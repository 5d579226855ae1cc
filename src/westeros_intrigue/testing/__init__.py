"""A testing kit for programs that build on the library: strategies for Hypothesis, and checks.

It needs the extra `hypothesis`: `pip install "westeros-intrigue[hypothesis]"`. With both installed,
`hypothesis.strategies.from_type` supports the library's types without an import of this module.

>>> from hypothesis import given, strategies
>>> from westeros_intrigue import GameState, draw_text
>>> @given(strategies.from_type(GameState))
... def test_every_position_can_be_drawn(state: GameState) -> None:
...     assert draw_text(state)

The strategies draw positions that play can reach; those with `players` and `variant` also draw
these if they are None. They shrink towards the standard game, the unshuffled deck, few placements
and the first of the distinct moves.
"""

from westeros_intrigue.base.extras import needs_extra

with needs_extra(__name__, "hypothesis"):
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

from westeros_intrigue.testing.boxes import random_box
from westeros_intrigue.testing.engines import Engine, EngineGame, Facts, GameStart, compare_engine
from westeros_intrigue.testing.failures import CheckFailed
from westeros_intrigue.testing.games import (
    deals,
    games,
    moves_in,
    players_and_variants,
    round_deals,
    round_states,
    starts,
    states,
    views,
)
from westeros_intrigue.testing.machine import GameMachine
from westeros_intrigue.testing.outcomes import (
    adjustments,
    courts,
    eliminations,
    events,
    final_results,
    placements,
    recorded_placements,
    recorded_rounds,
    records,
    round_results,
    tables,
    transcripts,
)
from westeros_intrigue.testing.player_checks import Checked, check_player, variants_to_check
from westeros_intrigue.testing.refusals import (
    Refused,
    RefusedPlacement,
    illegal_moves,
    illegal_placements,
    violations,
)

__all__ = [
    "CheckFailed",
    "Checked",
    "Engine",
    "EngineGame",
    "Facts",
    "GameMachine",
    "GameStart",
    "Refused",
    "RefusedPlacement",
    "adjustments",
    "cards",
    "check_player",
    "compare_engine",
    "courts",
    "deals",
    "decks",
    "eliminations",
    "events",
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
    "players_and_variants",
    "random_box",
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
    "throne_cards",
    "transcripts",
    "variants",
    "variants_to_check",
    "views",
    "violations",
]
