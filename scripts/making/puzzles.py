"""Find positions with exactly one winning move, and store them in the package as puzzles.

Run `python scripts/make.py puzzles`. It plays the deals of setup(2, seed=1), setup(2, seed=2), …,
and uses at most one position of each, until every level is full. With the extra `fast`, it takes a
minute. A test checks the file.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from westeros_intrigue import GameState, Move, apply, distinct_moves, greedy_player, observe, setup
from westeros_intrigue.lab.simulation import winning_moves

PATH = Path(__file__).parents[2] / "src/westeros_intrigue/play/puzzles/puzzles.txt"
MOST_CARDS = {1: 10, 2: 12, 3: 15, 4: 18}
"""For each level, the maximum number of cards in both hands."""
FEWEST_CARDS = 7
FEWEST_MOVES = 4
"""The minimum number of moves; fewer leave little choice."""
A_LEVEL = 50
HEADING = "# level, seed of setup(2, seed=...), the moves placed, and last the only one that wins\n"


def positions(seed: int) -> Iterator[tuple[GameState, tuple[Move, ...]]]:
    """Yield the positions of a game of greedy players, who move at random one time in five."""
    rng = random.Random(seed)  # noqa: S311 - a game, no secret
    state, moves = setup(2, seed=seed), tuple[Move, ...]()
    while state.active_player is not None:
        yield state, moves
        move = greedy_player(observe(state, state.active_player), rng)
        if rng.random() < 0.2:
            move = rng.choice(distinct_moves(state))
        state, moves = apply(state, move), (*moves, move)


def level_of(state: GameState) -> int | None:
    """Return the level of the position as a puzzle, or None if it is not suitable."""
    cards = sum(map(len, state.hands))
    is_choice = len(distinct_moves(state)) >= FEWEST_MOVES and not state.eliminations
    if cards < FEWEST_CARDS or not is_choice:
        return None
    return next((level for level, most in MOST_CARDS.items() if cards <= most), None)


def solution_of(state: GameState, level: int) -> Move | None:
    """Return the only winning move, or None; from level 2 on, greedy players must miss it."""
    winning = winning_moves(state)
    if len(winning) != 1 or state.active_player is None:
        return None
    view = observe(state, state.active_player)
    choices = [greedy_player(view, random.Random(seed)) for seed in range(8)]  # noqa: S311
    wanted = winning[0].card.house, winning[0].slot
    is_found = any((choice.card.house, choice.slot) == wanted for choice in choices)
    return None if is_found and level > 1 else winning[0]


def main(_arguments: Sequence[str] = ()) -> None:
    """Find the puzzles, and write them, the easy levels first."""
    found: dict[int, list[str]] = {level: [] for level in MOST_CARDS}
    for seed in count(1):
        missing = {level for level, lines in found.items() if len(lines) < A_LEVEL}
        if not missing:
            break
        for state, moves in positions(seed):
            level = level_of(state)
            if level in missing and (solution := solution_of(state, level)) is not None:
                words = [str(level), str(seed), *map(str, moves), str(solution)]
                found[level].append(" ".join(words))
                break
    lines = [line for level in found.values() for line in level]
    PATH.write_text(HEADING + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{PATH}: {len(lines)} puzzles, {PATH.stat().st_size} bytes")
