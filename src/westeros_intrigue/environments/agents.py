"""Agents at a table, for environments of PettingZoo: spaces, turns, rewards."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, SupportsIndex, TypeVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from westeros_intrigue.base.errors import WrongPhase
from westeros_intrigue.base.values import check_integer, check_one_of
from westeros_intrigue.environments.playing import ActionTable, rewards_between
from westeros_intrigue.environments.rendering import Played
from westeros_intrigue.game import State

Seen = TypeVar("Seen")


class Seated(Played[State]):
    """A table of agents with their spaces."""

    def __init__(
        self,
        table: ActionTable[State],
        render_mode: str | None,
        seen: Mapping[str, spaces.Space[Any]],
    ) -> None:
        super().__init__(table, render_mode)
        self._seats = {f"player_{seat}": seat for seat in table.seats}
        self.possible_agents: list[str] = list(self._seats)
        self.agents: list[str] = []
        mask = spaces.Box(0, 1, (table.action_count,), np.int8)
        self._observation_spaces = {
            seat: spaces.Dict({**seen, "action_mask": mask}) for seat in table.seats
        }
        self._action_spaces = {seat: spaces.Discrete(table.action_count) for seat in table.seats}

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

    def _seat(self, agent: str) -> int:
        check_one_of("agent", agent, self.possible_agents)
        return self._seats[agent]


class Agents(Seated[State], AECEnv[str, Seen, int]):
    """Agents that act one by one; of those who decide at the same time, each in turn."""

    _rng: random.Random | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: at least 0; None continues the random numbers of the last seed, or of fresh
                entropy at first.
            options: for the flagship `{"deal": deal}` for a game with this `Deal` of all rounds.
                Other keys are ignored.

        Raises:
            InvalidValue: the seed is out of range.
            InvalidDeal: the deal does not fit the game, or is incomplete.
        """
        if seed is not None or self._rng is None:
            seed = None if seed is None else check_integer("seed", seed, 0)
            self._rng = random.Random(seed)  # noqa: S311 - a game, no secret
        self._game = self._table.deal(self._rng, options)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection: str = f"player_{self.game.active_player}"
        self._show()

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
        rewards = rewards_between(self._table, before, after)
        self.rewards = {agent: rewards[seat] for agent, seat in self._seats.items()}
        self._accumulate_rewards()
        if after.active_player is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = f"player_{after.active_player}"
        self._show()

    def close(self) -> None:
        """Do nothing: an environment has no window."""
