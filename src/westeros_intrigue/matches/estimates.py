"""How sure a figure is: intervals by the bootstrap over deals, and how many deals it takes.

The games of a deal hang together, since all entrants hold the same cards in turn. So deals are
drawn again, never games: this is the block bootstrap.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from math import ceil, sqrt
from statistics import NormalDist
from typing import Any

import attrs

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.base.values import Value, brief

CONFIDENCE = 0.95
_RESAMPLES = 2000
_TINY = 1e-9


@attrs.frozen
class Estimate(Value):
    """A figure with its 95 % interval.

    >>> print(Estimate(0.6, 0.55, 0.65).percent)
    60.0 % (55.0 to 65.0)
    """

    value: float
    """What was measured."""
    low: float | None = None
    """Where the interval begins; None if it cannot be told: from a single deal, or for points and
    ratings from deals that all came out alike."""
    high: float | None = None
    """Where the interval ends; None as above."""

    def __str__(self) -> str:
        return f"{self.value:.2f}{self._interval(1, 2)}"

    @property
    def percent(self) -> str:
        """A share as text."""
        return f"{100 * self.value:.1f} %{self._interval(100, 1)}"

    @property
    def whole(self) -> str:
        """A rating as text, in whole points."""
        return f"{self.value:+z.0f}{self._interval(1, 0, '+z')}"

    def _interval(self, scale: int, digits: int, sign: str = "") -> str:
        if self.low is None or self.high is None:
            return ""
        low, high = scale * self.low, scale * self.high
        return f" ({low:{sign}.{digits}f} to {high:{sign}.{digits}f})"


def estimated_ratio(
    parts: Sequence[Fraction | int], wholes: Sequence[Fraction | int], seed: int
) -> Estimate:
    """Return the sum of the parts over the sum of the wholes, each given block by block.

    Raises:
        MissingExtra: scipy is not installed.
    """
    value = float(Fraction(sum(parts)) / Fraction(sum(wholes)))
    if len(parts) == 1:
        return Estimate(value)
    numpy, stats = extra("numpy"), extra("scipy.stats")

    def ratio(part: Any, whole: Any, axis: int) -> Any:  # noqa: ANN401 - arrays of numpy
        return part.sum(axis=axis) / whole.sum(axis=axis)

    interval = stats.bootstrap(
        ([float(part) for part in parts], [float(whole) for whole in wholes]),
        ratio,
        n_resamples=_RESAMPLES,
        batch=200,  # so that a thousand blocks take a few megabytes
        vectorized=True,
        paired=True,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=numpy.random.default_rng(seed),
    ).confidence_interval
    if interval.low == interval.high:
        return Estimate(value)
    return Estimate(value, float(interval.low), float(interval.high))


def estimated_share(
    parts: Sequence[Fraction | int], wholes: Sequence[Fraction | int], deals: int, seed: int
) -> Estimate:
    """Return the ratio of parts that cannot exceed their wholes, from so many deals.

    The bootstrap knows only the deals that came. Where it goes as far as they do, because they are
    few or all came out alike, the interval also leaves room for deals that came out otherwise: as
    many as may well be missed, a share of `1 - 0.025 ** (1 / deals)`.

    Raises:
        MissingExtra: scipy is not installed.
    """
    share = estimated_ratio(parts, wholes, seed)
    if deals == 1:
        return share
    value = share.value
    low, high = (value if end is None else end for end in (share.low, share.high))
    of_blocks = [float(part / whole) for part, whole in zip(parts, wholes, strict=True) if whole]
    missed = 1 - ((1 - CONFIDENCE) / 2) ** (1 / deals)
    if low < min(of_blocks) + _TINY:
        low = min(low, value * (1 - missed))
    if high > max(of_blocks) - _TINY:
        high = max(high, value + (1 - value) * missed)
    return Estimate(value, low, high)


def extra(module: str) -> Any:  # noqa: ANN401 - a module that may lack
    """Import a module that the extra `match` brings.

    Raises:
        MissingExtra: it is not installed.
    """
    with needs_extra("an interval or a rating", "match"):
        return import_module(module)


def check_extras() -> None:
    """Make sure that intervals and ratings can be had.

    Raises:
        MissingExtra: choix or scipy is not installed.
    """
    for module in ("choix", "scipy.stats"):
        extra(module)


def deals_to_tell(
    share: float, other: float = 0.5, *, deviation: float | None = None, power: float = 0.9
) -> int:
    """Return how many deals are needed to tell one share of wins from another.

    With so many deals, a 95 % interval around the true `share` leaves `other` out with the
    probability `power`.

    >>> deals_to_tell(0.52)
    3279
    >>> deals_to_tell(0.6), deals_to_tell(0.52, deviation=0.25)
    (127, 1642)

    Args:
        share: the true share, above 0 and below 1.
        other: the share to tell it from, likewise.
        deviation: the standard deviation of the share between deals. Of an `Estimate` over many
            deals it is `(high - low) / 3.92 * sqrt(deals)`. Without it, that of a deal of two
            games that have nothing to do with each other.
        power: how probable it should be that the match tells them apart, above 0 and below 1.

    Raises:
        WrongType: an argument that is no number.
        InvalidValue: a number out of its range, or the shares are the same.
    """
    for name, number in (("share", share), ("other", other), ("power", power)):
        if not isinstance(number, (int, float)):
            raise WrongType(f"{name} must be a number, not {brief(number)}")
        if not 0 < number < 1:
            raise InvalidValue(f"{name} must be above 0 and below 1, not {brief(number)}")
    if share == other:
        raise InvalidValue(f"share and other are both {share}: nothing is to be told apart")
    if deviation is None:
        deviation = sqrt(share * (1 - share) / 2)
    normal = NormalDist()
    errors = normal.inv_cdf((1 + CONFIDENCE) / 2) + normal.inv_cdf(power)
    return ceil((errors * deviation / (share - other)) ** 2)
