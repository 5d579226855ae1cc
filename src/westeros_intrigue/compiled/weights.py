"""Files of weights, and the memory of a network.

A network is written layer by layer and row by row, as integers of 16 bits, the lowest byte first.
The first layer has a row for each of `INPUTS`. A file has the network for two players, then that
for three, …; the last one is for all others.
"""

from __future__ import annotations

import sys
from array import array
from functools import lru_cache
from typing import Any

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.compiled import fast
from westeros_intrigue.compiled.fast import integers, zeros
from westeros_intrigue.compiled.network import MOST_MOVES, SUM_COUNT, UNIT_COUNT, Network, Work
from westeros_intrigue.compiled.network_inputs import INPUTS, SEEN_SIZE, WORD_BITS, WORD_COUNT

SHAPES = (
    (len(INPUTS), SUM_COUNT),
    (1, SUM_COUNT),
    (SUM_COUNT, UNIT_COUNT),
    (1, UNIT_COUNT),
    (1, UNIT_COUNT),
    (1, 1),
)
"""The rows and columns of each field of a network."""
NETWORK_SIZE = 2 * sum(rows * columns for rows, columns in SHAPES)
"""The bytes of a network."""


def read_network(data: bytes, players: int) -> Network:
    """Return the network for a number of players out of the contents of a file.

    Raises:
        InvalidValue: no number of networks has that size.
    """
    return _read(data, players, fast.has_numba())


@lru_cache(maxsize=8)
def _read(data: bytes, players: int, _as_arrays: bool) -> Network:  # noqa: FBT001 - a key
    count, rest = divmod(len(data), NETWORK_SIZE)
    if rest or not count:
        raise InvalidValue(
            f"each network of a file has {NETWORK_SIZE} bytes, but the file has {len(data)}"
        )
    start = NETWORK_SIZE * min(players - 2, count - 1)
    weights = array("h", data[start : start + NETWORK_SIZE])
    if sys.byteorder == "big":
        weights.byteswap()
    layers: list[Any] = []
    for rows, columns in SHAPES:
        layers.append(
            [weights[row * columns : (row + 1) * columns].tolist() for row in range(rows)]
        )
        weights = weights[rows * columns :]
    by_input, [first_biases], second, [second_biases], [last], [[last_bias]] = layers
    first = [[0] * SUM_COUNT for _ in range(WORD_BITS * WORD_COUNT)]
    for bit, row in zip(INPUTS, by_input, strict=False):
        first[bit] = row
    return Network(
        first=integers(first, "int16"),
        first_biases=integers(first_biases, "int16"),
        second=integers(second, "int16"),
        second_biases=integers(second_biases, "int16"),
        last=integers(last, "int16"),
        last_bias=last_bias,
    )


def new_work() -> Work:
    """Return memory for a network to work in."""
    return Work(
        words=integers([0] * WORD_COUNT for _ in range(MOST_MOVES)),
        added=zeros(WORD_COUNT),
        sums=zeros(SUM_COUNT, "int32"),
        units=zeros(UNIT_COUNT, "int32"),
        seen=zeros(SEEN_SIZE),
        worths=zeros(MOST_MOVES),
    )
