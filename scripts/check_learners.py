"""Train other projects' learners for a moment: they must run, not win.

Stable-Baselines3 trains MaskablePPO on a vector of single environments. The programs of
examples/learners learn on tables in lock step, whose arrays PyTorch shares without a copy.
Needs torch, jax, stable-baselines3 and sb3-contrib, which are too big for the tests:

    python scripts/check_learners.py
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

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
EXAMPLES = Path(__file__).parents[1] / "examples" / "learners"


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


def examples() -> None:
    """Run the programs of the page on training, each for a few updates."""
    for name, count in (("stable_baselines", "8192"), ("plain_loop", "3")):
        sys.argv[1:] = [count]
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        print(f"{name}.py has learnt from {count}")


def without_a_copy() -> None:
    """Share the arrays of the tables with PyTorch, where steps change them; copy them for JAX."""
    tables = Tables(8, seed=1)
    copied, first = jax.numpy.array(tables.observations), tables.observations.copy()
    observations = torch.from_dlpack(tables.observations)
    assert observations.data_ptr() == tables.observations.ctypes.data  # noqa: S101 - as above
    before = observations.clone()
    tables.step(torch.from_dlpack(tables.masks).int().argmax(dim=1))
    assert not torch.equal(before, observations)  # noqa: S101 - as above
    assert (copied == first).all()  # noqa: S101 - as above
    print("PyTorch shares the arrays of the tables, and JAX has a copy")


if __name__ == "__main__":
    stable_baselines()
    examples()
    without_a_copy()
