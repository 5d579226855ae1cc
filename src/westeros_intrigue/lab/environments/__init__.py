"""Environments for learners: actions and views as numbers, and standard interfaces.

Read `actions` and `tensors` first, then `action_games`, `layouts` and `rendering`; then `numbers`
and `vector`, many tables at once. `pettingzoo`, `gymnasium` and `openspiel` are the interfaces:
each needs the extra of its name, so import only the module that you need.
"""

from westeros_intrigue.lab.environments.action_games import Rewards

__all__ = [
    "Rewards",
]
