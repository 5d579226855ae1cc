"""Tables in lock step as a vector environment of Gymnasium."""

from __future__ import annotations

from typing import Any

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.base.values import check_integer, check_type
from westeros_intrigue.compiled.policies import Policy
from westeros_intrigue.compiled.sources import LAST_SEED
from westeros_intrigue.environments.actions import ACTION_COUNT
from westeros_intrigue.environments.playing import Rewards
from westeros_intrigue.environments.vector import Tables
from westeros_intrigue.rules.variants import STANDARD, Variant

with needs_extra(__name__, "gymnasium"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, NDArray


class TablesEnv(VectorEnv[NDArray[np.float32], NDArray[Any], NDArray[Any]]):
    """Tables in lock step, with the arguments of `Tables`.

    A step is an action of the learner at each table, and everything up to its next decision. The
    reward is the learner's. When a game ends, the observation is that of the next game. The mask of
    legal actions is in `infos["action_mask"]`, the learner's seat in `infos["seat"]`, and what each
    seat earned in `infos["rewards"]`.

    `gymnasium.make_vec("westeros_intrigue.environments.gymnasium:WesterosIntrigue-v0", num_envs=8)`
    returns such an environment.

    >>> from westeros_intrigue.environments.gymnasium import TablesEnv
    >>> environment = TablesEnv(8, players=3, opponents="greedy")
    >>> observations, infos = environment.reset(seed=1)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, is_over, is_cut, infos = environment.step(actions)
    >>> observations.shape, rewards.tolist()
    ((8, 402), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])

    Args:
        num_envs: the `count` of `Tables`, at least 1.
        opponents: the policy of all seats but one, since Gymnasium has a single learner.
        copy: False for the arrays of `Tables` themselves, to which the next step writes.

    Raises:
        InvalidValue: an argument is out of range, or no policy has the name of the opponents.
        InvalidVariant: the variant does not fit the players.
        WrongType: `opponents` is None, which means self-play to `Tables`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium declares it
    """The properties of the environment that Gymnasium requires."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        players: int = 2,
        opponents: Policy | str = "greedy",
        rounds: int | None = 1,
        variant: Variant = STANDARD,
        rewards: Rewards = "points",
        history: bool = False,
        copy: bool = True,
    ) -> None:
        """Create the spaces and the tables."""
        check_type("copy", copy, bool)
        if opponents is None:
            raise WrongType(
                "opponents must be a policy, not None: Gymnasium has one learner; "
                "for self-play use Tables, which pay each seat"
            )
        self.tables: Tables = Tables(
            num_envs, players=players, opponents=opponents, rounds=rounds, variant=variant,
            rewards=rewards, history=history, seed=0,
        )  # fmt: skip
        self._copies = copy
        self.num_envs: int = self.tables.count
        size = self.tables.observations.shape[1]
        self.single_observation_space: spaces.Box = spaces.Box(0, 1, (size,), np.float32)
        self.single_action_space: spaces.Discrete = spaces.Discrete(ACTION_COUNT)
        self.observation_space: spaces.Space[Any] = batch_space(
            self.single_observation_space, self.num_envs
        )
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - not used here
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game at each table.

        Args:
            seed: the seed of `Tables`, at least 0; None draws one that follows from the last.
            options: ignored.

        Returns:
            The observations, and the infos with the masks.

        Raises:
            InvalidValue: the seed is out of range.
        """
        if seed is not None:
            seed = check_integer("seed", seed, 0)
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(LAST_SEED, dtype=np.uint64, endpoint=True))
        self.tables.reset(seed=drawn if seed is None else seed)
        return self._own(self.tables.observations), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play an action at each table, and everything up to the next decision there.

        Returns:
            The observations, the rewards, True where a game is over, False, and the infos.

        Raises:
            WrongType: the actions are not integers.
            InvalidValue: their number is not that of the tables, or one is not legal. Then nothing
                has changed.
        """
        tables = self.tables
        tables.step(actions)
        rewards = tables.rewards[np.arange(self.num_envs), tables.seats]
        is_cut = np.zeros(self.num_envs, np.bool_)
        observations, done = self._own(tables.observations), self._own(tables.done)
        return observations, rewards, done, is_cut, self._infos()

    def _infos(self) -> dict[str, Any]:
        tables, everywhere = self.tables, np.ones(self.num_envs, np.bool_)
        of_names: dict[str, NDArray[Any]] = {
            "action_mask": tables.masks, "seat": tables.seats, "rewards": tables.rewards,
        }  # fmt: skip
        infos = {name: self._own(array) for name, array in of_names.items()}
        return infos | {f"_{name}": everywhere for name in infos}

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copies else array
