"""Environments of Gymnasium; they need the extra `gymnasium`.

`OneSeatEnv` is one seat at a table, and `GameSeatEnv` one at a table of any game; `TablesEnv` plays
many tables in lock step.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, SupportsIndex, TypeAlias

from westeros_intrigue.gamekit import errors, packaging
from westeros_intrigue.gamekit.asking import decide
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.game import Game, Move, State, View
from westeros_intrigue.gamekit.limits import check_iterable
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.values import check_integer, check_one_of, check_type
from westeros_intrigue.lab.environments import action_games as playing, tensors
from westeros_intrigue.lab.environments.actions import ACTION_COUNT
from westeros_intrigue.lab.players import LearnedPlayer
from westeros_intrigue.lab.simulation.fast import LAST_SEED, Policy
from westeros_intrigue.players import Player, parse_player
from westeros_intrigue.players.whole_games import missing_players
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.rules.violations import IllegalMove

with packaging.needs_extra(__name__, "gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, NDArray

    from westeros_intrigue.lab.environments import vector
    from westeros_intrigue.lab.environments.given_games import CardGame, make_given_game
    from westeros_intrigue.lab.environments.layouts import Layout
    from westeros_intrigue.lab.environments.rendering import RENDER_MODES, Played

__all__ = ["GameSeatEnv", "OneSeatEnv", "TablesEnv"]


def __dir__() -> list[str]:
    return _names_of(__name__)


Numbers = NDArray[np.float32]
Observation: TypeAlias = Any
"""The numbers of a view; with `mask_in_observation`, a dict of these and the mask."""
_WORST = -1.0
"""The reward of an illegal action in any game, less than any return."""


def _observation_space(size: int, actions: int, *, has_mask: bool) -> spaces.Space[Any]:
    """Return the space of the numbers of a view, or of these and the mask of legal actions."""
    numbers = spaces.Box(0, 1, (size,), np.float32)
    if not has_mask:
        return numbers
    return spaces.Dict(
        {"observation": numbers, "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
    )


class TablesEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Tables in lock step, with the arguments of `Tables`.

    A step plays an action of the learner at each table, and continues to its next decision. The
    reward is the learner's. When a game ends, the observation shows the next game, depending on
    `autoreset_mode`. `infos["action_mask"]` contains the mask of legal actions, `infos["seat"]` the
    learner's seat, and `infos["rewards"]` the reward of each seat.

    `gymnasium.make_vec(id, num_envs=8)` returns such an environment, with the id
    `westeros_intrigue.lab.environments.gymnasium:WesterosIntrigue-v0`.

    >>> from westeros_intrigue.lab.environments.gymnasium import TablesEnv
    >>> environment = TablesEnv(8, players=3, opponents="greedy")
    >>> observations, infos = environment.reset(seed=1)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, is_over, is_cut, infos = environment.step(actions)
    >>> len(observations), rewards.tolist()
    (8, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])

    Args:
        num_envs: the `count` of `Tables`, at least 1.
        opponents: the player of all other seats, as for `Tables`, since Gymnasium has a single
            learner.
        autoreset_mode: SAME_STEP, or NEXT_STEP, which wrappers such as `NormalizeObservation` need.
            With NEXT_STEP, the observation of a finished game is zeros, and the next step ignores
            the action and shows the new game. The mask is the new game's in both steps.
        mask_in_observation: True for observations with the keys `observation` and `action_mask`,
            for learners that do not read the infos.

    Raises:
        InvalidValue: an argument is out of range, or the opponents have no policy and no weights.
        InvalidVariant: the variant does not fit the players, or its Iron Throne cards are unknown.
        WrongType: `opponents` is None, which means self-play to `Tables`.
    """

    metadata: dict[str, Any]
    """The properties of the environment that Gymnasium requires."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        players: int = 2,
        opponents: Policy | LearnedPlayer | str | bytes = "greedy",
        rounds: int | None = 1,
        variant: Variant = STANDARD,
        rewards: playing.Rewards = "points",
        history: bool = False,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        mask_in_observation: bool = False,
    ) -> None:
        """Create the spaces and the tables."""
        modes = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP
        check_one_of("autoreset_mode", autoreset_mode, modes)
        if opponents is None:
            raise errors.WrongType(
                "opponents must be a policy, not None: Gymnasium has one learner; "
                "for self-play use Tables, which pay each seat"
            )
        self.tables: vector.Tables = vector.Tables(
            check_integer("num_envs", num_envs, 1), players=players, opponents=opponents,
            rounds=rounds, variant=variant, rewards=rewards, history=history, seed=0,
        )  # fmt: skip
        self.metadata = {"autoreset_mode": autoreset_mode}
        self._waits = autoreset_mode is AutoresetMode.NEXT_STEP
        self.num_envs: int = self.tables.count
        check_type("mask_in_observation", mask_in_observation, bool)
        self._has_mask = mask_in_observation
        size = self.tables.observations.shape[1]
        self.single_observation_space: spaces.Space[Any] = _observation_space(
            size, ACTION_COUNT, has_mask=mask_in_observation
        )
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(ACTION_COUNT)
        self.observation_space: spaces.Space[Any] = batch_space(
            self.single_observation_space, self.num_envs
        )
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game at each table.

        Args:
            seed: the seed of `Tables`, at least 0; None derives one from the last seed.
            options: None or {}: there are none, such as a mask of the tables to reset.

        Returns:
            The observations, and the infos with the masks.

        Raises:
            InvalidValue: the seed is out of range, or the options have a key.
        """
        playing.check_reset_options(options)
        if seed is not None:
            seed = check_integer("seed", seed, 0)
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(LAST_SEED, dtype=np.uint64, endpoint=True))
        self.tables.reset(seed=drawn if seed is None else seed)
        infos = self._infos()
        return self._with_mask(self.tables.observations.astype(np.float32), infos), infos

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        Observation,
        Numbers,
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play an action at each table, and continue to the next decision there.

        Returns:
            The observations, the rewards, True where a game is over, False, and the infos.

        Raises:
            WrongType: the actions are not integers.
            InvalidValue: there is not one action for each table, or one is illegal. Then nothing
                has changed.
        """
        tables = self.tables
        if self._waits:
            tables._waits[:] = tables.done
        tables.step(actions)
        rewards = tables.rewards[np.arange(self.num_envs), tables.seats]
        is_cut = np.zeros(self.num_envs, np.bool_)
        observations, done = tables.observations.astype(np.float32), tables.done.copy()
        if self._waits:
            observations[done] = 0
        infos = self._infos()
        return self._with_mask(observations, infos), rewards, done, is_cut, infos

    def _with_mask(self, observations: Numbers, infos: dict[str, Any]) -> Observation:
        if not self._has_mask:
            return observations
        return {"observation": observations, "action_mask": infos["action_mask"].copy()}

    def _infos(self) -> dict[str, Any]:
        tables, everywhere = self.tables, np.ones(self.num_envs, np.bool_)
        infos = {
            "action_mask": tables.masks.astype(np.int8),
            "seat": tables.seats.copy(),
            "rewards": tables.rewards.copy(),
        }
        return infos | {f"_{name}": everywhere for name in infos}


class OneSeatEnv(CardGame, gymnasium.Env[Observation, np.int64]):
    """One seat at a table; the other seats have players.

    A step plays the learner's placement, then the others' turns, scoring and dealing, up to the
    learner's next turn. The mask of legal actions is in `info["action_mask"]`; `action_masks()`
    also returns it.

    An illegal action ends the game with the worst possible return, and `info["violations"]`
    contains the reasons.

    `gymnasium.make("westeros_intrigue.lab.environments.gymnasium:WesterosIntrigue-v0")` returns
    such an environment.

    >>> from westeros_intrigue import STANDARD
    >>> from westeros_intrigue.lab.environments.gymnasium import OneSeatEnv
    >>> one_round = STANDARD.with_rounds(1)
    >>> environment = OneSeatEnv(["greedy", None], variant=one_round, render_mode="ansi")
    >>> observation, info = environment.reset(seed=1)
    >>> observation.shape == environment.observation_space.shape, environment.action_masks().shape
    (True, (120,))
    >>> is_over, steps = False, 0
    >>> while not is_over:
    ...     action = info["action_mask"].argmax()
    ...     observation, reward, is_over, is_cut, info = environment.step(action)
    ...     steps += 1
    >>> 1 <= steps <= 14, reward <= 3
    (True, True)
    >>> environment.render().startswith("Round 1 of 1, game over")
    True

    Args:
        players: the player of each seat, or its name, from seat 0, for 2 to 6 seats; None for the
            learner and for automated seats. The same players play all games, so one with memory
            must notice when a game begins.
        variant: the rules of the game; `variant.with_rounds(1)` for single rounds.
        rewards: "points" or "victory"; see `Rewards`.
        first_player: the seat that starts round 1, from 0.
        render_mode: the mode of `render`, which lists them; None to show nothing.
        mask_in_observation: True for observations with the keys `observation` and `action_mask`,
            for learners that do not read the info, such as those of TorchRL.

    Raises:
        InvalidValue: an argument is out of range, no player has a name, or there is not exactly one
            seat for the learner.
        InvalidVariant: the variant does not fit the players, or its Iron Throne cards are unknown.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": RENDER_MODES,
        "render_fps": 1,
    }
    """The properties of the environment that Gymnasium requires."""
    _is_over: bool

    def __init__(
        self,
        players: Sequence[Player | str | None] = (None, "greedy"),
        *,
        variant: Variant = STANDARD,
        rewards: playing.Rewards = "points",
        first_player: int = 0,
        render_mode: str | None = None,
        mask_in_observation: bool = False,
    ) -> None:
        """Create the spaces; `reset` deals the cards."""
        check_type("mask_in_observation", mask_in_observation, bool)
        check_iterable("players", players)
        seated = [parse_player(player) if isinstance(player, str) else player for player in players]
        table = playing.TableToPlay(len(seated), variant, rewards, first_player)
        super().__init__(table, render_mode)
        self._players = seated
        self._names = [player if isinstance(player, str) else "" for player in players]
        empty = missing_players(seated, {*range(len(seated))} - {*table.seats})
        if len(empty) != 1:
            raise errors.InvalidValue(
                "exactly one seat that is not automated must be None, for the learner, not "
                f"{len(empty)}"
            )
        self._seat = self._viewer = empty[0]
        self._given = make_given_game(table, seated)
        self._has_mask = mask_in_observation
        self.observation_space: spaces.Space[Any] = _observation_space(
            tensors.SIZE, table.action_count, has_mask=mask_in_observation
        )
        self.action_space: spaces.Space[Any] = spaces.Discrete(table.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, and play up to the learner's first turn.

        Args:
            seed: at least 0; None continues the random numbers of the last seed, or of fresh
                entropy at first. A seed leads to the same deal as in `setup`. The deal and each
                opponent have separate streams.
            options: `{"deal": deal}` for a game with this `Deal` of all rounds.

        Returns:
            The first observation, and the info with the mask.

        Raises:
            InvalidValue: the seed is out of range, or the options have another key.
            InvalidDeal: the deal does not fit the game, or is incomplete.
            PlayerFailed: an opponent raised an error or chose an illegal move.
        """
        if seed is not None:
            seed = check_integer("seed", seed, 0)
        super().reset(seed=seed)
        drawn = self.np_random.integers(2**63, size=1 + len(self._players)).tolist()
        dealt_from, *self._seeds = drawn
        self._begin(random.Random(dealt_from if seed is None else seed), options)  # noqa: S311 - a game, no secret
        self._is_over = False
        self._show()
        return self._observe()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and the others' turns until the learner's next one.

        Returns:
            The observation, the reward, True if the game is over, False, and the info.

        Raises:
            InvalidValue: the action is out of range.
            WrongPhase: no game is being played.
            PlayerFailed: an opponent raised an error or chose an illegal move. The game stays
                where it was, so the same action asks it again.
        """
        self._check_begun()
        if self._is_over:
            raise errors.WrongPhase("the game is over: call reset()")
        try:
            reward = self._play(self._seat, action)[self._seat]
        except IllegalMove as refused:
            self._is_over = True
            reward = self._table.worst - self._table.returns(self.game)[self._seat]
            observed, info = self._observe()
            info["violations"] = [*map(str, refused.violations)]
            return observed, reward, True, False, info
        self._is_over = self._seat_to_move() is None
        self._show()
        observed, info = self._observe()
        return observed, reward, self._is_over, False, info

    def action_masks(self) -> NDArray[np.int8]:
        """Return a new mask over the actions: 1 for legal actions of the learner, else 0.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        return self._look_from(self._seat)[1]

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        observed, mask = self._look_from(self._seat)
        if self._has_mask:
            return {"observation": observed, "action_mask": mask.copy()}, {"action_mask": mask}
        return observed, {"action_mask": mask}

    def _play_on(self, state: GameState) -> GameState:
        """Play the others' turns until the learner's next one or the end."""
        game = self._table.game
        while (seat := state.active_player) not in (self._seat, None):
            player = self._players[seat]
            assert player is not None  # noqa: S101 - for the type checker
            rng, name = self._rngs[seat], self._names[seat]
            state = game.proceed(decide(game, state, seat, player, rng, name=name))
        return state


class GameSeatEnv(
    Played[State, playing.AnyTable[State, View, Move]],
    gymnasium.Env[Numbers, np.int64],
    Generic[State, View, Move],
):
    """One seat at a table of any game; the other seats have players.

    The observation has the numbers of the learner's view, as `layout` describes them, and
    `info["action_mask"]` marks the legal actions: places in the game's `ACTIONS` if its author
    lists all moves, or else in `distinct_moves`. The end of the game pays a share of the victory.
    An illegal action ends the game, costs 1, and `info["violations"]` contains the reason.

    >>> from westeros_intrigue.lab.environments.gymnasium import GameSeatEnv
    >>> environment = GameSeatEnv("btwixt", [None, "random", "random"])
    >>> observation, info = environment.reset(seed=1)
    >>> is_over = False
    >>> while not is_over:
    ...     action = info["action_mask"].argmax()
    ...     observation, reward, is_over, is_cut, info = environment.step(action)
    >>> observation in environment.observation_space, reward
    (True, 0.0)
    >>> environment.layout.version.startswith("btwixt/"), bool(environment.action_masks().any())
    (True, False)
    >>> environment.render(), environment.close()
    (None, None)

    Args:
        game: a game, or its key in `GAMES`.
        players: the player of each seat, or its name, from seat 0; None for the learner and for
            automated seats.
        options: values of the game's `OPTIONS`, by name.
        action_count: the number of actions of a game without `ACTIONS`.
        render_mode: the mode of `render`, which lists them; None to show nothing.

    Raises:
        InvalidValue: an argument is out of range, no player has a name, or there is not exactly one
            seat for the learner.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it
    """The properties of the environment that Gymnasium requires."""
    _rngs: list[random.Random]
    _is_over: bool

    def __init__(
        self,
        game: Game[State, View, Move] | str,
        players: Sequence[Callable[..., Any] | str | None] = (None, "random"),
        *,
        options: Mapping[str, OptionValue] = {},
        action_count: int = playing.MOST_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        """Create the spaces; `reset` starts a game."""
        check_iterable("players", players)
        self._names = [player if isinstance(player, str) else "" for player in players]
        table = playing.any_table(game, len(self._names), options, action_count)
        super().__init__(table, render_mode)
        parse = table.game.PLAYERS.parse
        self._players: list[Callable[[View, RandomSource], Move] | None]
        self._players = [parse(each) if isinstance(each, str) else each for each in players]
        empty = [seat for seat in table.seats if self._players[seat] is None]
        if len(empty) != 1:
            raise errors.InvalidValue(
                "exactly one seat that is not automated must be None, for the learner, not "
                f"{len(empty)}"
            )
        self._seat = self._viewer = empty[0]
        self.observation_space: spaces.Space[Any] = spaces.Box(
            0, 1, (self.layout.size,), np.float32
        )
        self.action_space: spaces.Space[Any] = spaces.Discrete(table.action_count)

    @property
    def layout(self) -> Layout:
        """The layout of the numbers of a view, with its version."""
        return self._layout

    @cached_property
    def _layout(self) -> Layout:
        table = self._table
        return Layout.of(table.game, table.players, table.options)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start a game, and play up to the learner's first turn.

        Args:
            seed: at least 0; None continues the random numbers of the last seed, or of fresh
                entropy at first. The game and each opponent have separate streams.
            options: None or {}: there are none.

        Raises:
            InvalidValue: the seed is out of range, or there are options.
            PlayerFailed: an opponent raised an error or chose an illegal move.
        """
        if seed is not None:
            seed = check_integer("seed", seed, 0)
        super().reset(seed=seed)
        drawn = self.np_random.integers(2**63, size=1 + len(self._players)).tolist()
        dealing, *self._rngs = map(random.Random, drawn)
        game = self._play_on(self._table.deal(dealing, options))
        self._game, self._is_over = game, game.is_over
        self._show()
        return self._observe()

    def step(self, action: SupportsIndex) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Play an action, and the others' turns until the learner's next one.

        Raises:
            InvalidValue: the action is out of range.
            WrongPhase: no game is being played.
            PlayerFailed: an opponent raised an error or chose an illegal move.
        """
        before, table = self.game, self._table
        if self._is_over:
            raise errors.WrongPhase("the game is over: call reset()")
        number = check_integer("action", action, 0, table.action_count - 1)
        if number not in table.legal_actions(table.game.observe(before, self._seat)):
            self._is_over = True
            observed, info = self._observe()
            info["violations"] = [f"action {number} is not legal: the mask marks those that are"]
            return observed, _WORST, True, False, info
        self._game = after = self._play_on(table.play(before, self._seat, number))
        self._is_over = after.is_over
        self._show()
        reward = playing.rewards_between(self._table, before, after)[self._seat]
        observed, info = self._observe()
        return observed, reward, after.is_over, False, info

    def action_masks(self) -> NDArray[np.int8]:
        """Return a new mask over the actions: 1 for legal actions of the learner, else 0.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        mask: NDArray[np.int8] = self._observe()[1]["action_mask"]
        return mask

    def _observe(self) -> tuple[Numbers, dict[str, Any]]:
        table = self._table
        view = table.game.observe(self.game, self._seat)
        mask = np.zeros(table.action_count, np.int8)
        mask[[*table.legal_actions(view)]] = 1
        return self.layout.encode(view), {"action_mask": mask}

    def _play_on(self, state: State) -> State:
        """Play the others' turns until the learner's next one or the end."""
        game = self._table.game
        while not state.is_over and self._seat not in (waiting := game.deciders(state)):
            seat = waiting[0]
            player = self._players[seat]
            assert player is not None  # noqa: S101 - for the type checker
            rng, name = self._rngs[seat], self._names[seat]
            state = game.proceed(decide(game, state, seat, player, rng, name=name))
        return state


gymnasium.register(
    "WesterosIntrigue-v0",
    entry_point=f"{__name__}:{OneSeatEnv.__name__}",
    vector_entry_point=f"{__name__}:{TablesEnv.__name__}",
)
