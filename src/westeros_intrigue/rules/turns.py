"""Whose turn it is: the one loop that passes the turn and puts players out.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn,
elimination.final, elimination.skipped, round.end.
"""

from __future__ import annotations

from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES
from westeros_intrigue.rules.history import Elimination
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS

ONE_HOUSE = (1 << CARDS_PER_HOUSE) - 1
_HOUSE_MASKS = tuple(
    (ONE_HOUSE << CARDS_PER_HOUSE * house.index, PLANE << PLANE_BITS * house.index)
    for house in HOUSES
)


def can_place(held: int, open_slots: int) -> bool:
    """Return whether a hand, given as bits, holds a house that has an open slot."""
    for cards, plane in _HOUSE_MASKS:
        if held & cards and open_slots & plane:
            return True
    return False


def next_to_move(
    seat: int,
    held: tuple[int, ...],
    open_slots: int,
    eliminations: tuple[Elimination, ...],
    placement_count: int,
) -> tuple[int | None, tuple[Elimination, ...]]:
    """Return who is to move, from `seat` on in turn order, and the eliminations by then.

    Each player is looked at only when the turn comes round: one who was blocked in between may
    have been unblocked by others. The last player left is looked at like any other.
    """
    if not eliminations and can_place(held[seat], open_slots):
        return seat, eliminations  # most often; the loop below would say the same
    out = [elimination.player for elimination in eliminations]
    players = len(held)
    for _ in range(players):
        if seat not in out:
            if can_place(held[seat], open_slots):
                return seat, eliminations
            cards_left = held[seat].bit_count()
            eliminations = (*eliminations, Elimination(seat, placement_count, cards_left))
        seat = (seat + 1) % players
    return None, eliminations
