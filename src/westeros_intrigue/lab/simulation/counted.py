"""Results of many rounds or games as counts: exact, small, and additive.

This module needs no extra.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from functools import cache, partial, reduce
from math import cos, inf, nan, pi, sin, sqrt, tan
from operator import add
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

import attrs

from westeros_intrigue.gamekit import codecs, display, documents, errors, values
from westeros_intrigue.gamekit.text import Row, csv_table
from westeros_intrigue.lab.simulation.fast import Policy
from westeros_intrigue.lab.simulation.results_file import Format, Played, code_of, terms_data
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
        return f"{self:.2f}"

    def __format__(self, form: str) -> str:
        """Return the figure and its interval, each in a format such as `.3f`, or `.2f` if empty."""
        form = form or ".2f"
        if self.low is None or self.high is None:
            return f"{self.value:{form}}"
        return f"{self.value:{form}} ({self.low:{form}} to {self.high:{form}})"

    @property
    def percent(self) -> str:
        """The share as text, in per cent."""
        ends = (end if end is None else 100 * end for end in (self.low, self.high))
        figure, space, interval = f"{Estimate(100 * self.value, *ends):.1f}".partition(" ")
        return f"{figure} %{space}{interval}"

    @property
    def whole(self) -> str:
        """The figure as text, in whole points, for ratings."""
        return f"{self:+z.0f}"


def estimate_around(value: float, reach: float, *, least: float = -inf) -> Estimate:
    """Return a figure whose interval reaches equally far to both sides, but not below `least`."""
    return Estimate(value, max(least, value - reach), value + reach) if reach else Estimate(value)


def columns_of(name: str, estimate: Estimate) -> Row:
    """Return a figure and the ends of its interval as columns of a row."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _moments(counts: Iterable[tuple[int | Fraction, int]]) -> tuple[int, float, float]:
    """Return the number of numbers, each given with its frequency, their mean and its variance."""
    size, total, squares = 0, Fraction(0), Fraction(0)
    for number, times in counts:
        size += times
        total += number * times
        squares += number * number * times
    if not size:
        return 0, nan, 0.0
    spread = squares - total * total / size
    return size, float(total / size), float(spread / (size - 1) / size) if spread else 0.0


def t_quantile(count: int) -> float:
    """Return the number of standard errors on each side of an interval from `count` blocks.

    >>> [round(t_quantile(count), 4) for count in (2, 3, 10, 1000)]
    [12.7062, 4.3027, 2.2622, 1.9623]
    """
    return _t_quantile(min(count, 1000) - 1)  # beyond a thousand, it hardly changes


@cache
def _t_quantile(freedom: int) -> float:
    low, high = 0.0, pi / 2
    for _ in range(60):
        angle = (low + high) / 2
        low, high = (angle, high) if _share_within(angle, freedom) < CONFIDENCE else (low, angle)
    return sqrt(freedom) * tan(low)


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

    counts: tuple[tuple[int, values.Ordinal], ...]
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
        size, mean, variance = _moments(self.counts)
        return estimate_around(mean, t_quantile(size) * sqrt(variance) if variance else 0.0)


Seats = Annotated[tuple[Histogram, ...], values.Length(2, 6)]
"""A histogram for each seat, from 0."""


