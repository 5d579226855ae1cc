"""The points of a round: the cards left, what the options change, and the round's result.

Rules: round.throne, round.penalty, option.houses, option.affiliation, option.affiliation.point,
option.affiliation.floor, option.rivalry.
"""

from __future__ import annotations

from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.cards import Card, House, IronThroneCard
from westeros_intrigue.rules.dealing import RoundDeal
from westeros_intrigue.rules.history import Adjustment, Elimination, Placement, RoundResult
from westeros_intrigue.rules.variants import Variant

ADJUSTMENTS = {"option.affiliation": -1, "option.rivalry": 1}
"""The points that the rules of options add or take off (rule option.affiliation.point)."""


def round_result(
    variant: Variant,
    *,
    round_number: int,
    starting_player: int,
    starters: tuple[Card, ...],
    placements: tuple[Placement, ...],
    eliminations: tuple[Elimination, ...],
    kept: tuple[tuple[Card, ...] | None, ...],
    turned_over: tuple[Turns, ...],
    deal: RoundDeal | None = None,
    throne_card: IronThroneCard | None = None,
) -> RoundResult:
    """Return what a round gave after its last placement.

    Rules: round.throne, round.penalty, components.tokens, components.tokens.supply,
    solo.remaining, setup.starter.nobody, option.anyone-deal.nobody.
    """
    left = {out.player: out.cards_left for out in eliminations}
    cards_left = tuple(left[seat] for seat in range(len(left)))
    last = placements[-1]
    adjusted = adjustments(variant, last.move.card.house, cards_left)
    return RoundResult(
        round_number=round_number,
        starting_player=starting_player,
        deal=deal,
        starters=starters,
        placements=placements,
        eliminations=eliminations,
        last_placer=last.player,
        throne_card=throne_card,
        cards_left=cards_left,
        kept=kept,
        adjustments=adjusted,
        penalty_points=adjusted_points(cards_left, adjusted),
        turned_over=turned_over,
    )


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
            found.append(_adjustment(player, "option.affiliation"))
        if variant.rivalry and house is last_house.rival:
            found.append(_adjustment(player, "option.rivalry"))
    return tuple(found)


def _adjustment(player: int, rule: str) -> Adjustment:
    return Adjustment(player, ADJUSTMENTS[rule], rule)


def adjusted_points(
    cards_left: tuple[int, ...], adjusted: tuple[Adjustment, ...]
) -> tuple[int, ...]:
    """Return for each seat, from 0, a point for each card left, and what the options change."""
    points = list(cards_left)
    for change in adjusted:
        points[change.player] += change.points
    return tuple(points)
