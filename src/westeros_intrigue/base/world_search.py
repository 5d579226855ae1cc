"""A search for games with hidden cards: moves are tried in worlds that the player may be in."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from westeros_intrigue.base.named_players import NamedPlayer

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


def search_entry(make: Callable[[int], P], worlds_of: Callable[[P], int | None]) -> NamedPlayer[P]:
    """Return the entry of a game's searching player among its players by name."""
    summary = "tries its moves in N games that could be behind its view"
    return NamedPlayer("search:N", summary, make, worlds_of)
