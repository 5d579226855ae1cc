"""The saving of each part of the solver's pruning: the positions examined without it.

Run `python -m studies pruning [--positions N] [--cards N]`. It takes endings of random play of
two players, switches one part off at a time, and counts. The search runs in plain Python; the
seconds are CPU time, the median and the most.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median
from unittest import mock

from westeros_intrigue import GameState, apply, legal_moves, setup
from westeros_intrigue.lab.simulation import board, fast, search, solve, solver
from westeros_intrigue.lab.simulation.board import HOUSE_COUNT, ROW_BITS

TABLE_BITS = 18


def _any_cell(
    terms: board.Terms, _board: list[int], _first: int, occupied: int, _held: int, node: list[int]
) -> int:
    """Let every house reach every free cell."""
    cells = 0
    for row in range(1, terms.width_limit):
        cells |= (1 << terms.width_limit - row) - 1 << ROW_BITS * row
    for house in range(HOUSE_COUNT):
        node[search.REACHED + house] = cells & ~occupied
    return cells & ~occupied


def _own_look_up(work: search.Search, node: list[int]) -> int:
    """Look up the position that is searched, and none of the next ones."""
    is_own = node[search.NODES_BEFORE] == work.line[search.NODES] - 1
    return LOOK_UP(work, node) if is_own else search.NO_MOVE


def _wide(terms: board.Terms, position: list[int], node: list[int]) -> None:
    """Judge a position without bounds, but for what no round goes beyond."""
    JUDGE(terms, position, node)
    widest = search.BOUND_BASE // 2
    node[search.LOW], node[search.HIGH] = -widest, widest


def _as_it_lies(terms: board.Terms, position: list[int], node: list[int]) -> None:
    """Judge a position, with a signature of its own for all that can be told apart."""
    JUDGE(terms, position, node)
    signature = hash((*position[:HOUSE_COUNT], *position[board.MIRROR : board.STACKS]))
    node[search.SIGNATURE] = signature & 0x7FFFFFFFFFFFFFFF


JUDGE, LOOK_UP = search.judge, search.look_up
PARTS: dict[str, dict[str, Callable[..., object]]] = {
    "all parts": {},
    "no hash table": {"search.note": lambda *_: None},
    "no look at next positions in it": {"search.look_up": _own_look_up},
    "no bounds": {"search.judge": _wide},
    "no count of the cells a house can reach": {"search.reach": _any_cell},
    "no canonical form": {"search.judge": _as_it_lies},
    "no order of moves": {"search.score": lambda *_: 0},
}
"""The replacement of each part."""


@contextmanager
def without(part: str) -> Iterator[None]:
    """Search in plain Python, without a part."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(fast, "extension", return_value=None))
        stack.enter_context(mock.patch.object(solver, "PLAIN_TABLE_BITS", TABLE_BITS))
        for name, function in PARTS[part].items():
            stack.enter_context(mock.patch(f"westeros_intrigue.lab.simulation.{name}", function))
        yield


def endings(count: int, cards: int) -> list[GameState]:
    """Return positions of random play with a number of cards in both hands together."""
    found = []
    for seed in range(1, count + 1):
        rng = random.Random(seed)
        state = setup(2, seed=seed)
        while state.active_player is not None and sum(map(len, state.hands)) > cards:
            state = apply(state, rng.choice(legal_moves(state)))
        if state.active_player is not None:
            found.append(state)
    return found


def solved(part: str, states: Sequence[GameState]) -> tuple[list[int | None], int, list[float]]:
    """Return the values of the states, the number of positions, and CPU seconds for each."""
    solutions, seconds = [], []
    with without(part):
        for state in states:
            begun = time.process_time()
            solutions.append(solve(state))
            seconds.append(time.process_time() - begun)
    values = [each.value for each in solutions]
    return values, sum(each.nodes for each in solutions), seconds


def main(arguments: Sequence[str]) -> None:
    """Count, and print a line for each part."""
    parser = argparse.ArgumentParser(
        prog="python -m studies pruning",
        description="What each part of the solver's pruning saves.",
    )
    parser.add_argument("--positions", type=int, default=30, help="how many (default 30)")
    parser.add_argument("--cards", type=int, default=14, help="in both hands (default 14)")
    parser.add_argument("--whole", action="store_true", help="leave no part out")
    options = parser.parse_args(arguments)
    states = endings(options.positions, options.cards)
    print(f"{len(states)} positions, {options.cards} cards in both hands")
    all_parts = 0
    for part in ["all parts"] if options.whole else PARTS:
        _, nodes, seconds = solved(part, states)
        all_parts = all_parts or nodes
        took = f"{median(seconds):>9.3f} s, {max(seconds):.2f} s at most"
        print(f"{part:<42}{nodes:>12,}{nodes / all_parts:>9.2f}{took}", flush=True)
