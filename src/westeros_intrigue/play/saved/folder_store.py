"""Saved tables in a folder, a file for each.

A file has a line for its head and one for each entry; `lines` reads and writes them. An append is
stored once its last line has its end. Lines after the last stored append were never acknowledged:
a killed program began them, and the next append cuts them off.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import os
import re
import secrets
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import attrs

from westeros_intrigue.gamekit.errors import DecodingError
from westeros_intrigue.gamekit.stores import Entry, Head
from westeros_intrigue.play.saved import lines, locks
from westeros_intrigue.play.saved.lines import BrokenTable

ENDING: Final = ".table"
"""The ending of a table's file, after its id."""
PAUSE: Final = 0.2
"""The seconds between two looks for news."""
_BINARY: Final = getattr(os, "O_BINARY", 0)  # on Windows, which otherwise changes line ends
_KEEPS_OPEN_FILES: Final = os.name == "nt"
"""True if the system deletes no file that is open, even for the program that has opened it."""
_BLOCK: Final = 4096
"""The number of bytes read at first from the end of a file."""
_UNFINISHED: Final = re.compile(r"\..*\.[0-9a-f]{16}\.part")
_LEFT_AFTER: Final = 24 * 60 * 60
"""The seconds after which an unfinished file is a leftover; writing takes milliseconds."""
_UNFINISHED_HEAD: Final = "the line has no end"
_MOST_REMEMBERED: Final = 500
"""The maximum number of tables whose places in the file are remembered."""


@attrs.frozen
class _Place:
    """The place in a file where an entry ends."""

    number: int
    """The number of the entry; 0 for the head."""
    end: int
    """The place, in bytes."""
    made: int
    """The time of the last entry; 0 if there is none."""


@attrs.define
class _Known:
    """The places where the entries of a table end, as they were last read or written."""

    file: int
    """The number that the file system gives to the file, since another can have its name later."""
    first: int
    """The number of the entry that ends at the first place; 0 for the head."""
    ends: array[int]
    """The places, in bytes, one for each entry from the first on."""
    made: int
    """The time of the last entry; 0 if there is none."""

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.first + len(self.ends) - 1


@attrs.frozen
class _Part:
    """Entries that follow each other in a file, with the places where they end."""

    entries: tuple[Entry, ...]
    ends: tuple[int, ...]


