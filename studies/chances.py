"""The accuracy of the chance that a hint shows, compared with the rounds then won.

Run `python -m studies chances OPPONENT [--players N] [--rounds N] [--seed N]`, with `--publish`
to write docs/figures.json. Somebody who follows every hint plays each deal from each seat, against
the opponent in all others. Wherever there is a choice, the chance shown is compared with the end of
the round. From each seat, the round is also played again from one of these choices, drawn by lot:
with another move, drawn by lot from all but the advised one, and then by the hints again. So each
report has two curves, one of the moves that are advised and one of the others.

The hints know the opponent; with `--assumed person`, they don't. The opponent `person` is somebody
unknown: in each deal, every seat is drawn from the players that hints imagine. The opponent `mixed`
is drawn in the same way, but the hints know who sits in each seat. The intervals are 95 %
intervals, 1.96 standard errors between deals. The slope relates the rounds won to the chance shown;
it is 1 if the chance is accurate. `--playouts` shows the chance of playouts without the network's
worth, as without its file of weights. `--network` shows that of the network alone, as without the
compiled half. `--fit` prints the numbers that fit the rounds, for `INSIGHTS` or, with `--network`
or more players, `OUTLOOKS` of `westeros_intrigue.lab.players.outlooks`; never test them with the
same seed. A hundred deals leave the slope of a fit uncertain by 0.2, so fit to five hundred or
more. Other numbers can change the order of moves whose chances show the same whole per cent.
`--keep FILE` writes the moves of each deal to a file; the same command then continues where it was
interrupted.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import pairwise
from math import exp, log
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple
from unittest.mock import patch

import attrs
import numpy as np

from benchmarks.measuring import Line
from benchmarks.publishing import Figure, at_least, publish
from studies.strength import ONE_ROUND, Advised, half_width
from westeros_intrigue import DECK, GameState, Player, apply, observe, setup
from westeros_intrigue.lab.players import Analysis, JudgedMove, outlooks, reading, search
from westeros_intrigue.lab.players.outlooks import (
    INSIGHTS,
    MIXED,
    MIXTURE,
    OUTLOOKS,
    PERSON,
    Insight,
    Outlook,
    kind_of,
    margin_among,
)
from westeros_intrigue.players import parse_player

ADVISED = Advised()
"""The player of hints."""
BANDS = tuple(tenth / 10 for tenth in range(11))
LEAST_IN_BAND, MANY_IN_BAND = 20, 200
"""The moves of a band that are worth showing, and those by which its error is more than luck."""
PULL_OF_TODAY = 30.0
"""The moves that count for the slopes of today's insight, which was fitted to other deals."""
PULL_OF_LINE = 10.0
"""The moves that count for the line on which nothing changes, in the fit of the other moves."""
OTHERS, MOVES, SLOPE, LARGEST = "other moves, ", "moves", "slope", "largest error of a band"
"""The beginning of the names of figures of the moves that were not advised; names of figures."""
LEAST_SLOPE, MOST_SLOPE, MOST_ERROR = 0.9, 1.1, 10.0
"""The slopes of a chance that may be shown, and the most points by which a band may be off."""


ADVISED_MOVES, OTHER_MOVES, LATER_MOVES = "advised", "other", "later"
"""How a move was chosen: by the hints, which were followed from the beginning; by lot, from all
but the advised one; by the hints, after such another move."""


class Seen(NamedTuple):
    """A move that was made, and the end of the round."""

    shown: float
    """The chance that the hint shows."""
    judged: float | None
    """The judgement from which the chance follows, by `INSIGHTS` or `OUTLOOKS`; None if it follows
    from several, or from playouts alone."""
    worth: float
    """The worth from which the margin of the analysis follows, by `OUTLOOKS`."""
    loose: float | None
    """The chance, by the belief, that the other does not place like the network; 0 at larger
    tables, and None if the network judges."""
    late: float
    """The share of the cards that had been placed."""
    won: bool
    ahead: float
    """The points by which the player was ahead at the end; two more for the last placer."""
    made: str = ADVISED_MOVES
    """How the move was chosen."""


class Table(NamedTuple):
    """Those at the table of somebody who follows the hints, and the seed of the deals."""

    opponent: str
    assumed: str
    """The player that the hints assume."""
    players: int
    seed: int
    way: str = ""
    """The part of the analysis that judges alone: `playouts`, `network`, or empty for all of it."""


