"""Players by name: those of a game, and somebody's own in a module."""

from __future__ import annotations

import sys
from pathlib import Path
from pkgutil import resolve_name

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.game import AnyGame
from westeros_intrigue.matches.games import Chooser


def player_of(game: AnyGame, name: str) -> Chooser:
    """Return the player of a name: one of the game, or `MODULE:NAME` for one of your own.

    Modules may be imported from the folder in which the program was started.

    >>> from westeros_intrigue import monopoly
    >>> player_of(monopoly, "westeros_intrigue.monopoly:random_player") is monopoly.random_player
    True

    Raises:
        InvalidValue: no player is called so, it cannot be imported, or cannot be called.
    """
    players = game.PLAYERS
    module, _, own = name.partition(":")
    if not (module and own) or f"{module}:N" in players:
        return players.parse(name)
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        found = resolve_name(name)
    except Exception as error:  # somebody else's module may raise anything
        raise InvalidValue(f"cannot import {name}: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise InvalidValue(f"{name} is not a player: it cannot be called with a view and rng")
    player: Chooser = found
    return player
