"""Rounds and games by the million, playouts from any position, and exact solutions.

Simulations and playouts need NumPy: `pip install "westeros-intrigue[fast]"`. The page
`docs/house.md` explains the board and lists the modules in reading order.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.packaging import lazy as _lazy, names_of as _names_of

if TYPE_CHECKING:
    from westeros_intrigue.lab.simulation.counted import (
        CountedGames as CountedGames,
        CountedRounds as CountedRounds,
        Estimate as Estimate,
        Histogram as Histogram,
    )
    from westeros_intrigue.lab.simulation.fast import (
        GameSource as GameSource,
        Policy as Policy,
        RoundSource as RoundSource,
    )
    from westeros_intrigue.lab.simulation.results import (
        SimulatedGames as SimulatedGames,
        SimulatedRounds as SimulatedRounds,
    )
    from westeros_intrigue.lab.simulation.running import (
        MatchInterrupted as MatchInterrupted,
        Progress as Progress,
        Run as Run,
        available_cores as available_cores,
    )
    from westeros_intrigue.lab.simulation.simulation import (
        Playouts as Playouts,
        Simulation as Simulation,
        playouts as playouts,
    )
    from westeros_intrigue.lab.simulation.solver import (
        Solution as Solution,
        solve as solve,
        winning_moves as winning_moves,
    )

__all__ = [
    "CountedGames",
    "CountedRounds",
    "Estimate",
    "GameSource",
    "Histogram",
    "MatchInterrupted",
    "Playouts",
    "Policy",
    "Progress",
    "RoundSource",
    "Run",
    "SimulatedGames",
    "SimulatedRounds",
    "Simulation",
    "Solution",
    "available_cores",
    "playouts",
    "solve",
    "winning_moves",
]


def __dir__() -> list[str]:
    return _names_of(__name__)


_MODULES = {
    "CountedGames": "westeros_intrigue.lab.simulation.counted",
    "CountedRounds": "westeros_intrigue.lab.simulation.counted",
    "Estimate": "westeros_intrigue.lab.simulation.counted",
    "Histogram": "westeros_intrigue.lab.simulation.counted",
    "GameSource": "westeros_intrigue.lab.simulation.fast",
    "Policy": "westeros_intrigue.lab.simulation.fast",
    "RoundSource": "westeros_intrigue.lab.simulation.fast",
    "SimulatedGames": "westeros_intrigue.lab.simulation.results",
    "SimulatedRounds": "westeros_intrigue.lab.simulation.results",
    "MatchInterrupted": "westeros_intrigue.lab.simulation.running",
    "Progress": "westeros_intrigue.lab.simulation.running",
    "Run": "westeros_intrigue.lab.simulation.running",
    "available_cores": "westeros_intrigue.lab.simulation.running",
    "Playouts": "westeros_intrigue.lab.simulation.simulation",
    "Simulation": "westeros_intrigue.lab.simulation.simulation",
    "playouts": "westeros_intrigue.lab.simulation.simulation",
    "Solution": "westeros_intrigue.lab.simulation.solver",
    "solve": "westeros_intrigue.lab.simulation.solver",
    "winning_moves": "westeros_intrigue.lab.simulation.solver",
}
if not TYPE_CHECKING:  # or checkers would accept every name
    __getattr__ = _lazy(__name__, _MODULES, extra="fast")