def rounds_at(table: Table, count: int, kept: Path | None = None) -> list[list[Seen]]:
    """Return the moves in each of some deals, one list a deal.

    A file keeps the moves of each deal, so that an interrupted run continues after its last deal.
    """
    lines = kept.read_text(encoding="utf-8").splitlines() if kept and kept.exists() else []
    read = [json.loads(line) for line in lines]
    rounds = [[Seen(*each) for each in deal["seen"]] for deal in read if deal["table"] == [*table]]
    for number in range(len(rounds), count):
        name = f"{table.seed} {table.players} {number}"
        seats = players_at(table, name)
        assumed = seats if table.assumed == MIXED else table.assumed
        adviser = attrs.evolve(ADVISED, assumed=assumed)
        rounds.append(seen_in([*map(parse_player, seats)], name, adviser))
        if kept:
            with kept.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps({'table': table, 'seen': rounds[-1]})}\n")
    return rounds[:count]


def players_at(table: Table, name: str) -> list[str]:
    """Return a player for each seat; of several kinds, those that the hints imagine, by lot."""
    if table.opponent not in {PERSON, MIXED}:
        return [table.opponent] * table.players
    return random.Random(f"{name} seats").choices(MIXTURE, k=table.players)


class Choice(NamedTuple):
    """A choice of somebody who follows the hints."""

    state: GameState
    chance: tuple[Any, ...]
    """The state of the source of random numbers once the hint was given."""
    analysis: Analysis
    loose: float | None
    """As in `Seen`."""


def seen_in(opponents: Sequence[Player], seed: str, adviser: Advised = ADVISED) -> list[Seen]:
    """Return the moves of somebody who follows the hints, in a deal played from each seat.

    From each seat, the round is played a second time with another move at one of the choices.
    """
    seen, players = [], len(opponents)
    for own in range(players):
        rng = random.Random(seed)
        at_table = Seat(own, opponents, adviser, rng)
        choices, state = at_table.follow(setup(players, rng=rng, variant=ONE_ROUND))
        seen += [at_table.seen(choice, choice.analysis.best, state) for choice in choices]
        lot = random.Random(f"{seed} {own} other")
        if choices:
            at = lot.choice(choices)
            other = lot.choice(at.analysis.moves[1:])
            rng.setstate(at.chance)
            later, state = at_table.follow(apply(at.state, other.move))
            seen.append(at_table.seen(at, other, state)._replace(made=OTHER_MOVES))
            seen += [
                at_table.seen(choice, choice.analysis.best, state)._replace(made=LATER_MOVES)
                for choice in later
            ]
    return seen


class Seat(NamedTuple):
    """The seat of somebody who follows the hints."""

    own: int
    opponents: Sequence[Player]
    adviser: Advised
    rng: random.Random

    @property
    def kinds(self) -> list[str]:
        """The kinds of players that the hints assume in the other seats."""
        assumed, players = self.adviser.assumed, len(self.opponents)
        each = [assumed] * players if isinstance(assumed, str) else assumed
        return [kind_of(name) for seat, name in enumerate(each) if seat != self.own]

    def follow(self, state: GameState) -> tuple[list[Choice], GameState]:
        """Follow the hints to the end of the round, and return the choices and the end."""
        choices, players = list[Choice](), len(self.opponents)
        while (seat := state.active_player) is not None:
            view = observe(state, seat)
            if seat != self.own:
                state = apply(state, self.opponents[seat](view, self.rng))
                continue
            analysis = self.adviser.analysis(view, self.rng)
            if len(analysis.moves) > 1:
                is_read = outlooks.insight_among(self.kinds, players) and reading.can_read(view)
                loose = 0.0 if is_read else None
                if analysis.belief:
                    loose = analysis.belief.unlike_network
                choices.append(Choice(state, self.rng.getstate(), analysis, loose))
            state = apply(state, analysis.best.move)
        return choices, state

    def seen(self, choice: Choice, made: JudgedMove, end: GameState) -> Seen:
        """Return what is seen of a move at a choice, by the end of the round."""
        players, own, kinds = len(self.opponents), self.own, self.kinds
        kind = kinds[0] if len({*kinds}) == 1 else None
        last = end.placements[-1].player
        start, slope = margin_among(kinds, players)
        points = [left - 2 * (seat == last) for seat, left in enumerate(end.hand_sizes)]
        late = len(choice.state.placements) / len(DECK)
        shown = made.win
        if choice.loose is not None and made is not choice.analysis.best and 0 < shown < 1:
            line = outlooks.line_among(kinds, players)
            shown = 1 / (1 + exp((line.start - logit(shown, 1e-9)) / line.slope))
        return Seen(
            made.win,
            judgement(shown, choice.loose, late, kind, players) if kind else None,
            (made.margin - start) / slope,
            choice.loose,
            late,
            own == last,
            (sum(points) - points[own]) / (players - 1) - points[own],
        )


