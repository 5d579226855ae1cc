"""Any game as a game of OpenSpiel, and its observers.

A game made with `GameOf` is played by the `Rules` that solve it, so its chance can be explicit. All
others are played from a seed, as PettingZoo plays them.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import attrs
import numpy as np
import pyspiel
from numpy.typing import NDArray

from westeros_intrigue.gamekit import GameOf, Position, values
from westeros_intrigue.gamekit.authoring.position import words_of
from westeros_intrigue.gamekit.errors import InvalidValue, WrongPhase
from westeros_intrigue.gamekit.game import Game, Move, State, View, find_game
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.lab.environments.action_games import AnyTable, any_table
from westeros_intrigue.lab.solving.rules import Returns, Rules, rules_of

_CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)
_NOBODY = int(pyspiel.PlayerId.TERMINAL)
_MOST_MOVES = 10_000
_MOST_OUTCOMES = 10_000
_MOST_UTILITY = 1e6

S = TypeVar("S", bound=Position)
M = TypeVar("M")


@runtime_checkable
class _Steps(Protocol[State, View, Move]):
    """A game as a state of OpenSpiel plays it."""

    @property
    def game(self) -> Game[State, View, Move]: ...
    @property
    def players(self) -> int: ...
    @property
    def root(self) -> State: ...
    def outcomes(self, state: State, /) -> Sequence[tuple[State, float]]: ...
    def moves(self, state: State, seat: int, /) -> Sequence[Move]: ...
    def after(self, state: State, seat: int, move: Move, /) -> State: ...
    def worth(self, state: State, /) -> Sequence[float]: ...
    def text(self, position: State | View, /) -> str: ...


@attrs.frozen
class _Authored(values.Value, Generic[S, M]):
    """A game made with `GameOf`; from a seed, if there is one."""

    rules: Rules[S, M]
    seed: int | None

    @property
    def game(self) -> Game[S, S, M]:
        return self.rules.game

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def root(self) -> S:
        rules = self.rules
        if self.seed is None:
            return rules.root
        return rules.game.new_game(rules.players, rules.options, seed=self.seed)

    def outcomes(self, state: S, /) -> Sequence[tuple[S, float]]:
        return self.rules.outcomes(state) if self.seed is None else ()

    def moves(self, state: S, seat: int, /) -> Sequence[M]:
        return self.rules.game.moves(state, seat)

    def after(self, state: S, seat: int, move: M, /) -> S:
        if self.seed is None:
            return self.rules.after(state, move)
        return self.rules.game.apply(state, move, player=seat)

    def worth(self, state: S, /) -> Sequence[float]:
        return self.rules.worth(state)

    def text(self, position: S, /) -> str:
        return "\n".join([repr(position), *filter(None, map(words_of, position.log))])


@attrs.frozen
class _Seeded(values.Value, Generic[State, View, Move]):
    """Any other game, from a seed."""

    table: AnyTable[State, View, Move]
    seed: int

    @property
    def game(self) -> Game[State, View, Move]:
        return self.table.game

    @property
    def players(self) -> int:
        return self.root.players

    @property
    def root(self) -> State:
        table = self.table
        return table.game.proceed(table.game.new_game(table.players, table.options, seed=self.seed))

    def outcomes(self, _state: State, /) -> Sequence[tuple[State, float]]:
        return ()

    def moves(self, state: State, seat: int, /) -> Sequence[Move]:
        return self.table.moves(self.game.observe(state, seat))

    def after(self, state: State, seat: int, move: Move, /) -> State:
        return self.game.proceed(self.game.apply(state, move, player=seat))

    def worth(self, state: State, /) -> Sequence[float]:
        return self.table.returns(state)

    def text(self, position: State | View, /) -> str:
        return self.game.DOCUMENTS.to_json(position)


class KitState(pyspiel.State, Generic[State, View, Move]):
    """A state of `KitGame`: OpenSpiel's action 3 is the fourth legal move of the seat to move.

    Seats that decide at the same time follow each other, without seeing the others' choices.

    >>> from high_card import high_card
    >>> from westeros_intrigue.lab.environments.openspiel import KitGame
    >>> state = KitGame(high_card, 2, seed=7).new_initial_state()
    >>> state.apply_action(4)
    >>> state.view(1).hands[0], state.view(1).trick == state.position.trick
    ((0, 0, 0, 0), True)
    """

    def __init__(self, game: KitGame[State, View, Move]) -> None:
        """Start a game; `new_initial_state` calls it."""
        steps = game.steps
        super().__init__(game)
        self._steps = steps
        self.position = game.first
        """The current state of the game, including everything hidden."""
        self._outcomes = game.first_outcomes
        self._seen: tuple[tuple[str, ...], ...] = ((),) * steps.players
        """For each seat, what it has seen and done at its earlier decisions."""

    def current_player(self) -> int:
        """Return the player to move, from 0, or OpenSpiel's number for chance or for the end."""
        if self._outcomes:
            return _CHANCE_PLAYER
        deciders = self.position.deciders
        return deciders[0] if deciders else _NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        return [*range(len(self._steps.moves(self.position, player)))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return [(number, share) for number, (_, share) in enumerate(self._outcomes)]

    def _apply_action(self, action: int) -> None:
        if outcomes := self._outcomes:
            number = values.check_integer("outcome", action, 0, len(outcomes) - 1)
            self._reach(outcomes[number][0])
            return
        if not self.position.deciders:
            raise WrongPhase("the game is over: begin with new_initial_state()")
        seat = self.position.deciders[0]
        moves = self._steps.moves(self.position, seat)
        move = moves[values.check_integer("action", action, 0, len(moves) - 1)]
        seen = (*self._seen[seat], f"{self._text_for(seat)}\n> {move}")
        self._seen = (*self._seen[:seat], seen, *self._seen[seat + 1 :])
        self._reach(self._steps.after(self.position, seat, move))

    def _reach(self, position: State) -> None:
        self.position = position
        self._outcomes = (*self._steps.outcomes(position),)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE_PLAYER:
            return f"outcome {action}"
        return str(self._steps.moves(self.position, player)[action])

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return not self.position.deciders and not self._outcomes

    def returns(self) -> list[float]:
        """Return the return of each player, from 0; zeros before the end of the game."""
        if not self.is_terminal():
            return [0.0] * self._steps.players
        return [*self._steps.worth(self.position)]

    def view(self, player: int) -> View:
        """Return the view of a player, from 0."""
        return self._steps.game.observe(self.position, player)

    def _text_for(self, player: int | None) -> str:
        """Return the view of a player, or of a spectator, as text."""
        return self._steps.text(self._steps.game.observe(self.position, player))

    def _memory_of(self, player: int) -> str:
        """Return the views and moves of a player so far, as text."""
        return "\n".join([*self._seen[player], self._text_for(player)])

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float]
    ) -> KitState[State, View, Move]:
        """Return a state that is consistent with a player's view, drawn by the game's `guess`."""
        state: KitState[State, View, Move] = self.get_game().new_initial_state()
        state._reach(self._steps.game.determinize(self.view(player), _Called(sampler)))
        state._seen = self._seen
        return state

    def __str__(self) -> str:
        return self._steps.text(self.position)


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

    def set_from(self, state: KitState[State, View, Move], player: int) -> None:  # noqa: ARG002 - as OpenSpiel calls it
        """Write a player's number."""
        self.tensor.fill(0)
        self.tensor[player] = self._private

    def string_from(self, state: KitState[State, View, Move], player: int) -> str:
        """Return a player's view; with perfect recall, after its earlier views and moves."""
        if not self._private:
            return state._text_for(None)
        return state._memory_of(player) if self._recall else state._text_for(player)


