"""A testing kit for programs that build on the library: Hypothesis strategies and checks.

The strategies need the extra `hypothesis`; the checks do not. With the extra, Hypothesis's
`from_type` supports the library's types even if this package is not imported. Read `strategies`
first, then the checks: `player_checks`, `game_names`, `hostile_texts`, `any_game`.

>>> from hypothesis import given, strategies
>>> from westeros_intrigue import GameState, draw_text
>>> @given(strategies.from_type(GameState))
... def test_every_position_can_be_drawn(state: GameState) -> None:
...     assert draw_text(state)
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals(), extra="hypothesis")