def judgement(
    shown: float, loose: float | None, late: float, kind: str, players: int
) -> float | None:
    """Return the judgement from which a chance follows."""
    if not 0 < shown < 1:
        return None
    if loose is not None:
        insight = INSIGHTS[kind][players]
        start = insight.always + insight.loose * loose + insight.late * late
        return (logit(shown, 1e-9) - start) / insight.slope(loose, late)
    if kind not in OUTLOOKS:
        return None
    outlook = OUTLOOKS[kind][players]
    return (logit(shown, 1e-9) - outlook.logit - outlook.late * late) / outlook.slope(late)


def fitted_logit(
    values: Sequence[Sequence[float]] | Sequence[np.ndarray],
    won: Sequence[bool] | np.ndarray,
    pull: float = 0.0,
    towards: Sequence[float] = (),
    *,
    pull_to_zero: float = 0.0,
    weights: np.ndarray | float = 1.0,
    begin: Sequence[float] = (),
) -> list[float]:
    """Return the logarithm of the odds of winning as a sum: its value at 0, and its slopes.

    `pull` draws the slopes to others, by default to 0, by as much as so many values would, and
    `pull_to_zero` does so with the value at 0. Values can have weights, and the search can begin at
    an earlier result.
    """
    inputs = np.stack([np.ones(len(won)), *map(np.asarray, values)])
    expected = np.array([0.0, *(towards or [0.0] * len(values))])
    line, ridge = np.array(begin) if begin else expected.copy(), pull * np.eye(len(inputs))
    ridge[0, 0] = pull_to_zero
    for _ in range(40):  # Newton's method
        chances = 1 / (1 + np.exp(-line @ inputs))
        curvature = inputs * (weights * chances * (1 - chances)) @ inputs.T + ridge
        steepest = inputs @ (weights * (np.asarray(won) - chances)) - ridge @ (line - expected)
        step = np.linalg.solve(curvature, steepest)
        line += step
        if abs(step).max() < 1e-9:
            break
    return [float(number) for number in line]


def logit(chance: float, least: float = 0.0005) -> float:
    """Return the logarithm of the odds, at most those of half a playout in a thousand."""
    chance = min(max(chance, least), 1 - least)
    return log(chance / (1 - chance))


def fitted_outlook(seen: Sequence[Seen]) -> Outlook:
    """Return the outlook that fits moves that were judged by the network."""
    rows = [
        (each.judged, each.late, each.judged * each.late, each.won)
        for each in seen
        if each.judged is not None
    ]
    *values, won = zip(*rows, strict=True)
    always, judged, late, both = fitted_logit(values, won, 1.0)
    slope, start = np.polyfit([each.worth for each in seen], [each.ahead for each in seen], 1)
    numbers = (always, judged, start, slope, late, both)
    return Outlook(*(round(float(number), 2) for number in numbers))


def fitted_insight(seen: Sequence[Seen], today: Insight) -> Insight:
    """Return the insight that fits moves that were judged by likely hands, with one of today."""
    rows = [
        (each.judged, each.loose, each.judged * each.loose, each.late, each.judged * each.late,
         each.won)
        for each in seen
        if each.judged is not None and each.loose is not None
    ]  # fmt: skip
    *values, won = zip(*rows, strict=True)
    slopes_today = (
        today.judged,
        today.loose,
        today.judged_if_loose,
        today.late,
        today.judged_if_late,
    )
    fitted = fitted_logit(values, won, PULL_OF_TODAY, slopes_today)
    always, judged, loose, both, late, judged_late = fitted
    numbers = (always, judged, loose, both, late, judged_late)
    return Insight(*(round(number, 2) for number in numbers))


