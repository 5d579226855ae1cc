"""Train MaskablePPO of Stable-Baselines3 against the greedy player, at 256 tables in lock step.

It needs sb3-contrib and the extras `fast` and `gymnasium`. Pass the number of steps to learn from.
"""

import sys
from typing import Any

import numpy as np
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from westeros_intrigue.lab.environments.vector import Tables


class TablesOfBaselines(VecEnv):
    """Tables with a learner at one seat, with the interface of Stable-Baselines3."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        numbers = spaces.Box(0, 1, tables.observations.shape[1:])
        super().__init__(tables.count, numbers, spaces.Discrete(tables.masks.shape[1]))

    def reset(self) -> Any:
        self.tables.reset()
        return self.tables.observations.copy()

    def step_async(self, actions: Any) -> None:
        self.tables.step(actions)

    def step_wait(self) -> Any:
        tables = self.tables
        rewards = tables.rewards[np.arange(self.num_envs), tables.seats]
        infos: Any = [{} for _ in rewards]
        return tables.observations.copy(), rewards, tables.done.copy(), infos

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def env_method(self, *_: Any, **__: Any) -> Any:  # only `action_masks` is called
        return list(self.tables.masks)

    def get_attr(self, *_: Any) -> Any:  # only `render_mode` is read
        return [None] * self.num_envs

    def env_is_wrapped(self, *_: Any) -> Any:
        return [False] * self.num_envs

    set_attr = close = lambda *_: None  # never called


if __name__ == "__main__":
    tables = Tables(256, opponents="greedy", rewards="victory", seed=1)
    environments = VecMonitor(TablesOfBaselines(tables))
    learner = MaskablePPO("MlpPolicy", environments, n_steps=32, batch_size=1024, verbose=1)
    learner.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000)
