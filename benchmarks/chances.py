"""How true the chance is that a hint shows: beside the rounds that are then won.

Run `python -m benchmarks.chances PLAYER [--players N] [--positions N] [--seed N]`. The player, such
as `learned`, plays a round in all seats, up to a placement in it where there is a choice, any of
them being equally likely. There the move that the hint advises is made, and the player plays on in
all seats. The intervals are 95 % intervals, 1.96 standard errors between positions.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean

from benchmarks.strength import ONE_ROUND, half_width
from westeros_intrigue import (
    GameState,
    Player,
    apply,
    distinct_moves,
    observe,
    setup,
)
from westeros_intrigue.lab.players import analyse
from westeros_intrigue.players import parse_player

PLAYOUTS = 1000
"""The playouts of a hint."""
BANDS = (0, 0.2, 0.4, 0.6, 0.8, 1)


def course(state: GameState, player: Player, rng: random.Random) -> Iterator[GameState]:
    """Yield the states of a round that a player plays in all seats, from one on to its end."""
    yield state
    while state.active_player is not None:
        state = apply(state, player(observe(state, state.active_player), rng))
        yield state


def advised(player: Player, players: int, seed: str) -> tuple[float, bool]:
    """Return the chance that a hint shows somewhere in a round, and whether it is then won."""
    rng = random.Random(seed)
    states = course(setup(players, rng=rng, variant=ONE_ROUND), player, rng)
    state = rng.choice([each for each in states if len(distinct_moves(each)) > 1])
    assert state.active_player is not None  # noqa: S101 - for the type checker
    view = observe(state, state.active_player)
    best = analyse(view, playouts=PLAYOUTS, seed=rng.getrandbits(32)).best
    *_, final = course(apply(state, best.move), player, rng)
    return best.win, final.placements[-1].player == state.active_player


def report(player: Player, players: int, positions: int, seed: int) -> Iterator[str]:
    """Yield the chance shown and the rounds won, of all positions and by the chance shown."""
    found = [advised(player, players, f"{seed} {number}") for number in range(positions)]
    shown, won = zip(*found, strict=True)
    yield f"shown {fmean(shown):.1%}, won {fmean(won):.1%} ± {half_width(won):.1%}"
    yield f"Brier score {fmean((chance - is_won) ** 2 for chance, is_won in found):.3f}"
    for low, high in pairwise(BANDS):
        band = [is_won for chance, is_won in found if low <= chance < high or chance == high == 1]
        if len(band) > 1:
            yield f"shown {low:.0%} to {high:.0%}: won {fmean(band):.1%} ± {half_width(band):.1%}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is asked for, and print it."""
    parser = argparse.ArgumentParser(description="How true the chance is that a hint shows.")
    parser.add_argument("player")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    player = parse_player(options.player)
    for line in report(player, options.players, options.positions, options.seed):
        print(line)


if __name__ == "__main__":
    main()