class _Counted(ABC):
    """The common base of all counts."""

    __slots__ = ()
    THING: ClassVar[str]
    """The unit that is counted: a round or a game."""
    policies: tuple[Policy, ...] | tuple[str, ...]

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def means(self, player: int) -> dict[str, Estimate]: ...

    @property
    def names(self) -> tuple[str, ...]:
        """For each seat, from 0, the name of its policy or player."""
        return tuple(each.value if isinstance(each, Policy) else each for each in self.policies)

    def _check_seat(self, player: int) -> int:
        return values.check_integer("player", player, 0, len(self.policies) - 1)

    @property
    def _size(self) -> str:
        players = values.count_things(len(self.policies), "player")
        return f"{values.count_things(len(self), self.THING)} of {players}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._size}>"

    def __add__(self, other: Self) -> Self:
        cls: Any = type(self)
        values.check_type("what is added", other, cls)
        if other.policies != self.policies:
            mine, its = (", ".join(part.names) for part in (self, other))
            raise errors.InvalidValue(
                f"counts add up if each seat has the same policy in both, not ({mine}) and ({its})"
            )
        fields = [name for name in attrs.fields_dict(cls) if name != "policies"]
        sums = {name: add_parts(getattr(self, name), getattr(other, name)) for name in fields}
        both: Self = cls(policies=self.policies, **sums)
        return both

    def to_rows(self) -> list[Row]:
        """Return a flat row for each seat, from 0, such as for a pandas DataFrame.

        Each mean of `means` has a column, and the ends of its 95 % interval two more.
        """
        rows: list[Row] = []
        for seat, policy in enumerate(self.names):
            row: Row = {"seat": seat, "policy": policy, f"{self.THING}s": len(self)}
            for name, mean in self.means(seat).items():
                row |= columns_of(name, mean)
            rows.append(row)
        return rows

    def to_csv(self) -> str:
        """Return the rows of `to_rows` as CSV, with a heading."""
        return csv_table(self.to_rows())

    def to_json(self) -> str:
        """Return all counts and the rows of `to_rows` as JSON."""
        kind = {"kind": f"counted-{self.THING}s", "version": 1}
        counts = CODECS.codec_for(type(self)).write(self)
        assert isinstance(counts, dict)  # noqa: S101 - for the type checker: a record is an object
        return json.dumps({**kind, **counts, "seats": self.to_rows()}, indent=2)

    def _repr_html_(self) -> str:
        """Return a row for each seat as a table, for notebooks."""
        head = ["seat", "policy", *self._texts(0)]
        rows = [[seat, name, *self._texts(seat).values()] for seat, name in enumerate(self.names)]
        return display.html_table(repr(self)[1:-1], head, rows)

    def _texts(self, player: int) -> dict[str, str]:
        """Return the means of a seat, from 0, by name, as text with their intervals."""
        return {
            name.replace("_", " "): mean.percent if name in _SHARES else f"{mean:.3f}"
            for name, mean in self.means(player).items()
        }


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
    >>> len(counted.to_csv().splitlines()), counted.to_json()[4:28]
    (5, '"kind": "counted-rounds"')

    Rules: round.end, round.throne, round.penalty.
    """

    THING: ClassVar[str] = "round"
    """The unit that is counted."""

    policies: Annotated[tuple[Policy, ...], values.Length(2, 6)]
    """The policy of each seat, from 0."""
    points: Seats
    """For each seat, from 0, its penalty points in a round: the cards left in its hand."""
    last_placers: Annotated[tuple[values.Count, ...], values.Length(2, 6)]
    """For each seat, from 0, the number of rounds in which it placed the last card."""
    court_size: Histogram
    """The number of cards in the court at the end, the starter included."""

    def __len__(self) -> int:
        return len(self.court_size)

    def means(self, player: int) -> dict[str, Estimate]:
        """Return the means of a seat, from 0, by name.

        `points` are its penalty points in a round, and `last_card` is the share of rounds in which
        it placed the last card.
        """
        player = self._check_seat(player)
        last = self.last_placers[player]
        return {
            "points": self.points[player].mean,
            "last_card": estimate_rate([(1, last), (0, len(self) - last)]),
        }


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
    >>> print(counted.to_csv()[:21], counted.to_json()[4:27])
    seat,policy,games,win "kind": "counted-games"

    Rules: round.penalty, final.total, final.shared.
    """

    THING: ClassVar[str] = "game"
    """The unit that is counted."""

    policies: Annotated[tuple[Policy, ...], values.Length(2, 6)]
    """The policy of each seat, from 0; it has no effect for an automated seat."""
    winners: Seats
    """For each seat, from 0, the number of winners of its games: 1 if it won alone, 0 if it
    lost."""
    points: Seats
    """For each seat, from 0, its penalty points in a game."""
    totals: Seats
    """For each seat, from 0, its points minus the values of its Iron Throne cards."""

    def __len__(self) -> int:
        return len(self.totals[0])

    def means(self, player: int) -> dict[str, Estimate]:
        """Return the means of a seat, from 0, by name.

        `wins` is the share of games won, counting shared victories in part. `points` are its
        penalty points in a game, and `total` is the same minus its Iron Throne cards.
        """
        player = self._check_seat(player)
        return {
            "wins": share_won(self.winners[player]),
            "points": self.points[player].mean,
            "total": self.totals[player].mean,
        }


@attrs.frozen(repr=False)
class CountedWins(_Counted, values.Value):
    """The counts of games of any kind, with only their victories."""

    THING: ClassVar[str] = "game"
    """The unit that is counted."""

    policies: Annotated[tuple[str, ...], values.Length(1)]
    """The name of the player of each seat, from 0."""
    winners: Annotated[tuple[Histogram, ...], values.Length(1)]
    """For each seat, the number of winners of the games that it won, and 0 for the others."""

    def __len__(self) -> int:
        return len(self.winners[0])

    def means(self, player: int) -> dict[str, Estimate]:
        """Return the share of games that a player won; a shared victory counts in part."""
        return {"wins": share_won(self.winners[self._check_seat(player)])}


def add_parts(mine: Any, its: Any) -> Any:  # noqa: ANN401 - counts, or nested tuples of them
    """Return the sum of two counts, or the tuple of the sums of their parts."""
    return tuple(map(add_parts, mine, its)) if isinstance(mine, tuple) else mine + its