class FolderStore:
    """A store of tables in a folder, which only its owner can open; it is created with a table.

    >>> import tempfile
    >>> store = FolderStore(Path(tempfile.mkdtemp()) / "tables")
    >>> store.create(Head("winter", "btwixt", "[Btwixt]", 3, "1.0", 0))
    True
    >>> news = store.news(stop=lambda: False)
    >>> store.append("winter", Entry(1, "move", 0, "S8@b0"))
    True
    >>> next(news), store.ids(), store.head("winter").game
    ('winter', ['winter'], 'btwixt')
    >>> [entry.text for entry in store.entries("winter")]
    ['S8@b0']
    >>> store.append("winter", Entry(1, "move", 0, "S9@b0"))  # another was first
    False
    >>> store.delete("winter", last=0), store.delete("winter", last=1), store.ids()
    (False, True, [])

    Programs exclude each other by the locks of the system. Where it has none, as on Windows and on
    some network drives, a lock file serves, which is left for half a minute if a program is killed
    in the middle of an append. `SqliteStore` needs no such file.

    Args:
        path: the path of the folder, which need not exist.
        clock: returns the time in milliseconds since 1970; the system's clock by default.
    """

    def __init__(self, path: Path | str, *, clock: Callable[[], int] = lines.read_clock) -> None:
        self.path: Path = Path(path)
        self._clock = clock
        self._guard = threading.Lock()
        self._known: dict[str, _Known] = {}

    def create(self, head: Head) -> bool:
        """Keep a new table; return False, and change nothing, if its id is in use.

        Raises:
            InvalidValue: no store can keep the head, for example because of half a character.
            OSError: the file cannot be written.
        """
        content = f"{lines.write_head(head)}\n".encode()
        self._make_folder()
        path = self._file(head.id)
        beside = self.path / f".{head.id}.{secrets.token_hex(8)}.part"
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
            try:
                _write(descriptor, content)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            is_new = self._take_name(beside, path)
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
        if is_new:
            _sync_folder(self.path)
        return is_new

    def head(self, table: str) -> Head | None:
        """Return the head of a table, by its id; None if there is no such table.

        Raises:
            BrokenTable: the first line of its file is damaged.
            OSError: the file cannot be read.
        """
        with self._open(table, os.O_RDONLY) as descriptor:
            if descriptor is None:
                return None
            content = b""
            while b"\n" not in content and (more := os.read(descriptor, _BLOCK)):
                content += more
        line, end, _ = content.partition(b"\n")
        if not end:
            raise _name_damage(table, 1, _UNFINISHED_HEAD)
        try:
            # The user can give the file another name.
            return attrs.evolve(lines.read_head(line), id=table)
        except DecodingError as error:
            raise _name_damage(table, 1, str(error)) from None

    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        """Return the entries of a table after a number, in order; none if there is no such table.

        Only what has been added to the file since the last call is read, if nothing else is asked.

        Args:
            table: the id of the table.
            after: the number.

        Raises:
            BrokenTable: a line of its file is damaged.
            OSError: the file cannot be read.
        """
        with suppress(FileNotFoundError):
            # Most callers ask whether there is anything new.
            if lines.is_table_id(table) and self._is_read(self._file(table).stat(), table, after):
                return ()
        with self._open(table, os.O_RDONLY) as descriptor:
            if descriptor is None:
                return ()
            with suppress(BrokenTable):
                return self._entries(descriptor, table, after)
            # Another program can have cut an unfinished line while this one read it, or the user
            # can have put back an older file.
            self._forget(table)
            return self._entries(descriptor, table, after)

    def append(self, table: str, *entries: Entry) -> bool:
        """Keep entries, all or none, each with the time by the store's clock.

        Return False, and change nothing, unless their numbers follow the last one in the log
        without a gap: another program was first, or there is no such table.

        Args:
            table: the id of the table.
            *entries: the entries, whose times do not count.

        Raises:
            BrokenTable: the last line of its file is damaged.
            InvalidValue: no store can keep an entry, for example because of half a character.
            OSError: the file cannot be written, and is as before.
        """
        with self._open(table, os.O_RDWR) as descriptor:
            if descriptor is None:
                return False
            with self._lock(descriptor, table):
                # Another program may have deleted it while this one waited.
                return not _is_deleted(descriptor) and self._append(descriptor, table, entries)

    def delete(self, table: str, last: int) -> bool:
        """Delete a table; return False, and change nothing, unless its log ends with an entry.

        Args:
            table: the id of the table.
            last: the number of the last entry that the caller knows; 0 for none.

        Raises:
            BrokenTable: the last line of its file is damaged.
            OSError: the file cannot be deleted, for example because another program has opened it
                on Windows.
        """
        with self._open(table, os.O_RDWR) as descriptor:
            if descriptor is None:
                return False
            with self._lock(descriptor, table):
                if _is_deleted(descriptor) or self._end(descriptor, table).number != last:
                    return False
                if _KEEPS_OPEN_FILES:  # and has the lock in another file
                    with Path(os.devnull).open() as nothing:
                        os.dup2(nothing.fileno(), descriptor)
                self._file(table).unlink()
        self._forget(table)
        return True

    def ids(self) -> Sequence[str]:
        """Return the ids of all tables, the one that changed last first.

        What programs that were killed while they created a table have left is removed after a day.

        Raises:
            OSError: the folder cannot be read.
        """
        self._sweep()
        changes = {table: status.st_mtime_ns for table, status in self._scan()}
        return sorted(changes, key=lambda table: (-changes[table], table))

    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        """Return the ids of the tables that are made or get entries, from now until `stop`.

        Changes in a short time can be told once. `stop` is asked at least four times a second.

        Raises:
            OSError: the folder cannot be read.
        """
        return self._news(stop, self._sizes())

    def _news(self, stop: Callable[[], bool], known: dict[str, tuple[int, int]]) -> Iterator[str]:
        while not stop():
            sizes = self._sizes()
            changed = [table for table, size in sizes.items() if known.get(table) != size]
            known = sizes
            yield from changed
            time.sleep(PAUSE)

    def _sizes(self) -> dict[str, tuple[int, int]]:
        return {table: (status.st_size, status.st_mtime_ns) for table, status in self._scan()}

    # The folder.

    def _file(self, table: str) -> Path:
        return self.path / f"{table}{ENDING}"

    def _make_folder(self) -> None:
        if not self.path.is_dir():
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            _sync_folder(self.path.parent)

    def _scan(self) -> Iterator[tuple[str, os.stat_result]]:
        with suppress(FileNotFoundError), os.scandir(self.path) as files:
            for file in files:
                table = file.name.removesuffix(ENDING)
                if table != file.name and lines.is_table_id(table):
                    with suppress(FileNotFoundError):  # another program has deleted it since
                        # On Windows, `file.stat` would remember an old size.
                        yield table, self._file(table).stat()

    def _sweep(self) -> None:
        """Remove unfinished files that no program can still be writing."""
        oldest = time.time() - _LEFT_AFTER
        for file in self.path.glob(".*.part"):
            with suppress(OSError):  # another program has removed it, or the folder is read-only
                if _UNFINISHED.fullmatch(file.name) and file.lstat().st_mtime < oldest:
                    file.unlink()

    def _take_name(self, beside: Path, path: Path) -> bool:
        """Give a complete file its name; return False if another file has it."""
        with suppress(OSError, AttributeError):  # some systems have no hard links
            try:
                os.link(beside, path)
            except FileExistsError:
                return False
            return True
        with locks.lock_by_file(path.with_name(f".{path.stem}.lock")):
            if path.exists():
                return False
            beside.rename(path)
            return True

    @contextmanager
    def _open(self, table: str, flags: int) -> Iterator[int | None]:
        """Open a table's file; yield None if there is no such table."""
        if not lines.is_table_id(table):
            yield None
            return
        try:
            descriptor = os.open(self._file(table), flags | _BINARY)
        except FileNotFoundError:
            yield None
            return
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    @contextmanager
    def _lock(self, descriptor: int, table: str) -> Iterator[None]:
        with locks.lock(descriptor, self.path / f".{table}.lock"):
            yield

    # A file.

    def _append(self, descriptor: int, table: str, entries: tuple[Entry, ...]) -> bool:
        place = self._end(descriptor, table)
        if not lines.follow_each_other(entries, place.number):
            return False
        if not entries:
            return True
        made = max(self._clock(), place.made)
        kept = tuple(attrs.evolve(entry, made=made) for entry in entries)
        content, ends = b"", [place.end]
        for more, entry in zip(range(len(kept) - 1, -1, -1), kept, strict=True):
            content += f"{lines.write_entry(entry, more)}\n".encode()
            ends.append(place.end + len(content))
        try:
            os.ftruncate(descriptor, place.end)
            os.lseek(descriptor, place.end, os.SEEK_SET)
            _write(descriptor, content)
            os.fsync(descriptor)
        except BaseException:  # also if the user interrupts: it has not been acknowledged
            with suppress(OSError):
                os.ftruncate(descriptor, place.end)
            raise
        self._remember(descriptor, table, place.number, _Part(kept, tuple(ends)))
        return True

    def _end(self, descriptor: int, table: str) -> _Place:
        """Return the place where the last entry ends."""
        size = os.fstat(descriptor).st_size
        with suppress(BrokenTable):
            if (place := self._place(descriptor, table)) is not None:
                part = _read_entries(_read(descriptor, place.end), table, place.number, place.end)
            else:
                part = _read_last(descriptor, table, size)
            if part.entries:
                return _Place(part.entries[-1].number, part.ends[-1], part.entries[-1].made)
            if place is not None:
                return place
        # There is no entry, or a line is damaged, whose number is known only from the first on.
        self._forget(table)
        part = self._read_all(descriptor, table)
        if part.entries:
            return _Place(part.entries[-1].number, part.ends[-1], part.entries[-1].made)
        return _Place(0, part.ends[0], 0)

    def _entries(self, descriptor: int, table: str, after: int) -> tuple[Entry, ...]:
        """Return the entries after a number, and remember where they end."""
        place = self._place(descriptor, table, after)
        if place is None:
            part = self._read_all(descriptor, table)
            self._remember(descriptor, table, 0, part)
            return part.entries[max(after, 0) :]
        part = _read_entries(_read(descriptor, place.end), table, place.number, place.end)
        part = attrs.evolve(part, ends=(place.end, *part.ends))
        self._remember(descriptor, table, place.number, part)
        return part.entries[after - place.number :]

    def _read_all(self, descriptor: int, table: str) -> _Part:
        """Return all entries, with the place where the head ends before those of the entries."""
        content = _read(descriptor, 0)
        start = content.find(b"\n") + 1
        if not start:
            raise _name_damage(table, 1, _UNFINISHED_HEAD)
        part = _read_entries(content[start:], table, 0, start)
        return attrs.evolve(part, ends=(start, *part.ends))

    # The remembered places. Threads share nothing else.

    def _place(self, descriptor: int, table: str, number: int | None = None) -> _Place | None:
        """Return the place where an entry ends, or the last one before it; None if unknown."""
        status = os.fstat(descriptor)
        with self._guard:
            known = self._known.get(table)
            if known is None or known.file != status.st_ino or known.ends[-1] > status.st_size:
                return None
            number = known.last if number is None else min(number, known.last)
            if number < known.first:
                return None
            return _Place(number, known.ends[number - known.first], known.made)

    def _is_read(self, status: os.stat_result, table: str, number: int) -> bool:
        """Return True if a file has nothing after the end of an entry."""
        with self._guard:
            known = self._known.get(table)
            return (
                known is not None
                and known.file == status.st_ino
                and known.ends[-1] == status.st_size
                and known.last <= number
            )

    def _remember(self, descriptor: int, table: str, number: int, part: _Part) -> None:
        """Remember the places where an entry and those after it end."""
        file = os.fstat(descriptor).st_ino
        with self._guard:
            known = self._known.pop(table, None)
            if known is None or known.file != file or not known.first <= number <= known.last:
                known = _Known(file, number, array("Q", part.ends), 0)
            else:
                known.ends[number - known.first :] = array("Q", part.ends)
            if part.entries:
                known.made = part.entries[-1].made
            self._known[table] = known
            if len(self._known) > _MOST_REMEMBERED:
                del self._known[next(iter(self._known))]

    def _forget(self, table: str) -> None:
        with self._guard:
            self._known.pop(table, None)


