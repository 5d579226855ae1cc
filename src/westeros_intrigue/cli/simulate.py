"""`simulate`: many rounds or games, and what came of them as a table or as JSON.

Rules: round.penalty, round.throne, final.ranking.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.engines import Terms, bulk_rounds, games, has_bulk, plain_rounds
from westeros_intrigue.cli.layout import aligned, counted, wrapped
from westeros_intrigue.cli.seats import players_of, variant_of
from westeros_intrigue.cli.terminal import Refused, Terminal

USUAL_ROUNDS = 1000
_LAST_SEED = 2**64 - 1
_BAR = 30
_EVERY = 0.1
"""How many seconds pass between two looks at the progress."""

T = TypeVar("T")


class Tally:
    """A mean with its standard error, from sums."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._count = 0
        self._sum = self._squares = 0.0

    def add(self, number: float) -> None:
        """Count a number in."""
        self._count += 1
        self._sum += number
        self._squares += number * number

    @property
    def mean(self) -> float:
        """The mean."""
        return self._sum / self._count

    @property
    def error(self) -> float:
        """The standard error of the mean: 0 of a single number."""
        spread = max(0.0, self._squares - self._sum * self.mean)
        return math.sqrt(spread / max(1, self._count - 1) / self._count)

    @property
    def data(self) -> dict[str, float]:
        """Both as JSON has them."""
        return {"mean": round(self.mean, 6), "error": round(self.error, 6)}

    def text(self, *, share: bool) -> str:
        """Return both in a table: a number, or a share in per cent."""
        if share:
            return f"{100 * self.mean:.1f} % ± {100 * self.error:.1f}"
        return f"{self.mean:.3f} ± {self.error:.3f}"


@attrs.frozen
class Findings(Value):
    """What came of a simulation."""

    thing: str
    """What was played: `round` or `game`."""
    count: int
    engine: str
    """What played it: `bulk` or `plain`."""
    terms: Terms
    tallies: tuple[dict[str, Tally], ...]
    """For each seat its tallies by name."""
    court: Tally | None
    """The cards in the court at the end of a round; None of games."""

    @property
    def data(self) -> dict[str, object]:
        """All of it as JSON has it."""
        terms = self.terms
        data: dict[str, object] = {
            f"{self.thing}s": self.count,
            "engine": self.engine,
            "players": terms.players,
            "seed": terms.seed,
            "first_player": terms.first_player,
            "rotate": terms.rotate,
            "options": list(terms.variant.options),
            "seats": [
                {
                    "seat": seat,
                    "policy": _policy(terms, seat),
                    "house": str(terms.variant.houses[seat]) if terms.variant.houses else None,
                    **{name: tally.data for name, tally in tallies.items()},
                }
                for seat, tallies in enumerate(self.tallies)
            ],
        }
        return {**data, "court": self.court.data} if self.court else data

    def text(self, width: int) -> str:
        """Return all of it as a table below a heading."""
        terms = self.terms
        names = list(self.tallies[0])
        rows = [["seat", "policy", *(name.replace("_", " ") for name in names)]]
        for seat, tallies in enumerate(self.tallies):
            house = f" {terms.variant.houses[seat]}" if terms.variant.houses else ""
            texts = (tally.text(share=name in _SHARES) for name, tally in tallies.items())
            rows.append([f"{seat}{house}", _policy(terms, seat), *texts])
        engine = (
            "in bulk (westeros_intrigue.compiled)"
            if self.engine == "bulk"
            else "by the plain rules"
        )
        heading = (
            f"{counted(self.count, self.thing)} of {terms.players} players, seed {terms.seed}, "
            f"played {engine}. Means with their standard errors."
        )
        lines = [wrapped(heading, width), "", *aligned(rows, "<<" + ">" * len(names), width)]
        if self.court:
            lines.append(f"\nCards in the court at the end: {self.court.text(share=False)}")
        return "\n".join(lines)


_SHARES = frozenset({"wins", "last_card"})


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Simulate, and write what came of it.

    Raises:
        Refused: there is no such game, or the policies do not suit the seats.
    """
    terms = _terms(options)
    if options.games:
        findings = _play_games(terms, options.games, terminal)
    else:
        count = options.many_rounds or USUAL_ROUNDS
        findings = _play_rounds(terms, count, terminal, is_plain=options.plain)
    if options.json:
        terminal.write(json.dumps(findings.data, indent=2))
    else:
        terminal.write(findings.text(terminal.width))
    return 0


def _terms(options: argparse.Namespace) -> Terms:
    players = players_of(options)
    variant, first_player = variant_of(options, players)
    policies = options.policy * players if len(options.policy) == 1 else options.policy
    fault = ""
    if len(policies) != players:
        fault = f"{players} seats have one policy, or {players}, not {len(policies)}"
    elif options.rotate and variant.first_player is not None:
        fault = "in Solo Scheming seat 0 starts: --rotate does not go with it"
    elif options.seed > _LAST_SEED:
        fault = f"the seed of a simulation is at most {_LAST_SEED}"
    if fault:
        raise Refused(fault, 2)
    return Terms(players, tuple(policies), variant, options.seed, first_player, options.rotate)


def _play_rounds(terms: Terms, count: int, terminal: Terminal, *, is_plain: bool) -> Findings:
    is_bulk = terms.is_standard and not is_plain and has_bulk()
    pieces = bulk_rounds(terms, count) if is_bulk else plain_rounds(terms, count)
    tallies = tuple({"points": Tally(), "last_card": Tally()} for _ in range(terms.players))
    court = Tally()
    for outcome in _watched(pieces, count, terminal):
        for seat, tally in enumerate(tallies):
            tally["points"].add(outcome.points[seat])
            tally["last_card"].add(seat == outcome.last_placer)
        court.add(outcome.court_size)
    return Findings("round", count, "bulk" if is_bulk else "plain", terms, tallies, court)


def _play_games(terms: Terms, count: int, terminal: Terminal) -> Findings:
    names = ("wins", "points", "total")
    tallies = tuple({name: Tally() for name in names} for _ in range(terms.players))
    for final, points in _watched(games(terms, count), count, terminal):
        for seat, tally in enumerate(tallies):
            # Those who share a victory have a part of it each.
            tally["wins"].add((seat in final.winners) / len(final.winners))
            tally["points"].add(points[seat])
            tally["total"].add(final.totals[seat])
    return Findings("game", count, "plain", terms, tallies, None)


def _policy(terms: Terms, seat: int) -> str:
    return "automated" if seat in terms.variant.automated else terms.policies[seat]


def _watched(pieces: Iterable[Sequence[T]], count: int, terminal: Terminal) -> Iterator[T]:
    """Yield what is in the pieces, and show how many of `count` are done where that is possible."""
    done = 0
    shown = time.monotonic()
    try:
        for piece in pieces:
            yield from piece
            done += len(piece)
            if time.monotonic() - shown >= _EVERY:
                shown = time.monotonic()
                terminal.show_progress(progress_text(done, count))
    finally:
        terminal.show_progress("")


def progress_text(done: int, count: int) -> str:
    """Return a bar that tells how much is done."""
    full = _BAR * done // count
    return f"[{'#' * full}{'.' * (_BAR - full)}] {100 * done // count:3} %  {done} of {count}"
