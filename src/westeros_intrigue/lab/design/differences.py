"""The statistics of an effect: ratios of sums over deals, and their paired differences.

The unit is the deal with all its seatings, played under both rules. A measure is a ratio of sums
over deals, so the influence of each deal on it is known, and the error of a difference is that of
the difference of the influences.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator, Sequence
from math import isclose, sqrt

import attrs

from westeros_intrigue.lab.design.played import SHARES, Parts, PlayedDeal
from westeros_intrigue.lab.simulation.counted import (
    Estimate,
    bounds_of_share,
    chance_beyond,
    estimate_around,
    t_quantile,
)

LEVEL = 0.05
"""The probability that any measure is called clear if the rule has no effect."""


@attrs.frozen
class Ratio:
    """A ratio of sums, and the influence of each block of deals on it."""

    value: float
    influences: tuple[float, ...]

    @classmethod
    def of(cls, parts: Sequence[tuple[int, int]]) -> Ratio:
        """Return the ratio of numerators and denominators, one of which is not 0."""
        whole = sum(each for _, each in parts)
        value, mean = sum(part for part, _ in parts) / whole, whole / len(parts)
        return cls(value, tuple((part - value * each) / mean for part, each in parts))

    def __sub__(self, other: Ratio) -> Ratio:
        pairs = zip(self.influences, other.influences, strict=True)
        return Ratio(self.value - other.value, tuple(_apart(*pair) for pair in pairs))

    @property
    def variance(self) -> float:
        """The variance of the ratio; 0 for a single block."""
        count = len(self.influences)
        return (
            sum(each * each for each in self.influences) / (count - 1) / count if count > 1 else 0.0
        )


def _apart(mine: float, its: float) -> float:
    """Return a difference, without the rounding errors of equal numbers."""
    return 0.0 if isclose(mine, its, rel_tol=1e-9, abs_tol=1e-12) else mine - its


def estimate_ratio(ratio: Ratio, deals: int, *, is_share: bool) -> Estimate:
    """Return a ratio with its interval; Wilson's for a share, so that it always has a width."""
    count, variance = len(ratio.influences), ratio.variance
    if count < 2:
        return Estimate(ratio.value)
    if is_share:
        bounds = bounds_of_share(ratio.value, variance, count if variance else deals)
        return Estimate(ratio.value, *bounds)
    reach = t_quantile(count) * sqrt(variance)
    return estimate_around(ratio.value, reach)


@attrs.frozen
class Difference:
    """A paired difference: its middle, its standard error, and the blocks that measured it."""

    value: float
    middle: float
    error: float
    count: int

    @classmethod
    def of(cls, ratio: Ratio, deals: int, *, is_share: bool, games: int = 0) -> Difference:
        """Return the difference of a ratio; of shares, with Bonett and Price's adjustment.

        Two more deals, one each way, keep the interval of a share from having no width. With one
        game a deal, such a deal differs by 1. With a game for each seating, it differs by as much
        as those deals do that differ.

        Args:
            ratio: the difference of the ratios.
            deals: the number of deals, of which a block has one or more.
            is_share: True if the ratio is a share of games.
            games: the number of games under each rule; 0 for one a deal.
        """
        count, value = len(ratio.influences), ratio.value
        if not is_share or count < 2:
            return cls(value, value, sqrt(ratio.variance), count)
        square = 1.0
        if games > deals == count:
            apart = (_apart(each, -value) for each in ratio.influences)
            squared = [each * each for each in apart if each]
            square = sum(squared) / len(squared) if squared else 1.0
        of_a_deal = ratio.variance * deals  # blocks have several
        squares = of_a_deal * (deals - 1) + deals * value * value + 2 * square
        middle = deals * value / (deals + 2)
        return cls(value, middle, sqrt((squares / (deals + 2) - middle**2) / (deals + 2)), count)

    @property
    def reach(self) -> float:
        """Half the width of the 95 % interval."""
        return t_quantile(self.count) * self.error if self.count > 1 else 0.0

    @property
    def estimate(self) -> Estimate:
        """The difference with its interval."""
        if not self.reach:
            return Estimate(self.value)
        return Estimate(self.value, self.middle - self.reach, self.middle + self.reach)

    @property
    def probability(self) -> float:
        """The probability of such a difference, or a larger one, without an effect."""
        if self.count > 1 and self.error:
            return chance_beyond(self.middle / self.error, self.count)
        # All deals differ by the same amount, whose sign could be either.
        return min(1.0, 2.0 ** (1 - self.count)) if self.value else 1.0


def parts_of(blocks: Iterable[Parts], name: str) -> list[tuple[int, int]]:
    """Return a measure in each block."""
    return [block.get(name, (0, 0)) for block in blocks]


def difference_in(blocks: Sequence[PlayedDeal], name: str) -> Difference | None:
    """Return the difference of a measure; None if one of the rules never had it."""
    sides = [parts_of((block.before for block in blocks), name)]
    sides.append(parts_of((block.after for block in blocks), name))
    if not all(any(whole for _, whole in side) for side in sides):
        return None
    before, after = map(Ratio.of, sides)
    deals, games = sum(block.deals for block in blocks), sum(block.games for block in blocks)
    return Difference.of(after - before, deals, is_share=name.startswith(SHARES), games=games)


def names_in(blocks: Sequence[PlayedDeal]) -> Iterator[str]:
    """Yield the measures of both rules, without those that tell the same as an earlier one."""
    told: set[tuple[object, ...]] = set()
    for name in dict.fromkeys(name for block in blocks for name in block.before):
        sides = [parts_of((block.before for block in blocks), name)]
        sides.append(parts_of((block.after for block in blocks), name))
        if not all(any(whole for _, whole in side) for side in sides):
            continue
        pairs = [pair for side in sides for pair in side]
        if tuple(pairs) in told:
            continue
        yield name
        told.add((*pairs,))
        # The rest of a share tells the same too: with two seats, the wins of the other one.
        told.add(tuple((whole - part, whole) for part, whole in pairs))


def stand_out(probabilities: Sequence[float]) -> set[int]:
    """Return the places of the probabilities that stand out among all, by Holm's test.

    >>> stand_out([0.04, 0.001, 0.03])
    {1}
    """
    found: set[int] = set()
    count = len(probabilities)
    for rank, place in enumerate(sorted(range(count), key=probabilities.__getitem__)):
        if probabilities[place] > LEVEL / (count - rank):
            break
        found.add(place)
    return found
