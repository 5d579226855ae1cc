"""Functions of `Game` for games that need nothing else: one player decides, nothing is offered.

A game module exports the ones that suit it; see `westeros_intrigue.gamekit.game.Game`.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Mapping, Sequence
from typing import TypeVar

from westeros_intrigue.gamekit import chance, errors, values
from westeros_intrigue.gamekit.game import AnyPosition

T = TypeVar("T")


def deciders(position: AnyPosition) -> tuple[int, ...]:
    """Return the seats that may decide now, from 0, the active player first.

    >>> from westeros_intrigue import setup
    >>> deciders(setup(3, seed=1, first_player=2))
    (2,)
    """
    try:
        return position.deciders
    except AttributeError:
        raise errors.WrongType(
            f"position must be a position of a game, not {values.short_repr(position)}"
        ) from None


def question(position: AnyPosition) -> str:
    """Return a sentence that names the player to move; empty if no player must decide.

    >>> from westeros_intrigue import setup
    >>> question(setup(3, seed=1, first_player=2))
    'player 2 is to move'
    """
    return "".join(f"player {player} is to move" for player in deciders(position)[:1])


def move_in_words(position: AnyPosition, move: object) -> str:
    """Return a move as `str` writes it.

    >>> from westeros_intrigue import parse_move, setup
    >>> move_in_words(setup(2, seed=1), parse_move("S4 a0"))
    'S4@a0'

    Args:
        position: a state or a view.
        move: the move.
    """
    del position
    return str(move)


def titles(position: AnyPosition) -> Mapping[str, str]:
    """Return nothing: moves and sentences have no ids.

    >>> from westeros_intrigue import setup
    >>> titles(setup(2, seed=1))
    {}
    """
    del position
    return {}


def player_in_words(position: AnyPosition, player: int) -> str:
    """Return nothing: the table shows what players have.

    >>> from westeros_intrigue import setup
    >>> player_in_words(setup(2, seed=1), 0)
    ''

    Args:
        position: a state or a view.
        player: the seat, from 0.
    """
    del position, player
    return ""


def goods_of(position: AnyPosition, player: int) -> Mapping[str, str]:
    """Return nothing: players make no offers.

    >>> from westeros_intrigue import setup
    >>> goods_of(setup(2, seed=1), 0)
    {}

    Args:
        position: a state or a view.
        player: the seat, from 0.
    """
    del position, player
    return {}


def automated_seats(position: AnyPosition) -> Mapping[int, str]:
    """Return no seats: players make all moves of the game.

    >>> from westeros_intrigue.games import monopoly
    >>> automated_seats(monopoly.setup(2, seed=1))
    {}
    """
    del position
    return {}


def play_on(state: T, players: Sequence[object], rngs: Sequence[chance.RandomSource | None]) -> T:
    """Return the state itself: players choose from their views.

    >>> from westeros_intrigue import greedy_player, setup
    >>> state = setup(2, seed=1)
    >>> play_on(state, [greedy_player] * 2, [None] * 2) is state
    True

    Args:
        state: any state.
        players: the players, who are asked elsewhere.
        rngs: their sources of random numbers.
    """
    del players, rngs
    return state


def seen_by(event: T, viewer: int | None) -> T:
    """Return the event: all events are public.

    >>> from westeros_intrigue.games import monopoly
    >>> before = monopoly.setup(2, seed=0)
    >>> [event] = monopoly.events(before, monopoly.apply(before, monopoly.Pass()))[:1]
    >>> seen_by(event, None) == event
    True

    Args:
        event: the event.
        viewer: any seat, or None for a spectator.
    """
    del viewer
    return event
