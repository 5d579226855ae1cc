"""The store of a process: saved tables as the library keeps them, and what is beside them.

An address is `postgresql://USER@HOST/DATABASE`, `sqlite:FILE` or `folder:PATH`. The store has the
heads and logs of its tables, which only grow. Beside them are people's last signs of life and the
list of open tables. Each overwrites the one before: with every sign, a log would grow while nobody
plays. They are in the same database, or in a file beside the file or the folder.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, LiteralString, Protocol, TypeVar

from server import former
from server.clock import StoreClock, read_clock
from server.ids import drawn_id, stored_id
from server.logs import Outage, in_short
from westeros_intrigue import WesterosIntrigueError
from westeros_intrigue.play.saved import Entry, FolderStore, Head, SqliteStore, Store

T = TypeVar("T")
Run = Callable[[LiteralString, Sequence[object]], list[Any]]
ADDRESSES = "postgresql://USER@HOST/DATABASE, sqlite:FILE or folder:PATH"
LISTENING_SECONDS = 1  # before a process asks again for news that the store did not tell
PAUSES = (0.1, 0.2, 0.5, 1, 2, 5, 5, 5, 10)
"""The seconds between attempts to reach a database that is not there yet, at the start."""

KEEP = "keep"  # the kind of an entry by which the maker of a table keeps it
LISTED = -1  # in place of a seat, for a table on the list of open ones
SIGNS: LiteralString = """
    CREATE TABLE IF NOT EXISTS signs (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, made BIGINT NOT NULL,
        PRIMARY KEY (seat, table_id)
    )"""
SIGN: LiteralString = "INSERT INTO signs VALUES (?, ?, ?) ON CONFLICT (table_id, seat)"
OF_SEAT: LiteralString = "FROM signs WHERE table_id = ? AND seat = ?"
LATEST: LiteralString = "SELECT table_id FROM signs WHERE seat = ? ORDER BY made DESC LIMIT ?"
PATIENCE = 20  # the seconds for which a call waits for other processes at a file


class StoreUnavailable(OSError):
    """The store does not answer; the client may repeat the request."""


class NotAStore(Exception):
    """There is no store at an address; the message says what is there instead."""


class DeletingStore(Store, Protocol):
    """A store from which the owner can delete tables."""

    def delete(self, table: str, last: int) -> bool:
        """Delete a table; return False, and change nothing, unless its log ends with a number."""
        ...


class Tables:
    """The store of a process, for any number of threads, and what is beside it.

    Tables have the ids that clients draw. If the store does not answer, each call raises
    `StoreUnavailable`, and the log says so once.

    Args:
        store: the store.
        run: runs a statement beside it, with values for each `?`, and returns the rows.
        close: closes the store's connections.
        clock: the clock of the store.
    """

    def __init__(
        self,
        store: DeletingStore,
        run: Run,
        close: Callable[[], None] = lambda: None,
        clock: StoreClock | None = None,
    ) -> None:
        self.store = store
        self.close = close
        self._run = run
        self._clock = clock or StoreClock()
        self._kept: dict[str, int] = {}
        """The tables that are kept, with the times of their last entries, as a sweep found them."""
        self._outage = Outage()

    def create(self, head: Head) -> bool:
        """Keep a new table; return False if its id is already in use."""
        return self.call(self.store.create, head)

    def head(self, table: str) -> Head | None:
        """Return the head of a table; None if there is no such table."""
        return self.call(self.store.head, stored_id(table))

    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        """Return the entries of a table after a number."""
        return self.call(self.store.entries, stored_id(table), after)

    def append(self, table: str, *entries: Entry) -> bool:
        """Keep entries, all or none; return False unless they come next."""
        return self.call(self.store.append, stored_id(table), *entries)

    def ids(self) -> list[str]:
        """Return the ids of all tables, the one that changed last first.

        A folder can also have tables of other programs, which are none of the server's.
        """
        return [*filter(None, map(drawn_id, self.call(self.store.ids)))]

    def now(self) -> int:
        """Return the time in milliseconds since 1970 by the clock of the store, without asking."""
        return self._clock.read()

    def set_clock(self) -> None:
        """Ask the store for its time."""
        self.call(self._clock.set)

    def sign(self, table: str, seat: int, made: int) -> None:
        """Keep the time of a sign of life of a seat's person, in milliseconds since 1970."""
        self.call(self._run, f"{SIGN} DO UPDATE SET made = excluded.made", (table, seat, made))

    def signed(self, table: str, seat: int) -> int:
        """Return the time of the last sign of life of a seat's person; 0 if there is none."""
        rows = self.call(self._run, f"SELECT made {OF_SEAT}", (table, seat))
        return int(rows[0][0]) if rows else 0

    def enlist(self, table: str, made: int) -> None:
        """Put a table on the list of open ones."""
        self.call(self._run, f"{SIGN} DO NOTHING", (table, LISTED, made))

    def strike(self, table: str) -> None:
        """Take a table off the list of open ones."""
        self.call(self._run, f"DELETE {OF_SEAT}", (table, LISTED))

    def listed(self, most: int) -> list[str]:
        """Return the ids of the latest open tables."""
        return [table for (table,) in self.call(self._run, LATEST, (LISTED, most))]

    def delete(self, table: str, last: int) -> bool:
        """Delete a table; return False, and change nothing, unless its log ends with a number."""
        if not self.call(self.store.delete, stored_id(table), last):
            return False
        self.call(self._run, "DELETE FROM signs WHERE table_id = ?", (table,))
        return True

    def forget(self, before: int, kept_before: int = 0) -> int:
        """Delete the tables without an entry since a time; return their number.

        Args:
            before: the time, in milliseconds since 1970.
            kept_before: the time for tables whose maker keeps them.
        """
        count = 0
        for table in reversed(self.ids()):  # from the one on that has rested longest
            if self._kept.get(table, 0) > kept_before:
                continue
            head, entries = self.head(table), self.entries(table)
            if head is None:
                continue  # another process has deleted it
            made = (entries[-1] if entries else head).made
            if made >= before:
                break
            if made >= kept_before and any(entry.kind == KEEP for entry in entries):
                self._kept[table] = made
                continue
            self._kept.pop(table, None)
            count += self.delete(table, len(entries))  # not if somebody has come back since
        return count

    def news(self, is_stopped: Callable[[], bool]) -> Iterator[str | None]:
        """Yield the id of each table that is made or gets entries, in all processes, until stopped.

        None means that the process listens anew, so that it may have missed some.
        """
        while not is_stopped():
            try:
                changed = self.store.news(is_stopped)
                self._outage.note_answer()
                yield None
                yield from filter(None, map(drawn_id, changed))
            except (OSError, WesterosIntrigueError) as error:
                self._outage.note_failure(in_short(error))
                time.sleep(LISTENING_SECONDS)

    def call(self, method: Callable[..., T], *given: Any) -> T:  # noqa: ANN401 - of any method
        """Call a method of the store; raise StoreUnavailable if it does not answer."""
        try:
            answer = method(*given)
        except OSError as error:
            self._outage.note_failure(in_short(error))
            raise StoreUnavailable(in_short(error)) from error
        self._outage.note_answer()
        return answer