def fitted_line(seen: Sequence[Seen], insight: Insight) -> outlooks.Line:
    """Return the line of the chances of moves that were not advised, drawn to `SAME`."""
    rows = [
        (logit(insight.chance(each.judged, each.loose, each.late)), each.won)
        for each in seen
        if each.judged is not None and each.loose is not None
    ]
    odds, won = zip(*rows, strict=True)
    start, slope = fitted_logit(
        [odds], won, PULL_OF_LINE, [outlooks.SAME.slope], pull_to_zero=PULL_OF_LINE
    )
    return outlooks.Line(round(start, 2), round(slope, 2))


def report(rounds: Sequence[Sequence[Seen]]) -> Iterator[Line]:
    """Yield the chance shown and the rounds won, of all moves and by the chance shown.

    First come the moves that the hints advised, then the others. The names of their figures begin
    with `OTHERS`.
    """
    for heading, prefix, is_other in (("advised", "", False), ("other", OTHERS, True)):
        of_curve = [
            [each for each in of_round if (each.made == OTHER_MOVES) == is_other]
            for of_round in rounds
        ]
        if not any(of_curve):
            continue
        yield f"{heading} moves:"
        for line in curve_of([of_round for of_round in of_curve if of_round]):
            yield line._replace(name=prefix + line.name) if isinstance(line, Figure) else line


def curve_of(rounds: Sequence[Sequence[Seen]]) -> Iterator[Line]:
    """Yield the chance shown and the rounds won, of moves that were chosen in one way."""
    seen = [each for of_round in rounds for each in of_round]
    yield f"{len(seen)} moves of {len(rounds)} rounds"
    yield Figure(MOVES, len(seen))
    yield f"shown {mean_shown(seen):.1%}, won {mean_won(seen):.1%}"
    yield Figure("shown", round(100 * mean_shown(seen), 1), unit="%")
    yield Figure("won", round(100 * mean_won(seen), 1), unit="%")
    scores = [fmean((each.shown - each.won) ** 2 for each in of_round) for of_round in rounds]
    yield f"Brier score {fmean(scores):.3f} ± {half_width(scores):.3f}, by round"
    yield Figure("Brier score", fmean(scores), error=half_width(scores), unit="squared")
    constant = fmean(
        fmean((mean_won(seen) - each.won) ** 2 for each in of_round) for of_round in rounds
    )
    yield f"Brier score of the share won, shown always: {constant:.3f}"
    yield Figure("Brier score of a constant", constant, unit="squared")
    low, high = slopes(rounds)
    yield f"slope {slope_of(seen):.2f} ({low:.2f} to {high:.2f})"
    yield Figure(SLOPE, slope_of(seen), interval=(low, high))
    errors = [0.0]
    for low, high in pairwise(BANDS):
        band = [each for each in seen if low <= each.shown < high or each.shown == high == 1]
        if len(band) < LEAST_IN_BAND:
            continue
        name, shown, won = f"{low:.0%} to {high:.0%}", mean_shown(band), mean_won(band)
        yield f"shown {name}: {shown:.1%}, won {won:.1%} of {len(band)}"
        yield Figure(f"shown {name}", round(100 * shown, 1), unit="%")
        yield Figure(f"won {name}", round(100 * won, 1), unit="%")
        if len(band) >= MANY_IN_BAND:
            errors.append(abs(shown - won))
    yield f"the bands of {MANY_IN_BAND} moves or more are off by up to {max(errors):.1%}"
    yield Figure(LARGEST, round(100 * max(errors), 1), unit="points of %")


def is_right(figures: Mapping[str, Mapping[str, Any]], prefix: str = "") -> bool:
    """Return whether the published figures of a curve let its chances be shown.

    There must be as many moves as in a band that counts, the slope may be from 0.9 to 1.1, and no
    such band is off by more than ten points. Older runs do not count their moves, which are more.
    """
    if prefix + SLOPE not in figures:
        return False
    low, high = figures[prefix + SLOPE]["interval"]
    moves = figures.get(prefix + MOVES, {"value": MANY_IN_BAND})
    return bool(
        moves["value"] >= MANY_IN_BAND
        and low <= MOST_SLOPE
        and high >= LEAST_SLOPE
        and figures[prefix + LARGEST]["value"] <= MOST_ERROR
    )


