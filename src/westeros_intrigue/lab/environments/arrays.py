"""Views as new NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterator
from math import copysign, log1p
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.lab.environments.layout import START
from westeros_intrigue.rules.cards import HOUSES
from westeros_intrigue.rules.state import View

_OPEN = slice(START["open"], START["open"] + actions.ACTION_COUNT)


def observation(view: View) -> NDArray[np.float32]:
    """Return the numbers of `tensors.encode`."""
    return np.asarray(tensors.encode(view))


def action_mask(observed: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return a mask over the actions: 1 for those that the observer may choose; all 0 off turn."""
    if not observed[START["to_move"]]:
        return np.zeros(actions.ACTION_COUNT, np.int8)
    held = observed[START["known"] : START["known"] + len(HOUSES)]
    return np.logical_and(observed[_OPEN], held.repeat(actions.PLACES)).view(np.int8)


def first_actions(moves: int, count: int) -> NDArray[np.int8]:
    """Return a mask over the actions, of which each of the first ones is a move."""
    return (np.arange(count) < moves).view(np.int8)


def hashed(data: object, size: int) -> NDArray[np.float32]:
    """Return a fixed number of numbers for data of any shape, as JSON has it.

    Each leaf adds to the number that a hash of its place selects: an integer adds its logarithm, of
    1 more, and any other value, hashed with its place, adds 1. The hash also selects the sign.
    """
    numbers: NDArray[np.float32] = np.zeros(size, np.float32)
    for place, amount in _leaves("", data):
        code = crc32(place.encode())
        numbers[(code >> 1) % size] += amount if code & 1 else -amount
    return numbers


def _leaves(place: str, data: object) -> Iterator[tuple[str, float]]:
    if isinstance(data, dict | list):
        for key, each in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _leaves(f"{place}/{key}", each)
    elif isinstance(data, int) and not isinstance(data, bool):
        yield place, copysign(log1p(abs(data)), data)
    else:
        yield f"{place}={data}", 1.0
