"""Simulation in bulk as programs use it. Type checkers read this file; nothing runs it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue import GameState, Move, RandomSource, RoundDeal, observe, setup
from westeros_intrigue.compiled import (
    CountedGames,
    CountedRounds,
    GameSource,
    Histogram,
    Mean,
    Playouts,
    Policy,
    Progress,
    RoundSource,
    Run,
    SimulatedGames,
    SimulatedRounds,
    Solution,
    TracedRound,
    available_cores,
    count_games,
    count_rounds,
    playouts,
    simulate_games,
    simulate_rounds,
    solve,
    solve_all,
    trace_round,
    winning_moves,
)
from westeros_intrigue.puzzles import Puzzle, load_puzzles
from westeros_intrigue.rules import draw_deal


def told(played: int, of_all: int) -> None:
    print(played, of_all)  # noqa: T201


def told_alone(played: int) -> None:
    print(played)  # noqa: T201


progress: Progress = told
simulated = simulate_rounds(
    4,
    1000,
    policy=[Policy.GREEDY, Policy.LEGAL, Policy.RANDOM, Policy.GREEDY],
    seed=1,
    start=10,
    first_player=2,
    rotate=True,
    threads=available_cores(),
    executor=ThreadPoolExecutor(2),
    progress=progress,
)
assert_type(simulated, SimulatedRounds)
assert_type(available_cores(), int)
assert_type(count_rounds(4, 10**9, seed=1, executor=ThreadPoolExecutor), CountedRounds)
assert_type(count_games(4, 10**9, seed=1, threads=2).totals, tuple[Histogram, ...])
assert_type(count_games(4, 1, seed=1) + count_games(4, 1, seed=1, start=1), CountedGames)
assert_type(count_rounds(4, 1, seed=1).means(0), dict[str, Mean])
assert_type(
    trace_round(4, 0, policy=Policy.GREEDY, seed=1, first_player=2, rotate=True), TracedRound
)
source: RandomSource = RoundSource(1, number=0)
draw_deal(4, source)

state = setup(2, seed=1)
assert_type(playouts(state, Policy.GREEDY, 10, seed=1), Playouts)
assert_type(playouts(observe(state, 0), [Policy.GREEDY] * 2, 10, seed=1, threads=2), Playouts)
assert_type(simulate_games(4, 10, seed=1).is_winner, NDArray[np.bool_])
assert_type(simulate_games(4, 10, seed=1, executor=ThreadPoolExecutor(2)), SimulatedGames)
game_source: RandomSource = GameSource(1, 0, players=4)
assert_type(solve(state, nodes=10), Solution)
assert_type(solve(state).value, int | None)
assert_type(solve(state).bounds, tuple[int, int])
assert_type(solve(state).best_moves, tuple[Move, ...])
assert_type(winning_moves(state), tuple[Move, ...])
assert_type(load_puzzles(), tuple[Puzzle, ...])
assert_type(load_puzzles()[0].state, GameState)
assert_type(load_puzzles()[0].is_solved_by(load_puzzles()[1].solution), bool)
assert_type(solve_all([state], run=Run(threads=2)), tuple[Solution, ...])

solve(observe(state, 0))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
simulate_rounds(4, 1000)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
simulate_rounds(4, 1000, 1)  # type: ignore[call-arg, arg-type]  # pyright: ignore[reportCallIssue]
simulate_rounds(4, 10, seed="one")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
trace_round(4, 0, policy="greedy", seed=1)
trace_round(4, 0, policy=1, seed=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
simulated.plies = simulated.last_house  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
RoundSource(1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
wrong: Progress = told_alone  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
available_cores(2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Policy.CAREFUL  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]


def members_of_simulated_rounds(value: SimulatedRounds) -> None:
    assert_type(len(value), int)
    assert_type(value.players, int)
    assert_type(value.policies, tuple[Policy, ...])
    assert_type(value.seed, int)
    assert_type(value.start, int)
    assert_type(value.first_player, int)
    assert_type(value.rotate, bool)
    assert_type(value.cards_left, NDArray[np.int16])
    assert_type(value.last_placer, NDArray[np.int16])
    assert_type(value.plies, NDArray[np.int16])
    assert_type(value.last_house, NDArray[np.int16])
    assert_type(value.court_size, NDArray[np.int16])
    assert_type(value.starting_player, NDArray[np.int16])


def members_of_traced_round(value: TracedRound) -> None:
    assert_type(value.deal, RoundDeal)
    assert_type(value.starting_player, int)
    assert_type(value.moves, tuple[Move, ...])
    assert_type(value.replay(), GameState)
    value.moves[0] = value.moves[1]  # type: ignore[index]  # pyright: ignore[reportIndexIssue]


def members_of_round_source(value: RoundSource) -> None:
    assert_type(value.random(), float)
