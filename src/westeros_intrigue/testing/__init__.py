"""A testing kit for programs that build on the library: strategies for Hypothesis, and checks.

Install it by `pip install "westeros-intrigue[hypothesis]"`; `from_type` then supports the types of
the library without an import of this package. Read `games` first, then `front_ends` and `machine`;
then the checks: `player_checks`, `engines`, `game_names`, `hostile_texts`, `any_game`.

>>> from hypothesis import given, strategies
>>> from westeros_intrigue import GameState, draw_text
>>> @given(strategies.from_type(GameState))
... def test_every_position_can_be_drawn(state: GameState) -> None:
...     assert draw_text(state)
"""

from westeros_intrigue.gamekit.packaging import needs_extra as _needs_extra, publish as _publish

with _needs_extra(__name__, "hypothesis"):
    from westeros_intrigue.testing.games import (
        cards as cards,
        decks as decks,
        final_scores as final_scores,
        first_players as first_players,
        houses as houses,
        moves as moves,
        player_counts as player_counts,
        slots as slots,
        slots_far as slots_far,
        slots_near as slots_near,
        throne_cards as throne_cards,
        variants as variants,
    )
from westeros_intrigue.testing.engines import (
    Engine as Engine,
    EngineGame as EngineGame,
    Facts as Facts,
    GameStart as GameStart,
    compare_engine as compare_engine,
)
from westeros_intrigue.testing.front_ends import (
    Refused as Refused,
    RefusedPlacement as RefusedPlacement,
    courts as courts,
    eliminations as eliminations,
    events as events,
    illegal_moves as illegal_moves,
    illegal_placements as illegal_placements,
    placements as placements,
    recorded_placements as recorded_placements,
    recorded_rounds as recorded_rounds,
    records as records,
    tables as tables,
    transcripts as transcripts,
)
from westeros_intrigue.testing.games import (
    deals as deals,
    games as games,
    moves_in as moves_in,
    players_and_variants as players_and_variants,
    round_deals as round_deals,
    round_states as round_states,
    starts as starts,
    states as states,
    views as views,
)
from westeros_intrigue.testing.machine import GameMachine as GameMachine
from westeros_intrigue.testing.player_checks import (
    Checked as Checked,
    CheckFailed as CheckFailed,
    check_player as check_player,
    variants_to_check as variants_to_check,
)

_publish(globals())
