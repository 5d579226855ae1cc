"""Simulation in bulk as programs use it. Type checkers read this file; nothing runs it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import assert_type

from westeros_intrigue import RandomSource, observe, setup
from westeros_intrigue.lab.matches import play_match
from westeros_intrigue.lab.simulation import (
    CountedGames,
    GameSource,
    Playouts,
    Policy,
    Progress,
    RoundSource,
    count_games,
    count_rounds,
    playouts,
    simulate_rounds,
    solve,
    trace_round,
)
from westeros_intrigue.rules import draw_deal


def told(played: int, of_all: int) -> None:
    print(played, of_all)  # noqa: T201


def told_alone(played: int) -> None:
    print(played)  # noqa: T201


progress: Progress = told
simulated = simulate_rounds(4, 1000, policy=[Policy.GREEDY] * 4, seed=1, progress=progress)
count_rounds(4, 10**9, seed=1, executor=ThreadPoolExecutor)
assert_type(count_games(4, 1, seed=1) + count_games(4, 1, seed=1, start=1), CountedGames)
source: RandomSource = RoundSource(1, number=0)
game_source: RandomSource = GameSource(1, 0, players=4)
draw_deal(4, source)
state = setup(2, seed=1)
assert_type(playouts(observe(state, 0), [Policy.GREEDY] * 2, 10, seed=1, threads=2), Playouts)

solve(observe(state, 0))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
simulate_rounds(4, 1000)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
simulate_rounds(4, 1000, 1)  # type: ignore[call-arg, arg-type]  # pyright: ignore[reportCallIssue]
simulate_rounds(4, 10, seed="one")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
trace_round(4, 0, policy="greedy", seed=1)
trace_round(4, 0, policy=1, seed=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
simulated.plies = simulated.last_house  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
wrong: Progress = told_alone  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
Policy.CAREFUL  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]
play_match([told], deals=1, seed=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
