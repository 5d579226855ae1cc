"""What the kernel is told of a position: its table, and how the cards that a view hides may lie.

Rules: info.leftover, info.elimination, info.memory, solo.public.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from westeros_intrigue.compiled import kernel
from westeros_intrigue.compiled.boards import bottom_row, planes_of
from westeros_intrigue.compiled.playout_kernel import Plan
from westeros_intrigue.knowledge.card_counts import Counts, Pile, house_counts
from westeros_intrigue.knowledge.worlds import Determinizer
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.view import Position


def starting_table(position: Position) -> kernel.Integers:
    """Return the table of a position in play, with the cards that are known in it."""
    table = kernel.new_table()
    occupied = position._occupied if isinstance(position, GameState) else position.court._occupied
    left, width = bottom_row(occupied)
    for house, plane in enumerate(planes_of(occupied)):
        table[kernel.PLANES + house] = plane
    table[kernel.WIDTH] = width
    table[kernel.LEFT] = kernel.FIRST_CELL - left if width else 0
    table[kernel.SEAT] = position.active_player or 0
    for elimination in position.eliminations:
        table[kernel.OUT] |= 1 << elimination.player
    for seat in range(position.players):
        cards, hidden = _known_cards(position, seat)
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
    if isinstance(position, GameState):
        return _as_arrays(0, [], [], [])
    unseen = Determinizer(position)._unseen
    seats = [seat if seat < position.players else -1 for seat in range(len(unseen.piles))]
    left = house_counts(unseen._cards)
    restricted = sorted(
        (pile for pile in zip(unseen.piles, seats, strict=True) if not pile[0].is_free),
        key=lambda pile: pile[1] >= 0,  # the dead come first: see `DeadPile`
    )
    nodes = _nodes(left, [pile for pile, _ in restricted])
    free = [
        (seat, pile.size)
        for pile, seat in zip(unseen.piles, seats, strict=True)
        if pile.is_free and seat >= 0 and pile.size
    ]
    return _as_arrays(packed(left), [seat for _, seat in restricted], nodes, free)


def packed(counts: Counts) -> int:
    """Return counts by house as the kernel has those of a hand."""
    return sum(count << kernel.COUNT_BITS * house for house, count in enumerate(counts))


def _known_cards(position: Position, seat: int) -> tuple[Sequence[Card], int]:
    """Return the cards of a seat that are known, and how many others it has."""
    if isinstance(position, GameState):
        return position.hands[seat], 0
    known = position.hand if seat == position.player else position.known_stacks[seat]
    return known, position.hand_sizes[seat] - len(known)


Edge = tuple[Counts, float, int]
"""A share, how likely it is this or an earlier one, and the number of the next node."""


def _nodes(left: Counts, piles: Sequence[Pile]) -> list[list[Edge]]:
    """Return the nodes of a plan, the first one first, each with its edges."""
    ways: dict[tuple[int, Counts], int] = {}

    def ways_from(step: int, rest: Counts) -> int:
        if step == len(piles):
            return 1
        if (step, rest) not in ways:
            ways[step, rest] = sum(
                count * ways_from(step + 1, _less(rest, share))
                for share, count in piles[step].shares(rest)
            )
        return ways[step, rest]

    numbers = {(0, left): 0}
    waiting = [(0, left)]
    nodes: list[list[Edge]] = []
    for step, rest in waiting:  # grows meanwhile
        if step == len(piles):
            nodes.append([])
            continue
        edges, sum_of_ways = [], 0
        for share, count in piles[step].shares(rest):
            after = (step + 1, _less(rest, share))
            if count_after := count * ways_from(*after):
                if after not in numbers:
                    numbers[after] = len(numbers)
                    waiting.append(after)
                sum_of_ways += count_after
                edges.append((share, sum_of_ways, numbers[after]))
        # The last one is certain, whatever rounding does.
        nodes.append([(share, upto / sum_of_ways, after) for share, upto, after in edges])
    return nodes


def _less(counts: Counts, share: Counts) -> Counts:
    return tuple(count - taken for count, taken in zip(counts, share, strict=True))


def _as_arrays(
    unseen: int,
    step_seats: Sequence[int],
    nodes: Sequence[Sequence[Edge]],
    free: Sequence[tuple[int, int]],
) -> Plan:
    edges = [edge for node in nodes for edge in node]
    first_edges = np.cumsum([0, *(len(node) for node in nodes)])
    return Plan(
        unseen=unseen,
        step_seats=np.array(step_seats, np.int64),
        first_edges=first_edges.astype(np.int64),
        shares=np.array([packed(share) for share, _, _ in edges], np.int64),
        chances=np.array([chance for _, chance, _ in edges], np.float64),
        next_nodes=np.array([node for _, _, node in edges], np.int64),
        free_seats=np.array([seat for seat, _ in free], np.int64),
        free_sizes=np.array([size for _, size in free], np.int64),
    )
