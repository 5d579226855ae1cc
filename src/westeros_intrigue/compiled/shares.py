"""How the cards that a view hides are shared out: what the kernels need to draw worlds.

Rules: info.leftover, info.elimination, info.memory, solo.public.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from westeros_intrigue.compiled.positions import COUNT_BITS
from westeros_intrigue.knowledge.card_counts import Counts, Pile, house_counts
from westeros_intrigue.knowledge.worlds import Determinizer
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.view import Position

Edge = tuple[Counts, float, int]
"""A share, how likely it is this or an earlier one, and the number of the next node."""


class Sharing(NamedTuple):
    """The unseen cards and the piles that they are in.

    The restricted piles come first, one a step. What may be left before a step is a node; its
    edges are the shares that the pile may take. Then the free piles are dealt from the rest.
    """

    unseen: int
    """The unseen cards, counted by house as those of a hand."""
    step_seats: Sequence[int]
    """For each step the seat that gets the share, -1 for cards that are out of the round."""
    nodes: Sequence[Sequence[Edge]]
    """The first node comes first."""
    free: Sequence[tuple[int, int]]
    """The seats that are dealt the rest, each with the number of its cards."""


def sharing_of(position: Position) -> Sharing:
    """Return how what a view hides is shared out; a state hides nothing.

    Raises:
        InvalidValue: no deal agrees with the view.
    """
    if isinstance(position, GameState):
        return Sharing(0, [], [], [])
    unseen = Determinizer(position)._unseen
    seats = [seat if seat < position.players else -1 for seat in range(len(unseen.piles))]
    left = house_counts(unseen._cards)
    restricted = sorted(
        (pile for pile in zip(unseen.piles, seats, strict=True) if not pile[0].is_free),
        key=lambda pile: pile[1] >= 0,  # the dead come first: see `DeadPile`
    )
    return Sharing(
        unseen=packed(left),
        step_seats=[seat for _, seat in restricted],
        nodes=_nodes(left, [pile for pile, _ in restricted]),
        free=[
            (seat, pile.size)
            for pile, seat in zip(unseen.piles, seats, strict=True)
            if pile.is_free and seat >= 0 and pile.size
        ],
    )


def packed(counts: Counts) -> int:
    """Return counts by house as the kernel has those of a hand."""
    return sum(count << COUNT_BITS * house for house, count in enumerate(counts))


def known_cards(position: Position, seat: int) -> tuple[Sequence[Card], int]:
    """Return the cards of a seat that are known, and how many others it has."""
    if isinstance(position, GameState):
        return position.hands[seat], 0
    known = position.hand if seat == position.player else position.known_stacks[seat]
    return known, position.hand_sizes[seat] - len(known)


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
