"""The points of a round: a point for each card left, and the adjustments of options."""

from __future__ import annotations

from westeros_intrigue.rules.cards import DECK, HOUSES, House
from westeros_intrigue.rules.history import ADJUSTMENTS, Adjustment
from westeros_intrigue.rules.variants import MIN_PLAYERS, Variant


def adjustments(
    variant: Variant, last_house: House, cards_left: tuple[int, ...]
) -> tuple[Adjustment, ...]:
    """Return the adjustments of a round's points by the options in play.

    Args:
        variant: the variant.
        last_house: the house of the last card placed.
        cards_left: the number of cards left to each seat, from 0.
    """
    found = []
    for player, house in enumerate(variant.houses):
        # Points never fall below 0 (rule option.affiliation.floor).
        if variant.house_affiliation and house is last_house and cards_left[player] > 0:
            found.append((player, "option.affiliation"))
        if variant.rivalry and house is last_house.rival:
            found.append((player, "option.rivalry"))
    return tuple(Adjustment(player, ADJUSTMENTS[rule], rule) for player, rule in found)


def adjusted_points(
    cards_left: tuple[int, ...], adjusted: tuple[Adjustment, ...]
) -> tuple[int, ...]:
    """Return the points of each seat, from 0: one for each card left, and the adjustments."""
    points = list(cards_left)
    for change in adjusted:
        points[change.player] += change.points
    return tuple(points)


def points_by_cards_left(variant: Variant, players: int) -> list[list[tuple[int, ...]]]:
    """Return, for compiled code, the points by cards left, house of the last card, and seat.

    The adjustment of a seat depends only on that house and the seat's own cards.
    """
    alike = [(left,) * players for left in range(len(DECK) // MIN_PLAYERS + 1)]
    return [
        [adjusted_points(left, adjustments(variant, house, left)) for house in HOUSES]
        for left in alike
    ]
