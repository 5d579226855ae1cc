"""Views as new NumPy arrays."""

from __future__ import annotations

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
