"""The screens that games bring along: where the page finds their files, and what they show."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from westeros_intrigue.gamekit import documents
from westeros_intrigue.gamekit.game import GAMES, AnyGame, AnyPosition, HasScreen
from westeros_intrigue.gamekit.players import FaultyPlugin
from westeros_intrigue.gamekit.screens import GameScreen
from westeros_intrigue.play.page.messages import Consequences, OwnScreen

FOLDER = "screens"
"""The folder of all screens beside the files of the page."""
PICTURE = "preview.svg"
"""The file of a screen that the start page shows beside the game."""
_PARTS = (b'"../../../play/elements/', b'"../../../')
"""The folder of the parts of tables, for scripts in this package and for those in a browser."""


def show_screen(game: AnyGame, view: AnyPosition) -> OwnScreen | None:
    """Return the game's own table for a view; None if the game has none."""
    if not isinstance(game, HasScreen):
        return None
    screen = game.SCREEN
    shown = screen.facts(view)
    if shown is None:
        return None
    facts = documents.dump(screen.write(shown))
    return OwnScreen(address=address_of(game.KEY, screen), facts=facts)


def show_preview(game: AnyGame, view: AnyPosition, move: str) -> Consequences:
    """Return the consequences of a legal move, as the game's own table shows them."""
    shown = game.SCREEN.write_preview(view, move) if isinstance(game, HasScreen) else None
    return Consequences(None if shown is None else documents.dump(shown))


@cache
def address_of(key: str, screen: GameScreen) -> str:
    """Return the folder of a screen's files, relative to the page's.

    It names their contents, so that a browser can keep them.
    """
    every = hashlib.sha256()
    for name, content in sorted(screen.read_files().items()):
        every.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(content).digest())
    return f"{FOLDER}/{key}/{every.hexdigest()[:16]}/"


def address_of_picture(game: AnyGame) -> str:
    """Return the drawing of the game's own table, `preview.svg` in its folder; empty without."""
    if not isinstance(game, HasScreen) or PICTURE not in game.SCREEN.read_files():
        return ""
    return address_of(game.KEY, game.SCREEN) + PICTURE


def screen_files(key: str | None = None) -> Mapping[str, bytes]:
    """Return the files of the screens by their addresses, relative to the page's.

    Args:
        key: the key of the game; None for all games.
    """
    return dict(_files(GAMES if key is None else (key,)))


def _files(keys: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for key in keys:
        try:
            game = GAMES.get(key)
        except FaultyPlugin:
            continue  # whoever starts the game reads why
        if isinstance(game, HasScreen):
            folder = address_of(key, game.SCREEN)
            for name, content in game.SCREEN.read_files().items():
                yield folder + name, content.replace(*_PARTS)
