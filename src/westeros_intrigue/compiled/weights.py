"""Files of weights, and the memory of a network.

A network is written layer by layer and row by row, as integers of 16 bits, the lowest byte first.
A file has the network for two players, then that for three, …; the last one is for all others.
"""

from __future__ import annotations

import sys
from array import array
from typing import Any

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.compiled.fast import integers, zeros
from westeros_intrigue.compiled.network import (
    INPUT_COUNT,
    MOST_MOVES,
    SUM_COUNT,
    UNIT_COUNT,
    Network,
    Work,
)
from westeros_intrigue.compiled.network_inputs import SEEN_SIZE, WORD_COUNT

_SHAPES = (
    (INPUT_COUNT, SUM_COUNT),
    (1, SUM_COUNT),
    (SUM_COUNT, UNIT_COUNT),
    (1, UNIT_COUNT),
    (1, UNIT_COUNT),
    (1, 1),
)
"""The rows and columns of each field of a network."""
NETWORK_SIZE = 2 * sum(rows * columns for rows, columns in _SHAPES)


def read_networks(data: bytes) -> tuple[Network, ...]:
    """Return the networks of the contents of a file, at least one.

    Raises:
        InvalidValue: no number of networks has that size.
    """
    if not data or len(data) % NETWORK_SIZE:
        raise InvalidValue(
            f"each network of a file has {NETWORK_SIZE} bytes, and the file has {len(data)}"
        )
    starts = range(0, len(data), NETWORK_SIZE)
    return tuple(_network(data[start : start + NETWORK_SIZE]) for start in starts)


def _network(data: bytes) -> Network:
    weights = array("h", data)
    if sys.byteorder == "big":
        weights.byteswap()
    layers: list[Any] = []
    for rows, columns in _SHAPES:
        cut = [weights[row * columns : (row + 1) * columns].tolist() for row in range(rows)]
        layers.append(integers(cut if rows > 1 else cut[0], "int16"))
        weights = weights[rows * columns :]
    first, first_biases, second, second_biases, last, last_bias = layers
    return Network(first, first_biases, second, second_biases, last, int(last_bias[0]))


def new_work() -> Work:
    """Return memory for a network to work in."""
    return Work(
        words=zeros(WORD_COUNT),
        added=zeros(WORD_COUNT),
        sums=zeros(SUM_COUNT, "int32"),
        units=zeros(UNIT_COUNT, "int32"),
        seen=zeros(SEEN_SIZE),
        worths=zeros(MOST_MOVES),
    )
