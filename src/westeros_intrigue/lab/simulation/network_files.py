"""Networks from the contents of a file, and the memory in which they value moves.

A file contains the network for two players, then for three, …; the last one is for all others. A
network is written layer by layer and row by row, as little-endian 16-bit integers. The first layer
has a row for each of `network.INPUTS`.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, chain, islice

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.lab.simulation import fast, network
from westeros_intrigue.lab.simulation.board import BOARD_SIZE

SHAPES = (
    (len(network.INPUTS), network.SUM_COUNT),
    (1, network.SUM_COUNT),
    (network.SUM_COUNT, network.UNIT_COUNT),
    (1, network.UNIT_COUNT),
    (1, network.UNIT_COUNT),
    (1, 1),
)
"""The rows and columns of each field of a network."""
NETWORK_SIZE = 2 * sum(rows * columns for rows, columns in SHAPES)
"""The bytes of a network."""


@lru_cache(maxsize=8)
def read_network(data: bytes, players: int) -> network.Network:
    """Return the network for a number of players from the contents of a file.

    Raises:
        InvalidValue: the size is not a multiple of a network's size, or a unit exceeds 32 bits.
    """
    count, rest = divmod(len(data), NETWORK_SIZE)
    if rest or not count:
        raise InvalidValue(
            f"each network of a file has {NETWORK_SIZE} bytes, but the file has {len(data)}"
        )
    start = NETWORK_SIZE * min(players - 2, count - 1)
    weights = array("h", data[start : start + NETWORK_SIZE])
    if sys.byteorder == "big":
        weights.byteswap()
    numbers, layers = iter(weights.tolist()), []
    for rows, columns in SHAPES:
        layers.append([[*islice(numbers, columns)] for _ in range(rows)])
    by_input, [first_biases], second, [second_biases], [last], [[last_bias]] = layers
    _check_units(second, second_biases)
    first = [[0] * network.SUM_COUNT for _ in range(network.WORD_BITS * network.WORD_COUNT)]
    for bit, row in zip(network.INPUTS, by_input, strict=False):
        first[bit] = row
    in_pairs = zip(second[::2], second[1::2], strict=True)
    return network.Network(
        first=fast.integer_rows(first),
        first_biases=fast.integers(first_biases, "i"),
        second=fast.integer_rows([[*chain(*zip(*two, strict=True))] for two in in_pairs]),
        second_biases=fast.integers([bias << network.UNIT_BITS for bias in second_biases], "i"),
        last=fast.integers(last),
        last_bias=last_bias,
        rows_together=min(map(_count_together, zip(*by_input, strict=True))),
    )


def check_networks(data: bytes) -> None:
    """Read all networks of a file.

    Raises:
        InvalidValue: the size is not a multiple of a network's size, or a unit exceeds 32 bits.
    """
    for at in range(max(1, len(data) // NETWORK_SIZE)):
        read_network(data, 2 + at)


def _count_together(amounts: Iterable[int]) -> int:
    """Return the number of amounts whose sums have 16 bits, at least 1."""
    # To subtract an amount, its complement is added, which can be farther from 0 by 1.
    farthest_first = sorted((abs(amount) + 1 for amount in amounts), reverse=True)
    return max(1, bisect_left([*accumulate(farthest_first)], 2**15))


def _check_units(second: list[list[int]], biases: list[int]) -> None:
    """Refuse weights with which a unit can exceed the 32 bits that it has in the compiled half."""
    for unit, (weights, bias) in enumerate(zip(zip(*second, strict=True), biases, strict=True)):
        for sign in (1, -1):
            farthest = network.MOST * sum(max(sign * weight, 0) for weight in weights)
            farthest = sign * farthest + (bias << network.UNIT_BITS)
            if not -(2**31) <= farthest < 2**31:
                raise InvalidValue(
                    f"unit {unit} of a network can reach {farthest}, which exceeds 32 bits: "
                    "make its weights in the second layer smaller"
                )


def mind_of(data: bytes, players: int) -> network.Mind:
    """Return the network for a number of players from the contents of a file, ready for use.

    Raises:
        InvalidValue: the size is not a multiple of a network's size, or a unit exceeds 32 bits.
    """
    own = read_network(data, players)
    work = network.Work(
        words=fast.zero_rows(network.MOST_MOVES, network.WORD_COUNT),
        base=fast.zeros(network.WORD_COUNT),
        included=fast.zeros(network.WORD_COUNT),
        shared=own.first_biases[:],
        sums=fast.zero_rows(network.KINDS + 1, network.SUM_COUNT),
        lists=fast.zero_rows(2, network.REMOVED + len(network.INPUTS)),
        seen=fast.zeros(network.SEEN_SIZE),
        codes=fast.zeros(network.MOST_MOVES),
        worths=fast.zeros(network.MOST_MOVES),
    )
    return network.Mind(own, work, fast.zeros(BOARD_SIZE), fast.zeros(BOARD_SIZE))
