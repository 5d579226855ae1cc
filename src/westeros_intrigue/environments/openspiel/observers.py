"""Observations of a state with the interface of OpenSpiel's observers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import brief, counted
from westeros_intrigue.environments import memory, tensors
from westeros_intrigue.environments.dealing import Dealing, letters
from westeros_intrigue.environments.layout import MOST_CARDS, START
from westeros_intrigue.environments.openspiel.states import State
from westeros_intrigue.game import Game
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, House
from westeros_intrigue.rules.variants import MAX_PLAYERS

_OWN = {
    "hand": slice(START["known"], START["known"] + len(House)),
    "throne_values": slice(START["throne_values"], START["throne_icons"]),
    "throne_icons": slice(START["throne_icons"], tensors.SIZE),
}
"""The parts of a view's numbers that only the viewer knows."""


class _Observer:
    """Base of the observers."""

    def __init__(
        self, iig_obs_type: pyspiel.IIGObservationType, params: Mapping[str, Any] | None = None
    ) -> None:
        if params:
            raise InvalidValue(f"an observer has no parameters, not even {brief(params)}")
        if iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise InvalidValue("an observer sees the hand of one player or of none, not of all")
        self._public = iig_obs_type.public_info
        self._private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = iig_obs_type.perfect_recall

    def string_from(self, state: State, player: int) -> str:
        """Return a player's observation of a state, or the public part of it, as text.

        Args:
            state: a state of a game that has such an observer.
            player: the player in OpenSpiel's count, from 0.

        Raises:
            InvalidValue: the player is out of range.
        """
        if state.now is None:
            return "chance picks the deal"
        return "\n".join(filter(None, self._texts(state, state.now, player)))

    def _texts(self, state: State, now: Dealing, player: int) -> Iterator[str | None]:
        raise NotImplementedError


class Observer(_Observer):
    """A player's observation of a state, as numbers and as text.

    The numbers are the player's index, one of six, then those of `tensors`; with perfect recall the
    history of the round follows. The text names houses, never card numbers; with perfect recall it
    covers the whole game. The public part is the same for all players.

    >>> import pyspiel
    >>> import westeros_intrigue.environments.openspiel
    >>> from open_spiel.python.observation import make_observation
    >>> game = pyspiel.load_game("python_westeros_intrigue_deal(seed=7)")
    >>> observation = make_observation(game)
    >>> observation.set_from(game.new_initial_state(), player=1)
    >>> {name: block.shape for name, block in observation.dict.items()}
    {'player': (6,), 'view': (402,)}
    >>> print(observation.string_from(game.new_initial_state(), player=1).splitlines()[-1])
    player 1 holds SSSLLLLBBBBTTT

    Raises:
        InvalidValue: there are parameters, or the kind includes the hands of all players.
    """

    def __init__(
        self, iig_obs_type: pyspiel.IIGObservationType, params: Mapping[str, Any] | None = None
    ) -> None:
        """Allocate the blocks."""
        super().__init__(iig_obs_type, params)
        sizes = {"player": MAX_PLAYERS} if self._private else {}
        if self._public:
            sizes["view"] = tensors.SIZE
            if self._recall:
                sizes["history"] = tensors.HISTORY_SIZE
        elif self._private:
            sizes |= {name: own.stop - own.start for name, own in _OWN.items()}
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        """All numbers."""
        blocks = np.split(self.tensor, [*accumulate(sizes.values())][:-1])
        self.dict = dict(zip(sizes, blocks, strict=False))
        """The blocks of the numbers by name, as parts of `tensor`."""

    def set_from(self, state: State, player: int) -> None:
        """Write a player's observation of a state into the numbers.

        Args:
            state: any state of either game.
            player: the player in OpenSpiel's count, from 0.

        Raises:
            InvalidValue: the player is out of range.
        """
        self.tensor.fill(0)
        if self._private:
            self.dict["player"][player] = 1
        if state.now is None:
            return
        shown = player if self._private else 0
        view = state.observe(shown)
        numbers = np.asarray(tensors.encode(view))
        _add_dealt(numbers, state.now, state.table.seats[shown])
        for name, own in _OWN.items():
            if not self._private:
                numbers[own] = 0
            elif not self._public:
                self.dict[name][:] = numbers[own]
        if self._public:
            self.dict["view"][:] = numbers
            if self._recall:
                self.dict["history"][:] = tensors.encode_history(view)

    def _texts(self, state: State, now: Dealing, player: int) -> Iterator[str | None]:
        view = state.observe(player)
        if self._public:
            yield memory.public_text(view, recall=self._recall)
            yield f"{counted(len(now.dealt), 'card')} dealt" if now.dealt else None
        if self._private:
            own = letters(now.dealt_to(state.table.seats[player]))
            yield memory.private_text(view, recall=self._recall)
            yield f"dealt {own}" if own else None


class AnyObserver(_Observer):
    """A player's observation of a state of `AnyGame`, as text alone: the view as JSON.

    With perfect recall the sentences of all public events follow.

    >>> import pyspiel
    >>> import westeros_intrigue.environments.openspiel
    >>> game = pyspiel.load_game("python_westeros_any_game(game=monopoly,players=2,seed=7)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(0)
    >>> state.information_state_string(1).splitlines()[1]
    'player 0 throws 2 and 3'

    Raises:
        InvalidValue: there are parameters, or the kind includes the hands of all players.
    """

    tensor: None = None
    dict: ClassVar[Mapping[str, NDArray[np.float32]]] = {}

    def set_from(self, state: State, player: int) -> None:
        """Do nothing: the numbers are left out."""

    def _texts(self, state: State, now: Dealing, player: int) -> Iterator[str | None]:
        game: Game[Any, Any, Any] = state.table.game
        viewer = state.table.seats[player] if self._private else None
        yield game.DOCUMENTS.to_json(game.observe(now.game, viewer))
        if self._recall:
            first, last = (game.observe(each.game, None) for each in (state.worlds[0], now))
            yield from (game.sentence(each, None) for each in game.events(first, last))


def _add_dealt(numbers: NDArray[np.float32], now: Dealing, viewer: int) -> None:
    # The library's own table begins the round only when all cards are dealt.
    players = now.game.players if now.dealt else 0
    for shown in range(players):
        count = len(now.dealt_to((viewer + shown) % players))
        numbers[START["hand_size"] + shown] = count / MOST_CARDS
    for house in now.dealt_to(viewer):
        numbers[START["known"] + house.index] += 1 / CARDS_PER_HOUSE
