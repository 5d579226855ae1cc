"""Ratings: one number for each entrant; differences predict who is ranked before whom.

The model is that of Bradley and Terry, and for more than two players that of Plackett and Luce:
each entrant has a strength, and is ranked first with a probability in proportion to it. A ranking
of several counts as its pairs, which estimates the same strengths. Pairs and games of a deal depend
on each other, so the error is that of the deals' influence on the strengths (sandwich estimator).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.matches.estimates import Estimate, extra, t_quantile
from westeros_intrigue.matches.tallies import Block

ELO = 400 / log(10)
"""Rating points for each unit of the natural logarithm of the odds: 400 points are odds of 10."""


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


def rate(names: Sequence[str], blocks: Sequence[Block]) -> tuple[Rating, ...]:
    """Return the rating of each entrant, the best first; none if no two of them met.

    Each pair that met counts as having shared one more game, so that even an entrant that won every
    game has a finite rating.

    Raises:
        MissingExtra: choix is not installed.
    """
    numpy, choix = extra("numpy"), extra("choix")
    ahead = numpy.array([[list(map(float, row)) for row in block.ahead] for block in blocks])
    total = ahead.sum(axis=0)
    games = total + total.T
    if not games.any():
        return ()
    shared = games > 0
    strengths = choix.ilsr_pairwise_dense(total + shared / 2, max_iter=1000)
    reaches: list[float] = [0.0] * len(names)
    if len(blocks) > 1:
        reaches = (
            ELO * t_quantile(len(blocks)) * _errors(strengths, ahead, games + shared)
        ).tolist()
    ratings = [
        Rating(name, Estimate(value, value - reach, value + reach) if reach else Estimate(value))
        for name, value, reach in zip(names, (ELO * strengths).tolist(), reaches, strict=True)
    ]
    return tuple(sorted(ratings, key=lambda rating: -rating.points.value))


def _errors(strengths: Any, ahead: Any, games: Any) -> Any:  # noqa: ANN401 - arrays of numpy
    """Return the standard errors of strengths; 0 if all blocks are equal.

    Args:
        strengths: one for each entrant.
        ahead: for each block, the number of games in which one was ranked before another.
        games: the number of games in which two met, the shared game included.
    """
    numpy, count = extra("numpy"), len(ahead)
    chances = 1 / (1 + numpy.exp(strengths[None, :] - strengths[:, None]))
    information = -games * chances * chances.T
    information -= numpy.diag(information.sum(axis=1))
    inverse = numpy.linalg.pinv(information)
    met = ahead + ahead.transpose(0, 2, 1)
    surprises = (ahead - met * chances).sum(axis=2)
    moved = (surprises - surprises.mean(axis=0)) @ inverse
    variances = (moved**2).sum(axis=0) * count / (count - 1)
    # Few deals may happen to agree: what a single one would leave open is added.
    return numpy.where(
        numpy.isclose(variances, 0), 0, numpy.sqrt(variances + numpy.diag(inverse) / count)
    )
