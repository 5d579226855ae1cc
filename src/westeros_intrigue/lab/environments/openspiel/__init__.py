"""The games in OpenSpiel. The package needs the extra `openspiel`.

Read `houses`, then `games`, whose import registers two games: `python_westeros_intrigue` deals
houses by explicit chance, and `python_westeros_intrigue_deal` plays the deal of a seed. `kit_games`
plays any game.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of, needs_extra as _needs_extra

with _needs_extra(__name__, "openspiel"):
    from westeros_intrigue.lab.environments.openspiel.games import (
        ChanceGame,
        DealGame,
        Observer,
        State,
        resampler,
    )
    from westeros_intrigue.lab.environments.openspiel.kit_games import KitGame

__all__ = [
    "ChanceGame",
    "DealGame",
    "KitGame",
    "Observer",
    "State",
    "resampler",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
