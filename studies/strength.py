"""The strength of players: rounds that one wins against others, over paired deals.

Run `python -m studies strength ONE OTHERS [--players N] [--deals N] [--seed N] [--than NAME]`,
with `--publish` to write docs/figures.json. A player is `random`, `greedy`, `search:100`, `learned`
or any other that `parse_player` accepts, or one of `OTHERS`, such as `search-infers:100`. ONE plays
each deal once from every seat, against OTHERS in all other seats. If OTHERS is `solo`, these are
the automated houses of Solo Scheming, and ONE plays each deal once. A round is won by placing the
last card. The margin is the mean of the others' points less its own, where the Iron Throne card of
the last placer takes 2 points off. The 95 % intervals are 1.96 standard errors between deals. The
time is ONE's CPU time per placement. With `--than`, a second player plays the same deals against
the same others, and the last line is the difference between the two, deal by deal.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter, sub
from statistics import fmean, stdev
from typing import NamedTuple, Self

import attrs

from benchmarks.publishing import Figure, at_least, publish
from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    Move,
    Player,
    RandomSource,
    RoundResult,
    View,
    apply,
    play_game,
    setup,
)
from westeros_intrigue.lab.players import Analysis, MonteCarloPlayer, analyse
from westeros_intrigue.lab.players.analysis import HINT_PLAYOUTS
from westeros_intrigue.lab.players.outlooks import PERSON
from westeros_intrigue.players import parse_player
from westeros_intrigue.rules import draw_deal

ONE_ROUND = STANDARD.with_rounds(1)
SOLO_ROUND = SOLO_SCHEMING.with_rounds(1)
SOLO = "solo"


@attrs.frozen
class SeesAll:
    """A player that knows the deal and so every hand: the limit of possible knowledge."""

    playouts: int = 1000
    deal: Deal | None = None

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the move that comes out best in playouts."""
        state = setup(view.players, deal=self.deal, variant=ONE_ROUND)
        for placed in view.placements:
            state = apply(state, placed.move)
        seed = int(rng.random() * 2**32)
        return analyse(state, playouts=self.playouts, seed=seed, nodes=1).best.move


@attrs.frozen
class Advised:
    """A player that makes the move that a hint advises."""

    playouts: int = HINT_PLAYOUTS
    assumed: str | Sequence[str] = PERSON
    """The player in the other seats, or one for each seat, for the chances."""

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the best move of the analysis."""
        return self.analysis(view, rng).best.move

    def analysis(self, view: View, rng: RandomSource) -> Analysis:
        """Return the analysis of which a hint shows the best move."""
        seed = int(rng.random() * 2**32)
        return analyse(view, playouts=self.playouts, seed=seed, assumed=self.assumed)


@attrs.frozen
class ByMargin(Advised):
    """A player that makes the move with the best margin of an analysis."""

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the move that comes out the most points ahead."""
        return max(self.analysis(view, rng).moves, key=attrgetter("margin")).move


@attrs.frozen
class ByWin(Advised):
    """A player that makes the move with the best chance of an analysis, without rounding."""

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the move with the best chance to win the round."""
        return max(self.analysis(view, rng).moves, key=attrgetter("win")).move


OTHERS: dict[str, Callable[..., Player]] = {
    "advice": Advised,
    "by-margin": ByMargin,
    "by-win": ByWin,
    "search-infers": partial(MonteCarloPlayer, inference=True),
    "sees-all": SeesAll,
    "search-random": partial(MonteCarloPlayer, policy="random"),
}
"""Players that have no name in the library, by the number of their playouts."""


@attrs.define
class Timed:
    """A player whose placements are timed."""

    player: Player
    seconds: float = 0.0
    placements: int = 0

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the move of the player."""
        started = time.thread_time()
        move = self.player(view, rng)
        self.seconds += time.thread_time() - started
        self.placements += 1
        return move


@attrs.frozen
class Strength:
    """The results of a player, a number for each deal."""

    shares: tuple[float, ...]
    """The share of the rounds won, from 0 to 1."""
    margins: tuple[float, ...]
    """The points by which it was ahead of the others' mean."""
    milliseconds: float
    """The time of the processor for a placement."""

    def __sub__(self, other: Self) -> Strength:
        return Strength(
            tuple(map(sub, self.shares, other.shares)),
            tuple(map(sub, self.margins, other.margins)),
            self.milliseconds - other.milliseconds,
        )

    def share(self) -> str:
        """Return the share of the rounds won, with its interval."""
        return f"{100 * fmean(self.shares):.1f} % ± {100 * half_width(self.shares):.1f} %"

    def __str__(self) -> str:
        margin = fmean(self.margins)
        return (
            f"won {self.share()}, "
            f"margin {margin:+.2f} ± {half_width(self.margins):.2f}, "
            f"{self.milliseconds:.2f} ms"
        )


