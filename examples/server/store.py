"""The store: a row and a log for each table, in SQLite or PostgreSQL.

A store has a version, and is upgraded when a server starts. Only the log ever changes, and the only
write to it inserts the entry with the next number. If several processes try, the primary key lets
one succeed.
"""

from __future__ import annotations

import json
import queue
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, LiteralString, Self

import attrs

from server.logs import Outage, in_short

CONNECTIONS = 16
"""The maximum number of a process's connections to PostgreSQL; SQLite gets one, since it allows one
writer."""
LISTENING_SECONDS = 1  # before a process that listens looks whether it is to stop
PATIENCE = 2  # the seconds for which a write to SQLite waits for other processes
MIGRATIONS: tuple[tuple[LiteralString, ...], ...] = (
    (
        """
        CREATE TABLE IF NOT EXISTS tables (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, setting TEXT NOT NULL, start TEXT NOT NULL,
            library TEXT NOT NULL, rules INTEGER NOT NULL, made BIGINT NOT NULL
        )""",
        """
        CREATE TABLE IF NOT EXISTS entries (
            table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL,
            kind TEXT NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, made BIGINT NOT NULL,
            PRIMARY KEY (table_id, number)
        )""",
    ),
    # Open tables are listed for everybody.
    (
        "ALTER TABLE tables ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX open_tables ON tables (made) WHERE is_open = 1",
    ),
    # When somebody was last there is no part of a game: it stands beside the log.
    (
        """
        CREATE TABLE signs (
            table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL,
            made BIGINT NOT NULL, PRIMARY KEY (table_id, seat)
        )""",
    ),
)
"""The statements that lead from each version of the store to the next. Never change one that has
been released: add another. A store made before there were versions is of version 1."""
LATEST = len(MIGRATIONS)
VERSION_TABLE = "CREATE TABLE IF NOT EXISTS versions (number INTEGER PRIMARY KEY)"
PROBES: tuple[LiteralString, ...] = (
    "SELECT id, game, setting, start, library, rules, made FROM tables LIMIT 0",
    "SELECT table_id, number, kind, seat, text, made FROM entries LIMIT 0",
)
VERSIONS: LiteralString = "SELECT table_id, MAX(number) FROM entries WHERE table_id IN"
CHANNEL = "entries_of_a_table"
"""The channel on which PostgreSQL tells other processes of entries. Change its name with the form
of the news: a process of the version before then polls for them."""
LONGEST_NEWS = 7_900
"""The bytes of entries that PostgreSQL tells as a whole; of longer ones, it tells the number."""
NO_TABLE = {"23503", "SQLITE_CONSTRAINT_FOREIGNKEY"}
"""The names, in the two databases, of what fails when an entry's table is not there."""
BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
UPGRADE_LOCK = 7_300_101
"""The number of the lock under which one process upgrades a PostgreSQL store."""
PAUSES = (0.1, 0.2, 0.5, 1, 2, 5, 5, 5, 10)
"""The seconds between attempts to reach a database that is not there yet, at the start."""


class StoreUnavailable(Exception):
    """The store does not answer; the client may repeat the request."""


class StoreFailed(Exception):
    """The database is damaged or has other tables; the message is the database's."""


class NoSuchTable(Exception):
    """The table of an entry is not in the store, or no longer."""


class NotAStore(Exception):
    """There is no store at an address; the message says what is there instead."""


@attrs.frozen
class Row:
    """The facts that are fixed when a table is made."""

    id: str
    game: str  # the key of the game in GAMES
    setting: str  # the request that made the table, as JSON: players, options and bots
    start: str  # the record of the first state. It contains the deal.
    library: str  # the version of the library that made the table; below, its version of the rules
    rules: int
    made: int  # the time, in seconds since 1970


@attrs.frozen
class Entry:
    """A single event at a table."""

    number: int  # the number in the log, from 1
    kind: str
    """`move`, `sit`, `name`, `bot` or `late` (a bot plays on), `leave` before the game begins and
    `go` after, `clear` and `free` if others freed the seat before and after, `ask`, `yes`, `no` and
    `alone` (all people are absent) about a person who comes to a game under way, and `forfeit`."""
    seat: int  # the seat that moved, was taken, was left, or is asked for
    text: str
    """The move, the hash of the secret and the name, the name of the bot, or the seat that agrees
    or refuses; for `alone`, and after a seat that agrees, the seats that are not asked, since their
    people are absent."""
    made: int  # the time, in seconds since 1970


