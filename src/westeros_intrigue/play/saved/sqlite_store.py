"""Saved tables in a file of SQLite."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.gamekit.stores import Entry, Head
from westeros_intrigue.play.saved import lines
from westeros_intrigue.play.saved.lines import BrokenTable

VERSION: Final = 1
"""The version of the database, which it stores as its `user_version`."""
PATIENCE: Final = 20.0
"""The seconds for which a call waits for other programs."""
PAUSE: Final = 0.2
"""The seconds between two looks for news."""
_LARGEST: Final = 2**63 - 1
_SCHEMA: Final = (
    """
    CREATE TABLE heads (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, rules INTEGER NOT NULL,
        library TEXT NOT NULL, made INTEGER NOT NULL, cards TEXT NOT NULL,
        changed INTEGER NOT NULL UNIQUE
    )""",
    """
    CREATE TABLE log (
        table_id TEXT NOT NULL REFERENCES heads, number INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER, text TEXT NOT NULL, "by" TEXT NOT NULL, made INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    )""",
    f"PRAGMA user_version = {VERSION}",
)
"""`changed` counts all changes, so that the tables can be listed in their order."""
_NEXT_CHANGE: Final = "(SELECT COALESCE(MAX(changed), 0) + 1 FROM heads)"
_SYSTEM_ERRORS: Final = {
    "AUTH": errno.EACCES,
    "BUSY": errno.ETIMEDOUT,
    "CANTOPEN": errno.EACCES,
    "FULL": errno.ENOSPC,
    "IOERR": errno.EIO,
    "LOCKED": errno.ETIMEDOUT,
    "NOMEM": errno.ENOMEM,
    "PERM": errno.EACCES,
    "PROTOCOL": errno.ETIMEDOUT,
    "READONLY": errno.EROFS,
}
"""The errors of SQLite that come from the system, by the second word of their names."""


class SqliteStore:
    """A store of tables in a file of SQLite, which only its owner can read.

    It is created with the first table. Programs and threads use it at once, and SQLite has the
    locks.

    >>> import tempfile
    >>> store = SqliteStore(Path(tempfile.mkdtemp()) / "tables.sqlite")
    >>> store.create(Head("winter", "btwixt", "[Btwixt]", 3, "1.0", 0))
    True
    >>> news = store.news(stop=lambda: False)
    >>> store.append("winter", Entry(1, "move", 0, "S8@b0"), Entry(2, "move", 1, "S9@b1"))
    True
    >>> next(news), store.ids(), store.head("winter").game
    ('winter', ['winter'], 'btwixt')
    >>> [entry.text for entry in store.entries("winter", after=1)]
    ['S9@b1']
    >>> store.delete("winter", last=1), store.delete("winter", last=2), store.ids()
    (False, True, [])

    Args:
        path: the path of the file, which need not exist.
        clock: returns the time in milliseconds since 1970; the system's clock by default.
    """

    def __init__(self, path: Path | str, *, clock: Callable[[], int] = lines.read_clock) -> None:
        self.path: Path = Path(path)
        self._clock = clock

    def create(self, head: Head) -> bool:
        """Keep a new table; return False, and change nothing, if its id is in use.

        Raises:
            InvalidValue: no store can keep the head, for example because of half a character; or
                the file is another program's database, or of a later version.
            OSError: the file cannot be written.
        """
        lines.write_head(head)  # which refuses values that SQLite would refuse in its own words
        self._make_file()
        statement = f"""
            INSERT INTO heads VALUES (
                :id, :game, :start, :rules, :library, :made, :cards, {_NEXT_CHANGE}
            ) ON CONFLICT (id) DO NOTHING"""  # noqa: S608 - of constants
        with self._writing() as connection:
            if _is_empty(connection):
                for part in _SCHEMA:
                    connection.execute(part)
            return connection.execute(statement, attrs.asdict(head)).rowcount == 1

    def head(self, table: str) -> Head | None:
        """Return the head of a table, by its id; None if there is no such table.

        Raises:
            BrokenTable: the table or the database is damaged.
            InvalidValue: the file is another program's database, or of a later version.
            OSError: the file cannot be read.
        """
        statement = "SELECT id, game, start, rules, library, made, cards FROM heads WHERE id = ?"
        rows = self._read(table, statement, table)
        return self._read_row(table, 0, Head, rows[0]) if rows else None

    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        """Return the entries of a table after a number, in order; none if there is no such table.

        Args:
            table: the id of the table.
            after: the number.

        Raises:
            BrokenTable: an entry or the database is damaged.
            InvalidValue: the file is another program's database, or of a later version.
            OSError: the file cannot be read.
        """
        after = max(after, 0)
        rows = self._read(
            table,
            'SELECT number, kind, seat, text, "by", made FROM log WHERE table_id = ? AND number > ?'
            " ORDER BY number",
            table,
            min(after, _LARGEST),
        )
        return tuple(
            self._read_row(table, number, Entry, row) for number, row in enumerate(rows, after + 1)
        )

    def append(self, table: str, *entries: Entry) -> bool:
        """Keep entries, all or none, each with the time by the store's clock.

        Return False, and change nothing, unless their numbers follow the last one in the log
        without a gap: another program was first, or there is no such table.

        Args:
            table: the id of the table.
            *entries: the entries, whose times do not count.

        Raises:
            BrokenTable: the database is damaged.
            InvalidValue: no store can keep an entry, for example because of half a character; or
                the file is another program's database, or of a later version.
            OSError: the file cannot be written, and is as before.
        """
        if not self.path.exists() or not lines.is_table_id(table):
            return False
        with self._writing(table) as connection:
            if _is_empty(connection) or not _has(connection, table):
                return False
            last, made = connection.execute(
                "SELECT number, made FROM log WHERE table_id = ? ORDER BY number DESC LIMIT 1",
                (table,),
            ).fetchone() or (0, 0)
            if not lines.follow_each_other(entries, last):
                return False
            if not entries:
                return True
            made = max(self._clock(), made)
            for entry in entries:
                kept = attrs.evolve(entry, made=made)
                lines.write_entry(kept)  # as for heads
                connection.execute(
                    "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)", (table, *attrs.astuple(kept))
                )
            connection.execute(
                f"UPDATE heads SET changed = {_NEXT_CHANGE} WHERE id = ?",  # noqa: S608 - of constants
                (table,),
            )
        return True

    def delete(self, table: str, last: int) -> bool:
        """Delete a table; return False, and change nothing, unless its log ends with an entry.

        Args:
            table: the id of the table.
            last: the number of the last entry that the caller knows; 0 for none.

        Raises:
            BrokenTable: the database is damaged.
            InvalidValue: the file is another program's database, or of a later version.
            OSError: the file cannot be written.
        """
        if not self.path.exists() or not lines.is_table_id(table):
            return False
        with self._writing(table) as connection:
            if _is_empty(connection) or not _has(connection, table):
                return False
            [number] = connection.execute(
                "SELECT COALESCE(MAX(number), 0) FROM log WHERE table_id = ?", (table,)
            ).fetchone()
            if number != last:
                return False
            [latest] = connection.execute("SELECT MAX(changed) FROM heads").fetchone()
            connection.execute("DELETE FROM log WHERE table_id = ?", (table,))
            connection.execute("DELETE FROM heads WHERE id = ?", (table,))
            # No later change has the number of an earlier one, for programs that wait for news.
            connection.execute(
                "UPDATE heads SET changed = ? WHERE changed = (SELECT MAX(changed) FROM heads)",
                (latest,),
            )
        return True

    def ids(self) -> Sequence[str]:
        """Return the ids of all tables, the one that changed last first.

        Raises:
            BrokenTable: the database is damaged.
            InvalidValue: the file is another program's database, or of a later version.
            OSError: the file cannot be read.
        """
        return [table for table, _ in reversed(self._changes(0))]

    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        """Return the ids of the tables that are made or get entries, from now until `stop`.

        Changes in a short time can be told once. `stop` is asked at least four times a second.

        Raises:
            BrokenTable: the database is damaged.
            InvalidValue: the file is another program's database, or of a later version.
            OSError: the file cannot be read.
        """
        changes = self._changes(0)
        return self._news(stop, changes[-1][1] if changes else 0)

    def _news(self, stop: Callable[[], bool], last: int) -> Iterator[str]:
        while not stop():
            changes = self._changes(last - 1)
            if not changes:
                last = 0  # all tables have been deleted since, and changes are counted again
            for table, changed in changes or self._changes(0):
                if changed > last:
                    last = changed
                    yield table
            time.sleep(PAUSE)

    def _changes(self, after: int) -> list[tuple[str, int]]:
        """Return the ids of the tables that changed after a change, each with its last change."""
        statement = "SELECT id, changed FROM heads WHERE changed > ? ORDER BY changed"
        return self._read("", statement, after)

    # The file.

    def _make_file(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))

    def _read(self, table: str, statement: str, *arguments: object) -> list[Any]:
        """Return the rows that a statement selects; none if there is no file yet."""
        if not self.path.exists():
            return []
        with self._open(table) as connection:
            if _is_empty(connection):
                return []
            return connection.execute(statement, arguments).fetchall()

    @contextmanager
    def _writing(self, table: str = "") -> Iterator[sqlite3.Connection]:
        """Open the file for changes that are stored together, or not at all after an error."""
        with self._open(table) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")

    @contextmanager
    def _open(self, table: str) -> Iterator[sqlite3.Connection]:
        """Open the file, for one call: threads and forked processes cannot share a connection."""
        address = f"{self.path.absolute().as_uri()}?mode=rw"
        try:
            with closing(
                sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, uri=True)
            ) as connection:
                # Otherwise a power cut could undo the last change.
                connection.execute("PRAGMA synchronous = EXTRA")
                self._check_version(connection)
                yield connection
        except sqlite3.Error as error:
            raise self._in_our_words(table, error) from error

    def _check_version(self, connection: sqlite3.Connection) -> None:
        [version] = connection.execute("PRAGMA user_version").fetchone()
        if version == 0 and not _is_empty(connection):
            raise InvalidValue(f"{self.path.name} is another program's database")
        if version not in {0, VERSION}:
            raise InvalidValue(
                f"{self.path.name} is a store of version {version}, and this program knows version "
                f"{VERSION}: install a later version of the library"
            )

    def _in_our_words(self, table: str, error: sqlite3.Error) -> Exception:
        words = getattr(error, "sqlite_errorname", "").split("_")
        if number := _SYSTEM_ERRORS.get("".join(words[1:2])):
            return OSError(number, str(error), self.path.name)
        place = f"{self.path.name}, table {table}" if table else f"{self.path.name}, a database"
        return BrokenTable(table, place, str(error), _REMEDY)

    def _read_row(self, table: str, number: int, cls: type[Any], row: tuple[Any, ...]) -> Any:  # noqa: ANN401 - a head or an entry
        """Return a row's head, whose number is 0, or entry.

        Raises:
            BrokenTable: the row is damaged.
        """
        place = f"entry {number}" if number else "the head"
        place = f"{self.path.name}, table {table}, {place}"
        try:
            value = cls(*row)
        except WesterosIntrigueError as error:
            raise BrokenTable(table, place, str(error), _REMEDY) from None
        if number and value.number != number:
            reason = f"it is missing, and entry {value.number} is there"
            raise BrokenTable(table, place, reason, _REMEDY)
        return value


_REMEDY: Final = "put back a copy of the file, or save what is left by `.recover` of sqlite3"


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Return True if a database has no tables yet, as in a file that was just created."""
    return connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None


def _has(connection: sqlite3.Connection, table: str) -> bool:
    return bool(connection.execute("SELECT 1 FROM heads WHERE id = ?", (table,)).fetchone())
