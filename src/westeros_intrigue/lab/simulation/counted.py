"""Results of many rounds or games as counts: exact, small, and additive.

This module needs no extra.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from fractions import Fraction
from functools import lru_cache, partial, reduce
from math import atan, cos, inf, nan, pi, sin, sqrt, tan
from operator import add
from typing import Annotated, Any, ClassVar, Self, TypeVar

import attrs

from westeros_intrigue.gamekit import codecs, documents, english, errors, limits, values
from westeros_intrigue.gamekit.notebook_tables import Columnar, columns_of_rows, html_table
from westeros_intrigue.gamekit.text import Row
from westeros_intrigue.lab.simulation.results_file import Format, Played, terms_data
from westeros_intrigue.lab.simulation.running import Run, chunk_size, play_chunks

CONFIDENCE = 0.95


@attrs.frozen
class Estimate(values.Value):
    """A figure with its 95 % interval.

    >>> print(Estimate(0.6, 0.55, 0.65).percent)
    60.0 % (55.0 to 65.0)
    >>> print(f"{Estimate(2.5, 2.25, 2.75):.3f}")
    2.500 (2.250 to 2.750)
    """

    value: float
    """The measured figure."""
    low: float | None = None
    """The lower end of the interval. None if there is no interval: for a single number or deal, or
    for points and ratings that are all equal."""
    high: float | None = None
    """The upper end of the interval; None if there is none."""

    def __str__(self) -> str:
        return self._text(".2f")

    def __format__(self, form: str) -> str:
        """Return the figure and its interval, each in a format such as `.3f`, or `.2f` if empty."""
        return self._text(form or ".2f")

    @property
    def percent(self) -> str:
        """The share as text, in per cent."""
        return self._text(".1f", 100, " %")

    @property
    def whole(self) -> str:
        """The figure as text, in whole points, for ratings."""
        return self._text("+z.0f")

    def _text(self, form: str, factor: int = 1, unit: str = "") -> str:
        figure = f"{factor * self.value:{form}}{unit}"
        if self.low is None or self.high is None:
            return figure
        return f"{figure} ({factor * self.low:{form}} to {factor * self.high:{form}})"


def estimate_around(value: float, reach: float, least: float = -inf) -> Estimate:
    """Return a figure whose interval reaches equally far to both sides, but not below `least`."""
    return Estimate(value, max(least, value - reach), value + reach) if reach else Estimate(value)


def columns_of(name: str, estimate: Estimate) -> Row:
    """Return a figure and the ends of its interval as columns of a row."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


Number = int | Fraction
Sample = tuple[Number, Number, int]
"""A part, its whole, and the number of times that they occurred."""


def measure(samples: Iterable[Sample]) -> tuple[int, float, float]:
    """Return the number of samples, the ratio of their sums, and its variance.

    The ratio is 0 if all wholes are 0, and NaN without samples.
    """
    samples = [*samples]
    size = sum(times for _, _, times in samples)
    if not size:
        return 0, nan, 0.0
    total = sum(whole * times for _, whole, times in samples) or 1
    ratio = Fraction(sum(part * times for part, _, times in samples)) / total
    squares = sum((part - ratio * whole) ** 2 * times for part, whole, times in samples)
    variance = squares * size / (size - 1) / total**2 if squares else 0
    return size, float(ratio), float(variance)


def estimate_mean(samples: Iterable[Sample], least: float = -inf) -> Estimate:
    """Return the ratio of the sums of samples, with an interval that does not go below `least`."""
    size, mean, variance = measure(samples)
    return estimate_around(mean, t_quantile(size) * sqrt(variance) if variance else 0.0, least)


@lru_cache(maxsize=64)
def t_quantile(count: int) -> float:
    """Return the number of standard errors on each side of an interval from `count` blocks.

    >>> [round(t_quantile(count), 4) for count in (2, 3, 10, 1000)]
    [12.7062, 4.3027, 2.2622, 1.9623]
    """
    freedom = min(count, 1000) - 1  # beyond a thousand, it hardly changes
    step = pi / 2 / _STEPS
    at = bisect_left(range(_STEPS), CONFIDENCE, key=lambda at: _share_within(at * step, freedom))
    return sqrt(freedom) * tan(at * step)


