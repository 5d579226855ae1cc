"""The placements of a round as numbers, beside those of a view.

Rules: info.public.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from westeros_intrigue.environments.actions import places_of
from westeros_intrigue.environments.layout import (
    CELLS,
    NUMBER_OF_CELL,
    check_size,
    marked,
    seat_looking,
)
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.variants import MAX_PLAYERS
from westeros_intrigue.rules.view import View

HISTORY_SIZE = len(CELLS) * (MAX_PLAYERS + 1)
"""How many numbers the round's history has: 252."""


def encode_history(view: View) -> array[float]:
    """Return the 252 numbers of who placed which card of the court, and when, from 0 to 1.

    For each of the 36 cells of the court, in the order of the field `court`, there are seven: six
    of which that of the seat is 1, clockwise from the viewer, and how many cards had been placed by
    then, itself included, divided by 36. For a starter or a vacant cell all are 0.

    >>> from westeros_intrigue import apply, legal_moves, observe, setup
    >>> from westeros_intrigue.environments.tensors import encode_history
    >>> state = setup(6, seed=1)
    >>> state = apply(state, legal_moves(state)[0])
    >>> [round(36 * number) for number in encode_history(observe(state, 0))[:7]]
    [36, 0, 0, 0, 0, 0, 1]

    Raises:
        InvalidValue: it is the view of a spectator, who has no seat to look from.

    Rules: info.public.
    """
    viewer = seat_looking(view)
    numbers = array("f", bytes(4 * HISTORY_SIZE))
    leftmost = places_of(view).leftmost
    for count, placed in enumerate(view.placements, start=1):
        start = NUMBER_OF_CELL[placed.move.slot.cell - leftmost] * (MAX_PLAYERS + 1)
        numbers[start + (placed.player - viewer) % view.players] = 1
        numbers[start + MAX_PLAYERS] = count / len(DECK)
    return numbers


def decode_history(numbers: Sequence[float]) -> tuple[tuple[int, Slot], ...]:
    """Return the placements that the numbers of `encode_history` show, in order.

    Each is a seat, counted from 0 for the viewer, and a slot, columns from 0 for the leftmost card.

    >>> from westeros_intrigue import apply, legal_moves, observe, setup
    >>> from westeros_intrigue.environments.tensors import decode_history, encode_history
    >>> state = setup(6, seed=1)
    >>> state = apply(state, legal_moves(state)[0])
    >>> decode_history(encode_history(observe(state, 0)))
    ((0, Slot(row=0, column=0)),)

    Raises:
        InvalidValue: there are not 252 of them.
    """
    check_size(numbers, HISTORY_SIZE)
    placed = []
    for cell, slot in enumerate(CELLS):
        start = cell * (MAX_PLAYERS + 1)
        if count := round(numbers[start + MAX_PLAYERS] * len(DECK)):
            seat = marked(numbers[start : start + MAX_PLAYERS])[0]
            placed.append((count, seat, slot))
    return tuple((seat, slot) for _, seat, slot in sorted(placed))
