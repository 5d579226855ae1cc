"""The accuracy of the chance that a hint shows, compared with the rounds then won.

Run `python -m benchmarks chances PLAYER [--players N] [--rounds N] [--seed N]`, with `--publish` to
write docs/figures.json. The player, such as `learned`, or `advice` for the advised move, plays
rounds in all seats. Wherever it makes the advised move and has a choice, the chance shown is
compared with the end of the round. The chance is the one among such players, if `analyse` can
assume them; otherwise among `learned`. The intervals are 95 % intervals, 1.96 standard errors
between rounds. The slope relates the rounds won to the chance shown; it is 1 if the chance is
accurate. `--fit` prints the outlook that fits the rounds, for `OUTLOOKS` of
`westeros_intrigue.lab.players.search`; never test it with the same seed. `--playouts` shows the
chance of playouts without the network's worth, as without its file of weights. `--network` shows
the chance of the network alone, as without the extra `fast`.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import pairwise
from math import log
from statistics import fmean
from typing import NamedTuple
from unittest.mock import patch

import attrs
import numpy as np

from benchmarks.measuring import Line
from benchmarks.publishing import Figure, publish
from benchmarks.strength import ONE_ROUND, Advised, half_width
from westeros_intrigue import Player, apply, distinct_moves, observe, setup
from westeros_intrigue.lab.players import search
from westeros_intrigue.lab.players.search import OUTLOOKS, Outlook
from westeros_intrigue.players import parse_player

ADVISED = Advised()
"""The player of hints."""
BANDS = (0, 0.2, 0.4, 0.6, 0.8, 1)


class Seen(NamedTuple):
    """An advised move that was made, and the end of the round."""

    shown: float
    """The chance that the hint shows."""
    margin: float
    """The margin that the analysis shows."""
    won: bool
    ahead: float
    """The points by which the player was ahead at the end; two more for the last placer."""


def seen_in(player: Player, players: int, seed: str, adviser: Advised = ADVISED) -> list[Seen]:
    """Return the advised moves of a round that a player plays in all seats."""
    rng = random.Random(seed)
    state, judged = setup(players, rng=rng, variant=ONE_ROUND), []
    while (seat := state.active_player) is not None:
        view = observe(state, seat)
        if len(distinct_moves(view)) == 1:
            state = apply(state, player(view, rng))
            continue
        best = adviser.analysis(view, rng).best
        move = best.move if player is ADVISED else player(view, rng)
        if (move.card.house, move.slot) == (best.move.card.house, best.move.slot):
            judged.append((seat, best))
        state = apply(state, move)
    last = state.placements[-1].player
    points = [left - 2 * (seat == last) for seat, left in enumerate(state.hand_sizes)]
    others = (sum(points) - points[seat] for seat, _ in judged)
    return [
        Seen(best.win, best.margin, seat == last, of_others / (players - 1) - points[seat])
        for (seat, best), of_others in zip(judged, others, strict=True)
    ]


def fitted_logit(values: Sequence[float], won: Sequence[bool]) -> tuple[float, float]:
    """Return the logarithm of the odds of winning as a line: its value at 0, and its slope."""
    inputs, line = np.stack([np.ones(len(values)), values]), np.zeros(2)
    for _ in range(30):  # Newton's method
        chances = 1 / (1 + np.exp(-line @ inputs))
        curvature = inputs * (chances * (1 - chances)) @ inputs.T
        line = line + np.linalg.solve(curvature, inputs @ (np.asarray(won) - chances))
    return float(line[0]), float(line[1])


def logit(chance: float) -> float:
    """Return the logarithm of the odds, at most those of half a playout in a thousand."""
    chance = min(max(chance, 0.0005), 0.9995)
    return log(chance / (1 - chance))


def outlook(seen: Sequence[Seen], today: Outlook) -> Outlook:
    """Return the outlook that fits the moves seen with the current outlook."""
    opinions = [(logit(each.shown) - today.logit) / today.logit_slope for each in seen]
    worths = [(each.margin - today.margin) / today.margin_slope for each in seen]
    slope, start = np.polyfit(worths, [each.ahead for each in seen], 1)
    numbers = (*fitted_logit(opinions, [each.won for each in seen]), start, slope)
    return Outlook(*(round(float(number), 2) for number in numbers))


def report(rounds: Sequence[Sequence[Seen]]) -> Iterator[Line]:
    """Yield the chance shown and the rounds won, of all moves and by the chance shown."""
    seen = [each for of_round in rounds for each in of_round]
    yield f"{len(seen)} moves of {len(rounds)} rounds"
    yield f"shown {mean_shown(seen):.1%}, won {mean_won(seen):.1%}"
    yield Figure("shown", round(100 * mean_shown(seen), 1), unit="%")
    yield Figure("won", round(100 * mean_won(seen), 1), unit="%")
    scores = [
        fmean((each.shown - each.won) ** 2 for each in of_round) for of_round in rounds if of_round
    ]
    yield f"Brier score {fmean(scores):.3f} ± {half_width(scores):.3f}, by round"
    yield Figure("Brier score", fmean(scores), error=half_width(scores), unit="squared")
    low, high = slopes(rounds)
    yield f"slope {slope_of(seen):.2f} ({low:.2f} to {high:.2f})"
    yield Figure("slope", slope_of(seen), interval=(low, high))
    for low, high in pairwise(BANDS):
        band = [each for each in seen if low <= each.shown < high or each.shown == high == 1]
        if len(band) > len(rounds) // 100:
            name, shown, won = f"{low:.0%} to {high:.0%}", mean_shown(band), mean_won(band)
            yield f"shown {name}: {shown:.1%}, won {won:.1%} of {len(band)}"
            yield Figure(f"shown {name}", round(100 * shown, 1), unit="%")
            yield Figure(f"won {name}", round(100 * won, 1), unit="%")


def mean_shown(seen: Sequence[Seen]) -> float:
    """Return the mean of the chances shown."""
    return fmean(each.shown for each in seen)


def mean_won(seen: Sequence[Seen]) -> float:
    """Return the share of the moves whose round was won."""
    return fmean(each.won for each in seen)


def slope_of(seen: Sequence[Seen]) -> float:
    """Return the slope of the rounds won by the chance shown, in logarithms of odds."""
    return fitted_logit([logit(each.shown) for each in seen], [each.won for each in seen])[1]


def slopes(rounds: Sequence[Sequence[Seen]]) -> tuple[float, float]:
    """Return the 95 % interval of the slope, from rounds drawn again (bootstrap)."""
    rng = random.Random(1)
    drawn = sorted(
        slope_of([each for of_round in rng.choices(rounds, k=len(rounds)) for each in of_round])
        for _ in range(200)
    )
    return drawn[5], drawn[-6]


def parser_of_rounds(run: str, description: str, rounds: int) -> argparse.ArgumentParser:
    """Return a parser of a player, and of the number and seed of its rounds."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks {run}", description=description)
    parser.add_argument("player")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    return parser


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the results."""
    parser = parser_of_rounds("chances", "How true the chance is that a hint shows.", 1000)
    parser.add_argument("--playouts", action="store_true", help="judge without the network")
    parser.add_argument("--network", action="store_true", help="judge by the network alone")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args(arguments)
    player = ADVISED if options.player == "advice" else parse_player(options.player)
    names = (f"{options.seed} {options.players} {number}" for number in range(options.rounds))
    assumed = options.player if options.player in OUTLOOKS else "learned"
    adviser = attrs.evolve(ADVISED, assumed=assumed, inference=not (options.network or options.fit))
    with ExitStack() as ended:
        if options.playouts:
            ended.enter_context(patch.object(search, "network_worths", lambda _view: []))
        rounds = [seen_in(player, options.players, name, adviser) for name in names]
    found: list[Figure] = []
    for line in report(rounds):
        if isinstance(line, Figure):
            found.append(line)
        else:
            print(line)
    if options.publish:
        typed = f"{options.player} --players {options.players} --rounds {options.rounds}"
        command = f"python -m benchmarks chances {typed} --seed {options.seed}"
        run = f"chances among {options.player}, {options.players} players"
        for way in ("playouts", "network"):
            if getattr(options, way):
                run, command = f"{run}, {way}", f"{command} --{way}"
        publish(run, command, found)
    if options.fit:
        seen = [each for of_round in rounds for each in of_round]
        print(outlook(seen, OUTLOOKS[assumed][options.players]))
