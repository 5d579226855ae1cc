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
    Run,
    Simulation,
    playouts,
    solve,
)
from westeros_intrigue.rules import draw_deal


def told(played: int, of_all: int) -> None:
    print(played, of_all)  # noqa: T201


def told_alone(played: int) -> None:
    print(played)  # noqa: T201


progress: Progress = told
simulated = Simulation(4, [Policy.GREEDY] * 4, seed=1).rounds(range(1000), Run(progress=progress))
Simulation(4, "random", seed=1).count_rounds(range(10**9), Run(executor=ThreadPoolExecutor))
simulation = Simulation(4, "random", seed=1)
assert_type(simulation.count_games(range(1)) + simulation.count_games(range(1, 2)), CountedGames)
source: RandomSource = RoundSource(1, number=0)
game_source: RandomSource = GameSource(1, 0, players=4)
draw_deal(4, source)
state = setup(2, seed=1)
assert_type(playouts(observe(state, 0), [Policy.GREEDY] * 2, 10, seed=1, threads=2), Playouts)

solve(observe(state, 0))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Simulation(4, "random").rounds(range(1000))  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Simulation(4, "random", seed=1).rounds(1000)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
wrong: Progress = told_alone  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
play_match([told], deals=1, seed=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
