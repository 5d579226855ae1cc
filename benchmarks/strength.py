"""How strong players are: rounds that one wins against others, over paired deals.

Run `python -m benchmarks.strength ONE OTHERS [--players N] [--deals N] [--seed N] [--than NAME]`. A
player is `random`, `greedy`, `monte-carlo` or any other name of `PLAYERS`; `monte-carlo:100` has
another number of playouts than 1 000. ONE plays each deal once from every seat, against OTHERS in
all other seats. A round is won by placing the last card. The margin is the mean of the others'
points less its own, where the Iron Throne card of the last placer takes 2 points off. The intervals
contain the truth 95 times in 100: they are 1.96 standard errors between deals. With `--than` a
second player plays the same deals against the same others, and the last line is the difference of
the two, deal by deal.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Sequence
from operator import sub
from statistics import fmean, stdev
from typing import Self

import attrs

from westeros_intrigue import (
    STANDARD,
    Deal,
    Move,
    Player,
    RandomSource,
    RoundResult,
    View,
    apply,
    greedy_player,
    play_game,
    random_player,
    setup,
)
from westeros_intrigue.players import MonteCarloPlayer, TreeSearchPlayer, analyse, provident_player
from westeros_intrigue.rules import draw_deal

ONE_ROUND = STANDARD.with_rounds(1)


@attrs.frozen
class SeesAll:
    """A player that knows the deal, and so what everybody holds: what could be known at best."""

    playouts: int
    deal: Deal | None = None

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the move that comes out best in playouts."""
        state = setup(view.players, deal=self.deal, variant=ONE_ROUND)
        for placed in view.placements:
            state = apply(state, placed.move)
        seed = int(rng.random() * 2**32)
        return analyse(state, playouts=self.playouts, seed=seed, nodes=1).best.move


PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": lambda _: random_player,
    "greedy": lambda _: greedy_player,
    "monte-carlo": MonteCarloPlayer,
    "tree-search": TreeSearchPlayer,
    "provident": lambda _: provident_player,
    "monte-carlo-infers": lambda playouts: MonteCarloPlayer(playouts, inference=True),
    "tree-search-infers": lambda playouts: TreeSearchPlayer(playouts, inference=True),
    "sees-all": SeesAll,
    "monte-carlo-random": lambda playouts: MonteCarloPlayer(playouts, policy="random"),
}


@attrs.frozen
class Strength:
    """What one player reached, a number for each deal."""

    shares: tuple[float, ...]
    """The share of the rounds won, from 0 to 1."""
    margins: tuple[float, ...]
    """How many points it was ahead of the others' mean."""

    def __sub__(self, other: Self) -> Strength:
        return Strength(
            tuple(map(sub, self.shares, other.shares)), tuple(map(sub, self.margins, other.margins))
        )

    def __str__(self) -> str:
        won, margin = fmean(self.shares), fmean(self.margins)
        return (
            f"won {100 * won:.1f} % ± {100 * half_width(self.shares):.1f} %, "
            f"margin {margin:+.2f} ± {half_width(self.margins):.2f}"
        )


def half_width(values: Sequence[float]) -> float:
    """Return half the width of the 95 % interval of a mean."""
    return 1.96 * stdev(values) / math.sqrt(len(values))


def strength(one: Player, others: Player, players: int, deals: int, seed: int) -> Strength:
    """Let one player play each deal from every seat, and another all other seats."""
    shares, margins = [], []
    for number in range(deals):
        rng = random.Random(f"{seed} {number}")
        deal = draw_deal(players, rng, ONE_ROUND)
        told = attrs.evolve(one, deal=deal) if isinstance(one, SeesAll) else one
        results = []
        for seat in range(players):
            seated = [others] * players
            seated[seat] = told
            final = play_game(seated, deal=deal, rng=rng, variant=ONE_ROUND)
            results.append(final.results[0])
        shares.append(fmean(each.last_placer == seat for seat, each in enumerate(results)))
        margins.append(fmean(margin(each, seat) for seat, each in enumerate(results)))
    return Strength(tuple(shares), tuple(margins))


def margin(result: RoundResult, seat: int) -> float:
    """Return how many points a seat is ahead of the others' mean."""
    points = [
        points - 2 * (each == result.last_placer)
        for each, points in enumerate(result.penalty_points)
    ]
    own = points.pop(seat)
    return fmean(points) - own


def player(name: str) -> Player:
    """Return the player that is named."""
    kind, _, playouts = name.partition(":")
    return PLAYERS[kind](int(playouts or 1000))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is asked for, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("one")
    parser.add_argument("others")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--than")
    options = parser.parse_args(arguments)
    others, rounds = player(options.others), options.players * options.deals
    found = []
    for name in filter(None, (options.one, options.than)):
        started = time.monotonic()
        one = strength(player(name), others, options.players, options.deals, options.seed)
        found.append(one)
        print(
            f"{name} against {options.others}, {options.players} players, {rounds} rounds: "
            f"{one} ({time.monotonic() - started:.0f} s)",
            flush=True,
        )
    if options.than:
        print(f"{options.one} more than {options.than}: {found[0] - found[1]}", flush=True)


if __name__ == "__main__":
    main()