def _check_seeded(game: Game[State, View, Move], returns: Returns, seed: int | None) -> None:
    """Check the arguments of a game that is not made with `GameOf`."""
    values.check_one_of("returns", returns, ("scores", "victory"))
    if returns == "scores":
        raise InvalidValue(
            f"{game.NAME} has no scores that end a game, as one made with GameOf: pass "
            "returns='victory'"
        )
    if seed is None:
        raise InvalidValue(
            f"{game.NAME} draws its chance from a seed, so its outcomes are unknown: pass a seed"
        )


class KitGame(pyspiel.Game, Generic[State, View, Move]):
    """Any game, for the algorithms of OpenSpiel.

    If a game made with `GameOf` states its chance, chance is explicit, and OpenSpiel solves it.
    Otherwise pass the seed of a game, which then determines all chance.

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
        action_count: the maximum number of moves of a position. Of more moves in a game without
            `GameOf`, such as Monopoly, some of the commonest kind are left out.

    Raises:
        InvalidValue: an argument is out of range, or the game draws its chance from a source of
            random numbers and there is no seed.
    """

    def __init__(
        self,
        game: Game[State, View, Move] | str,
        players: int | None = None,
        *,
        options: Mapping[str, OptionValue] = {},
        returns: Returns = "victory",
        utility_sum: float | None = None,
        seed: int | None = None,
        action_count: int = 512,
    ) -> None:
        # A key does not tell the types of its game: whoever makes this one says them.
        found: Game[State, View, Move] = find_game(game)
        count = values.check_integer("action_count", action_count, 1)
        self.steps: _Steps[State, View, Move]
        has_chance = False
        if isinstance(found, GameOf):
            self.steps = _Authored(rules_of(found, players, options, returns), seed)
            has_chance = seed is None and found._states_chance
        else:
            _check_seeded(found, returns, seed)
            self.steps = _Seeded(any_table(found, players, options, count), seed or 0)
        steps = self.steps
        self.first = steps.root
        modes, utilities = pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility
        is_shared = returns == "victory"
        total = 1.0 if is_shared else utility_sum
        utility = {None: utilities.GENERAL_SUM, 0.0: utilities.ZERO_SUM}
        self.first_outcomes = (*steps.outcomes(self.first),)
        super().__init__(
            pyspiel.GameType(
                short_name=f"python_{found.KEY.replace('-', '_')}",
                long_name=found.NAME,
                dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
                chance_mode=modes.EXPLICIT_STOCHASTIC if has_chance else modes.DETERMINISTIC,
                information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
                utility=utility.get(total, utilities.CONSTANT_SUM),
                reward_model=pyspiel.GameType.RewardModel.TERMINAL,
                max_num_players=steps.players,
                min_num_players=steps.players,
                provides_information_state_string=True,
                provides_information_state_tensor=False,
                provides_observation_string=True,
                provides_observation_tensor=True,
                parameter_specification={},
                provides_factored_observation_string=True,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=count,
                max_chance_outcomes=_MOST_OUTCOMES if has_chance else 0,
                num_players=steps.players,
                min_utility=0.0 if is_shared else -_MOST_UTILITY,
                max_utility=1.0 if is_shared else _MOST_UTILITY,
                utility_sum=total,
                max_game_length=_MOST_MOVES,
            ),
            {},
        )

    def new_initial_state(self) -> KitState[State, View, Move]:
        """Return the start of a game."""
        return KitState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> KitObserver:
        """Return an observer of one kind of information; there are no parameters.

        Args:
            iig_obs_type: the kind of information; None for public and private information without
                perfect recall.
            params: must be empty.

        Raises:
            InvalidValue: there are parameters.
        """
        if params:
            raise InvalidValue(
                f"an observer has no parameters, not even {values.short_repr(params)}"
            )
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return KitObserver(self.steps.players, kind)
