"""The chance that mistakes lose: what the analysis states, and the rounds then played.

Run `python -m studies mistakes PLAYER [--players N] [--rounds N] [--seed N]`, with `--publish`
to write docs/figures.json. PLAYER plays rounds in all seats. A mistake is a placement that is a
turning point by the analysis, which assumes PLAYER in the other seats. From the position after it,
and after the advised one, PLAYER plays the round to its end in all seats, with the real hands. The
loss is the difference between the shares of these rounds that the seat wins. The intervals are 1.96
standard errors between rounds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

import attrs

from benchmarks.measuring import Line
from benchmarks.publishing import Figure, publish
from studies.chances import ADVISED, parser_of_rounds
from studies.strength import ONE_ROUND, Advised, half_width
from westeros_intrigue import GameState, Player, apply, observe, setup
from westeros_intrigue.lab.players.game_analysis import TURNING_POINT
from westeros_intrigue.players import parse_player

ENDS = 8
"""The number of rounds that are played to the end after a placement."""


class Mistake(NamedTuple):
    """A placement that the analysis calls a mistake."""

    stated: float
    """The chance that it loses, by the analysis."""
    real: float
    """The share of rounds that it loses, if they are played to the end after both placements."""


def share_won(state: GameState, seat: int, player: Player, seed: str) -> float:
    """Return the share of a few rounds that a seat wins, with a player in all seats."""
    won = 0
    for number in range(ENDS):
        rng, after = random.Random(f"{seed} {number}"), state
        while (mover := after.active_player) is not None:
            after = apply(after, player(observe(after, mover), rng))
        won += after.placements[-1].player == seat
    return won / ENDS


def mistakes_in(player: Player, players: int, seed: str, adviser: Advised) -> list[Mistake]:
    """Return the mistakes of a round that a player plays in all seats."""
    rng = random.Random(seed)
    state, found = setup(players, rng=rng, variant=ONE_ROUND), []
    while (seat := state.active_player) is not None:
        view = observe(state, seat)
        move, analysis = player(view, rng), adviser.analysis(view, rng)
        made = apply(state, move)
        if (loss := analysis.loss(move)) >= TURNING_POINT and analysis.is_clear_loss(move):
            advised = apply(state, analysis.best.move)
            shares = [share_won(after, seat, player, seed) for after in (advised, made)]
            found.append(Mistake(loss, shares[0] - shares[1]))
        state = made
    return found


def report(rounds: Sequence[Sequence[Mistake]]) -> Iterator[Line]:
    """Yield the loss that the analysis states, and the real one, of two rounds or more."""
    found = [mistakes for mistakes in rounds if mistakes]
    every = [each for mistakes in found for each in mistakes]
    stated = [100 * fmean(each.stated for each in mistakes) for mistakes in found]
    means = [100 * fmean(each.real for each in mistakes) for mistakes in found]
    yield f"{len(every)} mistakes in {len(found)} of {len(rounds)} rounds"
    if len(found) < 2:
        return
    yield f"stated loss {fmean(stated):.1f} %"
    yield f"real loss {fmean(means):.1f} % ± {half_width(means):.1f} %"
    yield Figure("stated loss", round(fmean(stated), 1), unit="%")
    yield Figure("real loss", round(fmean(means), 1), error=round(half_width(means), 1), unit="%")


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the results."""
    options = parser_of_rounds("mistakes", "The chance that mistakes lose.", 400).parse_args(
        arguments
    )
    player, seed = parse_player(options.player), options.seed
    adviser = attrs.evolve(ADVISED, assumed=options.player)
    names = (f"mistakes {seed} {options.players} {each}" for each in range(options.rounds))
    lines = list(report([mistakes_in(player, options.players, name, adviser) for name in names]))
    for line in lines:
        if not isinstance(line, Figure):
            print(line)
    if options.publish:
        typed = f"{options.player} --players {options.players} --rounds {options.rounds}"
        command = f"python -m studies mistakes {typed} --seed {seed}"
        run = f"mistakes of {options.player}, {options.players} players"
        publish(run, command, [line for line in lines if isinstance(line, Figure)])