def chance_beyond(errors: float, count: int) -> float:
    """Return the probability that a figure, if it is 0, is found at least as far from 0 as this.

    >>> round(chance_beyond(t_quantile(10), 10), 6), chance_beyond(0.0, 10)
    (0.05, 1.0)

    Args:
        errors: the distance in standard errors, of either sign.
        count: the number of blocks by which they were measured.
    """
    freedom = min(count, 1000) - 1
    return max(0.0, 1 - _share_within(atan(abs(errors) / sqrt(freedom)), freedom))


_STEPS = 10**15
"""The number of parts of the right angle between which `t_quantile` distinguishes."""


def _share_within(angle: float, freedom: int) -> float:
    """Return the probability that Student's t is at most sqrt(freedom) * tan(angle) from 0.

    The series is 26.7.3 and 26.7.4 of Abramowitz and Stegun.
    """
    is_odd = freedom % 2
    term = sin(angle) * (cos(angle) if is_odd else 1)
    total = angle if is_odd else 0.0
    for number in range(2 + is_odd, freedom + 1, 2):
        total += term
        term *= cos(angle) ** 2 * (number - 1) / number
    return total * (2 / pi if is_odd else 1)


@attrs.frozen
class Histogram(values.Value):
    """The frequency of each number.

    >>> thrown = Histogram.of([6, 1, 6]) + Histogram.of([2])
    >>> thrown.counts, thrown.mean.value
    (((1, 1), (2, 1), (6, 2)), 3.75)
    """

    counts: tuple[tuple[int, limits.Ordinal], ...]
    """The numbers that occurred, ascending, each with its frequency."""

    @classmethod
    def of(cls, numbers: Iterable[int] | Mapping[int, int]) -> Histogram:
        """Return the frequency of each number; a mapping already has the frequencies."""
        return cls(tuple(sorted(Counter(numbers).items())))

    def __add__(self, other: Self) -> Histogram:
        values.check_type("what is added", other, Histogram)
        return Histogram.of(Counter(dict(self.counts)) + Counter(dict(other.counts)))

    def __len__(self) -> int:
        return sum(times for _, times in self.counts)

    @property
    def mean(self) -> Estimate:
        """The mean, with its 95 % interval; NaN for no numbers."""
        return estimate_mean((number, 1, times) for number, times in self.counts)


Seats = tuple[Histogram, ...]
"""A histogram for each seat, from 0."""


@attrs.frozen(repr=False)
class _Counted(Columnar, ABC):
    """The common base of all counts."""

    THING: ClassVar[str]
    """The unit that is counted: a round or a game."""

    policies: tuple[str, ...]
    """The name of the policy or player of each seat, from 0; it has no effect for an automated
    seat."""

    @abstractmethod
    def _histograms(self, player: int) -> dict[str, Histogram]:
        """Return the numbers of a seat, from 0, whose means are its figures, by name."""

    def __len__(self) -> int:
        return len(next(iter(self._histograms(0).values())))

    def means(self, player: int) -> dict[str, Estimate]:
        """Return the means of a seat, from 0, by name.

        `points` are its penalty points in a round or game. Rounds also have `last_card`, the share
        of rounds in which it placed the last card. Games have `wins`, the share of games won,
        counting shared victories in part, and `total`, the points minus its Iron Throne cards.
        """
        player = values.check_integer("player", player, 0, len(self.policies) - 1)
        return {
            name: share_won(numbers) if name in _SHARES else numbers.mean
            for name, numbers in self._histograms(player).items()
        }

    @property
    def _size(self) -> str:
        players = english.count_things(len(self.policies), "player")
        return f"{english.count_things(len(self), self.THING)} of {players}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._size}>"

    def __add__(self, other: Self) -> Self:
        values.check_type("what is added", other, type(self))
        if other.policies != self.policies:
            mine, its = (", ".join(part.policies) for part in (self, other))
            raise errors.InvalidValue(
                f"counts add up if each seat has the same policy in both, not ({mine}) and ({its})"
            )
        return add_fields(self, other)

    def to_rows(self) -> list[Row]:
        """Return a flat row for each seat, from 0, such as for a pandas DataFrame.

        Each mean of `means` has a column, and the ends of its 95 % interval two more.
        """
        return [
            {"seat": seat, "policy": policy, f"{self.THING}s": len(self), **self._columns(seat)}
            for seat, policy in enumerate(self.policies)
        ]

    def to_columns(self) -> dict[str, list[object]]:
        """Return the columns of `to_rows`, such as for pandas, Polars or Arrow.

        >>> from westeros_intrigue.lab.simulation import Simulation
        >>> Simulation(2, "random", seed=1).count_rounds(range(10)).to_columns()["seat"]
        [0, 1]
        """
        return columns_of_rows(self.to_rows())

    def _columns(self, player: int) -> Row:
        """Return the means of a seat, from 0, and the ends of their intervals."""
        row: Row = {}
        for name, mean in self.means(player).items():
            row |= columns_of(name, mean)
        return row

    def _repr_html_(self) -> str:
        """Return a row for each seat as a table, for notebooks."""
        return html_table(repr(self)[1:-1], *self._table)

    @property
    def _table(self) -> tuple[list[str], list[list[str]]]:
        """The heading, and a row for each seat with its means as text."""
        head = ["seat", "policy", *(name.replace("_", " ") for name in self.means(0))]
        rows = []
        for seat, policy in enumerate(self.policies):
            means = self.means(seat).items()
            texts = [mean.percent if name in _SHARES else f"{mean:.3f}" for name, mean in means]
            rows.append([str(seat), policy, *texts])
        return head, rows


