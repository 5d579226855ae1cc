"""Any game made with `GameOf` as a game of OpenSpiel, and its observers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from westeros_intrigue.gamekit import GameOf, values
from westeros_intrigue.gamekit.errors import InvalidValue, WrongPhase
from westeros_intrigue.gamekit.game import find_game
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.lab.solving.rules import Returns, Rules, rules_of

_CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)
_NOBODY = int(pyspiel.PlayerId.TERMINAL)
_MOST_MOVES = 10_000
_MOST_OUTCOMES = 10_000
_MOST_UTILITY = 1e6


class KitState(pyspiel.State):
    """A state of `KitGame`: OpenSpiel's action 3 is the fourth legal move of the seat to move.

    Seats that decide at the same time follow each other, without seeing the others' choices.

    >>> from high_card import high_card
    >>> from westeros_intrigue.lab.environments.openspiel import KitGame
    >>> state = KitGame(high_card, 2, seed=7).new_initial_state()
    >>> state.apply_action(4)
    >>> state.view(1).hands[0], state.view(1).trick == state.position.trick
    ((0, 0, 0, 0), True)
    """

    def __init__(self, game: KitGame) -> None:
        """Start a game; `new_initial_state` calls it."""
        rules = game.rules
        super().__init__(game)
        self._rules: Rules[Any, Any] = rules
        self._has_chance = game.seed is None
        self.position = game.first
        """The current state of the game, including everything hidden."""
        self._outcomes = game.first_outcomes
        self._seen: tuple[tuple[str, ...], ...] = ((),) * rules.players
        """For each seat, what it has seen and done at its earlier decisions."""

    def current_player(self) -> int:
        """Return the player to move, from 0, or OpenSpiel's number for chance or for the end."""
        if self._outcomes:
            return _CHANCE_PLAYER
        return self.position.to_move[0] if self.position.to_move else _NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        return [*range(len(self._rules.game.moves(self.position, player)))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return [(number, share) for number, (_, share) in enumerate(self._outcomes)]

    def _apply_action(self, action: int) -> None:
        if outcomes := self._outcomes:
            number = values.check_integer("outcome", action, 0, len(outcomes) - 1)
            self._reach(outcomes[number][0])
            return
        if not self.position.to_move:
            raise WrongPhase("the game is over: begin with new_initial_state()")
        seat, game = self.position.to_move[0], self._rules.game
        moves = game.moves(self.position, seat)
        move = moves[values.check_integer("action", action, 0, len(moves) - 1)]
        seen = (*self._seen[seat], f"{self._text_for(seat)}\n> {move}")
        self._seen = (*self._seen[:seat], seen, *self._seen[seat + 1 :])
        if self._has_chance:
            self._reach(self._rules.after(self.position, move))
        else:
            self._reach(game.apply(self.position, move, player=seat))

    def _reach(self, position: Any) -> None:  # noqa: ANN401 - of any game
        self.position = position
        self._outcomes = (*self._rules.outcomes(position),) if self._has_chance else ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE_PLAYER:
            return f"outcome {action}"
        return str(self._rules.game.moves(self.position, player)[action])

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return not self.position.to_move and not self._outcomes

    def returns(self) -> list[float]:
        """Return the return of each player, from 0; zeros before the end of the game."""
        if not self.is_terminal():
            return [0.0] * self._rules.players
        return [*self._rules.worth(self.position)]

    def view(self, player: int) -> Any:  # noqa: ANN401 - a view of the game
        """Return the view of a player, from 0."""
        return self._rules.game.observe(self.position, player)

    def _text_for(self, player: int) -> str:
        """Return the fields of a player's view, and the events that it knows, as text."""
        view = self.view(player)
        return "\n".join([repr(view), *(event.words for event in view.log if event.words)])

    def _memory_of(self, player: int) -> str:
        """Return the views and moves of a player so far, as text."""
        return "\n".join([*self._seen[player], self._text_for(player)])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KitState:
        """Return a state that is consistent with a player's view, drawn by the game's `guess`."""
        state: KitState = self.get_game().new_initial_state()
        state._reach(self._rules.game.determinize(self.view(player), _Called(sampler)))
        state._seen = self._seen
        return state

    def __str__(self) -> str:
        return "\n".join([repr(self.position), *(event.words for event in self.position.log)])


class _Called:
    """A source of random numbers made from a function."""

    def __init__(self, sampler: Callable[[], float]) -> None:
        self.random = sampler


class KitObserver:
    """A player's observation of a `KitState`, as text, and as the number of the player."""

    def __init__(self, players: int, kind: pyspiel.IIGObservationType) -> None:
        self._recall = kind.perfect_recall
        self._private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor: NDArray[np.float32] = np.zeros(players, np.float32)
        """One for the player, and zeros."""
        self.dict = {"player": self.tensor}
        """The numbers by name."""

    def set_from(self, state: KitState, player: int) -> None:  # noqa: ARG002 - as OpenSpiel calls it
        """Write a player's number."""
        self.tensor.fill(0)
        self.tensor[player] = self._private

    def string_from(self, state: KitState, player: int) -> str:
        """Return a player's view; with perfect recall, after its earlier views and moves."""
        if not self._private:
            return repr(state._rules.game.observe(state.position, None))
        return state._memory_of(player) if self._recall else state._text_for(player)


class KitGame(pyspiel.Game):
    """Any game made with `GameOf`, for the algorithms of OpenSpiel.

    If the game states its chance, chance is explicit, and OpenSpiel solves it. Otherwise pass the
    seed of a game, which then determines all chance.

    >>> from high_card import high_card
    >>> from westeros_intrigue.lab.environments.openspiel import KitGame
    >>> game = KitGame(high_card, 2, seed=7)
    >>> state = game.new_initial_state()
    >>> state.current_player(), state.legal_actions(), state.action_to_string(0)
    (0, [0, 1, 2, 3, 4], '3')
    >>> game.make_py_observer().string_from(state, 1).partition("hands=")[2][:32]
    '((0, 0, 0, 0, 0), (6, 9, 12, 14,'

    Args:
        game: the game, or its key in `GAMES`.
        players: the number of players; None for two if possible.
        options: values of the game's `OPTIONS`, by name.
        returns: `scores` for the scores, `victory` for a share of the victory.
        utility_sum: the sum of all returns, if each game ends with the same one, such as 0.0 for
            scores that the players win from each other. For a share of the victory, it is 1.
        seed: the seed of a game that does not state its chance.
        action_count: the maximum number of moves of a position.

    Raises:
        InvalidValue: an argument is out of range, or the game draws chance from `rng` and there is
            no seed.
    """

    def __init__(
        self,
        game: GameOf[Any, Any] | str,
        players: int | None = None,
        *,
        options: Mapping[str, OptionValue] = {},
        returns: Returns = "victory",
        utility_sum: float | None = None,
        seed: int | None = None,
        action_count: int = 512,
    ) -> None:
        found: Any = find_game(game)
        self.rules = rules = rules_of(found, players, options, returns)
        self.seed = seed
        self.first: Any
        if seed is None:
            self.first = rules.root
        else:
            self.first = found.new_game(rules.players, options, seed=seed)
        modes, utilities = pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility
        has_chance = seed is None and found._states_chance
        is_shared = returns == "victory"
        total = 1.0 if is_shared else utility_sum
        utility = {None: utilities.GENERAL_SUM, 0.0: utilities.ZERO_SUM}
        self.first_outcomes = (*rules.outcomes(self.first),) if seed is None else ()
        super().__init__(
            pyspiel.GameType(
                short_name=f"python_{found.KEY.replace('-', '_')}",
                long_name=found.NAME,
                dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
                chance_mode=modes.EXPLICIT_STOCHASTIC if has_chance else modes.DETERMINISTIC,
                information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
                utility=utility.get(total, utilities.CONSTANT_SUM),
                reward_model=pyspiel.GameType.RewardModel.TERMINAL,
                max_num_players=rules.players,
                min_num_players=rules.players,
                provides_information_state_string=True,
                provides_information_state_tensor=False,
                provides_observation_string=True,
                provides_observation_tensor=True,
                parameter_specification={},
                provides_factored_observation_string=True,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=values.check_integer("action_count", action_count, 1),
                max_chance_outcomes=_MOST_OUTCOMES if has_chance else 0,
                num_players=rules.players,
                min_utility=0.0 if is_shared else -_MOST_UTILITY,
                max_utility=1.0 if is_shared else _MOST_UTILITY,
                utility_sum=total,
                max_game_length=_MOST_MOVES,
            ),
            {},
        )

    def new_initial_state(self) -> KitState:
        """Return the start of a game."""
        return KitState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> KitObserver:
        """Return an observer of one kind of information; there are no parameters.

        Raises:
            InvalidValue: there are parameters.
        """
        if params:
            raise InvalidValue(
                f"an observer has no parameters, not even {values.short_repr(params)}"
            )
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return KitObserver(self.rules.players, kind)
