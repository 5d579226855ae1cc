"""Rounds and games by the million, playouts from any position, and exact solutions.

All but the solver needs the extra `fast`, numba and numpy: `pip install "westeros-intrigue[fast]"`;
the solver is much quicker with it. Nothing is imported or compiled before it is used.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.packaging import on_demand as _on_demand, publish as _publish
from westeros_intrigue.lab.simulation.solver import (
    Solution as Solution,
    solve as solve,
    winning_moves as winning_moves,
)

if TYPE_CHECKING:
    from westeros_intrigue.lab.simulation.counted import (
        CountedGames as CountedGames,
        CountedRounds as CountedRounds,
        Histogram as Histogram,
        Mean as Mean,
    )
    from westeros_intrigue.lab.simulation.fast import (
        GameSource as GameSource,
        Policy as Policy,
        RoundSource as RoundSource,
    )
    from westeros_intrigue.lab.simulation.playing_out import (
        Playouts as Playouts,
        playouts as playouts,
    )
    from westeros_intrigue.lab.simulation.results import (
        SimulatedGames as SimulatedGames,
        SimulatedRounds as SimulatedRounds,
        TracedRound as TracedRound,
    )
    from westeros_intrigue.lab.simulation.running import (
        Progress as Progress,
        Run as Run,
        available_cores as available_cores,
    )
    from westeros_intrigue.lab.simulation.simulation import (
        Simulation as Simulation,
        count_games as count_games,
        count_rounds as count_rounds,
        simulate_games as simulate_games,
        simulate_rounds as simulate_rounds,
        trace_round as trace_round,
    )
    from westeros_intrigue.lab.simulation.solving_many import solve_all as solve_all
else:
    __getattr__, __dir__ = _on_demand(
        globals(),
        {
            "counted": "CountedGames CountedRounds Histogram Mean",
            "results": "SimulatedGames SimulatedRounds TracedRound",
            "playing_out": "Playouts playouts",
            "fast": "Policy GameSource RoundSource",
            "running": "Progress Run available_cores",
            "simulation": "count_games count_rounds simulate_games simulate_rounds trace_round Simulation",
            "solving_many": "solve_all",
        },
        extra="fast",
    )

_publish(globals())