_SHARES = frozenset({"wins", "last_card"})


@attrs.frozen(repr=False)
class CountedRounds(_Counted, values.Value):
    """The results of many rounds as counts; `+` adds two parts with the same policies.

    >>> from westeros_intrigue.lab.simulation import Simulation
    >>> counted = Simulation(4, "random", seed=1).count_rounds(range(1000))
    >>> counted, sum(counted.last_placers), len(counted.points[0])
    (<CountedRounds: 1000 rounds of 4 players>, 1000, 1000)
    >>> counted.points[0].counts[:3]
    ((0, 91), (1, 166), (2, 250))
    >>> row = counted.to_rows()[0]
    >>> row["seat"], row["policy"], 1 < row["points"] < 4
    (0, 'random', True)
    >>> counted.means(0)["points"].value == row["points"]
    True

    Rules: round.end, round.throne, round.penalty.
    """

    THING: ClassVar[str] = "round"
    """The unit that is counted."""

    points: Annotated[Seats, limits.Length(1)]
    """For each seat, from 0, its penalty points in a round: the cards left in its hand."""
    last_placers: Annotated[tuple[limits.Count, ...], limits.Length(1)]
    """For each seat, from 0, the number of rounds in which it placed the last card."""
    court_size: Histogram
    """The number of cards in the court at the end, the starter included."""

    def _histograms(self, player: int) -> dict[str, Histogram]:
        last = self.last_placers[player]
        others = len(self.court_size) - last
        return {"points": self.points[player], "last_card": Histogram(((0, others), (1, last)))}


@attrs.frozen(repr=False)
class CountedGames(_Counted, values.Value):
    """The results of many games as counts; `+` adds two parts with the same policies.

    >>> from westeros_intrigue.lab.simulation import Simulation
    >>> counted = Simulation(2, "random", seed=1).count_games(range(1000))
    >>> counted, len(counted.totals[0])
    (<CountedGames: 1000 games of 2 players>, 1000)
    >>> sum(row["wins"] for row in counted.to_rows())
    1.0
    >>> round(counted.means(0)["wins"].value + counted.means(1)["wins"].value, 9)
    1.0

    Rules: round.penalty, final.total, final.shared.
    """

    THING: ClassVar[str] = "game"
    """The unit that is counted."""

    winners: Annotated[Seats, limits.Length(1)]
    """For each seat, from 0, the number of winners of its games: 1 if it won alone, 0 if it
    lost."""
    points: Annotated[Seats, limits.OnlyIfUnusual()] = ()
    """For each seat, from 0, its penalty points in a game; empty for games of named players."""
    totals: Annotated[Seats, limits.OnlyIfUnusual()] = ()
    """For each seat, from 0, its points minus the values of its Iron Throne cards; empty for games
    of named players."""

    def _histograms(self, player: int) -> dict[str, Histogram]:
        columns = {"wins": self.winners, "points": self.points, "total": self.totals}
        return {name: of_seats[player] for name, of_seats in columns.items() if of_seats}


A = TypeVar("A", bound=attrs.AttrsInstance)


