"""The state of a game with the interface of `pyspiel.State`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import attrs
import pyspiel

from westeros_intrigue.base.chance import RandomSource, check_source
from westeros_intrigue.base.errors import InvalidValue, WrongPhase
from westeros_intrigue.base.values import check_integer, check_one_of
from westeros_intrigue.environments.any_game import AnyTable
from westeros_intrigue.environments.dealing import Dealing, letters
from westeros_intrigue.environments.playing import TableToPlay
from westeros_intrigue.environments.printed import as_printed
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.violations import IllegalMove

_ALL_AT_ONCE = int(pyspiel.PlayerId.SIMULTANEOUS)
_CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)
_NOBODY = int(pyspiel.PlayerId.TERMINAL)


class State(pyspiel.State):
    """A state of either game. OpenSpiel's player 0 has the first seat that is not automated.

    `str`, `to_json` and `position` contain all hidden cards: do not show them to players. The
    observations and `view` contain only what a player may know.

    >>> import pyspiel
    >>> import westeros_intrigue.environments.openspiel
    >>> game = pyspiel.load_game("python_westeros_intrigue_deal(seed=7,rounds=1)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.current_player(), state.view(1)
    (1, <View of player 1: round 1 of 1, playing, player 1 to move>)
    >>> state.observe(1) == state.view(1)
    True
    >>> print(state.observation_string(1).splitlines()[2])
    S@a0
    >>> state.position
    <GameState: 2 players, round 1 of 1, playing, player 1 to move>
    >>> state.to_dict()["position"]["players"], state.to_json()[:13]
    (2, '{"position": ')
    >>> other = state.resample_from_infostate(1, lambda: 0.5)
    >>> other.view(1) == state.view(1), other.is_terminal(), other.returns()
    (True, False, [0.0, 0.0])
    >>> pyspiel.load_game("python_westeros_intrigue").new_initial_state().chance_outcomes()[0]
    (0, 0.25)
    """

    def __init__(self, game: pyspiel.Game) -> None:
        """Start a game; `new_initial_state` calls it."""
        # OpenSpiel deep-copies the attributes of a state, which is free for frozen values.
        # The table comes first: OpenSpiel would crash on another object.
        table: TableToPlay | AnyTable[Any, Any, Any] = game.table
        worlds: tuple[Dealing, ...] = game.dealings
        dynamics = game.get_type().dynamics
        super().__init__(game)
        self._is_simultaneous = dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        self.table = table
        self.worlds = worlds
        self.now = worlds[0] if len(worlds) == 1 else None

    @property
    def position(self) -> Any:  # noqa: ANN401 - a state of the game
        """The current state of the game, including all hidden cards.

        Raises:
            WrongPhase: chance has not picked the deal yet.
        """
        if self.now is None:
            raise WrongPhase("chance has not picked the deal yet: apply an outcome")
        return self.now.game

    def view(self, player: int) -> Any:  # noqa: ANN401 - a view of the game
        """Return the view of a player.

        If chance deals house by house, the cards are printed ones, without numbers: the view
        depends only on the houses that the player has seen.

        Args:
            player: the player in OpenSpiel's count, from 0.

        Raises:
            InvalidValue: the player is out of range.
            WrongPhase: chance has not picked the deal yet.
        """
        view = self.observe(player)
        return as_printed(view) if self.worlds[0].is_chance else view

    def observe(self, player: int) -> Any:  # noqa: ANN401 - for the same reason
        """Return the view of a player with the numbers of the state, for readers of houses alone.

        Args:
            player: the player in OpenSpiel's count, from 0.

        Raises:
            InvalidValue: the player is out of range.
            WrongPhase: chance has not picked the deal yet.
        """
        player = check_integer("player", player, 0, len(self.table.seats) - 1)
        return self.table.game.observe(self.position, self.table.seats[player])

    # The interface of `pyspiel.State`.

    def current_player(self) -> int:
        """Return the player to move, from 0, or OpenSpiel's number for chance or for several."""
        if self.now is None or self.now.is_chance:
            return _CHANCE_PLAYER
        deciders = self._deciders()
        if len(deciders) == 1:
            return self.table.seats.index(deciders[0])
        return _ALL_AT_ONCE if deciders else _NOBODY

    def _deciders(self) -> tuple[int, ...]:
        """Return the seats that act now: the active player alone, unless several act at once."""
        if self._is_simultaneous:
            deciders: tuple[int, ...] = self.table.game.deciders(self.position)
            return deciders
        active_player = self.position.active_player
        return () if active_player is None else (active_player,)

    def _legal_actions(self, player: int) -> list[int]:
        seat = self.table.seats[player]
        return list(
            self.table.legal_actions(self.position, seat) if seat in self._deciders() else ()
        )

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        if self.now is None:
            return [(number, 1 / len(self.worlds)) for number in range(len(self.worlds))]
        return list(self.now.outcomes)

    def _apply_action(self, action: int) -> None:
        if not self.is_chance_node():
            self.now = Dealing(self._played(self.current_player(), action))
            return
        outcomes = dict(self.chance_outcomes())
        check_one_of("the outcome", action, outcomes)
        self.now = self.worlds[action] if self.now is None else self.now.after(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        deciders, now = self._deciders(), self.position
        for seat, action in zip(self.table.seats, actions, strict=True):
            if seat in deciders:
                now = self.table.play(now, seat, action)
        self.now = Dealing(now)

    def _played(self, player: int, action: int) -> Any:  # noqa: ANN401 - a state of the game
        if self.is_terminal():
            raise WrongPhase("the game is over: begin with new_initial_state()")
        try:
            return self.table.play(self.position, self.table.seats[player], action)
        except IllegalMove as refused:
            # Not the message of the error itself, since it names card numbers, arbitrary here.
            text = self._action_to_string(player, action)
            rules = " and ".join(violation.rule for violation in refused.violations)
            raise InvalidValue(f"action {action}, {text}, is illegal: it breaks {rules}") from None

    def _action_to_string(self, player: int, action: int) -> str:
        if player != _CHANCE_PLAYER:
            return self.table.text_of(self.position, action, self.table.seats[player])
        return f"pick deal {action}" if self.now is None else self.now.text_of(action)

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.now is not None and self.now.game.is_over

    def returns(self) -> list[float]:
        """Return the return of each player, from 0; zeros before the end of the game."""
        if not self.is_terminal():
            return [0.0] * len(self.table.seats)
        returns = self.table.returns(self.position)
        return [returns[seat] for seat in self.table.seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Return a state that is consistent with a player's view, drawn by `Determinizer`.

        It has no history: it can be played on and copied, but not serialized.

        Args:
            player: the player in OpenSpiel's count, from 0.
            sampler: a function that returns random numbers, at least 0.0 and below 1.0.

        Raises:
            InvalidValue: the player or a random number is out of range.
            WrongPhase: chance has not picked the deal yet.
        """
        world = self.table.game.determinize(self.view(player), _Called(sampler))
        if self.worlds[0].is_chance:
            # Later chance is explicit, so nothing of it is drawn in advance.
            world = attrs.evolve(world, frame=attrs.evolve(world.frame, rest=Deal()))
        state: State = self.get_game().new_initial_state()
        state.now = Dealing(world)
        return state

    def to_dict(self) -> dict[str, Any]:
        """Return the state as the library's data, and the letters of the houses dealt so far.

        Raises:
            InvalidValue: the state was resampled, so it has no history.
        """
        if self.now is None:
            return {"position": None, "dealt": ""}
        return {
            "position": self.table.game.DOCUMENTS.to_data(self.now.game),
            "dealt": letters(self.now.dealt),
        }

    def to_json(self) -> str:
        """Return the dictionary of `to_dict` as JSON."""
        return json.dumps(self.to_dict())

    def __str__(self) -> str:
        if self.now is None:
            return "chance picks the deal"
        dealt = letters(self.now.dealt)
        return self.table.game.draw_text(self.now.game) + (f"\ndealt {dealt}" if dealt else "")


def resampler(rng: RandomSource) -> Callable[[State, int], State]:
    """Return a resampler for `set_resampler` of OpenSpiel's search bots in Python.

    It calls `State.resample_from_infostate` with random numbers of `rng`, so runs are repeatable.

    >>> import random
    >>> import pyspiel
    >>> from westeros_intrigue.environments.openspiel import resampler
    >>> game = pyspiel.load_game("python_westeros_intrigue_deal(seed=7)")
    >>> state = game.new_initial_state()
    >>> other = resampler(random.Random(1))(state, 0)
    >>> other.view(0) == state.view(0), other.position == state.position
    (True, False)
    """
    check_source(rng)
    return lambda state, player: state.resample_from_infostate(player, rng.random)


class _Called:
    """A source of random numbers made of a function."""

    def __init__(self, sampler: Callable[[], float]) -> None:
        self.random = sampler
