"""The games in OpenSpiel; it needs the extra `openspiel`.

Read `games`, the one module; importing it registers four games. `python_westeros_intrigue` deals
houses by explicit chance, `python_westeros_intrigue_deal` plays the deal of a seed.
`python_westeros_any_game` is any game of the library or of a plug-in; in
`python_westeros_simultaneous_game`, players who decide at the same time act at once.
"""

from westeros_intrigue.gamekit.packaging import needs_extra as _needs_extra, publish as _publish

with _needs_extra(__name__, "openspiel"):
    from westeros_intrigue.lab.environments.openspiel.games import (
        AnyGame as AnyGame,
        ChanceGame as ChanceGame,
        DealGame as DealGame,
        Observer as Observer,
        SimultaneousGame as SimultaneousGame,
        State as State,
        resampler as resampler,
    )

_publish(globals())
