"""The scoring options: House Affiliation and Rivalry.

Rules: option.houses, option.affiliation, option.affiliation.point, option.affiliation.floor,
option.rivalry.
"""

from __future__ import annotations

from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.history import Adjustment
from westeros_intrigue.rules.variants import Variant


def adjustments(
    variant: Variant, last_house: House, cards_left: tuple[int, ...]
) -> tuple[Adjustment, ...]:
    """Return what the options in play add to the points of a round, or take off them.

    Args:
        variant: the rules of the game.
        last_house: the house of the last card placed in the court.
        cards_left: for each seat its penalty points before any adjustment.
    """
    found = []
    for player, house in enumerate(variant.houses):
        # A player without points has none to be taken off (rule option.affiliation.floor).
        if variant.house_affiliation and house is last_house and cards_left[player] > 0:
            found.append(Adjustment(player, -1, "option.affiliation"))
        if variant.rivalry and house is last_house.rival:
            found.append(Adjustment(player, 1, "option.rivalry"))
    return tuple(found)
