"""The game as an environment of PettingZoo; it needs the extra `pettingzoo`."""

from __future__ import annotations

import random
from typing import Any, SupportsIndex, TypedDict

from westeros_intrigue.base.errors import InvalidValue, WrongPhase
from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.base.values import brief, check_integer
from westeros_intrigue.environments import actions, tensors
from westeros_intrigue.environments.playing import Rewards, TableToPlay
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import STANDARD, Variant

with needs_extra(__name__, "pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from westeros_intrigue.environments import arrays
    from westeros_intrigue.environments.rendering import RENDER_MODES, Played

__all__ = ["Observation", "WesterosIntrigueEnv", "env"]


class Observation(TypedDict):
    """The observation of an agent.

    >>> from westeros_intrigue.environments.pettingzoo import env
    >>> environment = env(players=2)
    >>> environment.reset(seed=1)
    >>> sorted(environment.observe("player_0"))
    ['action_mask', 'observation']
    """

    observation: NDArray[np.float32]
    """The numbers of `tensors.encode`."""
    action_mask: NDArray[np.int8]
    """A mask over the 120 actions: 1 for those that the agent may choose; all 0 off turn."""


class WesterosIntrigueEnv(Played, AECEnv[str, Observation, int]):
    """A game in which agents take turns. `env` adds a check of the order of calls.

    The agent `player_2` has seat 2. Automated seats have no agent; they play, and rounds are scored
    and dealt, without an action. An agent that is out of a round plays again in the next. All
    agents terminate together.

    >>> from westeros_intrigue.environments.pettingzoo import WesterosIntrigueEnv
    >>> environment = WesterosIntrigueEnv(players=2, render_mode="ansi")
    >>> environment.reset(seed=1)
    >>> environment.agents, environment.agent_selection
    (['player_0', 'player_1'], 'player_0')
    >>> environment.observe("player_0") in environment.observation_space("player_0")
    True
    >>> 120 in environment.action_space("player_0")
    False
    >>> environment.step(0)
    >>> print(environment.render())
    Round 1 of 2, playing, player 1 to move
    a   S5
         0
    player 0: 13 cards, 0 penalty points
    player 1: 14 cards, 0 penalty points
    >>> environment.game
    <GameState: 2 players, round 1 of 2, playing, player 1 to move>

    Args:
        players: 2 to 6.
        variant: as in `env`.
        rewards: as in `env`.
        first_player: the seat that starts round 1, from 0.
        render_mode: as in `env`.

    Raises:
        InvalidValue: an argument is out of range.
        InvalidVariant: the variant does not fit the players, or every seat is automated.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "westeros_intrigue_v1",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }
    """The properties of the environment that PettingZoo requires."""

    def __init__(
        self,
        players: int = 4,
        *,
        variant: Variant = STANDARD,
        rewards: Rewards = "points",
        first_player: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Create the agents and their spaces; `reset` deals the cards."""
        super().__init__(TableToPlay(players, variant, rewards, first_player), render_mode)
        self._rng = random.Random()  # noqa: S311 - a game, no secret
        self._seats = {f"player_{seat}": seat for seat in self._table.seats}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self._observation_spaces = {seat: _observation_space() for seat in self._table.seats}
        self._action_spaces = {
            seat: spaces.Discrete(actions.ACTION_COUNT) for seat in self._table.seats
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space of an agent, the same object each time.

        Raises:
            InvalidValue: the agent is unknown.
        """
        return self._observation_spaces[self._seat(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of an agent, the same object each time.

        Raises:
            InvalidValue: the agent is unknown.
        """
        return self._action_spaces[self._seat(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: at least 0, with the deal of `setup` for that seed; None continues the random
                numbers of the last seed, or of fresh entropy if there was none.
            options: `{"deal": deal}` for a game with this `Deal` of all rounds. Other keys are
                ignored.

        Raises:
            InvalidValue: the seed is out of range.
            InvalidDeal: the deal does not fit the game, or is incomplete.
        """
        if seed is not None:
            self._rng = random.Random(check_integer("seed", seed, 0))  # noqa: S311 - as above
        self._game = self._table.deal(self._rng, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"player_{self._game.active_player}"
        self._show()

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent as new arrays.

        Raises:
            InvalidValue: the agent is unknown.
            WrongPhase: `reset` has not been called.
        """
        observed = arrays.observation(observe(self.game, self._seat(agent)))
        return {"observation": observed, "action_mask": arrays.action_mask(observed)}

    def step(self, action: SupportsIndex | None) -> None:
        """Play an action of the selected agent; None if the agent has terminated.

        Raises:
            IllegalMove: the action breaks a rule; `violations` lists each, `state` is the agent's
                view.
            InvalidValue: the action is out of range.
            WrongPhase: `reset` has not been called, or all agents are done.
        """
        before = self.game
        if not self.agents:
            raise WrongPhase("the game is over: call reset()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._game = after = self._table.play(before, self._seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        earned = self._table.earned(before, after)
        self.rewards = {agent: earned[seat] for agent, seat in self._seats.items()}
        self._accumulate_rewards()
        if after.active_player is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = f"player_{after.active_player}"
        self._show()

    def _shown(self) -> Table:
        return self.game.table

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise InvalidValue(f"agent must be one of {self.possible_agents}, not {brief(agent)}")
        return self._seats[agent]


def env(
    players: int = 4,
    *,
    variant: Variant = STANDARD,
    rewards: Rewards = "points",
    first_player: int = 0,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper[str, Observation, int]:
    """Return a game for PettingZoo that checks the order of calls.

    >>> from westeros_intrigue.environments.pettingzoo import env
    >>> environment = env(players=3, rewards="victory")
    >>> environment.reset(seed=1)
    >>> for agent in environment.agent_iter():
    ...     observation, reward, is_over, is_cut, info = environment.last()
    ...     action = None if is_over else int(observation["action_mask"].argmax())
    ...     environment.step(action)
    ...     if is_over:
    ...         print(agent, reward)
    player_0 0.0
    player_1 0.0
    player_2 1.0

    Args:
        players: 2 to 6.
        variant: the rules of the game; `variant.with_rounds(1)` for single rounds.
        rewards: "points" pays each round's points as it is scored, and the Iron Throne cards at the
            end of the game; "victory" pays 1 at the end of the game, shared among the winners.
        first_player: the seat that starts round 1, from 0.
        render_mode: "human" prints the table as text after each step; `render` returns pixels for
            "rgb_array", text for "ansi", a picture for "svg", and nothing for None.

    Raises:
        InvalidValue: an argument is out of range.
        InvalidVariant: the variant does not fit the players, or every seat is automated.
    """
    return OrderEnforcingWrapper(
        WesterosIntrigueEnv(
            players,
            variant=variant,
            rewards=rewards,
            first_player=first_player,
            render_mode=render_mode,
        )
    )


def _observation_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (tensors.SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions.ACTION_COUNT,), np.int8),
        }
    )
