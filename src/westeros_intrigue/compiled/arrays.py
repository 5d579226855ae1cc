"""Arrays as parts of values: they cannot be written to, and are equal by their items."""

from __future__ import annotations

from typing import TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

A = TypeVar("A", bound=np.generic)


def read_only(array: NDArray[A]) -> NDArray[A]:
    """Return a copy that cannot be written to."""
    frozen = array.copy()
    frozen.flags.writeable = False
    return frozen


def _arrays_equal(one: object, other: object) -> bool:
    return np.array_equal(np.asarray(one), np.asarray(other))


BY_ITEMS = attrs.cmp_using(eq=_arrays_equal)
"""What `attrs.field` takes as `eq` for an array."""
