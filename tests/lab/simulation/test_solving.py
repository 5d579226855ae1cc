"""Exact solutions are those of plain minimax, compiled or not."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from mmap import PAGESIZE
from pathlib import Path

import pytest
from helpers.interrupts import assert_ctrl_c_ends

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    InvalidValue,
    WrongPhase,
    apply,
    distinct_moves,
    legal_moves,
    setup,
)
from westeros_intrigue.lab.simulation import Solution, solve, winning_moves
from westeros_intrigue.lab.simulation.fast import has_extension, many_zeros

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


@pytest.mark.untraced
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


def test_ctrl_c_ends_a_long_search() -> None:
    state = setup(2, seed=1)
    solve(state, nodes=1)  # compiled by now
    assert_ctrl_c_ends(lambda: solve(state))


@pytest.mark.skipif(sys.platform != "linux", reason="reads how Linux counts memory")
@pytest.mark.skipif(not has_extension(), reason="lists in Python take their memory at once")
def test_the_table_takes_memory_as_it_is_used() -> None:
    def megabytes() -> float:
        pages = Path("/proc/self/statm").read_text("ascii").split()[1]
        return int(pages) * PAGESIZE / 2**20

    before, table = megabytes(), many_zeros(2**23)  # 64 megabytes
    assert megabytes() - before < 4
    for place in range(0, 2**21, 512):  # some of each page of a quarter
        table[place] = 1
    assert 15 < megabytes() - before < 20
    assert table[-1] == table[1] == 0


def test_what_cannot_be_solved_is_refused() -> None:
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
