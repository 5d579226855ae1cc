"""The environments as programs use them. Type checkers read this file; nothing runs it."""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue import (
    GameState,
    House,
    Move,
    Slot,
    Violation,
    greedy_player,
    observe,
    setup,
)
from westeros_intrigue.environments import actions, tensors
from westeros_intrigue.environments.gymnasium import OneSeatEnv
from westeros_intrigue.environments.openspiel import DealGame, resampler
from westeros_intrigue.environments.pettingzoo import Observation, WesterosIntrigueEnv, env

state = setup(2, seed=1)
view = observe(state, 0)

assert_type(actions.CODE, str)
assert_type(actions.ACTION_COUNT, int)
assert_type(actions.legal_actions(state), tuple[int, ...])
assert_type(actions.legal_mask(view), tuple[bool, ...])
assert_type(actions.decode(view, 0), Move)
assert_type(actions.encode(view, actions.decode(view, 0)), int)
assert_type(actions.place_of(state, 5), tuple[House, Slot])
assert_type(actions.explain_action(view, 5), tuple[Violation, ...])
assert_type(actions.reasons(view), Mapping[int, tuple[Violation, ...]])
assert_type(actions.absolute_action(actions.decode(view, 0)), int)
assert_type(actions.absolute_place_of(7), tuple[House, Slot])

actions.decode(view, "0")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
actions.legal_actions(state.court)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
actions.reasons(view)[0] = ()  # type: ignore[index]  # pyright: ignore[reportIndexIssue]

numbers = tensors.encode(view)
assert_type(numbers, array[float])
assert_type(tensors.decode(numbers), tensors.Shown)
assert_type(tensors.encode_history(view), array[float])
assert_type(tensors.decode_history(tensors.encode_history(view)), tuple[tuple[int, Slot], ...])
assert_type(tensors.FIELDS, tuple[tensors.Field, ...])
assert_type(tensors.SIZE, int)

tensors.encode(state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
tensors.decode(numbers).rounds = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]

aec = WesterosIntrigueEnv(3, rewards="victory", render_mode="ansi")
aec.reset(seed=1, options={})
aec.step(0)
aec.step(np.int64(1))
assert_type(aec.game, GameState)
assert_type(aec.observe("player_0"), Observation)
assert_type(aec.observe("player_0")["action_mask"], NDArray[np.int8])
assert_type(aec.render(), str | NDArray[np.uint8] | None)
env(3, rewards="points", first_player=1)

env(3, rewards="money")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
aec.step("0")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

one_seat = OneSeatEnv([None, greedy_player], rewards="victory")
seen, info = one_seat.reset(seed=1)
assert_type(seen, NDArray[np.float32])
assert_type(one_seat.step(0)[1], float)
assert_type(one_seat.action_masks(), NDArray[np.int8])
assert_type(one_seat.game, GameState)

OneSeatEnv([None, "greedy"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]

deal_game = DealGame({"players": 2})
state_of_openspiel = deal_game.new_initial_state()
assert_type(state_of_openspiel.position, Any)
assert_type(state_of_openspiel.view(0), Any)
assert_type(state_of_openspiel.returns(), list[float])
resampler(random.Random(1))(state_of_openspiel, 0)

resampler(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
