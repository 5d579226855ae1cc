"""Rounds and games by the million, playouts from any position, and exact solutions.

All but the solver needs the extra `fast`, numba and numpy: `pip install "westeros-intrigue[fast]"`;
the solver is much quicker with it. Nothing is imported or compiled before it is used.

Rules: turn.clockwise, round.end, and all of court and elimination.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

from westeros_intrigue.base.extras import needs_extra
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
    "SimulatedGames",
    "SimulatedRounds",
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

# Must agree with the imports for type checkers below.
_WHEN_ASKED_FOR = {
    "CountedGames": "counted",
    "CountedRounds": "counted",
    "GameSource": "sources",
    "Histogram": "counted",
    "Mean": "counted",
    "Playouts": "playing_out",
    "Policy": "policies",
    "Progress": "threads",
    "RoundSource": "sources",
    "SimulatedGames": "games",
    "SimulatedRounds": "rounds",
    "TracedRound": "traces",
    "available_cores": "threads",
    "count_games": "counts",
    "count_rounds": "counts",
    "playouts": "playing_out",
    "simulate_games": "games",
    "simulate_rounds": "rounds",
    "trace_round": "traces",
}
"""What needs the extra, and its module."""

if TYPE_CHECKING:
    from westeros_intrigue.compiled.counted import CountedGames, CountedRounds, Histogram, Mean
    from westeros_intrigue.compiled.counts import count_games, count_rounds
    from westeros_intrigue.compiled.games import SimulatedGames, simulate_games
    from westeros_intrigue.compiled.playing_out import Playouts, playouts
    from westeros_intrigue.compiled.policies import Policy
    from westeros_intrigue.compiled.rounds import SimulatedRounds, simulate_rounds
    from westeros_intrigue.compiled.sources import GameSource, RoundSource
    from westeros_intrigue.compiled.threads import Progress, available_cores
    from westeros_intrigue.compiled.traces import TracedRound, trace_round
else:  # a type checker would take any name for one that is there

    def __getattr__(name: str) -> object:
        """Import a name that needs the extra, once."""
        if name not in _WHEN_ASKED_FOR:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        with needs_extra(name, "fast"):
            module = _import_module(f"{__name__}.{_WHEN_ASKED_FOR[name]}")
        thing: object = getattr(module, name)
        globals()[name] = thing
        return thing


def __dir__() -> list[str]:
    """The public names, whether they have been asked for or not; no modules."""
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