def half_width(values: Sequence[float]) -> float:
    """Return half the width of the 95 % interval of a mean."""
    return 1.96 * stdev(values) / math.sqrt(len(values))


class OfDeal(NamedTuple):
    """The results of a player in one deal, played from each seat."""

    share: float
    """The share of the rounds won, from 0 to 1."""
    margin: float
    """The points by which it was ahead of the others' mean."""
    seconds: float
    """The time of the processor for its placements."""
    placements: int
    """The number of its placements."""


def play_deal(one: Player, others: Player | None, players: int, seed: int, number: int) -> OfDeal:
    """Let one player play a deal from every seat, and another all other seats.

    Without another, the automated houses of Solo Scheming have the other seats.
    """
    variant, seats = (ONE_ROUND, players) if others else (SOLO_ROUND, 1)
    rng = random.Random(f"{seed} {number}")
    deal = draw_deal(players, rng, variant)
    told = Timed(attrs.evolve(one, deal=deal) if isinstance(one, SeesAll) else one)
    results = []
    for seat in range(seats):
        seated = [others] * players
        seated[seat] = told
        rngs = [
            None if player is None else random.Random(f"{seed} {number} player {place}")
            for place, player in enumerate(seated)
        ]
        results.append(play_game(seated, deal=deal, rngs=rngs, variant=variant).results[0])
    return OfDeal(
        fmean(each.last_placer == seat for seat, each in enumerate(results)),
        fmean(margin(each, seat) for seat, each in enumerate(results)),
        told.seconds,
        told.placements,
    )


def strength_in(deals: Sequence[OfDeal]) -> Strength:
    """Return the strength of a player by its results in some deals."""
    placements = sum(each.placements for each in deals)
    return Strength(
        tuple(each.share for each in deals),
        tuple(each.margin for each in deals),
        1000 * sum(each.seconds for each in deals) / placements,
    )


def strength(one: Player, others: Player | None, players: int, deals: int, seed: int) -> Strength:
    """Let one player play some deals from every seat, and another all other seats."""
    play_deal(one, others, players, seed, -1)  # code may be compiled first: it does not count
    return strength_in([play_deal(one, others, players, seed, number) for number in range(deals)])


def margin(result: RoundResult, seat: int) -> float:
    """Return the points by which a seat is ahead of the others' mean."""
    points = [
        points - 2 * (each == result.last_placer)
        for each, points in enumerate(result.penalty_points)
    ]
    own = points.pop(seat)
    return fmean(points) - own


def opponent(name: str) -> Player | None:
    """Return the player that is named, or None for automated houses."""
    return None if name == SOLO else player(name)


def player(name: str) -> Player:
    """Return the player that is named."""
    kind, _, playouts = name.partition(":")
    if kind not in OTHERS:
        return parse_player(name)
    return OTHERS[kind](int(playouts)) if playouts else OTHERS[kind]()


def figures(found: Strength, *, is_difference: bool = False) -> tuple[Figure, Figure, Figure]:
    """Return the figures to publish: the share of the rounds won, the margin and the time."""
    share, margin = 100 * fmean(found.shares), fmean(found.margins)
    unit = "points of %" if is_difference else "%"
    return (
        Figure("won", round(share, 1), error=round(100 * half_width(found.shares), 1), unit=unit),
        Figure("margin", margin, error=half_width(found.margins), unit="points"),
        Figure("a placement", found.milliseconds, unit="ms"),
    )


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the results."""
    parser = argparse.ArgumentParser(
        prog="python -m studies strength",
        description=__doc__.partition("\n")[0] if __doc__ else None,
    )
    parser.add_argument("one")
    parser.add_argument("others")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=at_least(2), default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--than")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)

    def publish_run(run: str, found: tuple[Figure, ...]) -> None:
        typed = [options.one, options.others, *(["--than", options.than] if options.than else [])]
        numbers = f"--players {options.players} --deals {options.deals} --seed {options.seed}"
        publish(run, f"python -m studies strength {' '.join(typed)} {numbers}", found)

    others, against = (
        opponent(options.others),
        f"against {options.others}, {options.players} players",
    )
    found = []
    for name in filter(None, (options.one, options.than)):
        one = strength(player(name), others, options.players, options.deals, options.seed)
        found.append(one)
        print(f"{name} {against}: {one}", flush=True)
    if options.than:
        more = found[0] - found[1]
        print(f"{options.one} more than {options.than}: {more}", flush=True)
    if options.publish and options.than:
        run = f"{options.one} more than {options.than}, {against}"
        publish_run(run, figures(more, is_difference=True))
    elif options.publish:
        publish_run(f"{options.one} {against}", figures(found[0]))
