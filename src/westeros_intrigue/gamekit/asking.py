"""The one place where players are asked for a move, and where their failures get a name.

A player can be any code, with a network behind it: it can raise any error. None of them may
pass for an error of the game, of the disk or of the program.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from types import CodeType, FunctionType
from typing import Any, Generic, TypeVar

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.english import join_words, printable
from westeros_intrigue.gamekit.errors import InvalidValue, PlayerFailed
from westeros_intrigue.gamekit.game import Game, Move, State, View
from westeros_intrigue.gamekit.results import viewer_in_words

P = TypeVar("P", bound=Callable[..., Any])


@attrs.frozen(repr=False)
class SeatedPlayer(Generic[P]):
    """A player that is handed the game it plays, as its argument `game`."""

    player: P
    """The player itself, a function of a view, a source of random numbers and a game."""
    game: Any
    """The game that it plays."""

    def __call__(self, view: Any, rng: RandomSource, **more: Any) -> Any:  # noqa: ANN401 - of any game
        """Return the player's move in its game."""
        return self.player(view, rng, game=self.game, **more)

    def __repr__(self) -> str:
        return repr(self.player)


def seat_player(player: P, game: object) -> P | SeatedPlayer[P]:
    """Return a player as one of a view and `rng`: if it has a parameter `game`, it is handed one.

    A rule can be replaced in a subclass of a game, so only whoever asks a player knows by which
    rules it plays. A player that looks for them elsewhere plays by those of another game.

    >>> from nim import clever, nim
    >>> seat_player(clever, nim)(nim.observe(nim.setup(2, stones=7), 0), None)
    3
    >>> seat_player(max, nim) is max
    True

    Args:
        player: the player.
        game: the game that it will play.
    """
    return SeatedPlayer(player, game) if _takes_game(player) else player


_CALL = "__call__"
_VIEW_AND_RNG = 2
"""The number of parameters that every player has."""


def _takes_game(player: object) -> bool:
    """Return True if a function, a method or an object that can be called has a parameter `game`.

    Its code says so; this is far quicker than its signature.
    """
    if isinstance(player, FunctionType):
        code: object = player.__code__
    elif isinstance(player, partial):
        return "game" not in player.keywords and _takes_game(player.func)
    else:
        called = getattr(player, "__func__", None) or getattr(type(player), _CALL, None)
        code = getattr(called, "__code__", None)
    if not isinstance(code, CodeType):
        return False
    count = code.co_argcount + code.co_kwonlyargcount
    return count > _VIEW_AND_RNG and "game" in code.co_varnames[:count]


def decide(
    game: Game[State, View, Move],
    state: State,
    seat: int,
    player: Callable[[View, RandomSource], Move],
    rng: RandomSource,
    *,
    name: str = "",
) -> State:
    """Return the state after the move that a player chooses, as `decision` does.

    >>> import random
    >>> from westeros_intrigue.games import monopoly
    >>> state = monopoly.setup(2, seed=1)
    >>> decide(monopoly, state, 0, monopoly.simple_player, random.Random(1)) == state
    False

    Args:
        game: the game.
        state: a state in which the seat must decide.
        seat: the seat, from 0.
        player: its player, which is handed the game if it has a parameter `game`.
        rng: the player's random numbers.
        name: the name of the player in errors; empty for the function's name or the object's repr.

    Raises:
        PlayerFailed: the player raised an error, or the rules refuse its move.
    """
    return decision(game, state, seat, player, rng, name=name)[1]


def decision(
    game: Game[State, View, Move],
    state: State,
    seat: int,
    player: Callable[[View, RandomSource], Move],
    rng: RandomSource,
    *,
    name: str = "",
) -> tuple[Move, State]:
    """Return the move that a player chooses, and the state after it. Every player is asked here.

    >>> import random
    >>> from westeros_intrigue.games import monopoly
    >>> state = monopoly.setup(2, seed=1)
    >>> decision(monopoly, state, 0, monopoly.simple_player, random.Random(1))[0]
    StandBy()

    Args:
        game: the game.
        state: a state in which the seat must decide.
        seat: the seat, from 0.
        player: its player, which is handed the game if it has a parameter `game`.
        rng: the player's random numbers.
        name: the name of the player in errors; empty for the function's name or the object's repr.

    Raises:
        PlayerFailed: the player raised an error, or the rules refuse its move.
    """
    view = game.observe(state, seat)
    try:
        move = seat_player(player, game)(view, rng)
        return move, game.apply(state, move, player=seat)
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
