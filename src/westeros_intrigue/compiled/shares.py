"""How the cards that a view hides are shared out: what the kernels need to draw worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from westeros_intrigue.compiled.positions import COUNT_BITS
from westeros_intrigue.knowledge.worlds import Determinizer
from westeros_intrigue.rules.card_counts import Counts, Unseen, house_counts, less
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
    return Sharing(
        unseen=packed(house_counts(unseen.cards)),
        step_seats=[seats[index] for index in unseen.restricted],
        nodes=_nodes(unseen),
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
    known = position.hand if seat == position.player else position.known_cards[seat]
    return known, position.hand_sizes[seat] - len(known)


def _nodes(unseen: Unseen) -> list[list[Edge]]:
    """Return the nodes of a plan, the first one first, each with its edges."""
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
        nodes.append([(share, upto / sum_of_ways, after) for share, upto, after in edges])
    return nodes