def open_store(
    address: str,
    *,
    creates: bool = False,
    pauses: Sequence[float] = (),
    copies: Callable[[], int] | None = None,
) -> Tables:
    """Return the store at an address.

    Args:
        address: the address.
        creates: True to make it, or to upgrade it to the latest version; a file or a folder is
            made with the first table.
        pauses: the seconds to wait, one after another, while a database does not answer.
        copies: for a copy of an earlier server's tables, also in the database that has them, the
            clock of the entries; otherwise None.

    Raises:
        NotAStore: the address has another form, or there is no store, but perhaps the tables of
            another program, of an earlier server or of a later version.
        StoreUnavailable: the database does not answer.
    """
    kind, _, path = address.partition(":")
    if kind not in {"sqlite", "folder", "postgresql", "postgres"} or not path:
        # The text is not repeated: it may contain a password.
        raise NotAStore(f"an address is {ADDRESSES}")
    if kind in {"sqlite", "folder"}:
        if not creates and not Path(path).exists():
            raise NotAStore(f"there is no {'file' if kind == 'sqlite' else kind} {path!r}")
        tables = _of_files(
            SqliteStore if kind == "sqlite" else FolderStore, Path(path), copies or read_clock
        )
        look: Callable[[], object] = tables.ids
    else:
        tables, look = _in_postgresql(address, creates=creates, copies=copies)
    for pause in (*pauses, None):
        try:
            look()
            tables.set_clock()
            break
        except StoreUnavailable:
            if pause is None:
                tables.close()
                raise
            time.sleep(pause)
        except WesterosIntrigueError as error:
            tables.close()
            if former.is_there(address):
                raise NotAStore(former.REMEDY) from error
            raise NotAStore(f"it cannot be read as a store: {in_short(error)}") from error
    return tables


def _of_files(
    make: type[SqliteStore | FolderStore], path: Path, clock: Callable[[], int]
) -> Tables:
    beside = Path(f"{path}.beside")

    def run(statement: LiteralString, given: Sequence[object]) -> list[Any]:
        try:
            with closing(
                sqlite3.connect(beside, timeout=PATIENCE, isolation_level=None)
            ) as connection:
                connection.execute(SIGNS)
                return connection.execute(statement, given).fetchall()
        except sqlite3.OperationalError as error:
            raise OSError(str(error)) from error

    return Tables(make(path, clock=clock), run)


def _in_postgresql(
    address: str, *, creates: bool, copies: Callable[[], int] | None
) -> tuple[Tables, Callable[[], object]]:
    from server.postgresql import PostgresStore  # noqa: PLC0415 - its driver is not always there

    store = PostgresStore(address, beside=SIGNS, clock=copies)

    def look() -> None:
        if creates and (copies or store.version or not former.is_there(address)):
            store.upgrade()
        store.check()

    tables = Tables(
        store,
        lambda text, given: store.run(text.replace("?", "%s"), given),
        store.close,
        StoreClock(store.time),
    )
    return tables, partial(tables.call, look)
