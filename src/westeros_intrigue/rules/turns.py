"""The loop that passes the turn and eliminates players.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn,
elimination.final, elimination.skipped, round.end.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS

ONE_HOUSE = (1 << CARDS_PER_HOUSE) - 1
STARK, LANNISTER, BARATHEON, TARGARYEN = (
    ONE_HOUSE << CARDS_PER_HOUSE * house.index for house in HOUSES
)
_HOUSE_MASKS = tuple(
    (ONE_HOUSE << CARDS_PER_HOUSE * house.index, PLANE << PLANE_BITS * house.index)
    for house in HOUSES
)


def pass_turn(
    seat: int, players: int, out: Container[object], can_place: Callable[[int], bool]
) -> tuple[int | None, list[int]]:
    """Return the seat to move, from `seat` on in turn order, and the seats that go out before it.

    A player is eliminated only on their own turn, since others may have unblocked them by then. The
    last player left is checked like any other.
    """
    going_out: list[int] = []
    for _ in range(players):
        if seat not in out:
            if can_place(seat):
                return seat, going_out
            going_out.append(seat)
        seat = (seat + 1) % players
    return None, going_out


def can_place(held: int, open_slots: int) -> bool:
    """Return True if a hand, as bits, has a card of a house with an open slot."""
    for cards, plane in _HOUSE_MASKS:
        if held & cards and open_slots & plane:
            return True
    return False
