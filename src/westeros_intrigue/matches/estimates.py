"""Intervals for figures of a match, and the number of deals that distinguishes two shares.

The games of a deal depend on each other, since all entrants play the same cards in turn. The unit
is therefore the deal, or a block of deals: the variance is that of the blocks around the ratio of
the sums, and the quantile that of Student's t, which allows for few deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from math import ceil, cos, pi, sin, sqrt, tan
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
    """The measured figure."""
    low: float | None = None
    """The lower end of the interval; None without one: for a single deal, or for points and ratings
    of deals with equal results."""
    high: float | None = None
    """The upper end of the interval; None without one."""

    def __str__(self) -> str:
        return f"{self.value:.2f}{self._interval(1, 2)}"

    @property
    def percent(self) -> str:
        """The figure as text, in percent."""
        return f"{100 * self.value:.1f} %{self._interval(100, 1)}"

    @property
    def whole(self) -> str:
        """The figure as text, in whole points, for ratings."""
        return f"{self.value:+z.0f}{self._interval(1, 0, '+z')}"

    def _interval(self, scale: int, digits: int, sign: str = "") -> str:
        if self.low is None or self.high is None:
            return ""
        low, high = scale * self.low, scale * self.high
        return f" ({low:{sign}.{digits}f} to {high:{sign}.{digits}f})"


def estimated_mean(parts: Sequence[Fraction | int], wholes: Sequence[Fraction | int]) -> Estimate:
    """Return the ratio of the sums of parts and wholes of blocks, at least 0."""
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
    """Return the ratio of the sums of parts and wholes of blocks, between two bounds.

    The interval is Wilson's, for the number of independent trials that has the variance between the
    blocks. If all blocks are equal, the variance is 0; the interval then allows for a share of
    `1 - 0.025 ** (1 / deals)` of other deals.
    """
    value, error = _ratio(parts, wholes)
    if len(parts) == 1 or least == most:
        return Estimate(value)
    # The position between the bounds, from 0 to 1.
    width = most - least
    place, error = (value - least) / width, error / width
    spread = place * (1 - place)
    if error and spread > 0:
        # Few deals may agree by chance: add the variance that a single one would have.
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


@cache
def t_quantile(count: int) -> float:
    """Return the number of standard errors on each side of an interval from `count` blocks.

    >>> [round(t_quantile(count), 4) for count in (2, 3, 10, 1000)]
    [12.7062, 4.303, 2.2622, 1.9623]
    """
    freedom = count - 1
    low, high = 0.0, pi / 2
    for _ in range(60):
        angle = (low + high) / 2
        low, high = (angle, high) if _share_within(angle, freedom) < CONFIDENCE else (low, angle)
    return sqrt(freedom) * tan(low)


def _share_within(angle: float, freedom: int) -> float:
    """Return how likely Student's t is at most sqrt(freedom) * tan(angle) from 0.

    The series is 26.7.3 and 26.7.4 of Abramowitz and Stegun.
    """
    is_odd = freedom % 2
    term = sin(angle) * (cos(angle) if is_odd else 1)
    total = angle if is_odd else 0.0
    for number in range(2 + is_odd, freedom + 1, 2):
        total += term
        term *= cos(angle) ** 2 * (number - 1) / number
    return total * (2 / pi if is_odd else 1)


def extra(module: str) -> Any:  # noqa: ANN401 - a module without types
    """Import a module of the extra `match`.

    Raises:
        MissingExtra: the module is not installed.
    """
    with needs_extra("a rating", "match"):
        return import_module(module)


def check_extras() -> None:
    """Check that ratings can be computed.

    Raises:
        MissingExtra: choix is not installed.
    """
    extra("choix")


def deals_to_tell(
    share: float, other: float = 0.5, *, deviation: float | None = None, power: float = 0.9
) -> int:
    """Return the number of deals needed to distinguish one share of wins from another.

    With that number, a 95 % interval around the true `share` excludes `other` with the probability
    `power`.

    >>> deals_to_tell(0.52)
    3279
    >>> deals_to_tell(0.6), deals_to_tell(0.52, deviation=0.25)
    (127, 1642)

    Args:
        share: the true share, above 0 and below 1.
        other: the share to distinguish it from, above 0 and below 1.
        deviation: the standard deviation of the share between deals. For an `Estimate` over many
            deals it is `(high - low) / 3.92 * sqrt(deals)`. By default that of a deal of two
            independent games.
        power: the probability that the match distinguishes them, above 0 and below 1.

    Raises:
        InvalidValue: a number is out of range, or the shares are equal.
    """
    for name, number in (("share", share), ("other", other), ("power", power)):
        if not isinstance(number, (int, float)):
            raise WrongType(f"{name} must be a number, not {brief(number)}")
        if not 0 < number < 1:
            raise InvalidValue(f"{name} must be above 0 and below 1, not {brief(number)}")
    if share == other:
        raise InvalidValue(f"share and other are both {share}: no match can distinguish them")
    if deviation is None:
        deviation = sqrt(share * (1 - share) / 2)
    normal = NormalDist()
    errors = normal.inv_cdf((1 + CONFIDENCE) / 2) + normal.inv_cdf(power)
    return ceil((errors * deviation / (share - other)) ** 2)
