"""The CPU seconds of a move of each player, beside those that `PLAYERS` states.

    python -m benchmarks costs [--moves 60]

Servers admit bots by the stated cost. A move is timed in one of ten positions of games of four
that the usual player plays. A cost is of plain Python: with the compiled half, players that search
cost less.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.publishing import at_least
from westeros_intrigue.gamekit.game import GAMES

TRIES = 10
"""The number in the place of N in a name such as `search:N`."""


def mean_cost(game: Any, name: str, moves: int) -> float:
    """Return the CPU seconds of a move, over moves in games of the usual player."""
    player, usual = game.PLAYERS.parse(name), game.PLAYERS.parse(game.PLAYERS.usual)
    rng, seed = random.Random(1), 0
    spent: list[float] = []
    while len(spent) < moves:
        seed += 1
        state = game.proceed(game.new_game(4, {}, seed=seed))
        while not state.is_over and len(spent) < moves:
            seat = game.deciders(state)[0]
            view, chosen = game.observe(state, seat), usual
            if rng.random() < 0.1:
                chosen = player
                begun = time.process_time()
                player(view, rng)
                spent.append(time.process_time() - begun)
            state = game.proceed(game.apply(state, chosen(view, rng), player=seat))
    return sum(spent) / moves


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the stated and the measured cost of each player."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks costs", description=__doc__)
    parser.add_argument("--moves", type=at_least(1), default=60, help="the moves of each player")
    moves = parser.parse_args(arguments).moves
    print(f"{'game':<18}{'player':<20}{'stated':>10}{'measured':>10}")
    for key, game in GAMES.items():
        for entry_name, entry in game.PLAYERS.items():
            if entry.stands_for or entry.package:
                continue
            name = entry_name.replace(":N", f":{TRIES}")
            mean_cost(game, name, 3)  # tables and networks are loaded
            measured = mean_cost(game, name, moves)
            print(f"{key:<18}{name:<20}{game.PLAYERS.seconds(name):>10.5f}{measured:>10.5f}")
