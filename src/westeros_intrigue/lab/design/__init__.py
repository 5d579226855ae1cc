"""Effects of rules on a game, measured by games between players.

`compare_games` plays the same deals under two rules. Read `tables` first, the two sides; then
`played`, the games and what is counted in them; `effects`, the differences with their intervals;
`comparing`, the call; and `effect_pictures`. `measure_game` describes a game: `reports` shows its
figures, and `describing` is the call.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.lab.design.comparing import compare_games
from westeros_intrigue.lab.design.describing import measure_game
from westeros_intrigue.lab.design.effects import Comparison, Dependence, Effect, Measured
from westeros_intrigue.lab.design.reports import GameReport, Reported, Rung

__all__ = [
    "Comparison",
    "Dependence",
    "Effect",
    "GameReport",
    "Measured",
    "Reported",
    "Rung",
    "compare_games",
    "measure_game",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
