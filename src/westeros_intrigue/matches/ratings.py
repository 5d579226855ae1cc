"""Ratings: one number for each entrant, such that differences say who is ranked before whom.

The model is that of Bradley and Terry, and for more than two players that of Plackett and Luce:
each entrant has a strength, and is ranked first in proportion to it. A ranking of several is taken
as its pairs, which estimates the same strengths; that its pairs hang together, the bootstrap over
deals allows for.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.matches.estimates import CONFIDENCE, Estimate, extra
from westeros_intrigue.matches.tallies import Block

ELO = 400 / log(10)
"""Points of a rating for each natural logarithm of the odds: 400 points are odds of ten to one."""
_RESAMPLES = 500


@attrs.frozen
class Rating(Value):
    """The rating of an entrant.

    >>> from westeros_intrigue import greedy_player, random_player
    >>> from westeros_intrigue.matches import play_match
    >>> entrants = {"random": random_player, "greedy": greedy_player}
    >>> best, other = play_match(entrants, deals=50, seed=1).ratings
    >>> isinstance(best, Rating), best.name, round(best.points.value - other.points.value)
    (True, 'greedy', 638)
    """

    name: str
    """The name of the entrant."""
    points: Estimate
    """The rating in the points of Elo, with its 95 % interval; the mean of all entrants is 0."""


def rated(names: Sequence[str], blocks: Sequence[Block], seed: int) -> tuple[Rating, ...]:
    """Return the rating of each entrant, the best first; none if no two of them met.

    Each two that met are counted as having shared one more game. So one that won every game has a
    rating too.

    Raises:
        MissingExtra: choix or scipy is not installed.
    """
    numpy, choix, stats = extra("numpy"), extra("choix"), extra("scipy.stats")
    ahead = numpy.array([[list(map(float, row)) for row in block.ahead] for block in blocks])
    met = ahead.sum(axis=0)
    met += met.T
    if not met.any():
        return ()

    def strengths(drawn: Any, start: Any = None) -> Any:  # noqa: ANN401 - arrays of numpy
        wins = ahead[drawn].sum(axis=0) + (met > 0) / 2
        return choix.ilsr_pairwise_dense(wins, initial_params=start, max_iter=1000)

    everything = numpy.arange(len(blocks))
    best = strengths(everything)
    values = ELO * best
    lows: Sequence[float | None] = [None] * len(names)
    highs = lows
    if len(blocks) > 1:
        interval = stats.bootstrap(
            (everything,),
            lambda drawn: ELO * strengths(drawn, best),
            n_resamples=_RESAMPLES,
            vectorized=False,
            confidence_level=CONFIDENCE,
            method="percentile",
            rng=numpy.random.default_rng(seed),
        ).confidence_interval
        if not numpy.allclose(interval.low, interval.high):
            lows, highs = interval.low.tolist(), interval.high.tolist()
    ratings = [
        Rating(name, Estimate(value, low, high))
        for name, value, low, high in zip(names, values.tolist(), lows, highs, strict=True)
    ]
    return tuple(sorted(ratings, key=lambda rating: -rating.points.value))
