"""Train MaskablePPO of Stable-Baselines3 at 256 tables in lock step, then measure it.

It needs sb3-contrib and the extras `fast`, `gymnasium` and `match`. Pass the number of steps.
"""

import sys
from typing import Any

from gymnasium.spaces import Box, Discrete
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from westeros_intrigue.lab.environments import PolicyPlayer
from westeros_intrigue.lab.environments.actions import ACTION_COUNT
from westeros_intrigue.lab.environments.tensors import SIZE
from westeros_intrigue.lab.environments.vector import Tables
from westeros_intrigue.lab.matches import play_match


class TablesOfBaselines(VecEnv):
    """Tables with a learner at one seat, with the interface of Stable-Baselines3."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        super().__init__(tables.count, Box(0, 1, (SIZE,)), Discrete(ACTION_COUNT))

    def reset(self) -> Any:
        self.tables.reset()
        return self.tables.observations.copy()

    def step_async(self, actions: Any) -> None:
        self.tables.step(actions)

    def step_wait(self) -> Any:
        tables = self.tables
        rewards = tables.rewards[range(self.num_envs), tables.seats]
        return tables.observations.copy(), rewards, tables.done.copy(), [{} for _ in rewards]

    def env_method(self, *_: Any, **__: Any) -> Any:  # only `action_masks` is called
        return list(self.tables.masks)

    # There is nothing else to ask or to set.
    get_attr = env_is_wrapped = set_attr = close = lambda self, *_: [None] * self.num_envs


environments = TablesOfBaselines(Tables(256, opponents="greedy", rewards="victory", seed=1))
learner = MaskablePPO("MlpPolicy", VecMonitor(environments), n_steps=32, batch_size=1024, verbose=1)
learner.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000)


def choose(numbers: Any, mask: Any) -> Any:
    """Return the action that the network likes best."""
    return learner.predict(numbers, action_masks=mask, deterministic=True)[0]


result = play_match({"mine": PolicyPlayer(choose), "greedy": "greedy"}, deals=500, rounds=1, seed=2)
print(result.to_table())
