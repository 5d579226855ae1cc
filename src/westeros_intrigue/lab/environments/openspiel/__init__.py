"""The games in OpenSpiel. The package needs the extra `openspiel`.

Read `houses`, then `games`, whose import registers two games: `python_westeros_intrigue` deals
houses by explicit chance, and `python_westeros_intrigue_deal` plays the deal of a seed.
"""

from westeros_intrigue.gamekit.packaging import needs_extra as _needs_extra

with _needs_extra(__name__, "openspiel"):
    from westeros_intrigue.lab.environments.openspiel.games import (
        ChanceGame,
        DealGame,
        Observer,
        State,
        resampler,
    )

__all__ = [
    "ChanceGame",
    "DealGame",
    "Observer",
    "State",
    "resampler",
]
