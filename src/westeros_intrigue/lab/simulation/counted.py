"""Results of many rounds or games as counts: exact, small, and the same in any parts.

Nothing here needs an extra.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import nan, sqrt
from typing import Annotated, Any, ClassVar, Self

import attrs

from westeros_intrigue.gamekit.codecs import Faults
from westeros_intrigue.gamekit.display import html_table
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.text import Row, csv_table
from westeros_intrigue.gamekit.values import (
    Count,
    Length,
    Value,
    check_type,
    counted,
)
from westeros_intrigue.lab.simulation.fast import Policy


@attrs.frozen
class Mean(Value):
    """A mean with its standard error.

    >>> Mean.of([(3, 10)])
    Mean(value=3.0, error=0.0)
    """

    value: float
    """The mean."""
    error: float
    """Its standard error: 0 of a single number."""

    @classmethod
    def of(cls, counts: Iterable[tuple[int | Fraction, int]]) -> Mean:
        """Return the mean of numbers, each with how often it came; NaN without any."""
        size, total, squares = 0, Fraction(0), Fraction(0)
        for number, times in counts:
            size += times
            total += number * times
            squares += number * number * times
        if not size:
            return cls(nan, nan)
        spread = squares - total * total / size
        return cls(float(total / size), sqrt(spread / max(1, size - 1) / size))


@attrs.frozen
class Histogram(Value):
    """The frequency of each number.

    >>> thrown = Histogram.of([6, 1, 6]) + Histogram.of([2])
    >>> thrown.counts, thrown.mean.value
    (((1, 1), (2, 1), (6, 2)), 3.75)
    """

    counts: tuple[tuple[int, int], ...]
    """The numbers that came, ascending, each with how often."""

    @classmethod
    def of(cls, numbers: Iterable[int] | Mapping[int, int]) -> Histogram:
        """Return how often each of some numbers came; a mapping has the counts themselves."""
        return cls(tuple(sorted(Counter(numbers).items())))

    def __add__(self, other: Self) -> Histogram:
        return Histogram.of(Counter(dict(self.counts)) + Counter(dict(other.counts)))

    def __len__(self) -> int:
        return sum(times for _, times in self.counts)

    @property
    def mean(self) -> Mean:
        """The mean, with its standard error."""
        return Mean.of(self.counts)


Seats = Annotated[tuple[Histogram, ...], Length(2, 6)]
"""A histogram for each seat, from 0."""


class _Counted(ABC):
    """The common part of the counts of rounds and of games."""

    __slots__ = ()
    _KIND: ClassVar[str]
    policies: tuple[Policy, ...]

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def means(self, player: int) -> dict[str, Mean]: ...

    def __repr__(self) -> str:
        what = counted(len(self), self._KIND)
        return f"<{type(self).__name__}: {what} of {len(self.policies)} players>"

    def __add__(self, other: Self) -> Self:
        cls: Any = type(self)
        check_type("what is added", other, cls)
        if other.policies != self.policies:
            mine, its = (", ".join(p.value for p in part.policies) for part in (self, other))
            raise InvalidValue(
                f"counts add up if each seat has the same policy in both, not ({mine}) and ({its})"
            )
        fields = [name for name in attrs.fields_dict(cls) if name != "policies"]
        sums = {name: _sum(getattr(self, name), getattr(other, name)) for name in fields}
        both: Self = cls(policies=self.policies, **sums)
        return both

    def to_rows(self) -> list[Row]:
        """Return a flat row for each seat, from 0, as a DataFrame of pandas can be made of them.

        Each mean of `means` has a column, and its standard error another.
        """
        return [
            {
                "seat": seat,
                "policy": policy.value,
                f"{self._KIND}s": len(self),
                **{
                    name + suffix: figure
                    for name, mean in self.means(seat).items()
                    for suffix, figure in (("", mean.value), ("_error", mean.error))
                },
            }
            for seat, policy in enumerate(self.policies)
        ]

    def to_csv(self) -> str:
        """Return the rows of `to_rows` as CSV, with a heading."""
        return csv_table(self.to_rows())

    def to_json(self) -> str:
        """Return all counts and the rows of `to_rows` as JSON."""
        kind = {"kind": f"counted-{self._KIND}s", "version": 1}
        counts = CODECS.codec_for(type(self)).write(self)
        assert isinstance(counts, dict)  # noqa: S101 - for the type checker: a record is an object
        return json.dumps({**kind, **counts, "seats": self.to_rows()}, indent=2)

    def _repr_html_(self) -> str:
        """Return the rows as a table, for notebooks."""
        rows = self.to_rows()
        return html_table(repr(self)[1:-1], rows[0], [[*row.values()] for row in rows])


@attrs.frozen(repr=False)
class CountedRounds(_Counted, Value):
    """The results of many rounds as counts; `+` adds those of two parts of the same policies.

    >>> from westeros_intrigue.lab.simulation import count_rounds
    >>> counted = count_rounds(4, 1000, seed=1)
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

    _KIND: ClassVar = "round"

    policies: Annotated[tuple[Policy, ...], Length(2, 6)]
    """For each seat, from 0, how it chooses its moves."""
    points: Seats
    """For each seat, from 0, its penalty points in a round: the cards left in its hand."""
    last_placers: Annotated[tuple[Count, ...], Length(2, 6)]
    """For each seat, from 0, in how many rounds it placed the last card."""
    court_size: Histogram
    """The number of cards in the court at the end, the starter included."""

    def __len__(self) -> int:
        return len(self.court_size)

    def means(self, player: int) -> dict[str, Mean]:
        """Return by name the means of a player, by the seat, from 0.

        `points` are its penalty points in a round, `last_card` the share of rounds in which it
        placed the last card.
        """
        last = self.last_placers[player]
        return {
            "points": self.points[player].mean,
            "last_card": Mean.of([(1, last), (0, len(self) - last)]),
        }


