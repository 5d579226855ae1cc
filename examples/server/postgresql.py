"""A store of saved tables in a database of PostgreSQL, which many processes share.

Its tables are in a schema of their own, `westeros_intrigue`. The only write to a log is one
statement: the primary key lets one of several processes append the entry with the next number.
"""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, LiteralString

import attrs
import psycopg

from westeros_intrigue.gamekit import InvalidValue
from westeros_intrigue.play.saved import Entry, Head

CONNECTIONS = 16
"""The maximum number of a process's connections."""
LISTENING_SECONDS = 0.2  # before a program that listens looks whether it is to stop
UPGRADE_LOCK = 7_300_101
"""The number of the lock under which one process upgrades a store."""
MIGRATIONS: tuple[tuple[LiteralString, ...], ...] = (
    (
        """
        CREATE TABLE heads (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, rules INTEGER NOT NULL,
            library TEXT NOT NULL, made BIGINT NOT NULL, cards TEXT NOT NULL,
            created BIGINT NOT NULL
        )""",
        """
        CREATE TABLE log (
            table_id TEXT NOT NULL REFERENCES heads ON DELETE CASCADE,
            number BIGINT NOT NULL, kind TEXT NOT NULL, seat INTEGER, text TEXT NOT NULL,
            "by" TEXT NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (table_id, number)
        )""",
    ),
)
"""The statements that lead from each version of the store to the next. Never change one that has
been released: add another."""
LATEST = len(MIGRATIONS)
CHANNEL = "westeros_intrigue"
"""The channel on which the database tells of tables that have changed."""
CLOCK: LiteralString = "(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT"
CREATE: LiteralString = """
    INSERT INTO heads
    SELECT %s, %s, %s, %s, %s, %s, %s, COALESCE(%s, {clock}) ON CONFLICT DO NOTHING RETURNING id"""
APPEND: LiteralString = """
    WITH last AS (
        SELECT number, made FROM log WHERE table_id = %(table)s
        ORDER BY number DESC LIMIT 1
    )
    INSERT INTO log
    SELECT id, number, kind, seat, text, "by",
        GREATEST(COALESCE(%(made)s, {clock}), (SELECT made FROM last))
    FROM heads, unnest(
        %(numbers)s::BIGINT[], %(kinds)s::TEXT[], %(seats)s::INTEGER[], %(texts)s::TEXT[],
        %(persons)s::TEXT[]
    ) AS new (number, kind, seat, text, "by")
    WHERE id = %(table)s AND COALESCE((SELECT number FROM last), 0) = %(before)s
    RETURNING number"""
ANNOUNCE: LiteralString = "SELECT pg_notify('{channel}', id) FROM unnest(%s::TEXT[]) AS id"
IDS: LiteralString = """
    SELECT id FROM heads LEFT JOIN LATERAL (
        SELECT made FROM log WHERE table_id = id ORDER BY number DESC LIMIT 1
    ) AS last ON TRUE ORDER BY GREATEST(created, last.made) DESC, id"""
DELETE: LiteralString = """
    DELETE FROM heads WHERE id = %s AND %s = (
        SELECT COALESCE(MAX(number), 0) FROM log WHERE table_id = id
    )"""


