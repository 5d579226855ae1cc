"""Functions of `westeros_intrigue.game.Game` for the games that need none of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import brief

T = TypeVar("T")


class _Position(Protocol):
    @property
    def active_player(self) -> int | None:
        """The seat that decides."""


def deciders(position: _Position) -> tuple[int, ...]:
    """Return the seats that may decide now, from 0: the active player alone, or ().

    >>> from westeros_intrigue import setup
    >>> deciders(setup(3, seed=1, first_player=2))
    (2,)
    """
    try:
        player = position.active_player
    except AttributeError:
        raise WrongType(f"position must be a position of a game, not {brief(position)}") from None
    return () if player is None else (player,)


def question(position: _Position) -> str:
    """Return whose move it is; empty when nobody decides.

    >>> from westeros_intrigue import setup
    >>> question(setup(3, seed=1, first_player=2))
    'player 2 is to move'
    """
    return "".join(f"player {player} is to move" for player in deciders(position)[:1])


def move_in_words(_position: _Position, move: object) -> str:
    """Return a move as it is written."""
    return str(move)


def titles(_position: _Position) -> Mapping[str, str]:
    """Return nothing: moves and sentences have no ids.

    >>> from westeros_intrigue import setup
    >>> titles(setup(2, seed=1))
    {}
    """
    return {}


def player_in_words(_position: _Position, _player: int) -> str:
    """Return nothing: the table shows what players have."""
    return ""


def goods_of(_position: _Position, _player: int) -> Mapping[str, str]:
    """Return nothing: players make no offers.

    >>> from westeros_intrigue import setup
    >>> goods_of(setup(2, seed=1), 0)
    {}
    """
    return {}


def automated_seats(_position: _Position) -> Mapping[int, str]:
    """Return no seat: players make all moves of the game.

    >>> from westeros_intrigue import monopoly
    >>> automated_seats(monopoly.setup(2, seed=1))
    {}
    """
    return {}


def play_on(state: T, _players: Sequence[object], _rngs: Sequence[RandomSource | None]) -> T:
    """Return the state: players choose by their views."""
    return state


def seen_by(event: T, _viewer: int | None) -> T:
    """Return the event: everybody sees all that happens.

    >>> from westeros_intrigue import monopoly
    >>> before = monopoly.setup(2, seed=0)
    >>> [event] = monopoly.events(before, monopoly.apply(before, monopoly.Pass()))[:1]
    >>> seen_by(event, None) == event
    True
    """
    return event
