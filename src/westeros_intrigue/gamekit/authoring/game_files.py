"""Games in files: a Python file is imported by its path, without a package."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import importlib.util
import sys
import traceback
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.authoring.authored import PREFIX, AuthoredGame
from westeros_intrigue.gamekit.authoring.game_of import GameOf
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import AnyGame, add_game

SUFFIX = ".py"
"""The ending of the names of such files."""
FILES: dict[str, Path] = {}
"""The file of each game that was loaded from one, by its key."""


def load_game(path: str | Path) -> AnyGame:
    """Import a game from a file, and add it to `GAMES` until the program ends.

    The game is the last instance of a subclass of `GameOf` in the file, or of the last subclass if
    there is none. Loading a file again imports it again.

    Raises:
        InvalidValue: the file cannot be read or imported, has no game, or its game has the key of a
            game of the library; the message contains the line.
        WrongType: the path is neither a str nor a Path.
    """
    values.check_type("path", path, str | Path)
    file = Path(path)
    game = read_game(file)
    add_game(game)
    FILES[game.KEY] = file
    return game


def read_game(file: Path) -> AnyGame:
    """Import the game of a file as `load_game` does, and leave `GAMES` as it is.

    Two versions of a file, whose games have the same key, can then both be played.

    Raises:
        InvalidValue: the file cannot be read or imported, or has no game.
    """
    module = _import_file(file)
    own = [value for value in vars(module).values() if _is_own(value, module)]
    games = [value for value in own if isinstance(value, AuthoredGame)]
    classes = [value for value in own if isinstance(value, type)]
    if not games and not classes:
        raise InvalidValue(f"{file} has no game: write a subclass of GameOf, such as Pig")
    try:
        game: Any = games[-1] if games else classes[-1]()
    except TypeError as error:  # what the class lacks
        raise InvalidValue(f"{file}: {error}") from None
    found: AnyGame = game
    return found


def file_of(owner: object) -> Path | None:
    """Return the file of a game that defines a function, or the class of an object; else None.

    Two files of one name, such as two versions of a game, have modules of one name, of which Python
    knows only the last one.
    """
    functions = [owner, *vars(type(owner)).values()]
    written = [each for each in functions if isinstance(each, FunctionType)]
    own = [each for each in written if each.__module__.startswith(PREFIX)]
    return Path(own[0].__code__.co_filename) if own else None


def _is_own(value: object, module: ModuleType) -> bool:
    """Return True for a game, or a class of games, that a file defines rather than imports."""
    if isinstance(value, type):
        return issubclass(value, GameOf) and value.__module__ == module.__name__
    return isinstance(value, AuthoredGame) and type(value).__module__ == module.__name__


def _import_file(file: Path) -> ModuleType:
    name = f"{PREFIX}{file.stem}"
    if not file.is_file():
        raise InvalidValue(f"there is no file {file}")
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise InvalidValue(f"{file} is not a Python file: its name must end in {SUFFIX}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(file.resolve().parent))  # for modules beside it
    try:
        # Compiled here, since a file that changes twice in a second would be read from a cache.
        code = compile(file.read_bytes(), str(file), "exec")
        exec(code, vars(module))  # noqa: S102 - the author's own file
    except Exception as error:  # noqa: BLE001 - the author's code raises anything
        raise InvalidValue(f"{_place_of(error, file)}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(str(file.resolve().parent))
    return module


def _place_of(error: Exception, file: Path) -> str:
    """Return the file and the line that an error came from."""
    if isinstance(error, SyntaxError):
        return f"{file}, line {error.lineno}"
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(file)
    ]
    return f"{file}, line {lines[-1]}" if lines else str(file)