class PostgresStore:
    """A store of tables in a database, for any number of threads.

    Each call raises OSError if the database does not answer, and InvalidValue if it refuses.

    Args:
        address: the URL of the database.
        beside: a statement that makes what its owner has beside the tables.
        clock: returns the time in milliseconds since 1970; by default, the database does.
    """

    def __init__(
        self, address: str, *, beside: LiteralString = "", clock: Callable[[], int] | None = None
    ) -> None:
        self._address = address
        self._beside: LiteralString = beside
        self._clock: Callable[[], int | None] = clock or (lambda: None)
        self._idle: queue.LifoQueue[psycopg.Connection | None] = queue.LifoQueue()
        for _ in range(CONNECTIONS):
            self._idle.put(None)
        self._lock, self._announcing = threading.Lock(), threading.Lock()
        self._changed: dict[str, None] = {}
        """The tables whose changes are not announced yet."""

    def create(self, head: Head) -> bool:
        """Keep a new table; return False, and change nothing, if its id is in use."""
        row = attrs.astuple(attrs.evolve(head, start=_written(head.start)))
        return bool(self.run(_filled(CREATE), (*row, self._clock()))) and self._announce(head.id)

    def head(self, table: str) -> Head | None:
        """Return the head of a table, by its id; None if there is no such table."""
        statement: LiteralString = """
            SELECT id, game, start, rules, library, made, cards FROM heads
            WHERE id = %s"""
        for row in self._rows(table, statement, table):
            return attrs.evolve(Head(*row), start=_read(row[2]))
        return None

    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        """Return the entries of a table after a number, in order; () if there is no such one."""
        statement: LiteralString = """
            SELECT number, kind, seat, text, "by", made FROM log
            WHERE table_id = %s AND number > %s ORDER BY number"""
        return tuple(
            Entry(number, kind, seat, _read(text), _read(by), made)
            for number, kind, seat, text, by, made in self._rows(table, statement, table, after)
        )

    def append(self, table: str, *entries: Entry) -> bool:
        """Keep entries, all or none, each with the time by the clock of the database.

        Return False, and change nothing, unless their numbers come next and there is the table.
        """
        if not entries or not _is_name(table):
            return self.head(table) is not None
        numbers = [entry.number for entry in entries]
        if numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
            return False
        given = {
            "table": table,
            "before": numbers[0] - 1,
            "made": self._clock(),
            "numbers": numbers,
            "kinds": [entry.kind for entry in entries],
            "seats": [entry.seat for entry in entries],
            "texts": [_written(entry.text) for entry in entries],
            "persons": [_written(entry.by) for entry in entries],
        }
        try:
            is_kept = bool(self.run(_filled(APPEND), given))
        except psycopg.IntegrityError:  # another was first, or has deleted the table
            return False
        return is_kept and self._announce(table)

    def _announce(self, table: str) -> bool:
        """Tell those who listen that a table has changed; return True.

        In the statement that stores an entry, `NOTIFY` would take a lock of the whole server of
        databases until the entry is on the disk, so that all processes together would write only
        one after another. Here, one thread announces the tables of all threads that come meanwhile.
        If the database fails, the next thread does: what is stored stays acknowledged.
        """
        with self._lock:
            self._changed[table] = None
        while self._changed and self._announcing.acquire(blocking=False):
            with self._lock:
                changed, self._changed = self._changed, {}
            try:
                self.run(_filled(ANNOUNCE), ([*changed],))
            except (OSError, InvalidValue):
                with self._lock:
                    self._changed = changed | self._changed
                break
            finally:
                self._announcing.release()
        return True

    def time(self) -> int:
        """Return the time of the database in milliseconds since 1970."""
        return int(self.run(_filled("SELECT {clock}"))[0][0])

    def ids(self) -> Sequence[str]:
        """Return the ids of all tables, the one that changed last first."""
        return tuple(table for (table,) in self.run(IDS))

    def delete(self, table: str, last: int) -> bool:
        """Delete a table; return False, and change nothing, unless its log ends with a number."""
        with _in_our_words(), self._connected() as connection, connection.transaction():
            # Otherwise an append that has begun could be acknowledged, and be deleted unseen.
            connection.execute("SELECT FROM heads WHERE id = %s FOR UPDATE", (table,))
            return connection.execute(DELETE, (table, last)).rowcount == 1

    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        """Return the ids of the tables that are made or get entries, from now until `stop`."""
        with _in_our_words():
            connection = self._connected()
            connection.execute(f"LISTEN {CHANNEL}")
        return self._news(connection, stop)

    def _news(self, connection: psycopg.Connection, stop: Callable[[], bool]) -> Iterator[str]:
        with _in_our_words(), connection:
            while not stop():
                for news in connection.notifies(timeout=LISTENING_SECONDS):
                    yield news.payload
                    if stop():
                        return

    @property
    def version(self) -> int:
        """The version of the store; 0 if the database has none."""
        if not self.run("SELECT 1 WHERE to_regclass('westeros_intrigue.versions') IS NOT NULL"):
            return 0
        return int(self.run("SELECT MAX(number) FROM versions")[0][0])

    def check(self) -> None:
        """Raise InvalidValue unless there is a store of the version that this server knows."""
        version = self.version
        if not version:
            raise InvalidValue("the database has no store of tables")
        if version != LATEST:
            raise InvalidValue(f"the store is of version {version}; this server knows {LATEST}")

    def upgrade(self) -> None:
        """Make the store, or the migrations that it lacks, all of them or none.

        Raises:
            InvalidValue: the database refuses to make it.
            OSError: the database does not answer.
        """
        with _in_our_words(), self._connected() as connection, connection.transaction():
            # Only one process upgrades; the others wait, and then find nothing to do.
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (UPGRADE_LOCK,))
            connection.execute("CREATE SCHEMA IF NOT EXISTS westeros_intrigue")
            connection.execute("CREATE TABLE IF NOT EXISTS versions (number INTEGER PRIMARY KEY)")
            connection.execute(self._beside)
            made = connection.execute("SELECT COALESCE(MAX(number), 0) FROM versions").fetchall()
            for number, statements in enumerate(MIGRATIONS[made[0][0] :], made[0][0] + 1):
                for statement in statements:
                    connection.execute(statement)
                connection.execute("INSERT INTO versions VALUES (%s)", (number,))

    def close(self) -> None:
        """Close the connections."""
        for _ in range(CONNECTIONS):
            if (connection := self._idle.get()) is not None:
                connection.close()

    def run(self, statement: LiteralString, given: Any = ()) -> list[Any]:  # noqa: ANN401 - as the driver takes them
        """Return the rows of a statement.

        If the database fails, a new connection tries again: nothing is inserted twice.
        """
        with _in_our_words():
            for _ in range(CONNECTIONS):  # the connections may all be lost
                with suppress(psycopg.OperationalError):
                    return self._tried(statement, given)
            return self._tried(statement, given)

    def _tried(self, statement: LiteralString, given: Any) -> list[Any]:  # noqa: ANN401 - as above
        connection = self._idle.get()
        try:
            connection = connection or self._connected()
            cursor = connection.execute(statement, given)
            return cursor.fetchall() if cursor.description else []
        except psycopg.IntegrityError:
            raise  # from which a connection recovers
        except BaseException:
            if connection:
                connection.close()
            connection = None
            raise
        finally:
            self._idle.put(connection)

    def _connected(self) -> psycopg.Connection:
        try:
            connection = psycopg.connect(self._address, autocommit=True)
        except psycopg.ProgrammingError:  # which would repeat it, with a password
            raise InvalidValue("the address is not the URL of a database") from None
        connection.execute("SET search_path TO westeros_intrigue")
        return connection

    def _rows(self, table: str, statement: LiteralString, *given: object) -> list[Any]:
        return self.run(statement, given) if _is_name(table) else []


@contextmanager
def _in_our_words() -> Iterator[None]:
    """Raise the errors of the driver as those of a store."""
    try:
        yield
    except psycopg.IntegrityError:
        raise
    except psycopg.OperationalError as error:
        raise OSError(str(error)) from error
    except psycopg.Error as error:
        raise InvalidValue(f"the database refuses: {error}") from error


def _filled(statement: LiteralString) -> LiteralString:
    return statement.replace("{clock}", CLOCK).replace("{channel}", CHANNEL)


def _is_name(table: str) -> bool:
    """Return False for an id with a sign that the database refuses in texts; no table has it."""
    return table.isascii() and "\0" not in table


def _written(text: str) -> str:
    r"""Return a text as it is kept: PostgreSQL has no NUL, so it is written as \0."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidValue("no store can keep half a character") from None
    return text.replace("\\", "\\\\").replace("\0", r"\0")


def _read(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: "\0" if match[1] == "0" else "\\", text)