_COLUMNS = ("points", "winners", "totals")


def _faults(counted: _Counted) -> codecs.Faults:
    columns = [*filter(None, (getattr(counted, name, ()) for name in _COLUMNS))]
    lengths = {len(seat) for seats in columns for seat in seats}
    sizes = {*map(len, columns)}
    if isinstance(counted, CountedRounds):
        lengths.add(sum(counted.last_placers))
        sizes.add(len(counted.last_placers))
    if lengths != {len(counted)} or sizes != {len(counted.policies)}:
        yield "", "all seats must have the same number of counts"


def _find_disorder(histogram: Histogram) -> codecs.Faults:
    if histogram != Histogram.of(dict(histogram.counts)):
        yield "/counts", "the numbers must be in ascending order"


CODECS = documents.Codecs(
    checks={
        Histogram: _find_disorder,
        CountedRounds: _faults,
        CountedGames: _faults,
        CountedWins: _faults,
    }
)
"""The codecs of counts."""


def share_won(winners: Histogram) -> Estimate:
    """Return the win rate from a histogram of winner counts."""
    return estimate_rate(
        [(Fraction(1, among) if among else 0, times) for among, times in winners.counts]
    )


def estimate_rate(counts: Sequence[tuple[int | Fraction, int]]) -> Estimate:
    """Return the mean of numbers from 0 to 1, as `bounds_of_share` bounds it."""
    size, rate, variance = _moments(counts)
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


@attrs.frozen
class _Line(values.Value, Generic[Counted]):
    """A line of the file below the first."""

    kind: str
    start: values.Count
    counted: Counted


@cache
def _line(kind: type[Counted]) -> codecs.Codec[_Line[Counted]]:
    fields: dict[str, codecs.Codec[Any]] = {
        "kind": codecs.words([f"{kind.THING}s"]),
        "start": codecs.integer(0),
    }
    codec: codecs.Codec[_Line[Counted]] = codecs.record(
        _Line, {**fields, "counted": CODECS.codec_for(kind)}
    )
    return codec


def count_in_chunks(  # noqa: PLR0917 - the first three are the work
    kind: type[Counted],
    terms: Any,  # noqa: ANN401 - see below
    numbers: range,
    count: Callable[[range], Counted],
    run: Run,
    usual_chunk: int,
    code: Mapping[str, codecs.Data] | None = None,
) -> Counted:
    """Return the counts of some rounds or games, shared by workers and stored in a file.

    Args:
        kind: the class of the counts.
        terms: an attrs value with all terms of the simulation, such as `policies` and `seed`.
        numbers: the numbers of the rounds or games, without gaps.
        count: counts a chunk; with processes, it must be picklable.
        run: the workers, the file, and the report of progress.
        usual_chunk: the size of a chunk without a file, unless the run sets one.
        code: the code that plays, as `code_of` returns it; None for this library.
    """
    thing, codec = f"{kind.THING}s", _line(kind)

    def read(data: object) -> Played[Counted]:
        line = codec.read(data)
        played = range(line.start, line.start + len(line.counted))
        if not (numbers.start <= played.start and played.stop <= numbers.stop):
            raise errors.fault(f"the {thing} are {numbers.start} to {numbers.stop - 1}", "/counted")
        if line.counted.policies != terms.policies:
            raise errors.fault("these are not those of the simulation", "/counted/policies")
        return Played((played,), line.counted)

    head: dict[str, codecs.Data] = {
        "kind": "simulation",
        "version": VERSION,
        **({"start": numbers.start} if numbers.start else {}),
        "count": len(numbers),
        "thing": kind.THING,
        **terms_data(terms, without=("seed",)),
        "seed": str(terms.seed),  # many JSON readers cannot read integers as large as a seed
    }
    form = Format(head, code or code_of({}), read)
    if run.out is not None:
        last = numbers.stop - 1
        values.check_integer(f"the last of the {thing} in a file", last, 0, codecs.LARGEST_INTEGER)
        usual_chunk = chunk_size(len(numbers), CHUNK_OF_A_FILE)
    work = partial(_count_chunk, kind, count, is_kept=run.out is not None)
    parts = play_chunks(run, work, numbers, kind.THING, form, usual_chunk=usual_chunk)
    with closing(parts) as counted:
        return reduce(add, counted)


def _count_chunk(
    kind: type[Counted], count: Callable[[range], Counted], numbers: range, *, is_kept: bool
) -> Played[Counted]:
    counted = count(numbers)
    line = _Line(f"{kind.THING}s", numbers.start, counted)
    return Played((numbers,), counted, documents.dump(_line(kind).write(line)) if is_kept else "")
