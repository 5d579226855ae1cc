"""The part of a position that the kernel needs: its table, and the worlds that a view allows."""

from __future__ import annotations

import numpy as np

from westeros_intrigue.compiled import kernel
from westeros_intrigue.compiled.boards import bottom_row, planes_of
from westeros_intrigue.compiled.playout_kernel import Plan
from westeros_intrigue.compiled.shares import known_cards, packed, sharing_of
from westeros_intrigue.rules.card_counts import house_counts
from westeros_intrigue.rules.view import Position


def starting_table(position: Position) -> kernel.Integers:
    """Return the table of a position in play, with the cards that are known in it."""
    table = kernel.new_table()
    occupied = position.board.occupied
    left, width = bottom_row(occupied)
    for house, plane in enumerate(planes_of(occupied)):
        table[kernel.PLANES + house] = plane
    table[kernel.WIDTH] = width
    table[kernel.LEFT] = kernel.FIRST_CELL - left if width else 0
    table[kernel.SEAT] = position.active_player or 0
    for elimination in position.eliminations:
        table[kernel.OUT] |= 1 << elimination.player
    for seat in range(position.players):
        cards, hidden = known_cards(position, seat)
        table[kernel.HANDS + seat] = packed(house_counts(cards))
        if seat in position.variant.automated:
            table[kernel.STACK_SIZES + seat] = hidden + len(cards)
            table[kernel.STACKS + seat] = sum(
                card.house.index << 2 * place for place, card in enumerate(cards, start=hidden)
            )
    return table


def new_plan(position: Position) -> Plan:
    """Return how the kernel draws what a view hides; a state hides nothing.

    Raises:
        InvalidValue: no deal agrees with the view.
    """
    sharing = sharing_of(position)
    edges = [edge for node in sharing.nodes for edge in node]
    first_edges = np.cumsum([0, *(len(node) for node in sharing.nodes)])
    return Plan(
        unseen=sharing.unseen,
        step_seats=np.array(sharing.step_seats, np.int64),
        first_edges=first_edges.astype(np.int64),
        shares=np.array([packed(share) for share, _, _ in edges], np.int64),
        chances=np.array([chance for _, chance, _ in edges], np.float64),
        next_nodes=np.array([node for _, _, node in edges], np.int64),
        free_seats=np.array([seat for seat, _ in sharing.free], np.int64),
        free_sizes=np.array([size for _, size in sharing.free], np.int64),
    )
