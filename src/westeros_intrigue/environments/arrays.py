"""Views as NumPy arrays, and the spaces that these lie in; each call gives new ones."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from westeros_intrigue.environments import actions, tensors
from westeros_intrigue.rules.view import View


def observation(view: View) -> NDArray[np.float32]:
    """Return the 402 numbers of `tensors.encode`."""
    return np.asarray(tensors.encode(view), dtype=np.float32)


def action_mask(view: View) -> NDArray[np.int8]:
    """Return 1 for each action that the viewer may choose, else 0; all 0 off turn."""
    mask = np.zeros(actions.ACTION_COUNT, dtype=np.int8)
    mask[list(actions.legal_actions(view))] = 1
    return mask


def observation_space() -> spaces.Box:
    """Return the space of observations."""
    return spaces.Box(0, 1, (tensors.SIZE,), np.float32)


def mask_space() -> spaces.Box:
    """Return the space of masks."""
    return spaces.Box(0, 1, (actions.ACTION_COUNT,), np.int8)


def action_space() -> spaces.Discrete:
    """Return the space of actions."""
    return spaces.Discrete(actions.ACTION_COUNT)
