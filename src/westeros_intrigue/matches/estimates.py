"""Intervals for figures of a match, and how many deals it takes to distinguish two shares.

The games of a deal depend on each other, since all entrants hold the same cards in turn. So the
unit is the deal, or a block of deals: the variance comes from how far each one is from the ratio
of the sums, and its quantile from Student's t, which allows for few deals.
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


@attrs.frozen
class Estimate(Value):
    """A figure with its 95 % interval.

    >>> print(Estimate(0.6, 0.55, 0.65).percent)
    60.0 % (55.0 to 65.0)
    """

    value: float
    """What was measured."""
    low: float | None = None
    """Where the interval begins; None where there is none: from a single deal, or for points and
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


def estimated_mean(parts: Sequence[Fraction | int], wholes: Sequence[Fraction | int]) -> Estimate:
    """Return the sum of the parts over the sum of the wholes, each by blocks; it is not negative.

    Raises:
        MissingExtra: scipy is not installed.
    """
    value, error = _ratio(parts, wholes)
    if not error:
        return Estimate(value)
    reach = t_quantile(len(parts)) * error
    return Estimate(value, max(0.0, value - reach), value + reach)


def estimated_share(
    parts: Sequence[Fraction | int],
    wholes: Sequence[Fraction | int],
    deals: int,
    *,
    least: float = 0.0,
    most: float = 1.0,
) -> Estimate:
    """Return a ratio that lies between two bounds, by the blocks of so many deals.

    The interval is that of Wilson, with as many independent trials as have the variance between
    the blocks. Where all blocks came out alike there is no variance; then the interval leaves room
    for as many other deals as may well be missed, a share of `1 - 0.025 ** (1 / deals)`.

    Raises:
        MissingExtra: scipy is not installed.
    """
    value, error = _ratio(parts, wholes)
    if len(parts) == 1 or least == most:
        return Estimate(value)
    # The place between the bounds, from 0 to 1.
    width = most - least
    place, error = (value - least) / width, error / width
    spread = place * (1 - place)
    if error and spread > 0:
        # Few deals may happen to agree: what a single one would leave open is added.
        variance = error**2 + spread / (float(sum(wholes)) * len(parts))
        half_trials = t_quantile(len(parts)) ** 2 * variance / (2 * spread)
        reach = sqrt(2 * half_trials * spread + half_trials**2)
        low, high = ((place + half_trials + end) / (1 + 2 * half_trials) for end in (-reach, reach))
    else:
        missed = 1 - ((1 - CONFIDENCE) / 2) ** (1 / deals)
        low, high = place * (1 - missed), place + (1 - place) * missed
    return Estimate(value, least + width * low, least + width * high)


def _ratio(
    parts: Sequence[Fraction | int], wholes: Sequence[Fraction | int]
) -> tuple[float, float]:
    """Return the ratio of the sums, and its standard error between the blocks."""
    count, whole = len(parts), sum(wholes)
    value = Fraction(sum(parts)) / whole
    squares = sum(
        (part - value * of_block) ** 2 for part, of_block in zip(parts, wholes, strict=True)
    )
    if count == 1:
        return float(value), 0.0
    return float(value), sqrt(count * squares / (count - 1)) / float(whole)


def t_quantile(count: int) -> float:
    """Return how many standard errors an interval reaches to each side, from so many blocks.

    Raises:
        MissingExtra: scipy is not installed.
    """
    return float(extra("scipy.stats").t.ppf((1 + CONFIDENCE) / 2, count - 1))


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
