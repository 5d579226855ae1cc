"""The points that mistakes lose: what the analysis states, and the rounds then played.

Run `python -m benchmarks mistakes PLAYER [--players N] [--rounds N] [--seed N]`, with `--publish`
to write docs/figures.json. PLAYER plays rounds in all seats. A mistake is a placement that loses at
least a point against the advised one, and more than twice its standard error. From the position
after each of the two, `learned` plays the round to its end in all seats, with the real hands. The
loss is the difference between the player's two margins, where the Iron Throne card of the last
placer is worth 2 points. The intervals are 1.96 standard errors between rounds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from benchmarks.chances import ADVISED, parser_of_rounds
from benchmarks.measuring import Line
from benchmarks.publishing import Figure, publish
from benchmarks.strength import ONE_ROUND, half_width
from westeros_intrigue import GameState, Player, apply, observe, setup
from westeros_intrigue.lab.players import LearnedPlayer
from westeros_intrigue.lab.players.game_analysis import TURNING_POINT
from westeros_intrigue.players import parse_player


class Mistake(NamedTuple):
    """A placement that the analysis calls a mistake."""

    stated: float
    """The loss that the analysis states, in points."""
    error: float
    """The smallest loss that chance does not explain."""
    real: float
    """The loss once the round is played to its end after both placements."""


def margin_of(state: GameState, seat: int) -> float:
    """Return the points by which a seat is ahead, once `learned` has ended the round."""
    player, rng = LearnedPlayer(), random.Random(1)
    while (mover := state.active_player) is not None:
        state = apply(state, player(observe(state, mover), rng))
    last = state.placements[-1].player
    points = [left - 2 * (each == last) for each, left in enumerate(state.hand_sizes)]
    own = points.pop(seat)
    return fmean(points) - own


def mistakes_in(player: Player, players: int, seed: str) -> list[Mistake]:
    """Return the mistakes of a round that a player plays in all seats."""
    rng = random.Random(seed)
    state, found = setup(players, rng=rng, variant=ONE_ROUND), []
    while (seat := state.active_player) is not None:
        view = observe(state, seat)
        move, analysis = player(view, rng), ADVISED.analysis(view, rng)
        made = apply(state, move)
        if (loss := analysis.loss(move)) >= TURNING_POINT and analysis.is_clear_loss(move):
            advised = apply(state, analysis.best.move)
            real = margin_of(advised, seat) - margin_of(made, seat)
            found.append(Mistake(loss, 2 * analysis.of(move).loss_error, real))
        state = made
    return found


def report(rounds: Sequence[Sequence[Mistake]]) -> Iterator[Line]:
    """Yield the loss that the analysis states, and the real one."""
    found = [mistakes for mistakes in rounds if mistakes]
    every = [each for mistakes in found for each in mistakes]
    means = [fmean(each.real for each in mistakes) for mistakes in found]
    beyond = [fmean(each.real - each.error for each in mistakes) for mistakes in found]
    yield f"{len(every)} mistakes in {len(found)} of {len(rounds)} rounds"
    yield f"stated loss {fmean(each.stated for each in every):.2f}"
    yield f"real loss {fmean(means):.2f} ± {half_width(means):.2f}"
    yield f"beyond the stated error {fmean(beyond):.2f} ± {half_width(beyond):.2f}"
    yield f"the advised placement ended better {fmean(each.real > 0 for each in every):.1%}"
    yield f"equal {fmean(each.real == 0 for each in every):.1%}"
    yield f"lost more than the stated error {fmean(each.real > each.error for each in every):.1%}"
    yield Figure("stated loss", fmean(each.stated for each in every))
    yield Figure("real loss", fmean(means), error=half_width(means))


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the results."""
    options = parser_of_rounds("mistakes", "The points that mistakes lose.", 400).parse_args(
        arguments
    )
    player, seed = parse_player(options.player), options.seed
    names = (f"mistakes {seed} {options.players} {each}" for each in range(options.rounds))
    lines = list(report([mistakes_in(player, options.players, name) for name in names]))
    for line in lines:
        if not isinstance(line, Figure):
            print(line)
    if options.publish:
        typed = f"{options.player} --players {options.players} --rounds {options.rounds}"
        command = f"python -m benchmarks mistakes {typed} --seed {seed}"
        run = f"mistakes of {options.player}, {options.players} players"
        publish(run, command, [line for line in lines if isinstance(line, Figure)])
