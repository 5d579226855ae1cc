"""Let the learners of others learn for a moment: it must run, not win.

Stable-Baselines3 makes its own vector of single environments and trains MaskablePPO; a loop in the
style of CleanRL trains a network on the tables in lock step, whose arrays PyTorch and JAX take
without a copy. Needs torch, jax, stable-baselines3 and sb3-contrib, which are too big for the
tests:

    python scripts/check_learners.py
"""

from __future__ import annotations

import gymnasium
import jax
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

from westeros_intrigue import STANDARD
from westeros_intrigue.lab.environments.gymnasium import OneSeatEnv
from westeros_intrigue.lab.environments.vector import Tables

NAME = "westeros_intrigue.lab.environments.gymnasium:WesterosIntrigue-v0"


def stable_baselines() -> None:
    """Check an environment, and train MaskablePPO on several."""
    check_env(OneSeatEnv(variant=STANDARD.with_rounds(1)))
    environments = make_vec_env(NAME, n_envs=4, env_kwargs={"variant": STANDARD.with_rounds(1)})
    learner = MaskablePPO("MlpPolicy", environments, n_steps=32, batch_size=64, seed=1)
    learner.learn(256)
    masks = np.stack(environments.env_method("action_masks"))
    actions, _ = learner.predict(environments.reset(), action_masks=masks)
    assert actions.shape == (4,)  # noqa: S101 - what this script checks
    print("Stable-Baselines3: MaskablePPO has learnt 256 steps")


def clean_rl() -> None:
    """Train a network by policy gradients on the vector environment."""
    torch.manual_seed(1)
    environments = gymnasium.make_vec(NAME, num_envs=64, opponents="greedy")
    network = torch.nn.Linear(402, 120)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    observations, infos = environments.reset(seed=1)
    finished = 0
    for _ in range(30):
        mask = torch.as_tensor(infos["action_mask"]).bool()
        logits = network(torch.as_tensor(observations)).masked_fill(~mask, -torch.inf)
        chosen = torch.distributions.Categorical(logits=logits)
        actions = chosen.sample()
        observations, rewards, is_over, _, infos = environments.step(actions.numpy())
        loss = -(chosen.log_prob(actions) * torch.as_tensor(rewards)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        finished += int(is_over.sum())
    assert finished > 64  # noqa: S101 - as above
    print(f"A loop in the style of CleanRL has learnt from {finished} games")


def without_a_copy() -> None:
    """Take the arrays of the tables, and see a step in them."""
    tables = Tables(8, seed=1)
    shared = jax.dlpack.from_dlpack(tables.observations)
    assert shared.unsafe_buffer_pointer() == tables.observations.ctypes.data  # noqa: S101 - as above
    observations = torch.from_dlpack(tables.observations)
    assert observations.data_ptr() == tables.observations.ctypes.data  # noqa: S101 - as above
    before = observations.clone()
    tables.step(torch.from_dlpack(tables.masks).argmax(dim=1))
    assert not torch.equal(before, observations)  # noqa: S101 - as above
    print("PyTorch and JAX share the arrays of the tables")


if __name__ == "__main__":
    stable_baselines()
    clean_rl()
    without_a_copy()
