"""The points of a round: the cards left, and what the options change."""

from __future__ import annotations

from westeros_intrigue.rules.cards import DECK, HOUSES, House
from westeros_intrigue.rules.history import Adjustment
from westeros_intrigue.rules.variants import MIN_PLAYERS, Variant

ADJUSTMENTS = {"option.affiliation": -1, "option.rivalry": 1}
"""The points that the rules of options add or take off (rule option.affiliation.point)."""


def adjustments(
    variant: Variant, last_house: House, cards_left: tuple[int, ...]
) -> tuple[Adjustment, ...]:
    """Return what the options in play add to the points of a round, or take off them.

    `last_house` is the house of the last card placed.
    """
    found = []
    for player, house in enumerate(variant.houses):
        # A player without points has none to be taken off (rule option.affiliation.floor).
        if variant.house_affiliation and house is last_house and cards_left[player] > 0:
            found.append((player, "option.affiliation"))
        if variant.rivalry and house is last_house.rival:
            found.append((player, "option.rivalry"))
    return tuple(Adjustment(player, ADJUSTMENTS[rule], rule) for player, rule in found)


def adjusted_points(
    cards_left: tuple[int, ...], adjusted: tuple[Adjustment, ...]
) -> tuple[int, ...]:
    """Return for each seat, from 0, a point for each card left, and what the options change."""
    points = list(cards_left)
    for change in adjusted:
        points[change.player] += change.points
    return tuple(points)


def points_by_cards_left(variant: Variant, players: int) -> list[list[tuple[int, ...]]]:
    """Return, for compiled code, the points by cards left, house of the last card, and seat.

    What the options change for a seat follows from the house and from its own cards alone.
    """
    alike = [(left,) * players for left in range(len(DECK) // MIN_PLAYERS + 1)]
    return [
        [adjusted_points(left, adjustments(variant, house, left)) for house in HOUSES]
        for left in alike
    ]
