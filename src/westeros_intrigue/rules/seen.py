"""What follows from what lies open: the court, missing houses, finished rounds as all know them.

Rules: info.public, info.leftover, info.elimination, info.throne, solo.public.
"""

from __future__ import annotations

from collections.abc import Iterable

from westeros_intrigue.rules import pyramid
from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.cards import HOUSES, Card, House, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.variants import Variant


def court_of(
    starters: tuple[Card, ...],
    placements: tuple[Placement, ...],
    width_limit: int,
    occupied: int,
    open_slots: int,
) -> Court:
    """Return the court that placements have led to, of which the bits are known."""
    cards = {Slot(0, column): card for column, card in enumerate(starters)}
    cards.update((placed.move.slot, placed.move.card) for placed in placements)
    return Court._reached(cards, width_limit, occupied, open_slots)


def missing_houses(
    starters: tuple[Card, ...],
    placements: tuple[Placement, ...],
    eliminations: tuple[Elimination, ...],
    players: int,
    variant: Variant,
) -> tuple[tuple[House, ...], ...]:
    """Return for each seat the houses that had an open slot when it went out with cards in hand.

    Rules: info.elimination.
    """
    missing: list[tuple[House, ...]] = [()] * players
    proving = [out for out in eliminations if out.cards_left]
    if proving:
        lying = [(card, Slot(0, column)) for column, card in enumerate(starters)]
        lying += [(placed.move.card, placed.move.slot) for placed in placements]
        occupied, open_slots = pyramid.EMPTY, pyramid.FIRST_SLOT
        limit = variant.width_limit(players)
        open_after = []
        for card, slot in lying:
            occupied, open_slots = pyramid.place(
                occupied, open_slots, card.house.index, slot.cell, limit
            )
            open_after.append(open_slots)
        for out in proving:
            then = open_after[len(starters) + out.placements_before - 1]
            missing[out.player] = tuple(
                house for house in HOUSES if then >> PLANE_BITS * house.index & PLANE
            )
    return tuple(missing)


def nothing_turned_over(players: int, variant: Variant) -> tuple[Turns, ...]:
    """Return what automated seats have turned over before their first turn."""
    return ((),) * players if variant.automated else ()


def drawn_by(seat: int, results: Iterable[RoundResult]) -> tuple[IronThroneCard, ...]:
    """Return the Iron Throne cards that a seat drew in finished rounds, if they are known."""
    return tuple(
        result.throne_card
        for result in results
        if result.last_placer == seat and result.throne_card is not None
    )
