"""The two sides of a comparison: a game with the options of its table, as workers find it too.

A worker finds a game by its key, by its file, or by the name of its class. Two versions of a file
have games of the same key, so a file is known by its digest.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import pickle
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from westeros_intrigue.gamekit.authoring.game_files import FILES, SUFFIX, read_game
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, AnyGame, find_game
from westeros_intrigue.gamekit.options import (
    OptionValue,
    TableOptions,
    check_options,
    option_text,
)
from westeros_intrigue.lab.simulation import workers
from westeros_intrigue.lab.simulation.results_file import code_of
from westeros_intrigue.rules.house_games import HouseRules

GameOrTable: TypeAlias = (
    AnyGame | str | PathLike[str] | tuple[AnyGame | str | PathLike[str], Mapping[str, OptionValue]]
)
"""A game, its key, its file, or a pair of one of these and the options of a table."""


@attrs.frozen
class Table:
    """A game with the options of its table."""

    source: Any
    """The key of the game in `GAMES`, its file, or the game itself."""
    options: TableOptions = ()
    """The options by name."""
    digest: str = ""
    """The digest of the file; empty without one."""
    is_renamed: bool = False
    """True if the key of the game, a house rule, gets the digest too."""

    def find(self) -> AnyGame:
        """Return the game, also in a worker.

        Raises:
            InvalidValue: this process has no such game, or another version of the file.
        """
        if isinstance(self.source, Path):
            return _read(self.source, self.digest, is_renamed=self.is_renamed)
        return find_game(self.source)

    @property
    def name(self) -> str:
        """The name of the game with its options."""
        told = [
            name.replace("_", " ") + ("" if value is True else f" {option_text(value)}")
            for name, value in self.options
        ]
        return ", ".join([self.find().NAME, *told])

    @property
    def version(self) -> str:
        """The file or the key, with a digest of the code; empty for a game of the library."""
        if self.digest:
            return f"{self.source.name} ({self.digest})"
        game = self.find()
        digest = code_of({}, game).get("game")
        return f"{game.KEY} ({digest})" if digest else ""


def table_of(given: GameOrTable) -> Table:
    """Return a side of a comparison, with checked options.

    Raises:
        InvalidValue: there is no such game or file, or an option is not valid.
        WrongType: it is not a game.
    """
    game, options = given if isinstance(given, tuple) else (given, {})
    if isinstance(game, PathLike) or (isinstance(game, str) and game.endswith(SUFFIX)):
        path = Path(game)
        table = Table(path, digest=_digest_of(path))
    else:
        found = find_game(game)
        is_known = GAMES.get(found.KEY) is found
        if is_known and found.KEY in FILES:
            return table_of((FILES[found.KEY], options))
        table = Table(found.KEY if is_known else found)
    checked = check_options(table.find().OPTIONS, options)
    return attrs.evolve(table, options=tuple(sorted(checked.items())))


def both_tables(before: GameOrTable, after: GameOrTable) -> tuple[Table, Table]:
    """Return the two sides of a comparison; two house rules of one key get different keys."""
    first, second = table_of(before), table_of(after)
    games = first.find(), second.find()
    one, other = games
    are_rules = isinstance(one, HouseRules) and isinstance(other, HouseRules)
    if are_rules and one is not other and one.KEY == other.KEY:
        # A state finds its house rule by the key.
        if not second.digest:
            raise InvalidValue(
                f"both house rules have the key {other.KEY}: give one of them another KEY, or name "
                "their files"
            )
        second = attrs.evolve(second, is_renamed=True)
    return first, second


def distinct_names(before: Table, after: Table) -> tuple[str, str]:
    """Return the names of both sides; two versions of a file also have its name or its digest."""
    names, digests = (before.name, after.name), (before.digest, after.digest)
    if names[0] != names[1] or digests[0] == digests[1] or not all(digests):
        return names
    told = before.source.name, after.source.name
    if told[0] == told[1]:
        told = digests
    return f"{names[0]} ({told[0]})", f"{names[1]} ({told[1]})"


def versions_of(*tables: Table) -> tuple[str, ...]:
    """Return the version of the library, and those of the files of games."""
    told = [f"westeros-intrigue {workers.library_version()}", *(table.version for table in tables)]
    return tuple(dict.fromkeys(filter(None, told)))


def check_workers_find(table: Table) -> None:
    """Refuse a game that workers cannot find.

    Raises:
        InvalidValue: its class has no name by which it can be imported.
    """
    try:
        pickle.dumps(table)
    except Exception as error:  # noqa: BLE001 - pickle raises several errors
        raise InvalidValue(
            f"workers cannot import {table.name}: write the class at the top of a module, or name "
            f"its file ({error})"
        ) from None


def _digest_of(path: Path) -> str:
    if not path.is_file():
        raise InvalidValue(f"there is no file {path}")
    return sha256(workers.source(path)).hexdigest()[: workers.DIGITS]


@lru_cache(maxsize=32)
def _read(path: Path, digest: str, *, is_renamed: bool) -> AnyGame:
    """Import the game of a file that has this digest."""
    if (found := _digest_of(path)) != digest:
        raise InvalidValue(f"{path} has changed: its digest is {found}, not {digest}")
    game: Any = read_game(path)
    if is_renamed:
        cls = type(game)
        members = {
            "KEY": f"{cls.KEY}-{digest}",
            "NAME": game.NAME,
            "__module__": cls.__module__,
        }
        game = type(cls.__name__, (cls,), members)()
    renamed: AnyGame = game
    return renamed
