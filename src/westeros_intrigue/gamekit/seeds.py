"""Seeds of new games, too long to be found by trying all of them.

A seed gives away every hand, and all that the computer players will do.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import secrets
from functools import lru_cache
from typing import Any

from westeros_intrigue.gamekit.game import AnyGame, AnyPosition

_BITS = (128, 64)
"""The sizes of seeds that are tried: the first is beyond all searching."""
_USUAL_BITS = 53
"""The size of a seed that every game accepts and every document can hold."""


def fresh_seed(game: AnyGame) -> int:
    """Return a secret seed for a new game, as long as the game accepts and keeps it.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> 0 <= fresh_seed(GAMES["westeros-intrigue"]) < 2**128
    True
    """
    return secrets.randbits(bits_of(game))


def seed_of_players() -> int:
    """Return a secret seed for the random numbers of computer players."""
    return secrets.randbits(_BITS[0])


def bits_of(game: AnyGame) -> int:
    """Return the size of the longest seeds that a game accepts, and reads again as it wrote them.

    The seed of a game of dice is a part of its state, and so of its records and documents.
    """
    kept: Any = game
    return _find_bits(kept)


@lru_cache(maxsize=64)
def _find_bits(game: Any) -> int:  # noqa: ANN401 - a game, which can be a module
    return next((bits for bits in _BITS if _keeps(game, 2**bits - 1)), _USUAL_BITS)


def _keeps(game: AnyGame, seed: int) -> bool:
    try:
        state: AnyPosition = game.new_game(None, {}, seed=seed)
        record = game.Record.parse(str(game.Record.from_state(state)))
        document = game.DOCUMENTS.from_json(type(state), game.DOCUMENTS.to_json(state))
    except (ArithmeticError, TypeError, ValueError):
        return False
    return bool(record.state == state == document)
