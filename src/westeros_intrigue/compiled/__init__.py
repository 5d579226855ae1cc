"""Simulation in bulk: single rounds of the standard game by the million, as arrays.

It needs the extra `bulk`, numba and numpy: `pip install 'westeros-intrigue[bulk]'`. Nothing else
in the library imports it.

Rules: turn.clockwise, round.end, and all of court and elimination.
"""

from westeros_intrigue.base.errors import MissingExtra

try:
    from westeros_intrigue.compiled.rounds import (
        Policy,
        Progress,
        SimulatedRounds,
        available_cores,
        simulate_rounds,
    )
    from westeros_intrigue.compiled.traces import RoundSource, TracedRound, trace_round
except ModuleNotFoundError as _error:
    if _error.name not in {"numba", "numpy"}:
        raise
    raise MissingExtra(
        f"simulation in bulk needs {_error.name}: install the extra `bulk`, "
        "pip install 'westeros-intrigue[bulk]'"
    ) from _error

__all__ = [
    "Policy",
    "Progress",
    "RoundSource",
    "SimulatedRounds",
    "TracedRound",
    "available_cores",
    "simulate_rounds",
    "trace_round",
]
