"""Views as NumPy arrays, and the spaces that these lie in; each call gives new ones."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from westeros_intrigue.environments import actions, tensors
from westeros_intrigue.environments.layout import START
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.view import View

_OPEN = slice(START["open"], START["open"] + actions.ACTION_COUNT)


def observation(view: View) -> NDArray[np.float32]:
    """Return the 402 numbers of `tensors.encode`."""
    return np.asarray(tensors.encode(view))


def action_mask(observed: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return 1 for each action that an observer may choose, else 0; all 0 off turn."""
    if not observed[START["to_move"]]:
        return np.zeros(actions.ACTION_COUNT, np.int8)
    held = observed[START["known"] : START["known"] + len(House)]
    return np.logical_and(observed[_OPEN], held.repeat(actions.PLACES)).view(np.int8)


def observation_space() -> spaces.Box:
    """Return the space of observations."""
    return spaces.Box(0, 1, (tensors.SIZE,), np.float32)


def mask_space() -> spaces.Box:
    """Return the space of masks."""
    return spaces.Box(0, 1, (actions.ACTION_COUNT,), np.int8)


def action_space() -> spaces.Discrete:
    """Return the space of actions."""
    return spaces.Discrete(actions.ACTION_COUNT)
