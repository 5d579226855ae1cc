"""A search for games with hidden cards: moves are tried in worlds that the player may be in."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from westeros_intrigue.base.named_players import NamedPlayer, NamedPlayers, one_player

M = TypeVar("M")
P = TypeVar("P")
W = TypeVar("W")


def surest_move(moves: Sequence[M], worlds: Iterable[W], worth: Callable[[W, M], float]) -> M:
    """Return the move that surely gains most over the first one.

    All moves are tried in the same worlds. A move counts as its mean gain less the standard error
    of that, so that luck in a few worlds does not beat the first move.

    >>> surest_move(["pass", "bid"], range(9), lambda world, move: (move == "bid") * (world - 3))
    'bid'
    """
    gains: list[list[float]] = [[] for _ in moves]
    for world in worlds:
        first = worth(world, moves[0])
        for gained, move in zip(gains[1:], moves[1:], strict=True):
            gained.append(worth(world, move) - first)
    sure = [_sure_gain(gained) for gained in gains]
    return moves[sure.index(max(sure))]


def _sure_gain(gained: list[float]) -> float:
    """Return the mean gain less its standard error; 0 for the first move, which gains nothing."""
    worlds = len(gained)
    if not worlds:
        return 0.0
    mean = sum(gained) / worlds
    squares = sum((gain - mean) ** 2 for gain in gained)
    return mean - math.sqrt(squares / worlds / max(worlds - 1, 1))


def searching_players(
    random_player: P, simple_player: P, reason: Callable[[Any, Any], str], search: type[Any]
) -> NamedPlayers[P]:
    """Return the players of a game by name, of which the simple one is usual.

    Args:
        random_player: makes any move.
        simple_player: makes moves of plain sense.
        reason: returns why it makes a move with a view.
        search: the class of the player that searches, whose field is the number of its `worlds`.
    """

    def worlds_of(player: P) -> int | None:
        return player.worlds if isinstance(player, search) else None

    summary = "tries its moves in N games that could be behind its view"
    entries = (
        one_player("random", "makes any move", random_player),
        one_player("simple", "makes moves of plain sense", simple_player, reason),
        NamedPlayer("search:N", summary, search, worlds_of),
    )
    return NamedPlayers(entries, "simple", {})
