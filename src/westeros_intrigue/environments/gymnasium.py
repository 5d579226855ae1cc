"""The game as environments of Gymnasium: one seat, or many tables; the extra is `gymnasium`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, SupportsIndex

from westeros_intrigue.base.errors import WrongPhase
from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.base.values import check_integer, check_iterable
from westeros_intrigue.environments import actions, tensors
from westeros_intrigue.environments.playing import Rewards, TableToPlay, rewards_between
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.players import Player, greedy_player
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.proceed import proceed
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import IllegalMove

with needs_extra(__name__, "gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    from westeros_intrigue.environments import arrays
    from westeros_intrigue.environments.gymnasium_tables import TablesEnv
    from westeros_intrigue.environments.rendering import RENDER_MODES, Played

__all__ = ["OneSeatEnv", "TablesEnv"]

Observation = NDArray[np.float32]


class OneSeatEnv(Played[GameState], gymnasium.Env[NDArray[Any], np.int64]):
    """One seat at a table; the other seats have players.

    A step is a placement of the learner and everything up to the learner's next turn: the
    placements of others, and the scoring and dealing of rounds. The mask of legal actions is in
    `info["action_mask"]`; `action_masks()` also returns it.

    An illegal action ends the game with the worst possible return, and `info["violations"]`
    contains the reasons.

    `gymnasium.make("westeros_intrigue.environments.gymnasium:WesterosIntrigue-v0")` returns such an
    environment.

    >>> from westeros_intrigue import STANDARD, greedy_player
    >>> from westeros_intrigue.environments.gymnasium import OneSeatEnv
    >>> players = [greedy_player, None]
    >>> environment = OneSeatEnv(players, variant=STANDARD.with_rounds(1), render_mode="ansi")
    >>> observation, info = environment.reset(seed=1)
    >>> observation.shape, environment.action_masks().shape
    ((402,), (120,))
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
        players: the player of each seat, from 0, for 2 to 6 seats; None for the learner, and for
            each automated seat.
        variant: the rules of the game; `variant.with_rounds(1)` for single rounds.
        rewards: "points" pays each round's points as it is scored, and the Iron Throne cards at the
            end of the game; "victory" pays 1 at the end of the game, shared among the winners.
        first_player: the seat that starts round 1, from 0.
        render_mode: "human" prints the table as text after each step; `render` returns pixels for
            "rgb_array", text for "ansi", a picture for "svg", and nothing for None.

    Raises:
        InvalidValue: an argument is out of range, or there is not exactly one seat for the learner.
        InvalidVariant: the variant does not fit the players.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": RENDER_MODES,
        "render_fps": 1,
    }
    """The properties of the environment that Gymnasium requires."""

    def __init__(
        self,
        players: Sequence[Player | None] = (None, greedy_player),
        *,
        variant: Variant = STANDARD,
        rewards: Rewards = "points",
        first_player: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Create the spaces; `reset` deals the cards."""
        check_iterable("players", players)
        self._players = tuple(players)
        table = TableToPlay(len(self._players), variant, rewards, first_player)
        super().__init__(table, render_mode)
        self._table: TableToPlay = table
        self._seat = self._table.seat_without_player(self._players)
        self.observation_space: spaces.Box = spaces.Box(0, 1, (tensors.SIZE,), np.float32)
        self.action_space: spaces.Discrete = spaces.Discrete(actions.ACTION_COUNT)
        self._is_over = False
        self._rngs: list[random.Random] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, and play up to the learner's first turn.

        Args:
            seed: at least 0; None continues the random numbers of the last seed, or of fresh
                entropy at first. The deal and each opponent have separate streams.
            options: `{"deal": deal}` for a game with this `Deal` of all rounds. Other keys are
                ignored.

        Returns:
            The first observation, and the info with the mask.

        Raises:
            InvalidValue: the seed is out of range.
            InvalidDeal: the deal does not fit the game, or is incomplete.
        """
        if seed is not None:
            check_integer("seed", seed, 0)
        super().reset(seed=seed)
        drawn = self.np_random.integers(2**63, size=1 + self._table.players)
        dealing, *self._rngs = (random.Random(int(number)) for number in drawn)  # noqa: S311 - a game
        self._game = self._play_on(self._table.deal(dealing, options))
        self._is_over = False
        self._show()
        return self._observed()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and the others' turns up to the learner's next one.

        Returns:
            The observation, the reward, True if the game is over, False, and the info.

        Raises:
            InvalidValue: the action is out of range.
            WrongPhase: no game is being played.
        """
        before = self.game
        if self._is_over:
            raise WrongPhase("the game is over: call reset()")
        try:
            after = self._table.play(before, self._seat, action)
        except IllegalMove as refused:
            self._is_over = True
            reward = self._table.worst - self._table.returns(before)[self._seat]
            observed, info = self._observed()
            info["violations"] = [*map(str, refused.violations)]
            return observed, reward, True, False, info
        self._game = after = self._play_on(after)
        self._is_over = after.is_over
        self._show()
        observed, info = self._observed()
        reward = rewards_between(self._table, before, after)[self._seat]
        return observed, reward, self._is_over, False, info

    def action_masks(self) -> NDArray[np.int8]:
        """Return a new mask over the actions: 1 for those that the learner may choose, else 0.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        return arrays.action_mask(self._observation())

    def _shown(self) -> View:
        return observe(self.game, self._seat)

    def _observation(self) -> Observation:
        return arrays.observation(observe(self.game, self._seat))

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        observed = self._observation()
        return observed, {"action_mask": arrays.action_mask(observed)}

    def _play_on(self, state: GameState) -> GameState:
        """Play the others' turns up to the learner's next one, or to the end."""
        while (seat := state.active_player) not in (self._seat, None):
            player = self._players[seat]
            assert player is not None  # noqa: S101 - for the type checker
            move = player(observe(state, seat), self._rngs[seat])
            state = proceed(apply(state, move, player=seat))
        return state


gymnasium.register(
    "WesterosIntrigue-v0",
    entry_point=f"{__name__}:{OneSeatEnv.__name__}",
    vector_entry_point=f"{__name__}:{TablesEnv.__name__}",
)
