"""A testing kit for programs that build on the library: Hypothesis strategies and checks.

The strategies need the extra `hypothesis`; the checks do not. With the extra, Hypothesis's
`from_type` supports the library's types even if this package is not imported. Read `strategies`
first, then the checks: `player_checks`, `game_names`, `hostile_texts`, `tables`, `authored_games`,
`replayed_worlds`, `alike_views`, `promises`, `any_game`, `stores`.

>>> from hypothesis import given, strategies
>>> from westeros_intrigue import GameState, draw_text
>>> @given(strategies.from_type(GameState))
... def test_every_position_can_be_drawn(state: GameState) -> None:
...     assert draw_text(state)
"""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.packaging import lazy as _lazy, names_of as _names_of

if TYPE_CHECKING:
    from westeros_intrigue.testing.any_game import check_game as check_game
    from westeros_intrigue.testing.authored_games import Knowledge as Knowledge
    from westeros_intrigue.testing.player_checks import (
        CheckFailed as CheckFailed,
        check_player as check_player,
    )
    from westeros_intrigue.testing.stores import check_store as check_store
    from westeros_intrigue.testing.strategies import (
        cards as cards,
        deals as deals,
        events as events,
        games as games,
        moves as moves,
        moves_in as moves_in,
        records as records,
        slots as slots,
        slots_near as slots_near,
        starts as starts,
        states as states,
        throne_cards as throne_cards,
        variants as variants,
        views as views,
    )

__all__ = [
    "CheckFailed",
    "Knowledge",
    "cards",
    "check_game",
    "check_player",
    "check_store",
    "deals",
    "events",
    "games",
    "moves",
    "moves_in",
    "records",
    "slots",
    "slots_near",
    "starts",
    "states",
    "throne_cards",
    "variants",
    "views",
]


def __dir__() -> list[str]:
    return _names_of(__name__)


_MODULES = {
    "check_game": "westeros_intrigue.testing.any_game",
    "Knowledge": "westeros_intrigue.testing.authored_games",
    "CheckFailed": "westeros_intrigue.testing.player_checks",
    "check_player": "westeros_intrigue.testing.player_checks",
    "check_store": "westeros_intrigue.testing.stores",
    "cards": "westeros_intrigue.testing.strategies",
    "deals": "westeros_intrigue.testing.strategies",
    "events": "westeros_intrigue.testing.strategies",
    "games": "westeros_intrigue.testing.strategies",
    "moves": "westeros_intrigue.testing.strategies",
    "moves_in": "westeros_intrigue.testing.strategies",
    "records": "westeros_intrigue.testing.strategies",
    "slots": "westeros_intrigue.testing.strategies",
    "slots_near": "westeros_intrigue.testing.strategies",
    "starts": "westeros_intrigue.testing.strategies",
    "states": "westeros_intrigue.testing.strategies",
    "throne_cards": "westeros_intrigue.testing.strategies",
    "variants": "westeros_intrigue.testing.strategies",
    "views": "westeros_intrigue.testing.strategies",
}
if not TYPE_CHECKING:  # or checkers would accept every name
    __getattr__ = _lazy(__name__, _MODULES, extra="hypothesis")