def mean_shown(seen: Sequence[Seen]) -> float:
    """Return the mean of the chances shown."""
    return fmean(each.shown for each in seen)


def mean_won(seen: Sequence[Seen]) -> float:
    """Return the share of the moves whose round was won."""
    return fmean(each.won for each in seen)


def slope_of(seen: Sequence[Seen]) -> float:
    """Return the slope of the rounds won by the chance shown, in logarithms of odds."""
    return fitted_logit([[logit(each.shown) for each in seen]], [each.won for each in seen])[1]


def slopes(rounds: Sequence[Sequence[Seen]]) -> tuple[float, float]:
    """Return the 95 % interval of the slope, from rounds drawn again (bootstrap)."""
    rng = random.Random(1)
    numbers = [number for number, of_round in enumerate(rounds) if of_round]
    sizes = [len(rounds[number]) for number in numbers]
    seen = [each for of_round in rounds for each in of_round]
    shown, won = (
        np.array([logit(each.shown) for each in seen]),
        np.array([each.won for each in seen]),
    )
    begin, drawn = fitted_logit([shown], won), []
    for _ in range(200):
        counts = Counter(rng.choices(range(len(numbers)), k=len(numbers)))
        weights = np.repeat([counts[at] for at in range(len(numbers))], sizes)
        drawn.append(fitted_logit([shown], won, weights=weights, begin=begin)[1])
    drawn.sort()
    return drawn[5], drawn[-6]


def parser_of_rounds(run: str, description: str, rounds: int) -> argparse.ArgumentParser:
    """Return a parser of a player, and of the number and seed of its rounds."""
    parser = argparse.ArgumentParser(prog=f"python -m studies {run}", description=description)
    parser.add_argument("player")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=at_least(2), default=rounds)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    return parser


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the results."""
    parser = parser_of_rounds("chances", "How true the chance is that a hint shows.", 250)
    parser.add_argument("--assumed", help="the player that the hints assume, if not this one")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--playouts", action="store_true", help="judge without the network")
    ways.add_argument("--network", action="store_true", help="judge by the network alone")
    parser.add_argument("--keep", type=Path, help="the file of the deals, to continue from")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args(arguments)
    players, assumed = options.players, options.assumed or options.player
    way = "playouts" if options.playouts else "network" if options.network else ""
    table = Table(options.player, assumed, players, options.seed, way)
    with ExitStack() as ended:
        if options.playouts:
            ended.enter_context(patch.object(search, "network_worths", lambda _view: []))
        if options.network:
            ended.enter_context(patch.object(outlooks, "insight_among", lambda *_: None))
        rounds = rounds_at(table, options.rounds, options.keep)
    found: list[Figure] = []
    try:
        for line in report(rounds):
            if isinstance(line, Figure):
                found.append(line)
            else:
                print(line)
    except np.linalg.LinAlgError:
        sys.exit(f"{options.rounds} rounds like these have no slope: play more")
    if options.publish:
        typed = f"{options.player} --players {players} --rounds {options.rounds}"
        command = f"python -m studies chances {typed} --seed {options.seed}"
        run = f"chances against {options.player}, {players} players"
        if options.assumed:
            run, command = f"{run}, as {assumed}", f"{command} --assumed {assumed}"
        if way:
            run, command = f"{run}, {way}", f"{command} --{way}"
        publish(run, command, found)
    if options.fit:
        print_fit(rounds, assumed, players)


def print_fit(rounds: Sequence[Sequence[Seen]], assumed: str, players: int) -> None:
    """Print the numbers that fit some rounds."""
    if assumed == MIXED:
        sys.exit("the chances at a table of several kinds are the mean of theirs: nothing to fit")
    seen, kind = [each for of_round in rounds for each in of_round], kind_of(assumed)
    if not any(each.loose is not None for each in seen):
        print(fitted_outlook(seen))
        return
    hints = [each for each in seen if each.made != OTHER_MOVES]
    insight = fitted_insight(hints, INSIGHTS[kind][players])
    print(insight)
    print(fitted_line([each for each in seen if each.made == OTHER_MOVES], insight))