class Store:
    """The store at an address, for any number of threads: `opened`, or `made` if need be.

    An address is `sqlite:` and the path of a file, or the `postgresql://` URL of a database.
    """

    def __init__(self, address: str, *, creates: bool) -> None:
        self._is_embedded = address.startswith("sqlite:")
        if not address.startswith(("sqlite:", "postgresql://", "postgres://")):
            # The text is not repeated: it may contain a password.
            raise NotAStore("an address is sqlite:FILE or postgresql://USER@HOST/DATABASE")
        self._address = address.removeprefix("sqlite:")
        self._creates = creates
        self._outage = Outage()
        self._driver: Any = sqlite3 if self._is_embedded else import_module("psycopg")
        self._mark = "?" if self._is_embedded else "%s"
        self._idle: queue.LifoQueue[Any] = queue.LifoQueue()
        self._count = 1 if self._is_embedded else CONNECTIONS
        for _ in range(self._count):
            self._idle.put(None)

    @classmethod
    def made(cls, address: str, *, pauses: Sequence[float] = ()) -> Self:
        """Return the store at an address; make it, or upgrade it to the latest version.

        Args:
            address: the address.
            pauses: the seconds to wait, one after another, while the database does not answer.

        Raises:
            NotAStore: the address has another form, or the database has other tables, or those of
                a later version.
            StoreUnavailable: the database does not answer.
        """
        store = cls(address, creates=True)
        for pause in (*pauses, None):
            try:
                store._upgrade()
                break
            except StoreUnavailable as error:
                store._outage.note_failure(str(error))
                if pause is None:
                    raise
                time.sleep(pause)
        store._check()
        return store

    @classmethod
    def opened(cls, address: str) -> Self:
        """Return the store that is at an address, of any version so far, and make nothing.

        Raises:
            NotAStore: there is no file or database, or it is not a store's.
        """
        store = cls(address, creates=False)
        if store._is_embedded and not Path(store._address).is_file():
            raise NotAStore(f"there is no file {store._address!r}")
        store._check()
        return store

    @property
    def version(self) -> int:
        """The version of the store: the number of migrations that have been made."""
        try:
            [(number,)] = self._run("SELECT MAX(number) FROM versions")[0]
        except (StoreFailed, StoreUnavailable):
            return 1
        return number or 1

    def _upgrade(self) -> None:
        """Make the migrations that the store lacks, all of them or none."""
        connection = self._idle.get()
        try:
            connection = connection or self._connected()
            self._migrate(connection)
            connection.execute("COMMIT")
        except self._driver.Error as error:
            if connection:
                connection.close()  # which undoes everything
            connection = None
            # SQLite has one class for a busy store, which may be free later, and for wrong tables.
            is_busy = getattr(error, "sqlite_errorname", "SQLITE_BUSY").startswith(BUSY)
            if isinstance(error, self._driver.OperationalError) and is_busy:
                raise StoreUnavailable(in_short(error)) from error
            raise self._not_a_store(error) from error
        finally:
            self._idle.put(connection)

    def _migrate(self, connection: Any) -> None:  # noqa: ANN401 - of two drivers
        # Only one process upgrades; the others wait, and then find nothing to do.
        connection.execute("BEGIN IMMEDIATE" if self._is_embedded else "BEGIN")
        if not self._is_embedded:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (UPGRADE_LOCK,))
        connection.execute(VERSION_TABLE)
        (number,) = connection.execute("SELECT MAX(number) FROM versions").fetchone()
        for at, statements in enumerate(MIGRATIONS[number or 0 :], (number or 0) + 1):
            for statement in statements:
                # SQLite then stores rows in the index itself, in half the space.
                is_rowless = self._is_embedded and "PRIMARY KEY (table_id" in statement
                connection.execute(statement + " WITHOUT ROWID" * is_rowless)
            for probe in PROBES:  # before the next statement changes another program's tables
                connection.execute(probe)
            insert = "INSERT INTO versions VALUES (?)".replace("?", self._mark)
            connection.execute(insert, (at,))

    def _not_a_store(self, error: Exception) -> NotAStore:
        where = repr(self._address) if self._is_embedded else "the database"
        return NotAStore(f"{where} cannot be read as a store: {in_short(error)}")

    def _check(self) -> None:
        """Raise NotAStore, and close the connections, if the tables cannot be read."""
        try:
            for probe in PROBES:
                self._run(probe)
        except (StoreUnavailable, StoreFailed) as error:
            self.close()
            raise self._not_a_store(error) from error
        if (found := self.version) > LATEST:
            self.close()
            raise NotAStore(f"the store is of version {found}; this server knows {LATEST}")

    def close(self) -> None:
        """Close the connections."""
        for _ in range(self._count):
            if (connection := self._idle.get()) is not None:
                connection.close()

    def create(self, row: Row, *, is_open: bool = False) -> bool:
        """Insert a table, listed if it is open; return False if its id is already in use."""
        statement: LiteralString = """
            INSERT INTO tables (id, game, setting, start, library, rules, made, is_open)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""
        return self._run(statement, (*attrs.astuple(row), int(is_open)))[1] == 1

    def row(self, table: str) -> Row | None:
        """Return a table; None if there is no such table."""
        statement: LiteralString = (
            "SELECT id, game, setting, start, library, rules, made FROM tables WHERE id = ?"
        )
        found, _ = self._run(statement, (table,))
        return Row(*found[0]) if found else None

    def open_ids(self, most: int) -> list[str]:
        """Return the ids of the latest open tables."""
        statement = "SELECT id FROM tables WHERE is_open = 1 ORDER BY made DESC LIMIT ?"
        return [table for (table,) in self._run(statement, (most,))[0]]

    def close_listing(self, table: str) -> None:
        """Take a table off the list of open ones."""
        self._run("UPDATE tables SET is_open = 0 WHERE id = ? AND is_open = 1", (table,))

    def ids(self) -> list[str]:
        """Return the ids of all tables."""
        return [table for (table,) in self._run("SELECT id FROM tables ORDER BY id")[0]]

    def append(self, table: str, *entries: Entry) -> bool:
        """Insert entries that follow each other; insert none, and return False, if one is there.

        PostgreSQL tells them to all processes that listen to `news`, once they are stored.

        Raises:
            NoSuchTable: the table is not there.
        """
        rows = [_values_of(entry) for entry in entries]
        values = [value for row in rows for value in (table, *row)]
        statement: LiteralString = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)"
        statement += ", (?, ?, ?, ?, ?, ?)" * (len(rows) - 1)
        if len(rows) == 1:  # others may be first; of several entries, all or none are inserted
            statement += " ON CONFLICT DO NOTHING"
        if not self._is_embedded:
            told = json.dumps((table, *rows))
            if len(told) > LONGEST_NEWS:
                told = json.dumps((table, entries[-1].number))
            statement = f"""
                WITH written AS ({statement} RETURNING number)
                SELECT pg_notify('{CHANNEL}', ?) WHERE EXISTS (SELECT FROM written)
            """  # noqa: S608 - of constants
            values.append(told)
        try:
            return self._run(statement, values)[1] > 0
        except self._driver.IntegrityError as error:
            names = {getattr(error, name, "") for name in ("sqlstate", "sqlite_errorname")}
            if names & NO_TABLE:
                raise NoSuchTable(table) from error
            return False

    @property
    def tells_news(self) -> bool:
        """True if `news` yields entries as they come; otherwise `versions` must be polled."""
        return not self._is_embedded

    def news(
        self, is_stopped: Callable[[], bool]
    ) -> Iterator[tuple[str, int, tuple[Entry, ...]] | None]:
        """Yield the table, the last number and the entries, of all processes, until stopped.

        There are no entries if they are long. None instead of all three means that the connection
        is new, so that entries may have been missed.
        """
        while not is_stopped():
            try:
                with self._connected() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._outage.note_answer()
                    yield None
                    while not is_stopped():
                        for news in connection.notifies(timeout=LISTENING_SECONDS):
                            table, *rows = json.loads(news.payload)
                            if isinstance(rows[0], int):
                                yield table, rows[0], ()
                            else:
                                yield table, rows[-1][0], tuple(Entry(*row) for row in rows)
            except self._driver.Error as error:
                self._outage.note_failure(in_short(error))
                time.sleep(LISTENING_SECONDS)

    def entries(self, table: str, after: int) -> list[Entry]:
        """Return the entries of a table after a number."""
        statement = (
            "SELECT table_id, number, kind, seat, text, made FROM entries "
            "WHERE table_id = ? AND number > ? ORDER BY number"
        )
        return [Entry(*each[1:]) for each in self._run(statement, (table, after))[0]]

    def sign(self, table: str, seat: int, made: int) -> None:
        """Keep the time of a sign of life of a seat's person, if the table is there."""
        statement: LiteralString = """
            INSERT INTO signs (table_id, seat, made) VALUES (?, ?, ?)
            ON CONFLICT (table_id, seat) DO UPDATE SET made = excluded.made"""
        with suppress(self._driver.IntegrityError):
            self._run(statement, (table, seat, made))

    def signed(self, table: str, seat: int) -> int:
        """Return the time of the last sign of life of a seat's person; 0 if there is none."""
        statement: LiteralString = "SELECT made FROM signs WHERE table_id = ? AND seat = ?"
        rows, _ = self._run(statement, (table, seat))
        return rows[0][0] if rows else 0

    def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the last entry of some tables, without those that have none."""
        marks = ", ".join("?" for _ in tables)
        return dict(self._run(f"{VERSIONS} ({marks}) GROUP BY table_id", tables)[0])

    def forget(self, before: int) -> int:
        """Delete the tables without an entry since a time; return their number."""
        statement = """
            DELETE FROM tables WHERE made < ? AND NOT EXISTS (
                SELECT 1 FROM entries WHERE table_id = id AND entries.made >= ?
            )"""
        return self._run(statement, (before, before))[1]

    def _run(
        self, statement: LiteralString, values: Sequence[object] = ()
    ) -> tuple[list[Any], int]:
        """Return the rows of a statement, and the number of rows changed.

        If the store fails, a new connection tries again: nothing is inserted twice.
        """
        try:
            for _ in range(self._count):  # the connections may all be lost
                with suppress(self._driver.OperationalError):
                    return self._tried(statement, values)
            return self._tried(statement, values)
        except self._driver.IntegrityError:
            raise
        except self._driver.OperationalError as error:
            self._outage.note_failure(in_short(error))
            raise StoreUnavailable(in_short(error)) from error
        except self._driver.Error as error:
            raise StoreFailed(in_short(error)) from error

    def _tried(self, statement: LiteralString, values: Sequence[object]) -> tuple[list[Any], int]:
        connection = self._idle.get()
        try:
            connection = connection or self._connected()
            cursor = connection.execute(statement.replace("?", self._mark), values)
            rows = cursor.fetchall() if cursor.description else []
        except self._driver.IntegrityError:
            raise  # from which a connection recovers
        except BaseException:
            if connection:
                connection.close()
            connection = None
            raise
        finally:
            self._idle.put(connection)
        self._outage.note_answer()
        return rows, cursor.rowcount

    def _connected(self) -> Any:  # noqa: ANN401 - the connections of two drivers
        if not self._is_embedded:
            return self._driver.connect(self._address, autocommit=True)
        path = (
            self._address if self._creates else f"{Path(self._address).absolute().as_uri()}?mode=rw"
        )
        connection = sqlite3.connect(
            path,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
            uri=not self._creates,
        )
        if self._creates:
            # Readers and the writer do not wait for each other. The file remembers it.
            connection.execute("PRAGMA journal_mode = WAL")
        # A commit survives the end of the process. FULL would also survive a power failure, at the
        # cost of a disk write for each commit.
        for pragma in ("synchronous = NORMAL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection


def _values_of(entry: Entry) -> tuple[object, ...]:
    return entry.number, entry.kind, entry.seat, entry.text, entry.made