def add_fields(mine: A, its: A) -> A:
    """Return the value whose fields are the sums of those of two values."""
    parts = attrs.astuple(mine, recurse=False), attrs.astuple(its, recurse=False)
    return type(mine)(*map(add_parts, *parts))


def add_parts(mine: Any, its: Any) -> Any:  # noqa: ANN401 - counts, or nested tuples of them
    """Return the sum of two counts, or the tuple of the sums of their parts; a name stays."""
    if isinstance(mine, tuple):
        return tuple(map(add_parts, mine, its))
    return mine if isinstance(mine, str) else mine + its


CODECS = documents.Codecs()
"""The codecs of counts."""


def share_won(winners: Histogram) -> Estimate:
    """Return the win rate from a histogram of winner counts, as `bounds_of_share` bounds it."""
    size, rate, variance = measure(
        (Fraction(1, among) if among else 0, 1, times) for among, times in winners.counts
    )
    return Estimate(rate, *bounds_of_share(rate, variance, size)) if size > 1 else Estimate(rate)


def bounds_of_share(share: float, variance: float, count: int) -> tuple[float, float]:
    """Return the interval of a share with a variance, measured between `count` deals or games.

    The interval is Wilson's, for the number of independent trials that has this variance. If the
    share was always the same, it allows for a share of `1 - 0.025 ** (1 / count)` of others.
    """
    spread = share * (1 - share)
    if not (variance and spread > 0):
        missed = 1 - ((1 - CONFIDENCE) / 2) ** (1 / count)
        return share * (1 - missed), share + (1 - share) * missed
    half_trials = t_quantile(count) ** 2 * variance / (2 * spread)
    reach = sqrt(2 * half_trials * spread + half_trials**2)
    low, high = ((share + half_trials + end) / (1 + 2 * half_trials) for end in (-reach, reach))
    return low, high


Counted = TypeVar("Counted", bound=_Counted)
VERSION = 1
"""The version of the file format."""
CHUNK_OF_A_FILE = 200_000
"""The maximum number of rounds or games in a line of a file, unless the run sets another."""


def count_in_chunks(  # noqa: PLR0917 - the first three are the work
    kind: type[Counted],
    terms: Any,  # noqa: ANN401 - see below
    numbers: range,
    count: Callable[[range], Counted],
    run: Run,
    usual_chunk: int,
    code: Mapping[str, codecs.Data],
) -> Counted:
    """Return the counts of some rounds or games, shared by workers and stored in a file.

    Args:
        kind: the class of the counts.
        terms: an attrs value with all terms of the simulation, such as `policies` and `seed`.
        numbers: the numbers of the rounds or games, without gaps.
        count: counts a chunk; with processes, it must be picklable.
        run: the workers, the file, and the report of progress.
        usual_chunk: the size of a chunk without a file, unless the run sets one.
        code: the code that plays, as `code_of` returns it.
    """
    facts = {"start": codecs.integer(0, numbers.stop), "counted": CODECS.codec_for(kind)}
    chunk: codecs.Codec[dict[str, Any]] = codecs.with_head(
        {"kind": f"{kind.THING}s"}, codecs.record(dict, facts)
    )

    def read(line: dict[str, Any]) -> Played[Counted]:
        start, counted = map(chunk.read(line).__getitem__, facts)
        return Played(range(start, start + len(counted)), counted)

    head: dict[str, codecs.Data] = {
        "kind": "simulation",
        "version": VERSION,
        **({"start": numbers.start} if numbers.start else {}),
        "count": len(numbers),
        "thing": kind.THING,
        **terms_data(terms, without=("seed",)),
        "seed": str(terms.seed),  # many JSON readers cannot read integers as large as a seed
    }
    if run.out is not None:
        usual_chunk = chunk_size(len(numbers), CHUNK_OF_A_FILE)
    work, form = partial(_count_chunk, kind, count), Format(head, code, read)
    parts = play_chunks(run, work, numbers, kind.THING, form, usual_chunk=usual_chunk)
    with closing(parts) as chunks:
        return reduce(add, (chunk.sums for chunk in chunks))


def _count_chunk(
    kind: type[Counted], count: Callable[[range], Counted], numbers: range
) -> Played[Counted]:
    counted = count(numbers)
    line: dict[str, codecs.Data] = {
        "kind": f"{kind.THING}s",
        "start": numbers.start,
        "counted": CODECS.codec_for(kind).write(counted),
    }
    return Played(numbers, counted, documents.dump(line))
