"""Taking turns: the way that every figure of the suite is measured.

All contenders of a group do a little work in each turn, one after the other, so that a slow phase
of the machine hits all of them. CPU time is counted, since a turn interrupted by another program
would seem slow. Ratios are within a turn; their median and range are reported.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple, TypeVar

from benchmarks.publishing import Figure

T = TypeVar("T")

Work = Callable[[], int]
"""The timed work; it returns its number of operations."""
Prepare = Callable[[int], Work]
"""Make the work of one turn, by the turn's number; this is not timed."""


class Contender(NamedTuple):
    """A named piece of work to time."""

    name: str
    prepare: Prepare


class Spread(NamedTuple):
    """A median with its range."""

    middle: float
    lowest: float
    highest: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return the spread of some values."""
        return cls(median(values), min(values), max(values))

    def __str__(self) -> str:
        digits = 2 if self.middle < 100 else 0
        return f"{self.middle:.{digits}f} ({self.lowest:.{digits}f} to {self.highest:.{digits}f})"


Line = str | Figure
"""The result of a measurement: a line to print, or a figure to publish."""
Rates = Mapping[str, Sequence[float]]
"""The operations per second of each contender, by name, turn by turn."""


def chosen(options: Sequence[T], rng: random.Random) -> T:
    """Return one of the options, all equally likely; quicker than `rng.choice`, and fair to all."""
    return options[int(rng.random() * len(options))]


def measured(contenders: Sequence[Contender], turns: int) -> Rates:
    """Let the contenders take turns."""
    rates: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for turn in range(turns):
        for contender in contenders:
            work = contender.prepare(turn)
            gc.collect()
            start = time.process_time()
            operations = work()
            # On some systems the clock stands still for some milliseconds.
            seconds = max(time.process_time() - start, 1e-3)
            rates[contender.name].append(operations / seconds)
    return rates


def ratio(rates: Rates, name: str, reference: str) -> Spread:
    """Return the ratio of one contender's speed to another's, within the turns."""
    pairs = zip(rates[name], rates[reference], strict=True)
    return Spread.of([fast / slow for fast, slow in pairs])


def compared(rates: Rates, name: str, reference: str) -> Figure:
    """Return the ratio of one contender's speed to another's, for publication."""
    spread = ratio(rates, name, reference)
    return Figure(f"{name} / {reference}", spread.middle, (spread.lowest, spread.highest))


def share(rates: Rates, name: str, reference: str) -> Figure:
    """Return one contender's speed as a percentage of another's, for publication."""
    middle, *ends = (100 * value for value in ratio(rates, name, reference))
    return Figure(f"{name} / {reference}", middle, (ends[0], ends[1]), unit="%")


def table(
    rates: Rates, rows: Mapping[str, Sequence[str]], headings: Sequence[str] = ()
) -> Iterator[Line]:
    """Yield a line for each contender: its rate, and its ratio to the references of its row."""
    width = max(map(len, rows)) + 2
    yield f"{'':{width}}{'per second':>12}{'slowest':>12}{'fastest':>12}" + "".join(
        f"{'x ' + heading:>28}" for heading in headings
    )
    for name, references in rows.items():
        numbers = "".join(f"{value:>12,.0f}" for value in Spread.of(rates[name]))
        cells = (
            ratio(rates, name, reference) if reference in rates else "" for reference in references
        )
        yield f"{name:{width}}{numbers}" + "".join(f"{cell!s:>28}" for cell in cells)
        middle, *ends = Spread.of(rates[name])
        yield Figure(name, middle, (ends[0], ends[1]))
        for reference in references:
            if reference in rates:
                yield compared(rates, name, reference)