def _read_entries(content: bytes, table: str, last: int | None, start: int) -> _Part:
    """Return the entries in lines, up to the last append that is complete.

    Args:
        content: the lines.
        table: the id of the table.
        last: the number of the entry before; None if it is unknown.
        start: the place of the lines in the file.

    Raises:
        BrokenTable: a line is damaged.
    """
    entries: list[Entry] = []
    ends: list[int] = []
    complete, left = 0, None if last is None else 0
    for line in content.split(b"\n")[:-1]:
        start += len(line) + 1
        number = None if last is None else last + 1
        try:
            entry, more = lines.read_entry(line)
        except DecodingError as error:
            raise _name_damage(table, (number or 0) + 1, str(error)) from None
        if number not in {None, entry.number}:
            reason = f"it has the entry {entry.number}, and {number} comes next"
            raise _name_damage(table, (number or 0) + 1, reason)
        if left and left != more + 1:
            reason = f"{left} entries of the same append come next, and it names {more + 1}"
            raise _name_damage(table, entry.number + 1, reason)
        last, left = entry.number, more
        entries.append(entry)
        ends.append(start)
        if not more:
            complete = len(entries)
    return _Part(tuple(entries[:complete]), tuple(ends[:complete]))


def _read_last(descriptor: int, table: str, size: int) -> _Part:
    """Return some of the last entries of a file, without reading all of it.

    Raises:
        BrokenTable: a line is damaged.
    """
    block = _BLOCK
    while True:
        start = max(size - block, 0)
        content = _read(descriptor, start)
        first = content.find(b"\n") + 1  # before it, there is a part of a line, or the head
        if first:
            part = _read_entries(content[first:], table, None if start else 0, start + first)
            if part.entries:
                return part
        if not start:
            return _Part((), ())
        block *= 8


def _read(descriptor: int, start: int) -> bytes:
    """Return the bytes of a file from a place on."""
    os.lseek(descriptor, start, os.SEEK_SET)
    parts = []
    while part := os.read(descriptor, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _write(descriptor: int, content: bytes) -> None:
    """Write bytes, for which the system can take several calls."""
    while content:
        content = content[os.write(descriptor, content) :]


def _is_deleted(descriptor: int) -> bool:
    """Return True if an open file has no name any more."""
    return os.fstat(descriptor).st_nlink == 0


def _sync_folder(path: Path) -> None:
    """Make the names in a folder survive a power cut."""
    with suppress(OSError):  # some systems cannot sync folders
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _name_damage(table: str, line: int, reason: str) -> BrokenTable:
    if line == 1:
        remedy = "put back a copy of the file, or delete it"
    else:
        remedy = f"the lines before it are the table as it was: delete line {line} and those after"
    return BrokenTable(table, f"{table}{ENDING}, line {line}", reason, remedy)
