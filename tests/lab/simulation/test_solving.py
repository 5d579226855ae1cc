"""Exact solutions are those of plain minimax, compiled or not."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from interrupts import assert_ctrl_c_ends

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    InvalidValue,
    WrongPhase,
    apply,
    determinize,
    distinct_moves,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.lab.simulation import Run, Solution, solve, solve_all, winning_moves

ANYONE = STANDARD.with_options(anyone_can_die=True)


def result(state: GameState, player: int) -> int:
    left = [len(hand) for hand in state.hands]
    is_last = state.last_placer == player
    if len(left) == 2:
        return left[1 - player] - left[player] + (2 if is_last else -2)
    return (2 if is_last else 0) - left[player]


def minimax(state: GameState, player: int) -> int:
    if state.active_player is None:
        return result(state, player)
    values = [minimax(apply(state, move), player) for move in distinct_moves(state)]
    return max(values) if state.active_player == player else min(values)


def towards_the_end(state: GameState, cards: int, rng: random.Random) -> GameState:
    """A position of random play with at most so many cards in hands."""
    while state.active_player is not None and sum(map(len, state.hands)) > cards:
        state = apply(state, rng.choice(legal_moves(state)))
    return state


def endings(rng: random.Random) -> Iterator[GameState]:
    """Small positions: of two players, of one against a house, of one against several."""
    while True:
        two = setup(2, rng=rng, variant=rng.choice([STANDARD, ANYONE]))
        yield towards_the_end(two, rng.randrange(5, 10), rng)
        houses = (House.STARK, rng.choice(list(House)))
        duel = STANDARD.with_seats(houses=houses, automated=(rng.randrange(2),))
        yield towards_the_end(setup(2, rng=rng, variant=duel), rng.randrange(6, 12), rng)
        players = rng.randrange(3, 7)
        own = rng.randrange(players)
        many = STANDARD.with_seats(
            houses=[rng.choice(list(House)) for _ in range(players)],
            automated=[seat for seat in range(players) if seat != own],
        )
        table = setup(players, rng=rng, variant=many)
        if rng.random() < 0.3:
            table = setup(4, rng=rng, variant=SOLO_SCHEMING)
        yield towards_the_end(table, rng.randrange(3, 12), rng)


def check(state: GameState) -> Solution:
    solution = solve(state)
    player = solution.player
    best = minimax(state, player)
    assert solution.value == best
    assert solution.bounds == (best, best)
    expected = [m for m in distinct_moves(state) if minimax(apply(state, m), player) == best]
    assert list(solution.best_moves) == expected
    end = state
    for move in solution.line:
        end = apply(end, move)
    assert end.active_player is None
    assert result(end, player) == best
    assert solution.line[0] == expected[0]
    return solution


@pytest.mark.rule("round.penalty", "round.throne", "elimination.own-turn", "solo.highest")
def test_small_positions_have_the_value_the_moves_and_the_line_of_minimax(
    compiled_or_not: str,
) -> None:
    solved = 0
    for state in endings(random.Random(compiled_or_not)):
        if state.active_player is not None:
            check(state)
            solved += 1
            if solved == 30:
                break


@pytest.mark.rule("round.throne")
def test_the_moves_that_win_are_those_of_minimax(compiled_or_not: str) -> None:
    rng = random.Random(compiled_or_not)
    counts: list[int] = []
    while len(counts) < 12:
        state = towards_the_end(setup(2, rng=rng), 9, rng)
        player = state.active_player
        if player is not None:
            best = [m for m in distinct_moves(state) if minimax(apply(state, m), player) > 0]
            assert list(winning_moves(state)) == best
            counts.append(len(best))
    assert min(counts) == 0 < max(counts)


@pytest.mark.usefixtures("plain_python")
def test_the_limit_of_nodes_leaves_bounds_that_hold() -> None:
    rng = random.Random(7)
    ended = 0
    for _ in range(12):
        state = towards_the_end(setup(2, rng=rng), 15, rng)
        if state.active_player is None:
            continue
        whole = solve(state)
        assert whole.value is not None
        for nodes in (1, 2, 5, 20, 60):
            part = solve(state, nodes=nodes)
            assert part.nodes <= nodes
            assert part.bounds[0] <= whole.value <= part.bounds[1]
            assert part.value in {None, whole.value}
            assert part.best_moves in {(), whole.best_moves}
            assert part.line in {(), whole.line}
            ended += part.value is None
    assert ended > 5


@pytest.mark.parametrize("how", ["threads", pytest.param("processes", marks=pytest.mark.long)])
def test_solved_positions_are_stored_and_gone_on_with(how: str, tmp_path: Path) -> None:
    rng = random.Random(11)
    states = [towards_the_end(setup(2, rng=rng), 15, rng) for _ in range(8)]
    states = [state for state in states if state.active_player is not None]
    pool = partial(ProcessPoolExecutor, 1, multiprocessing.get_context("spawn"))
    executor = pool if how == "processes" else None
    few: Any = np.int64(9)
    assert [each.nodes for each in solve_all(states, nodes=few, run=Run(out=tmp_path / "few"))] == [
        solve(state, nodes=9).nodes for state in states
    ]
    terms = Run(2 if how == "threads" else 1, executor, out=tmp_path / "solved.jsonl")

    def kill(solved: int, _all: int) -> None:
        if solved == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_all(states, run=attrs.evolve(terms, progress=kill))
    with pytest.raises(InvalidValue, match="exists already"):
        solve_all(states, run=terms)
    with pytest.raises(InvalidValue, match="has other terms: /positions"):
        solve_all(states[1:], run=attrs.evolve(terms, resume=True))
    seen: list[int] = []
    again = attrs.evolve(terms, resume=True, progress=lambda solved, _all: seen.append(solved))
    assert solve_all(states, run=again) == tuple(map(solve, states))
    assert seen == [*range(4, len(states) + 1)]
    assert len((tmp_path / "solved.jsonl").read_text().splitlines()) == 1 + len(states)
    world = determinize(observe(setup(2, seed=1), 0), random.Random(1))  # which has no JSON
    assert solve_all([world], nodes=9) == (solve(world, nodes=9),)


@pytest.mark.parametrize("threads", [0, 2])
def test_ctrl_c_ends_a_long_search(threads: int) -> None:
    state = setup(2, seed=1)
    solve(state, nodes=1)  # compiled by now
    assert_ctrl_c_ends(
        lambda: solve_all([state] * 4, run=Run(threads)) if threads else solve(state)
    )


def test_no_positions_have_no_solutions_and_what_cannot_be_solved_is_refused() -> None:
    assert solve_all([], run=Run(threads=2)) == ()
    for nodes in (0, 2**53):
        with pytest.raises(InvalidValue, match="nodes must be from 1 to"):
            solve_all([], nodes=nodes)
    over = towards_the_end(setup(2, seed=1), 0, random.Random(1))
    with pytest.raises(WrongPhase, match="a round is solved only in"):
        solve(over)
    with pytest.raises(InvalidValue, match="4 of 4 seats have players"):
        solve(setup(4, seed=1))
    with pytest.raises(WrongPhase, match="a round is won only in"):
        winning_moves(over)
    with pytest.raises(InvalidValue, match="is for rounds of two seats, not of 3"):
        winning_moves(setup(3, seed=1))
    with pytest.raises(InvalidValue, match="nodes"):
        solve(setup(2, seed=1), nodes=0)
