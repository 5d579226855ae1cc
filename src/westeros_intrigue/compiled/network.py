"""The network: the worth of a position after a move to its mover, in whole numbers.

As in `kernel`, plain Python that numba compiles where it is installed. No sum is rounded, so the
worth of a move is the same number everywhere, and so is the best move.
"""

from __future__ import annotations

from typing import NamedTuple

from westeros_intrigue.compiled import kernel
from westeros_intrigue.compiled.bits import HOUSE_COUNT, lowest
from westeros_intrigue.compiled.board import (
    BOARD_SIZE,
    HANDS,
    SEAT,
    SLOTS,
    STACKS,
    WIDTH,
    Integers,
    Terms,
    count_of,
    find_slots,
    put,
)
from westeros_intrigue.compiled.network_inputs import WORD_BITS, WORD_COUNT, write_inputs
from westeros_intrigue.compiled.packing import mirror_of

SUM_COUNT, UNIT_COUNT = 128, 32
"""The sizes of the two layers between the inputs and the worth."""
UNIT_BITS = 10
ONE = 1 << UNIT_BITS
"""The whole number for 1 in weights and layers; the square of it in the worth."""
MOST = 8 * ONE
"""The most that a sum of the first layer counts."""

AFTER = kernel.MEMORY_SIZE
MEMORY_SIZE = AFTER + BOARD_SIZE
"""After the memory of the kernel comes the board after a move."""
MOST_MOVES = 20


class Network(NamedTuple):
    """The weights."""

    first: list[Integers]
    """For each input what it adds to each sum."""
    first_biases: Integers
    second: list[Integers]
    """For each sum what it adds to each unit."""
    second_biases: Integers
    last: Integers
    """For each unit what it adds to the worth."""
    last_bias: int


class Work(NamedTuple):
    """The memory in which a network works."""

    words: list[Integers]
    """For each move the inputs of the position after it, as bits."""
    added: Integers
    """The inputs of which `sums` are the sums: only what differs is added."""
    sums: Integers
    units: Integers
    seen: Integers
    """The public facts of hands, in the layout of `network_inputs`."""
    worths: Integers
    """The worth of each move."""


def worth(network: Network, work: Work, words: Integers) -> int:
    """Return the worth of a position by its inputs."""
    sums, units, total = work.sums, work.units, network.last_bias << UNIT_BITS
    for word in range(WORD_COUNT):
        inputs = words[word]
        changed = inputs ^ work.added[word]
        work.added[word] = inputs
        while changed:
            bit = lowest(changed)
            changed &= changed - 1
            row = network.first[WORD_BITS * word + bit]
            if inputs >> bit & 1:
                for each in range(SUM_COUNT):
                    sums[each] += row[each]
            else:
                for each in range(SUM_COUNT):
                    sums[each] -= row[each]
    for unit in range(UNIT_COUNT):
        units[unit] = network.second_biases[unit] << UNIT_BITS
    for each in range(SUM_COUNT):
        value = min(sums[each] + network.first_biases[each], MOST)
        if value > 0:
            row = network.second[each]
            for unit in range(UNIT_COUNT):
                units[unit] += value * row[unit]
    for unit in range(UNIT_COUNT):
        total += (max(units[unit], 0) >> UNIT_BITS) * network.last[unit]
    return total


def value_moves(
    terms: Terms,
    network: Network,
    work: Work,
    memory: Integers,
    in_mirror: bool,  # noqa: FBT001 - numba compiles no keyword-only arguments
) -> int:
    """Value each house and slot of the seat to move, in the order of `distinct_moves`.

    Return how many there are. With `in_mirror` the worths are those of the positions as they look
    in a mirror.
    """
    find_slots(terms, memory, 0)
    seat, count = memory[SEAT], 0
    hand = memory[HANDS + seat]
    for house in range(HOUSE_COUNT):
        slots = memory[SLOTS + house] if count_of(hand, house) else 0
        while slots:
            for item in range(STACKS):
                memory[AFTER + item] = memory[item]
            put(memory, AFTER, house << 6 | lowest(slots))
            slots &= slots - 1
            if in_mirror:
                for each in range(AFTER, AFTER + HOUSE_COUNT):
                    memory[each] = mirror_of(memory[each], memory[AFTER + WIDTH])
            words = work.words[count]
            write_inputs(terms, seat, memory, AFTER, work.seen, words)
            work.worths[count] = worth(network, work, words)
            count += 1
    return count
