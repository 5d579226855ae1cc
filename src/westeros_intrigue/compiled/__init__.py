"""Rounds and games by the million, playouts from any position, and exact solutions.

All but the solver needs the extra `fast`, numba and numpy: `pip install "westeros-intrigue[fast]"`;
the solver is much quicker with it. Nothing is imported or compiled before it is used.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.base.on_demand import on_demand as _on_demand
from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.compiled.solving import (
    Solution as Solution,
    solve as solve,
    winning_moves as winning_moves,
)

if TYPE_CHECKING:
    from westeros_intrigue.compiled.counted import (
        CountedGames as CountedGames,
        CountedRounds as CountedRounds,
        Histogram as Histogram,
        Mean as Mean,
    )
    from westeros_intrigue.compiled.games import SimulatedGames as SimulatedGames
    from westeros_intrigue.compiled.playing_out import Playouts as Playouts, playouts as playouts
    from westeros_intrigue.compiled.policies import Policy as Policy
    from westeros_intrigue.compiled.rounds import (
        SimulatedRounds as SimulatedRounds,
        TracedRound as TracedRound,
    )
    from westeros_intrigue.compiled.running import (
        Progress as Progress,
        Run as Run,
        available_cores as available_cores,
    )
    from westeros_intrigue.compiled.simulating import (
        count_games as count_games,
        count_rounds as count_rounds,
        simulate_games as simulate_games,
        simulate_rounds as simulate_rounds,
        trace_round as trace_round,
    )
    from westeros_intrigue.compiled.simulation import Simulation as Simulation
    from westeros_intrigue.compiled.solving_many import solve_all as solve_all
    from westeros_intrigue.compiled.sources import (
        GameSource as GameSource,
        RoundSource as RoundSource,
    )
else:
    __getattr__, __dir__ = _on_demand(
        globals(),
        {
            "counted": "CountedGames CountedRounds Histogram Mean",
            "games": "SimulatedGames",
            "playing_out": "Playouts playouts",
            "policies": "Policy",
            "rounds": "SimulatedRounds TracedRound",
            "running": "Progress Run available_cores",
            "simulating": "count_games count_rounds simulate_games simulate_rounds trace_round",
            "simulation": "Simulation",
            "solving_many": "solve_all",
            "sources": "GameSource RoundSource",
        },
        extra="fast",
    )

_publish(globals())
