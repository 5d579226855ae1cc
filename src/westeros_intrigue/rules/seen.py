"""What follows from what lies open: the court, missing houses, finished rounds as all know them.

Rules: info.public, info.leftover, info.elimination, info.throne, solo.public.
"""

from __future__ import annotations

from collections.abc import Iterable

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


def gone_out(player: int, placements_before: int, cards_left: int, open_slots: int) -> Elimination:
    """Return the elimination of a seat for whose cards there is no slot open.

    Rules: elimination.unable, elimination.empty.
    """
    missing = [house for house in HOUSES if open_slots >> PLANE_BITS * house.index & PLANE]
    return Elimination(player, placements_before, cards_left, tuple(missing) if cards_left else ())


def missing_houses(
    players: int, eliminations: Iterable[Elimination]
) -> tuple[tuple[House, ...], ...]:
    """Return for each seat the houses that had an open slot when it went out with cards in hand.

    Rules: info.elimination.
    """
    missing: list[tuple[House, ...]] = [()] * players
    for out in eliminations:
        missing[out.player] = out._missing
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
