"""The environments as programs use them. Type checkers read this file; nothing runs it.

The classes of frameworks have no types, so these are the types that a program sees.
"""

from __future__ import annotations

import random
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue import GameState, observe, setup
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.lab.environments.gymnasium import OneSeatEnv
from westeros_intrigue.lab.environments.openspiel import DealGame, resampler
from westeros_intrigue.lab.environments.pettingzoo import Observation, WesterosIntrigueEnv, env

state = setup(2, seed=1)
view = observe(state, 0)
actions.decode(view, "0")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
actions.legal_actions(state.court)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
actions.reasons(view)[0] = ()  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
tensors.encode(state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

aec = WesterosIntrigueEnv(3, rewards="victory", render_mode="ansi")
assert_type(aec.observe("player_0"), Observation)
assert_type(aec.render(), str | NDArray[np.uint8] | None)

env(3, rewards="money")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
aec.step("0")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

OneSeatEnv([None, 1])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]

state_of_openspiel = DealGame({"players": 2}).new_initial_state()
assert_type(state_of_openspiel.position, GameState)
resampler(random.Random(1))(state_of_openspiel, 0)

resampler(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
