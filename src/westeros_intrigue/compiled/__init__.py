"""Rounds and games by the million, playouts from any position, and exact solutions.

All but the solver needs the extra `fast`, numba and numpy: `pip install "westeros-intrigue[fast]"`;
the solver is much quicker with it. Nothing is imported or compiled before it is used.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.base.on_demand import on_demand as _on_demand
from westeros_intrigue.compiled.solving import Solution, solve, solve_all, winning_moves

__all__ = [
    "CountedGames",
    "CountedRounds",
    "GameSource",
    "Histogram",
    "Mean",
    "Playouts",
    "Policy",
    "Progress",
    "RoundSource",
    "Run",
    "SimulatedGames",
    "SimulatedRounds",
    "Simulation",
    "Solution",
    "TracedRound",
    "available_cores",
    "count_games",
    "count_rounds",
    "playouts",
    "simulate_games",
    "simulate_rounds",
    "solve",
    "solve_all",
    "trace_round",
    "winning_moves",
]

if TYPE_CHECKING:
    from westeros_intrigue.compiled.counted import CountedGames, CountedRounds, Histogram, Mean
    from westeros_intrigue.compiled.games import SimulatedGames
    from westeros_intrigue.compiled.playing_out import Playouts, playouts
    from westeros_intrigue.compiled.policies import Policy
    from westeros_intrigue.compiled.rounds import SimulatedRounds
    from westeros_intrigue.compiled.running import Progress, Run, available_cores
    from westeros_intrigue.compiled.simulating import (
        count_games,
        count_rounds,
        simulate_games,
        simulate_rounds,
        trace_round,
    )
    from westeros_intrigue.compiled.simulation import Simulation
    from westeros_intrigue.compiled.sources import GameSource, RoundSource
    from westeros_intrigue.compiled.traces import TracedRound
else:
    __getattr__, __dir__ = _on_demand(
        globals(),
        {
            "counted": "CountedGames CountedRounds Histogram Mean",
            "games": "SimulatedGames",
            "playing_out": "Playouts playouts",
            "policies": "Policy",
            "rounds": "SimulatedRounds",
            "running": "Progress Run available_cores",
            "simulating": "count_games count_rounds simulate_games simulate_rounds trace_round",
            "simulation": "Simulation",
            "sources": "GameSource RoundSource",
            "traces": "TracedRound",
        },
        extra="fast",
    )
