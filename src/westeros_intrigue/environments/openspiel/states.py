"""The state of a game, as OpenSpiel wants it.

Rules: turn.clockwise, turn.must-place, round.throne, round.reshuffle.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pyspiel

from westeros_intrigue.base.chance import RandomSource, check_source
from westeros_intrigue.base.errors import InvalidValue, WrongPhase
from westeros_intrigue.base.values import brief, check_integer
from westeros_intrigue.data import to_data
from westeros_intrigue.drawing import draw_text
from westeros_intrigue.environments import actions
from westeros_intrigue.environments.dealing import Dealing, letters
from westeros_intrigue.environments.playing import TableToPlay
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.knowledge.worlds import Determinizer
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import IllegalMove

_CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)
_NOBODY = int(pyspiel.PlayerId.TERMINAL)


class State(pyspiel.State):
    """A state of both games. Player 0 of OpenSpiel has the first seat that is not automated.

    Its text, `to_json` and `position` hold everything that is hidden: they are for a program, not
    for a player. What a player may know is in the observations, and in `view`.

    >>> import pyspiel
    >>> import westeros_intrigue.environments.openspiel
    >>> game = pyspiel.load_game("python_westeros_intrigue_deal(seed=7,rounds=1)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.current_player(), state.view(1)
    (1, <View of player 1: round 1 of 1, playing, player 1 to move>)
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
        """Begin a game; `new_initial_state` calls it."""
        # A copy of a state copies each attribute: these are frozen, and so are copied as they are.
        table: TableToPlay = game.table  # first, as OpenSpiel would crash on what is no game
        worlds: tuple[Dealing, ...] = game._dealings
        super().__init__(game)
        self._table = table
        self._worlds = worlds
        self._now = self._worlds[0] if len(self._worlds) == 1 else None

    @property
    def position(self) -> GameState:
        """The game as it stands, with everything that is hidden.

        Raises:
            WrongPhase: chance has not picked the deal yet.
        """
        if self._now is None:
            raise WrongPhase("chance has not picked the deal yet: apply an outcome")
        return self._now.game

    def view(self, player: int) -> View:
        """Return what a player may know, but for the numbers of the cards.

        Where chance deals card by card, the numbers follow from all hands, since a game must be
        the same when its actions are repeated. So read the houses of the cards alone, as the
        observers do.

        Args:
            player: as OpenSpiel counts them, from 0.

        Raises:
            InvalidValue: there is no such player.
            WrongPhase: chance has not picked the deal yet.
        """
        check_integer("player", player, 0, len(self._table.seats) - 1)
        return observe(self.position, self._table.seats[player])

    # What OpenSpiel calls, under the names that it calls.

    def current_player(self) -> int:
        """Return who is to move, from 0, or the player of OpenSpiel that stands for chance."""
        if self._now is None or self._now.is_chance:
            return _CHANCE_PLAYER
        active_player = self._now.game.active_player
        return _NOBODY if active_player is None else self._table.seats.index(active_player)

    def _legal_actions(self, _player: int) -> list[int]:
        return list(actions.legal_actions(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may bring, and how likely it is."""
        if self._now is None:
            return [(number, 1 / len(self._worlds)) for number in range(len(self._worlds))]
        return list(self._now.outcomes)

    def _apply_action(self, action: int) -> None:
        if not self.is_chance_node():
            self._now = Dealing(self._played(self.current_player(), action))
            return
        outcomes = dict(self.chance_outcomes())
        if action not in outcomes:
            raise InvalidValue(f"chance brings one of {[*outcomes]}, not {brief(action)}")
        self._now = self._worlds[action] if self._now is None else self._now.after(action)

    def _played(self, player: int, action: int) -> GameState:
        if self.is_terminal():
            raise WrongPhase("the game is over: begin with new_initial_state()")
        try:
            return self._table.play(self.position, self._table.seats[player], action)
        except IllegalMove as refused:
            # Card numbers mean nothing here, and so are not told.
            text = self._action_to_string(player, action)
            rules = " and ".join(violation.rule for violation in refused.violations)
            raise InvalidValue(f"action {action}, {text}, is illegal: it breaks {rules}") from None

    def _action_to_string(self, player: int, action: int) -> str:
        if player != _CHANCE_PLAYER:
            house, slot = actions.place_of(self.position, action)
            return f"{house.letter}@{slot}"
        return f"pick deal {action}" if self._now is None else self._now.told(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._now is not None and self._now.game.is_over

    def returns(self) -> list[float]:
        """Return what the game has brought each player; nothing before its end."""
        if not self.is_terminal():
            return [0.0] * len(self._table.seats)
        returns = self._table.returns(self.position)
        return [returns[seat] for seat in self._table.seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Return another state that a player may take this one for, as `Determinizer` draws it.

        It knows no history: it can be played on and copied, but not serialized.

        Args:
            player: as OpenSpiel counts them, from 0.
            sampler: what returns random numbers, at least 0.0 and below 1.0.

        Raises:
            InvalidValue: there is no such player, or a number out of its range.
            WrongPhase: chance has not picked the deal yet.
        """
        world = Determinizer(self.view(player)).draw(_Called(sampler))
        if not self.position.rest.rounds and not self.position.rest.throne_cards:
            # Later chance is explicit here, and so is not drawn yet.
            world = attrs.evolve(world, frame=attrs.evolve(world._frame, rest=Deal()))
        state: State = self.get_game().new_initial_state()
        state._now = Dealing(world)
        return state

    def to_dict(self) -> dict[str, Any]:
        """Return the state as the library's own data; a resampled state has none."""
        if self._now is None:
            return {"position": None, "dealt": ""}
        return {"position": to_data(self._now.game), "dealt": letters(self._now.dealt)}

    def to_json(self) -> str:
        """Return the state as JSON, of what `to_dict` returns."""
        return json.dumps(self.to_dict())

    def __str__(self) -> str:
        if self._now is None:
            return "chance picks the deal"
        dealt = letters(self._now.dealt)
        return draw_text(self._now.game) + (f"\ndealt {dealt}" if dealt else "")


def resampler(rng: RandomSource) -> Callable[[State, int], State]:
    """Return what OpenSpiel's search bots in Python take for `set_resampler`.

    It draws as `State.resample_from_infostate` does, with random numbers that can be repeated.

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
    """A function as a source of random numbers."""

    def __init__(self, sampler: Callable[[], float]) -> None:
        self.random = sampler
