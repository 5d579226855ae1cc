"""The games as environments of PettingZoo; it needs the extra `pettingzoo`.

`env` is Westeros Intrigue, with its own codes and numbers. `GameEnv` and `ParallelGameEnv` play any
game of the library or of a plug-in; their actions are indices into the list of moves.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import deepcopy
from functools import cached_property
from typing import Any, Generic, Literal, SupportsIndex, TypedDict

from typing_extensions import TypeVar

from westeros_intrigue.gamekit import errors, packaging, values
from westeros_intrigue.gamekit.game import AnyGame, Game, Move, State, View
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.lab.environments import action_games as playing, tensors
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.variants import STANDARD, Variant

with packaging.needs_extra(__name__, "pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from westeros_intrigue.lab.environments.given_games import CardGame, make_given_game
    from westeros_intrigue.lab.environments.layouts import Layout
    from westeros_intrigue.lab.environments.rendering import RENDER_MODES, Played, Table

__all__ = [
    "GameEnv",
    "GameObservation",
    "Observation",
    "ParallelGameEnv",
    "Views",
    "WesterosIntrigueEnv",
    "env",
]


def __dir__() -> list[str]:
    return _names_of(__name__)


Seen = TypeVar("Seen", default=Any)
Action = SupportsIndex | None
"""An action, which NumPy also draws; None for an agent that has terminated."""


class Agents(Played[State, Table], AECEnv[str, Seen, Action]):
    """Agents that act one by one, even if they decide at the same time."""

    def __init__(
        self,
        table: Table,
        render_mode: str | None,
        seen: Mapping[str, spaces.Space[Any]],
    ) -> None:
        super().__init__(table, render_mode)
        # Wrappers of PettingZoo add modes to the list.
        self.metadata = deepcopy(self.metadata)
        self._seats = {f"player_{seat}": seat for seat in table.seats}
        self._rng = random.Random()  # noqa: S311 - a game, no secret
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        mask = spaces.Box(0, 1, (table.action_count,), np.int8)
        self._observation_space: spaces.Space[Any] = spaces.Dict({**seen, "action_mask": mask})
        self._action_space = spaces.Discrete(table.action_count)

    def observation_space(self, agent: str) -> spaces.Space[Seen]:
        """Return the observation space of all agents, a `Dict` and the same object each time.

        Raises:
            InvalidValue: the agent is unknown.
        """
        self._seat(agent)
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of all agents, the same object each time.

        Raises:
            InvalidValue: the agent is unknown.
        """
        self._seat(agent)
        return self._action_space

    def _seat(self, agent: str) -> int:
        values.check_one_of("agent", agent, self.possible_agents)
        return self._seats[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: at least 0; None continues the random numbers of the last seed, or of fresh
                entropy at first.
            options: `{"deal": deal}` with the `Deal` of all rounds for `WesterosIntrigueEnv`;
                `GameEnv` has no options. The key `options`, which PettingZoo's own tests pass to
                every environment, has no effect.

        Raises:
            InvalidValue: the seed is out of range, or the options have another key.
            InvalidDeal: the deal does not fit the game, or is incomplete.
        """
        if seed is not None:
            self._rng.seed(values.check_integer("seed", seed, 0))
        if isinstance(options, dict):
            options = {name: value for name, value in options.items() if name != "options"}
        self._begin(self._rng, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"player_{self._seat_to_move()}"
        self._show()

    def step(self, action: Action) -> None:
        """Play an action of the selected agent; None if the agent has terminated.

        Raises:
            IllegalMove: the action breaks a rule; `violations` lists them, and `state` is the
                agent's view.
            InvalidValue: the action is out of range.
            WrongPhase: `reset` has not been called, or all agents are done.
        """
        self._check_begun()
        if not self.agents:
            raise errors.WrongPhase("the game is over: call reset()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        rewards = self._play(self._seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {agent: rewards[seat] for agent, seat in self._seats.items()}
        self._accumulate_rewards()
        if (seat := self._seat_to_move()) is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = f"player_{seat}"
        self._show()

    def close(self) -> None:
        """Do nothing: an environment has no window."""


class Observation(TypedDict):
    """The observation of an agent.

    >>> from westeros_intrigue.lab.environments.pettingzoo import env
    >>> environment = env(players=2)
    >>> environment.reset(seed=1)
    >>> sorted(environment.observe("player_0"))
    ['action_mask', 'observation']
    """

    observation: NDArray[np.float32]
    """The numbers of `tensors.encode`."""
    action_mask: NDArray[np.int8]
    """A mask over the 120 actions: 1 for legal actions of the agent; all 0 off turn."""


class GameObservation(TypedDict):
    """The observation of an agent of any game.

    >>> from westeros_intrigue.lab.environments.pettingzoo import GameEnv
    >>> environment = GameEnv("monopoly", 2)
    >>> environment.reset(seed=1)
    >>> bool(environment.observe("player_1")["action_mask"].any())
    False
    """

    view: Any
    """The view of the agent, a value of the game; with `observations="tensor"`, there is
    `observation` instead, its numbers as a `Layout` writes them."""
    action_mask: NDArray[np.int8]
    """A mask over the actions: 1 for legal actions of the agent; all 0 off turn."""


class WesterosIntrigueEnv(CardGame, Agents[GameState, playing.TableToPlay, Observation]):
    """A game in which agents move in turn. `env` adds a check of the order of calls.

    The agent `player_2` has seat 2. Automated seats have no agent; they play, and rounds are scored
    and dealt, without an action. An agent that is out of a round plays again in the next. All
    agents terminate together. A seed leads to the same deal as in `setup`.

    >>> from westeros_intrigue.lab.environments.pettingzoo import WesterosIntrigueEnv
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
    Round 1 of 2, playing, player 1 to move, seen by a spectator
    a   S5
         0
    player 0: 13 cards, 0 penalty points
    player 1: 14 cards, 0 penalty points
    >>> environment.game
    <GameState: 2 players, round 1 of 2, playing, player 1 to move>
    >>> environment.close()

    `env` explains the arguments.

    Raises:
        InvalidValue: an argument is out of range.
        InvalidVariant: the variant does not fit the players, every seat is automated, or the Iron
            Throne cards are unknown.
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
        rewards: playing.Rewards = "points",
        first_player: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Create the agents and their spaces; `reset` deals the cards."""
        numbers = spaces.Box(0, 1, (tensors.SIZE,), np.float32)
        table = playing.TableToPlay(players, variant, rewards, first_player)
        super().__init__(table, render_mode, {"observation": numbers})
        self._given = make_given_game(table, [None] * players)

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent as new arrays.

        Raises:
            InvalidValue: the agent is unknown.
            WrongPhase: `reset` has not been called.
        """
        observed, mask = self._look_from(self._seat(agent))
        return {"observation": observed, "action_mask": mask}


class Views(spaces.Space[Any]):
    """The views of a table's players; a sample is the first view of a new game.

    >>> from westeros_intrigue.lab.environments.pettingzoo import GameEnv
    >>> space = GameEnv("btwixt", 3).observation_space("player_0")["view"]
    >>> space.contains(space.sample()), space.contains(None)
    (True, False)
    """

    def __init__(self, table: playing.AnyTable) -> None:
        super().__init__()
        self._table = table
        self._class = type(self.sample())

    def sample(self, mask: Any = None, probability: Any = None) -> Any:  # noqa: ANN401, ARG002 - as Gymnasium declares it
        """Return the first view of a new game.

        Args:
            mask: ignored: a view has no mask.
            probability: ignored, as well.
        """
        return self._table.game.observe(self._table.deal(self.np_random), self._table.seats[0])

    def contains(self, x: object) -> bool:
        """Return True for a view, or for a state if the game has one class for both."""
        return isinstance(x, self._class)


class GameEnv(
    Agents[State, playing.AnyTable[State, View, Move], GameObservation],
    Generic[State, View, Move],
):
    """Any game, as an environment in which agents act one by one.

    An agent observes its view, a value of the game, and a mask. Action 3 is the fourth move of
    `distinct_moves(view)`, or of `ACTIONS` if the game's author lists all moves. Agents that decide
    at the same time act in turn, and their views do not show the others' choices. The end of the
    game pays 1, shared among the winners.

    >>> from westeros_intrigue.lab.environments.pettingzoo import GameEnv
    >>> environment = GameEnv("btwixt", 3, options={"variant": "draft"})
    >>> environment.reset(seed=1)
    >>> for agent in environment.agent_iter():
    ...     observation, reward, is_over, is_cut, info = environment.last()
    ...     environment.step(None if is_over else int(observation["action_mask"].argmax()))
    ...     if is_over:
    ...         print(agent, reward)
    player_0 0.0
    player_1 1.0
    player_2 0.0
    >>> environment.observe("player_0") in environment.observation_space("player_0")
    True
    >>> environment.action_space("player_0"), environment.render(), environment.close()
    (Discrete(512), None, None)

    Args:
        game: a game, such as one that you wrote, or its key in
            `westeros_intrigue.gamekit.game.GAMES`, plug-ins included.
        players: the number of players; None for the game's usual number.
        options: values of the game's `OPTIONS`, by name.
        action_count: the number of actions; a longer list of moves is thinned out.
        observations: "view" for the view itself, "tensor" for its numbers, as
            `environment.layout` describes them.
        render_mode: the mode of `render`, which lists them; None to show nothing.

    >>> numbers = GameEnv("btwixt", 3, observations="tensor")
    >>> numbers.reset(seed=1)
    >>> numbers.observe("player_0")["observation"].shape == (numbers.layout.size,)
    True

    Raises:
        InvalidValue: no game has that key, or an argument is out of range.
        WrongType: the game is not a game.
        ValueError: the options contradict each other.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "game_v1",
        "render_modes": ["human", "ansi", "svg"],
        "is_parallelizable": False,
    }
    """The properties of the environment that PettingZoo requires."""

    def __init__(
        self,
        game: Game[State, View, Move] | str,
        players: int | None = None,
        *,
        options: Mapping[str, OptionValue] | None = None,
        action_count: int = playing.MOST_ACTIONS,
        observations: Literal["view", "tensor"] = "view",
        render_mode: str | None = None,
    ) -> None:
        """Create the agents and their spaces; `reset` starts a game."""
        table = playing.any_table(game, players, options or {}, action_count)
        values.check_one_of("observations", observations, ("view", "tensor"))
        self._has_numbers = observations == "tensor"
        seen: dict[str, spaces.Space[Any]] = {"view": Views(table)}
        if self._has_numbers:
            self._table = table  # whose layout it is
            seen = {"observation": spaces.Box(0, 1, (self.layout.size,), np.float32)}
        super().__init__(table, render_mode, seen)

    @property
    def layout(self) -> Layout:
        """The layout of the numbers of a view, with its version."""
        return self._layout

    @cached_property
    def _layout(self) -> Layout:
        table = self._table
        return Layout.of(table.game, table.players, table.options)

    def observe(self, agent: str) -> GameObservation:
        """Return the observation of an agent, with a new mask.

        Raises:
            InvalidValue: the agent is unknown.
            WrongPhase: `reset` has not been called.
        """
        seat = self._seat(agent)
        view = self._table.game.observe(self.game, seat)
        mask = np.zeros(self._table.action_count, np.int8)
        mask[[*self._table.legal_actions(view)]] = 1
        if self._has_numbers:
            numbers: Any = {"observation": self.layout.encode(view), "action_mask": mask}
            observation: GameObservation = numbers
            return observation
        return {"view": view, "action_mask": mask}


class ParallelGameEnv(ParallelEnv[str, GameObservation, SupportsIndex]):
    """Any game, in which all agents act at each step; actions of agents off turn have no effect.

    It suits games with simultaneous decisions.

    >>> from westeros_intrigue.lab.environments.pettingzoo import GameEnv, ParallelGameEnv
    >>> environment = ParallelGameEnv("btwixt", 3, options={"variant": "draft"})
    >>> seen, infos = environment.reset(seed=1)
    >>> while environment.agents:
    ...     chosen = {agent: seen[agent]["action_mask"].argmax() for agent in environment.agents}
    ...     seen, rewards, are_over, are_cut, infos = environment.step(chosen)
    >>> rewards
    {'player_0': 0.0, 'player_1': 1.0, 'player_2': 0.0}
    >>> seen["player_1"] in environment.observation_space("player_1"), environment.render()
    (True, None)
    >>> 512 in environment.action_space("player_1")
    False
    >>> environment.close()

    Args:
        game: a game or its key, as for `GameEnv`, or a `GameEnv` to reset, play and render.
        players: the number of players; None for the game's usual number.
        settings: other arguments of `GameEnv`.

    Raises:
        InvalidValue: as for `GameEnv`; or other arguments come with a `GameEnv`.
    """

    def __init__(
        self,
        game: GameEnv | AnyGame | str,
        players: int | None = None,
        **settings: Any,  # noqa: ANN401 - the arguments of GameEnv
    ) -> None:
        """Use the agents and spaces of an environment; `reset` starts a game."""
        if isinstance(game, GameEnv):
            in_turn = game
            if players is not None or settings:
                raise errors.InvalidValue("pass the players and the options to the GameEnv")
        else:
            in_turn = GameEnv(game, players, **settings)
        super().__init__()
        self.metadata = {**in_turn.metadata, "is_parallelizable": True}
        self.render_mode = in_turn.render_mode
        self.possible_agents = in_turn.possible_agents
        self.agents: list[str] = []
        self._in_turn = in_turn

    @property
    def layout(self) -> Layout:
        """The layout of the numbers of a view, with its version, as `GameEnv` has it."""
        return self._in_turn.layout

    def observation_space(self, agent: str) -> spaces.Space[GameObservation]:
        """Return the observation space of all agents, a `Dict` and the same object each time.

        Raises:
            InvalidValue: the agent is unknown.
        """
        return self._in_turn.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of all agents, the same object each time.

        Raises:
            InvalidValue: the agent is unknown.
        """
        return self._in_turn.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, GameObservation], dict[str, dict[str, Any]]]:
        """Start a new game, as `GameEnv.reset` does, and return what the agents see.

        Args:
            seed: a seed for new random numbers; None for fresh ones.
            options: must be empty.

        Raises:
            InvalidValue: the seed is out of range, or there are options.
        """
        self._in_turn.reset(seed, options)
        self.agents = self._in_turn.agents[:]
        return self._observe_all(), {**self._in_turn.infos}

    def step(
        self, actions: dict[str, SupportsIndex]
    ) -> tuple[
        dict[str, GameObservation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the actions of all agents that must decide.

        Raises:
            InvalidValue: the action of an agent that decides is out of range.
            WrongType: it is missing, or the actions are not a dict.
            WrongPhase: `reset` has not been called, or the game is over.
        """
        values.check_type("actions", actions, dict)
        in_turn, table = self._in_turn, self._in_turn._table
        if in_turn.game.is_over:
            raise errors.WrongPhase("the game is over: call reset()")
        seats = table.game.deciders(in_turn.game)
        for seat in seats:  # check all before playing any
            table.play(in_turn.game, seat, actions.get(f"player_{seat}"))
        waiting = {f"player_{seat}" for seat in seats}
        # A move can end the game, or the decisions of others.
        while not in_turn.game.is_over and in_turn.agent_selection in waiting:
            waiting.remove(in_turn.agent_selection)
            in_turn.step(actions[in_turn.agent_selection])
        if in_turn.game.is_over:
            self.agents = []
        return (
            self._observe_all(),
            in_turn.rewards,
            in_turn.terminations,
            in_turn.truncations,
            in_turn.infos,
        )

    def _observe_all(self) -> dict[str, GameObservation]:
        return {agent: self._in_turn.observe(agent) for agent in self._in_turn.agents}

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the visible part of the game, as `GameEnv.render` does.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        return self._in_turn.render()

    def close(self) -> None:
        """Do nothing: an environment has no window."""


def env(
    players: int = 4,
    *,
    variant: Variant = STANDARD,
    rewards: playing.Rewards = "points",
    first_player: int = 0,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper[str, Observation, Action]:
    """Return a game for PettingZoo that checks the order of calls.

    >>> from westeros_intrigue.lab.environments.pettingzoo import env
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
        rewards: "points" or "victory"; see `Rewards`.
        first_player: the seat that starts round 1, from 0.
        render_mode: the mode of `render`, which lists them; None to show nothing.

    Raises:
        InvalidValue: an argument is out of range.
        InvalidVariant: the variant does not fit the players, every seat is automated, or the Iron
            Throne cards are unknown.
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
