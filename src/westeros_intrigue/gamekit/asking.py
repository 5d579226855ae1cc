"""The one place where players are asked for a move, and where their failures get a name.

A player can be any code, with a network behind it: it can raise any error. None of them may
pass for an error of the game, of the disk or of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FunctionType
from typing import Any

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.english import join_words, printable
from westeros_intrigue.gamekit.errors import InvalidValue, PlayerFailed
from westeros_intrigue.gamekit.game import Game, Move, State, View
from westeros_intrigue.gamekit.results import viewer_in_words


def decide(
    game: Game[State, View, Move],
    state: State,
    seat: int,
    player: Callable[[View, RandomSource], Move],
    rng: RandomSource,
    *,
    name: str = "",
) -> State:
    """Return the state after the move that a player chooses. Every player is asked here.

    >>> import random
    >>> from westeros_intrigue.games import monopoly
    >>> state = monopoly.setup(2, seed=1)
    >>> decide(monopoly, state, 0, monopoly.simple_player, random.Random(1)) == state
    False

    Args:
        game: the game.
        state: a state in which the seat must decide.
        seat: the seat, from 0.
        player: its player.
        rng: the player's random numbers.
        name: the name of the player in errors; empty for the function's name or the object's repr.

    Raises:
        PlayerFailed: the player raised an error, or the rules refuse its move.
    """
    view = game.observe(state, seat)
    try:
        return game.apply(state, player(view, rng), player=seat)
    except (Exception, SystemExit) as error:  # a player can raise anything, or end the program
        own = player.__name__ if isinstance(player, FunctionType) else values.short_repr(player)
        raise failure(error, name or own, seat, count_steps(game, state)) from error


def failure(error: BaseException, name: str, seat: int, moment: int | None) -> PlayerFailed:
    """Return the error for a player, by name, that raised an error when asked for a seat's move."""
    try:
        lines = str(error).splitlines()
    except Exception:  # noqa: BLE001 - a foreign error may raise another
        lines = []
    reason = printable("".join(lines[:1]))
    return PlayerFailed(name, seat, moment, type(error).__name__, reason.strip())


def count_steps(game: Game[State, Any, Any], state: State) -> int | None:
    """Return the number of steps of a game so far; None if the state has no record."""
    with suppress(Exception):  # a world has no record, and a plug-in can raise anything
        return sum(1 for _ in game.Record.from_state(state).replay()) - 1
    return None


def wrong_viewer(viewer: int | None, deciders: Sequence[int]) -> InvalidValue:
    """Return the error for a view whose viewer is not among the deciders."""
    asked = f"ask player {join_words(deciders, 'or')}" if deciders else "no player is"
    return InvalidValue(f"{viewer_in_words(viewer)} is not to move: {asked}")
