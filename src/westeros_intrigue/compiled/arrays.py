"""Arrays as parts of values: they cannot be written to, and are equal by their items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.compiled.counted import Histogram


def read_only(array: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return a copy that cannot be written to."""
    frozen = np.array(array, np.int16)
    frozen.flags.writeable = False
    return frozen


def read_only_flags(array: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a copy that cannot be written to."""
    frozen = np.array(array, np.bool_)
    frozen.flags.writeable = False
    return frozen


def _arrays_equal(one: object, other: object) -> bool:
    return np.array_equal(np.asarray(one), np.asarray(other))


BY_ITEMS = attrs.cmp_using(eq=_arrays_equal)
"""The argument `eq` of `attrs.field` for an array."""


def histograms(numbers: NDArray[np.int16]) -> tuple[Histogram, ...]:
    """Return the histogram of each column."""
    return tuple(map(histogram, numbers.T))


def histogram(numbers: NDArray[np.int16]) -> Histogram:
    """Return how often each number occurs."""
    lowest = int(numbers.min())
    times = enumerate(np.bincount(numbers - lowest).tolist(), start=lowest)
    return Histogram(tuple((number, count) for number, count in times if count))


Arrays = tuple[NDArray[Any], ...]
"""For each field its items, one for each round or game."""


def columns(results: NDArray[np.int16]) -> Arrays:
    """Return of results of rounds the cards left, the last placer, the plies and the last house."""
    return results[..., :-3], results[..., -3], results[..., -1], results[..., -2]


def joined(parts: Iterable[Arrays]) -> Arrays:
    """Return the arrays of all parts, one after the other."""
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))