@attrs.frozen(repr=False)
class CountedGames(_Counted, Value):
    """The results of many games as counts; `+` adds those of two parts of the same policies.

    >>> from westeros_intrigue.lab.simulation import count_games
    >>> counted = count_games(2, 1000, seed=1)
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

    _KIND: ClassVar = "game"

    policies: Annotated[tuple[Policy, ...], Length(2, 6)]
    """For each seat, from 0, how it chooses its moves; no matter for an automated seat."""
    winners: Seats
    """For each seat, from 0, as one of how many it won: 1 if alone, 0 if it lost."""
    points: Seats
    """For each seat, from 0, its penalty points in a game."""
    totals: Seats
    """For each seat, from 0, its points less the values of its Iron Throne cards."""

    def __len__(self) -> int:
        return len(self.totals[0])

    def means(self, player: int) -> dict[str, Mean]:
        """Return by name the means of a player, by the seat, from 0.

        `wins` are games won, where those who share a victory have a part of it each; `points` its
        penalty points in a game, and `total` what its Iron Throne cards leave of them.
        """
        return {
            "wins": share_won(self.winners[player]),
            "points": self.points[player].mean,
            "total": self.totals[player].mean,
        }


def _sum(mine: Any, its: Any) -> Any:  # noqa: ANN401 - a field of counts, or a part of one
    if isinstance(mine, tuple):
        return tuple(map(_sum, mine, its))
    return mine + its


def _faults(counted: CountedRounds | CountedGames) -> Faults:
    columns = [counted.points]
    columns += [counted.winners, counted.totals] if isinstance(counted, CountedGames) else []
    if any(len(seat) != len(counted) for seats in columns for seat in seats):
        yield "", "each seat has as many counts"


CODECS = Codecs(checks={CountedRounds: _faults, CountedGames: _faults})
"""The codecs of counts."""


def share_won(winners: Histogram) -> Mean:
    """Return the share of the games won, of which a histogram has the numbers of winners."""
    return Mean.of((Fraction(1, among) if among else 0, times) for among, times in winners.counts)
