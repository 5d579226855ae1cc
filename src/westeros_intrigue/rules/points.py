"""Points: what options add to the points of a round, and who wins with which totals.

A round costs a point for each card left; the Iron Throne cards of a score pile are subtracted at
the end. These functions need no game, only its numbers.

Rules: round.penalty, option.affiliation, option.rivalry, final.total, final.ranking.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Sequence
from math import inf
from typing import Annotated

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.results import FinalResult, rank_seats
from westeros_intrigue.rules.cards import DECK, HOUSES, House, IronThroneCard
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, Seat, Variant

ADJUSTMENTS = {"option.affiliation": -1, "option.rivalry": 1}
"""The points that an option adds or subtracts (rule option.affiliation.point)."""
AdjustmentRule = TypeAliasType("AdjustmentRule", Annotated[str, limits.OneOf(tuple(ADJUSTMENTS))])
"""The ids of their rules."""
MOST_ADDED = sum(points for points in ADJUSTMENTS.values() if points > 0)
"""The maximum number of points that options add to a player's points in a round."""


@attrs.frozen
class Adjustment(values.Value):
    """A point that an option adds to a round's penalty or subtracts from it.

    >>> Adjustment(player=2, points=-1, rule="option.affiliation").points
    -1

    Rules: option.affiliation, option.rivalry.
    """

    player: Seat
    """The seat, from 0."""
    points: Annotated[int, limits.Range(-1, 1)]
    """1 or -1. Options without effect make no adjustment."""
    rule: AdjustmentRule
    """The id of the option's rule."""


Adjustments = Annotated[tuple[Adjustment, ...], limits.Length(most=MAX_PLAYERS)]


def list_adjustments(
    variant: Variant, last_house: House, cards_left: tuple[int, ...]
) -> Adjustments:
    """Return the adjustments that the options in play make to a round's points.

    Args:
        variant: the variant.
        last_house: the house of the last card placed.
        cards_left: the number of cards that each seat, from 0, has left.

    Rules: option.affiliation, option.affiliation.point, option.affiliation.floor, option.rivalry.
    """
    entries = []
    for player, house in enumerate(variant.houses):
        # Points never fall below 0 (rule option.affiliation.floor).
        if variant.house_affiliation and house is last_house and cards_left[player] > 0:
            entries.append((player, "option.affiliation"))
        if variant.rivalry and house is last_house.rival:
            entries.append((player, "option.rivalry"))
    return tuple(Adjustment(player, ADJUSTMENTS[rule], rule) for player, rule in entries)


def add_adjustments(cards_left: tuple[int, ...], adjustments: Adjustments) -> tuple[int, ...]:
    """Return each seat's points, from seat 0: one for each card left, plus the adjustments."""
    points = list(cards_left)
    for adjustment in adjustments:
        points[adjustment.player] += adjustment.points
    return tuple(points)


def tabulate_points(variant: Variant, players: int) -> list[list[tuple[int, ...]]]:
    """Return the points by cards left, house of the last card, and seat, for compiled code.

    A seat's adjustment depends only on that house and the seat's own cards.
    """
    alike = [(left,) * players for left in range(len(DECK) // MIN_PLAYERS + 1)]
    return [
        [add_adjustments(left, list_adjustments(variant, house, left)) for house in HOUSES]
        for left in alike
    ]


class Decision(values.NamedEnum):
    """The criterion that decided a game.

    >>> Decision.SHARED
    Decision.SHARED

    Rules: final.lowest, final.icons, final.shared, final.shared.holders.
    """

    LOWEST_TOTAL = "lowest-total"
    """One player had the lowest total (rule final.lowest)."""
    FEWEST_ICONS = "fewest-icons"
    """Players tied, and one had the card with the fewest icons (rule final.icons)."""
    SHARED = "shared"
    """Players tied and shared the victory (rule final.shared)."""

    @property
    def _in_words(self) -> str:
        """The reason as part of a sentence, such as `the lowest total`."""
        return _REASONS[self]


_REASONS = {
    Decision.LOWEST_TOTAL: "the lowest total",
    Decision.FEWEST_ICONS: "a tie, then the Iron Throne card with the fewest icons",
    Decision.SHARED: "a tie that nothing separates",
}


def rank(
    penalty_points: Sequence[int], score_piles: Sequence[Sequence[IronThroneCard]]
) -> FinalResult[Decision]:
    """Rank players by points and Iron Throne cards, without a game.

    >>> rank((5, 4), ((IronThroneCard(3, icons=6),), (IronThroneCard(2, icons=3),)))
    FinalResult(winners=(1,), totals=(2, 2), ranking=((1,), (0,)), decided_by=Decision.FEWEST_ICONS)

    Args:
        penalty_points: the points of each seat in all rounds, from seat 0; at least 0 each.
        score_piles: the Iron Throne cards of each seat, from seat 0.

    Raises:
        InvalidValue: points are negative, or the numbers of points and piles differ.

    Rules: final.total, final.lowest, final.icons, final.icons.fewest, final.shared,
    final.shared.holders, final.ranking.
    """
    points = limits.integers_of("penalty_points", penalty_points, 0)
    piles = limits.tuples_of("score_piles", IronThroneCard, score_piles)
    if not points or len(points) != len(piles):
        count = f"{len(points)} and {len(piles)}"
        raise InvalidValue(f"there must be points and a score pile for each player, not {count}")
    return rank_scores(points, piles)


def rank_scores(
    points: Iterable[int], piles: Sequence[Iterable[IronThroneCard]]
) -> FinalResult[Decision]:
    """Return the final result of scores as `rank` does, without its checks."""
    totals = tuple(
        [
            point - sum([card.value for card in pile])
            for point, pile in zip(points, piles, strict=True)
        ]
    )
    return rank_totals(totals, piles)


def rank_totals(
    totals: tuple[int, ...], piles: Iterable[Iterable[IronThroneCard]]
) -> FinalResult[Decision]:
    """Return the final result of totals; the score piles of the seats, from 0, break ties."""
    fewest = (min([card.icons for card in pile], default=inf) for pile in piles)
    ranking = rank_seats([(-total, -icons) for total, icons in zip(totals, fewest, strict=True)])
    decided_by = Decision.FEWEST_ICONS
    if totals.count(min(totals)) == 1:
        decided_by = Decision.LOWEST_TOTAL
    elif len(ranking[0]) > 1:
        decided_by = Decision.SHARED
    return FinalResult(ranking[0], totals, ranking, decided_by)
