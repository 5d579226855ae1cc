"""The compiled part of playouts: worlds drawn for a view, and positions played to the round's end.

As in `kernel`, the same lines run uncompiled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.compiled.bits import HOUSE_COUNT
from westeros_intrigue.compiled.compiler import compiled, inlined
from westeros_intrigue.compiled.kernel import (
    AUTOMATED,
    COUNT_BITS,
    DECK,
    HANDS,
    SLOTS,
    STACKS,
    TABLE_SIZE,
    Integers,
    Numbers,
    Outcomes,
    count_of,
    next_number,
    play_on,
    shuffle,
    start_numbers,
    write_down,
)
from westeros_intrigue.compiled.sources import NUMBERS_A_ROUND

DRAWN = TABLE_SIZE
"""After the table: for each seat its hand, then its stack, as they were drawn."""
UNIT = 2.0**-53


class Plan(NamedTuple):
    """How the unseen cards of a view are shared out; nothing to share out for a state.

    The restricted piles come first, one a step. What may be left before a step is a node; its
    edges are the shares that the pile may take. Then the free piles are dealt from the rest.
    """

    unseen: int
    """The unseen cards, counted by house as those of a hand."""
    step_seats: Integers
    """For each step the seat that gets the share, -1 for cards that are out of the round."""
    first_edges: Integers
    """For each node its first edge, and one more."""
    shares: Integers
    """For each edge the cards that the pile takes, counted by house as those of a hand."""
    chances: NDArray[np.float64]
    """For each edge how likely it is this or an earlier edge of its node."""
    next_nodes: Integers
    """For each edge the node of the next step."""
    free_seats: Integers
    """The seats that are dealt the rest."""
    free_sizes: Integers
    """How many cards each of them gets."""


@inlined
def shuffle_share(share: int, table: Integers, numbers: Numbers) -> None:
    """Make a shuffled deck of cards that are counted by house."""
    size = 0
    for house in range(HOUSE_COUNT):
        for _ in range(count_of(share, house)):
            table[DECK + size] = house
            size += 1
    shuffle(size, table, numbers)


@inlined
def give(seat: int, policy: int, first: int, size: int, table: Integers) -> None:
    """Give a seat cards of the deck; in a stack they come on top of those that are known."""
    for place in range(size):
        house = table[DECK + first + place]
        table[HANDS + seat] += 1 << COUNT_BITS * house
        if policy >= AUTOMATED:
            table[STACKS + seat] |= house << 2 * place


@inlined
def draw_world(plan: Plan, policies: Integers, table: Integers, numbers: Numbers) -> None:
    """Share out the unseen cards, each way as likely as `Determinizer` has it."""
    left, node = plan.unseen, 0
    for step in range(len(plan.step_seats)):
        drawn, edge = next_number(numbers) * UNIT, plan.first_edges[node]
        while drawn >= plan.chances[edge]:
            edge += 1
        share, seat = plan.shares[edge], plan.step_seats[step]
        left -= share
        node = plan.next_nodes[edge]
        if seat >= 0:
            if policies[seat] >= AUTOMATED:
                shuffle_share(share, table, numbers)
                size = 0
                for house in range(HOUSE_COUNT):
                    size += count_of(share, house)
                give(seat, policies[seat], 0, size, table)
            else:
                table[HANDS + seat] += share
    if len(plan.free_seats):
        shuffle_share(left, table, numbers)
        first = 0
        for pile in range(len(plan.free_seats)):
            seat = plan.free_seats[pile]
            give(seat, policies[seat], first, plan.free_sizes[pile], table)
            first += plan.free_sizes[pile]


@compiled
def play_out(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    players: int,
    width_limit: int,
    policies: Integers,
    root: Integers,
    plan: Plan,
    seed: np.uint64,
    first: int,
    outcomes: Outcomes,
    table: Integers,
    numbers: Numbers,
) -> None:
    """Play a position to the round's end again and again, with the numbers of block `first` on."""
    for played in range(len(outcomes.plies)):
        start_numbers(seed, first + played, NUMBERS_A_ROUND, numbers)
        for item in range(SLOTS):
            table[item] = root[item]
        draw_world(plan, policies, table, numbers)
        for seat in range(players):
            table[DRAWN + seat] = table[HANDS + seat]
            table[DRAWN + players + seat] = table[STACKS + seat]
        play_on(players, width_limit, policies, table, numbers)
        write_down(played, players, outcomes, table)
