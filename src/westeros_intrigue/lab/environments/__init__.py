"""Environments for learners: actions and views as numbers, and standard interfaces.

Read `actions` and `tensors` first, then `policies`, a network as a player; `action_games`,
`layouts` and `rendering`; then `numbers` and `vector`, many tables at once, and `given_games`, the
compiled table of an environment. `pettingzoo`, `gymnasium` and `openspiel` are the interfaces: each
needs the extra of its name, so import only the module that you need.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.lab.environments.action_games import Rewards
from westeros_intrigue.lab.environments.policies import PolicyPlayer

__all__ = [
    "PolicyPlayer",
    "Rewards",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
