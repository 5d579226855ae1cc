"""Plans by which the kernel shares out the cards that a view hides."""

from __future__ import annotations

from math import ceil

from westeros_intrigue.compiled import kernel
from westeros_intrigue.compiled.packing import packed
from westeros_intrigue.knowledge.worlds import Determinizer
from westeros_intrigue.rules.card_counts import Counts, Unseen, house_counts, less
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.view import Position

Edge = tuple[Counts, int, int]
"""A share, how likely it is this or an earlier one, and the index of the next node."""


def plan_of(position: Position) -> list[int]:
    """Return how what a view hides is shared out, as `kernel` has plans; a state hides nothing.

    Raises:
        InvalidValue: no deal agrees with the view.
    """
    if isinstance(position, GameState):
        return [0] * kernel.PILES
    unseen = Determinizer(position).unseen
    # Piles after those of the seats are out of the round.
    seats = [seat if seat < position.players else -1 for seat in range(len(unseen.piles))]
    free = [
        (seat, pile.size)
        for pile, seat in zip(unseen.piles, seats, strict=True)
        if pile.is_free and seat >= 0 and pile.size
    ]
    nodes, left = _nodes(unseen)
    plan = [packed(house_counts(unseen.cards)), len(unseen.restricted), len(free), left, 0]
    plan += [seats[index] for index in unseen.restricted]
    plan += [number for pile in free for number in pile]
    starts = [len(plan)]
    for node in nodes:
        starts.append(starts[-1] + kernel.EDGE_SIZE * len(node))
    plan[kernel.FIRST_NODE] = starts[0]
    for node in nodes:
        for share, chance, next_node in node:
            plan += (chance, packed(share), starts[next_node])
    return plan


def _nodes(unseen: Unseen) -> tuple[list[list[Edge]], int]:
    """Return the nodes of a plan, each with its edges, and how many cards the last one leaves.

    A node is the cards that may be left before a restricted pile gets its share; its edges are the
    shares. The first node comes first.
    """
    first = (0, house_counts(unseen.cards))
    numbers = {first: 0}
    waiting = [first]
    nodes: list[list[Edge]] = []
    for step, left in waiting:  # grows meanwhile
        if step == len(unseen.restricted):
            nodes.append([])
            continue
        edges, sum_of_ways = [], 0
        for share, count in unseen.piles[unseen.restricted[step]].shares(left):
            rest = less(left, share)
            if count_after := count * unseen.ways.count(rest, step + 1):
                after = (step + 1, rest)
                if after not in numbers:
                    numbers[after] = len(numbers)
                    waiting.append(after)
                sum_of_ways += count_after
                edges.append((share, sum_of_ways, numbers[after]))
        # The last one is certain, whatever rounding does.
        nodes.append(
            [
                (share, ceil(upto / sum_of_ways * kernel.ALWAYS), after)
                for share, upto, after in edges
            ]
        )
    return nodes, sum(waiting[-1][1])
