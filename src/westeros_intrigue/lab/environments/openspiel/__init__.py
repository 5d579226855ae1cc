"""The game in OpenSpiel; it needs the extra `openspiel`.

Importing the module registers four games. `python_westeros_intrigue` deals the houses of the cards
by explicit chance, one by one. `python_westeros_intrigue_deal` is played with the deal of a seed,
from the first placement or after an opening. `python_westeros_any_game` is any game of the library
or of a plug-in, and in `python_westeros_simultaneous_game` those who decide at the same time act at
once.
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
