"""Saved tables survive killed programs and full disks, and cost no more as they grow."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import sqlite3
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.stores import Entry, Head, Store
from westeros_intrigue.play.saved import (
    BrokenTable,
    FolderStore,
    SqliteStore,
    folder_store,
    lines,
    locks,
    sqlite_store,
)
from westeros_intrigue.testing import check_store

HEAD = Head("winter", "btwixt", "[Btwixt]", 3, "1.0", 1_700_000_000_000)
ON_MODES = pytest.mark.skipif(sys.platform == "win32", reason="modes do not say who can read")
MAKERS: dict[str, Callable[[Path], Store]] = {"folder": FolderStore, "sqlite": SqliteStore}
both_stores = pytest.mark.parametrize("kind", MAKERS)


def entry(number: int, text: str = "S4@a0", by: str = "") -> Entry:
    return Entry(number, "move", number % 2, text, by)


def texts(store: Store, after: int = 0) -> list[str]:
    return [each.text for each in store.entries("winter", after)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a table of three entries, of which two were appended at once."""
    store = FolderStore(tmp_path / "tables")
    assert store.create(HEAD)
    assert store.append("winter", entry(1, "one"))
    assert store.append("winter", entry(2, "two"), entry(3, "three"))
    return store.path


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with the same table."""
    store = SqliteStore(tmp_path / "tables.sqlite")
    assert store.create(HEAD)
    assert store.append("winter", entry(1, "one"))
    assert store.append("winter", entry(2, "two"), entry(3, "three"))
    return store.path


def file_of(folder: Path) -> Path:
    return folder / "winter.table"


def change(database: Path, *statements: str) -> None:
    connection = sqlite3.connect(database, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


# Tables that are deleted.


@both_stores
def test_a_table_is_deleted_by_who_knows_its_last_entry(tmp_path: Path, kind: str) -> None:
    store, other = MAKERS[kind](tmp_path / "tables"), MAKERS[kind](tmp_path / "tables")
    assert isinstance(store, FolderStore | SqliteStore)
    assert not store.delete("winter", 0), "there is no store yet"
    for table in ("winter", "summer"):
        assert store.create(attrs.evolve(HEAD, id=table))
        assert store.append(table, entry(1), entry(2))
        assert other.entries(table) == store.entries(table)
    assert other.append("winter", entry(3))
    for last in (0, 2, 4):
        assert not store.delete("winter", last), "another has appended since"
    for table in ("", "../winter", "spring"):
        assert not store.delete(table, 0)
    assert store.delete("winter", 3)
    assert not store.delete("winter", 3)
    for opened in (store, other):
        assert (opened.head("winter"), [*opened.entries("winter")]) == (None, [])
        assert not opened.append("winter", entry(4))
        assert [*opened.ids()] == ["summer"]
    assert store.create(HEAD), "its id is free again"
    assert [*other.entries("winter")] == []


def test_a_file_is_closed_before_it_is_deleted_where_no_open_file_can_be(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, whose locks are files."""
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(folder_store, "_KEEPS_OPEN_FILES", True)
    opened: list[int] = []
    open_file = os.open

    def open_noted(*given: Any) -> int:
        opened.append(open_file(*given))
        return opened[-1]

    monkeypatch.setattr(os, "open", open_noted)
    unlink, file = Path.unlink, file_of(folder)
    content = file.stat().st_ino

    def unlink_closed(path: Path, *, missing_ok: bool = False) -> None:
        assert path != file or os.fstat(opened[0]).st_ino != content
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink_closed)
    assert FolderStore(folder).delete("winter", 3)
    assert not file.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="it keeps the files that are open")
def test_no_program_appends_to_a_file_that_is_deleted_while_it_waits(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it appended would be acknowledged, and in no file."""
    store, lock = FolderStore(folder), FolderStore._lock

    def lock_too_late(self: FolderStore, descriptor: int, table: str) -> Any:
        file_of(folder).unlink(missing_ok=True)
        return lock(self, descriptor, table)

    monkeypatch.setattr(FolderStore, "_lock", lock_too_late)
    assert not store.append("winter", entry(4))
    assert not store.delete("winter", 3)


@pytest.mark.parametrize("tables", [1, 2])
def test_changes_after_the_last_table_was_deleted_are_news(tmp_path: Path, tables: int) -> None:
    """Changes have numbers, which are not used again as long as there are tables."""
    store = SqliteStore(tmp_path / "tables.sqlite")
    for number in range(tables):
        assert store.create(attrs.evolve(HEAD, id=f"table-{number}"))
    assert store.append(f"table-{tables - 1}", entry(1))
    news = store.news(stop=lambda: False)
    assert store.delete(f"table-{tables - 1}", 1)
    assert store.create(HEAD)
    assert next(news) == "winter"
    assert store.ids()[0] == "winter"


# The file.


def test_the_file_of_a_table_has_a_line_for_the_head_and_one_for_each_entry(folder: Path) -> None:
    head, *entries = file_of(folder).read_text("ascii").splitlines()
    assert head.startswith('{"game":"btwixt","kind":"table","id":"winter",')
    assert [json.loads(line)["text"] for line in entries] == ["one", "two", "three"]


def test_the_file_can_get_another_name(folder: Path) -> None:
    file_of(folder).rename(folder / "spring.table")
    store = FolderStore(folder)
    assert store.head("spring") == attrs.evolve(HEAD, id="spring")
    assert [*store.ids()] == ["spring"]


# Killed programs.


def test_a_line_that_a_killed_program_did_not_finish_counts_for_nothing(folder: Path) -> None:
    content = file_of(folder).read_bytes()
    start = content.index(b'{"number":2')  # of the append of two
    for end in range(start, len(content)):
        opened_before = FolderStore(folder)
        assert texts(opened_before)[:1] == ["one"]
        file_of(folder).write_bytes(content[:end])
        for store in (FolderStore(folder), opened_before):
            assert texts(store) == ["one"], end
        writer = FolderStore(folder) if end % 2 else opened_before
        assert not writer.append("winter", entry(3))
        assert file_of(folder).read_bytes() == content[:end], "a refused append changes nothing"
        assert writer.append("winter", entry(2, "again"))
        for store in (FolderStore(folder), opened_before):
            assert texts(store) == ["one", "again"], end
    file_of(folder).write_bytes(content)
    assert texts(FolderStore(folder)) == ["one", "two", "three"]


PROGRAM = """
    import os, sys, time
    from pathlib import Path
    from westeros_intrigue.play.saved import Entry, FolderStore, SqliteStore
    kind, path, name = sys.argv[1:]
    store = {"folder": FolderStore, "sqlite": SqliteStore}[kind](Path(path))
    last = 0
    while True:
        last += len(store.entries("winter", last))
        texts = ["half", "half"] if last % 5 == 2 else ["whole" * (last % 400)]
        entries = [Entry(last + at, "move", 0, text, name) for at, text in enumerate(texts, 1)]
        if store.append("winter", *entries):
            os.write(1, f"{last + 1} {last + len(texts)}\\n".encode())
        time.sleep(0.002)  # or the other program hardly gets its turn
"""


def check_kills(kind: str, path: Path, rounds: int, rng: random.Random) -> None:
    """Start two programs that append, and kill both at random instants, again and again."""
    store = MAKERS[kind](path)
    assert store.create(HEAD)
    acknowledged: dict[int, str] = {}
    for number in range(rounds):
        names = [f"{number}-{each}" for each in range(2)]
        command = [sys.executable, "-c", textwrap.dedent(PROGRAM), kind, str(path)]
        programs = [
            subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in names
        ]
        for program in programs:
            assert program.stdout is not None
            begun = program.stdout.readline()
            time.sleep(rng.random() * 0.05)
            program.kill()
            told = (begun + program.stdout.read()).split("\n")
            program.stdout.close()
            program.wait()
            name = names[programs.index(program)]
            for line in told[:-1]:
                first, last = map(int, line.split())
                for each in range(first, last + 1):
                    assert each not in acknowledged, "one program alone is acknowledged"
                    acknowledged[each] = name
        kept = MAKERS[kind](path).entries("winter")
        assert [each.number for each in kept] == [*range(1, len(kept) + 1)]
        assert [each.made for each in kept] == sorted(each.made for each in kept)
        stored = {each.number: each.by for each in kept}
        assert acknowledged.items() <= stored.items(), "what was acknowledged is kept"
        halves = [each.number for each in kept if each.text == "half"]
        assert len(halves) % 2 == 0, "all entries of an append are kept or none"
        for each in stored.keys() - acknowledged.keys():  # killed before it could say so
            acknowledged[each] = stored[each]
        assert texts(store, len(kept)) == []
    assert len(acknowledged) > rounds


@both_stores
def test_killed_programs_lose_and_double_nothing(kind: str, tmp_path: Path) -> None:
    check_kills(kind, tmp_path / "tables", 3, random.Random())


@pytest.mark.long
@both_stores
def test_many_killed_programs_lose_and_double_nothing(kind: str, tmp_path: Path) -> None:
    check_kills(kind, tmp_path / "tables", 25, random.Random())


@pytest.mark.parametrize("is_link_there", [True, False])
def test_a_program_that_is_killed_while_it_creates_leaves_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_link_there: bool
) -> None:
    if not is_link_there:
        monkeypatch.delattr(os, "link")
    store = FolderStore(tmp_path)

    def die(_descriptor: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", die)
        patch.setattr(Path, "unlink", lambda *_args, **_more: None)  # as a killed program
        with pytest.raises(KeyboardInterrupt):
            store.create(HEAD)
    assert len([*tmp_path.iterdir()]) == 1
    assert [*store.ids()] == []
    assert store.head("winter") is None
    assert store.create(HEAD)
    assert store.head("winter") == HEAD


def test_what_killed_programs_have_left_goes_after_a_day(tmp_path: Path) -> None:
    names = (".winter.0123456789abcdef.part", ".spring.0123456789abcdef.part", "notes.part")
    for name in names:
        (tmp_path / name).touch()
    long_ago = time.time() - 25 * 60 * 60
    for name in (names[0], names[2]):
        os.utime(tmp_path / name, (long_ago, long_ago))
    assert [*FolderStore(tmp_path).ids()] == []
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:])


# Disks that fail.


@pytest.mark.parametrize("failing", ["write", "half of a write", "fsync"])
def test_a_full_disk_leaves_the_file_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    before = file_of(folder).read_bytes()
    write, written = os.write, 0

    def fail(descriptor: int, content: bytes = b"") -> int:
        nonlocal written
        if failing.startswith("half") and not written:
            written = write(descriptor, content[: len(content) // 2])
            return written
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for opened_before in (True, False):
        written = 0
        store = FolderStore(folder)
        if opened_before:
            store.entries("winter")
        with monkeypatch.context() as patch:
            patch.setattr(os, failing.rpartition(" ")[2], fail)
            with pytest.raises(OSError, match="No space left"):
                store.append("winter", entry(4, "four" * 100), entry(5))
            with pytest.raises(OSError, match="No space left"):
                store.create(attrs.evolve(HEAD, id="spring"))
        assert file_of(folder).read_bytes() == before
        assert [path.name for path in folder.iterdir()] == ["winter.table"]
        for reader in (store, FolderStore(folder)):
            assert texts(reader) == ["one", "two", "three"]
    assert store.append("winter", entry(4, "four"))
    assert texts(store, 3) == ["four"]


def connections(
    monkeypatch: pytest.MonkeyPatch, prepare: Callable[[sqlite3.Connection], object]
) -> None:
    """Prepare all connections to databases from now on."""
    connect = sqlite3.connect

    def prepared(*args: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **named)
        prepare(connection)
        return connection

    monkeypatch.setattr(sqlite3, "connect", prepared)


def test_a_full_disk_leaves_the_database_as_it_was(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(database)
    with monkeypatch.context() as patch:
        connections(patch, lambda one: one.execute("PRAGMA max_page_count = 1"))
        with pytest.raises(OSError, match=r"full: 'tables\.sqlite'$") as failed:
            store.append("winter", entry(4), entry(5, "long" * 10_000))
        assert failed.value.errno == errno.ENOSPC
    assert texts(store) == ["one", "two", "three"]
    assert store.append("winter", entry(4, "four"))


def test_a_database_that_another_program_uses_for_long_is_a_typed_error(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_store, "PATIENCE", 0.01)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    store = SqliteStore(database)
    calls: list[Callable[[], object]] = [
        lambda: store.append("winter", entry(4)),
        lambda: store.create(attrs.evolve(HEAD, id="spring")),
        store.ids,
    ]
    for call in calls:
        with pytest.raises(TimeoutError) as failed:
            call()
        assert str(database.parent) not in str(failed.value)
    other.close()
    assert store.append("winter", entry(4))


def test_no_program_begins_to_append_to_a_database_while_another_does(database: Path) -> None:
    def clock() -> int:  # asked between the look at the last number and the append
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        return 0

    other = sqlite3.connect(database, isolation_level=None, timeout=0)
    assert SqliteStore(database, clock=clock).append("winter", entry(4))
    other.execute("BEGIN IMMEDIATE")
    other.close()


# Damaged files.


def lines_of(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], int, str]] = {
    "no JSON": (lambda text: text.replace(b'"two"', b"two"), 3, "invalid JSON, at line 1, column"),
    "no UTF-8": (lambda text: text.replace(b'"two"', b'"tw\xff"'), 3, "the text is not UTF-8"),
    "no text": (lambda text: text.replace(b'"two"', b"2"), 3, "/text: "),
    "an empty line": (lambda text: text.replace(b'{"number":2', b'\n{"number":2'), 3, "invalid"),
    "a doubled line": (
        lambda text: b"".join([*lines_of(text)[:2], *lines_of(text)[1:]]),
        3,
        "it has the entry 1, and 2 comes next",
    ),
    "a lost line": (
        lambda text: b"".join([*lines_of(text)[:1], *lines_of(text)[2:]]),
        2,
        "it has the entry 2, and 1 comes next",
    ),
    "a wrong number of more": (
        lambda text: text.replace(b'"more":1', b'"more":2'),
        4,
        "2 entries of the same append come next, and it names 1",
    ),
    "a later version": (lambda text: text.replace(b'"by":""', b'"by":"","x":1'), 2, "unknown key"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_line_is_named_with_what_can_be_kept(folder: Path, damage: str) -> None:
    damaged, line, reason = DAMAGE[damage]
    content = damaged(file_of(folder).read_bytes())
    file_of(folder).write_bytes(content)
    for store in (FolderStore(folder), FolderStore(folder)):
        with pytest.raises(
            BrokenTable, match=f"^winter.table, line {line}, is damaged: "
        ) as broken:
            store.entries("winter")
        assert reason in broken.value.reason
        assert broken.value.table == "winter"
        assert broken.value.remedy == (
            f"the lines before it are the table as it was: delete line {line} and those after"
        )
        with pytest.raises(BrokenTable):
            store.append("winter", entry(5 if damage == "a doubled line" else 7))
        assert file_of(folder).read_bytes() == content
        assert store.head("winter") == HEAD
        assert [*store.ids()] == ["winter"]
    file_of(folder).write_bytes(b"".join(lines_of(content)[: line - 1]))
    assert texts(store) == ["one"][: line - 2]
    assert store.append("winter", entry(line - 1 if line < 4 else 2, "again"))


@pytest.mark.parametrize(
    "content", [b"", b'{"game":"btwixt"', b'{"game":"btwixt"}\n', b"[Btwixt]\n"]
)
def test_a_damaged_head_is_named(folder: Path, content: bytes) -> None:
    file_of(folder).write_bytes(content)
    store = FolderStore(folder)
    with pytest.raises(
        BrokenTable, match=r"^winter\.table, line 1, is damaged: .*; put back a copy"
    ):
        store.head("winter")
    if b"\n" not in content:
        with pytest.raises(BrokenTable, match=r"^winter\.table, line 1, is damaged: "):
            store.entries("winter")
    assert not store.create(HEAD)
    assert file_of(folder).read_bytes() == content


def test_a_damaged_entry_in_a_database_is_named(database: Path) -> None:
    store = SqliteStore(database)
    change(database, "UPDATE log SET seat = -1 WHERE number = 2")
    place = "^tables.sqlite, table winter, entry 2, is damaged: "
    with pytest.raises(BrokenTable, match=place + "seat must be"):
        store.entries("winter")
    change(database, "DELETE FROM log WHERE number = 2")
    with pytest.raises(BrokenTable, match=place + "it is missing, and entry 3 is there; "):
        store.entries("winter")
    assert texts(store, 2) == ["three"]
    change(database, "UPDATE heads SET game = 1e5")
    assert store.head("winter") is not None  # SQLite makes a text of it
    change(database, "UPDATE heads SET rules = 'three'")
    with pytest.raises(BrokenTable, match=r"^tables\.sqlite, table winter, the head, is damaged: "):
        store.head("winter")


def test_a_file_that_is_no_database_is_named_without_its_folder(database: Path) -> None:
    content = database.read_bytes()
    store = SqliteStore(database)
    calls: list[Callable[[], object]] = [
        lambda: store.append("winter", entry(4)),
        lambda: store.create(HEAD),
        lambda: store.head("winter"),
        lambda: store.entries("winter"),
        store.ids,
        lambda: store.news(lambda: False),
    ]
    page = len(content) // int.from_bytes(content[28:32])  # of as many as the header counts
    for damaged in (b"[Btwixt]\n" * 1000, content[:page] + b"\xff" * (len(content) - page)):
        database.write_bytes(damaged)
        for call in calls:
            with pytest.raises(BrokenTable, match=r"^tables\.sqlite, .*, is damaged: ") as broken:
                call()
            assert str(database.parent) not in str(broken.value)


def test_a_database_of_another_version_or_program_is_left_alone(
    database: Path, tmp_path: Path
) -> None:
    change(database, "PRAGMA user_version = 7")
    other = tmp_path / "other.sqlite"
    change(other, "CREATE TABLE recipes (name TEXT)")
    for path, reason in (
        (database, "tables.sqlite is a store of version 7, and this program knows version 1"),
        (other, "other.sqlite is another program's database"),
    ):
        content, store = path.read_bytes(), SqliteStore(path)
        calls: list[Callable[[], object]] = [
            partial(store.create, HEAD),
            partial(store.append, "winter", entry(4)),
            partial(store.entries, "winter"),
            store.ids,
        ]
        for call in calls:
            with pytest.raises(InvalidValue, match=f"^{reason}"):
                call()
        assert path.read_bytes() == content


def test_an_older_copy_of_a_file_can_be_put_back(folder: Path) -> None:
    store = FolderStore(folder)
    older = file_of(folder).read_bytes()
    assert store.append("winter", entry(4, "four"), entry(5, "five"))
    assert texts(store) == ["one", "two", "three", "four", "five"]
    file_of(folder).write_bytes(older)
    assert texts(store) == ["one", "two", "three"]
    assert store.append("winter", entry(4, "another, of another length"))
    assert texts(store, 3) == ["another, of another length"]
    # A file of the same size or more, in which the remembered places mean nothing.
    longer = older.replace(b"one", b"one and much more than before").replace(b"two", b"2")
    file_of(folder).write_bytes(longer + older[:1] * 500)
    assert texts(store, 2) == ["three"]
    assert texts(store) == ["one and much more than before", "2", "three"]


def test_a_program_appends_to_another_file_of_the_same_name(folder: Path) -> None:
    store = FolderStore(folder)
    assert texts(store) == ["one", "two", "three"]
    content = file_of(folder).read_bytes()
    file_of(folder).write_bytes(content.replace(b"one", b"one and much more than before"))
    assert not store.append("winter", entry(5))
    assert store.append("winter", entry(4, "four"))
    assert texts(store, 2) == ["three", "four"]


def test_a_long_last_entry_is_found_from_the_end(folder: Path) -> None:
    assert FolderStore(folder).append("winter", entry(4, "long" * 10_000))
    assert not FolderStore(folder).append("winter", entry(4))
    assert FolderStore(folder).append("winter", entry(5, "five"))
    assert texts(FolderStore(folder), 4) == ["five"]


def test_a_database_that_a_killed_program_began_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.touch()
    store = SqliteStore(path)
    assert not store.append("winter", entry(1))
    assert [*store.ids()] == []
    assert store.head("winter") is None
    assert store.create(HEAD)
    assert [*store.ids()] == ["winter"]


# Values.


@both_stores
def test_the_time_never_goes_back(kind: str, tmp_path: Path) -> None:
    times = iter([1000, 900, 2000])
    path = tmp_path / "tables"

    def clock() -> int:
        return next(times)

    store = FolderStore(path, clock=clock) if kind == "folder" else SqliteStore(path, clock=clock)
    assert store.create(HEAD)
    for number in (1, 2, 3):
        assert store.append("winter", attrs.evolve(entry(number), made=5))
    assert [each.made for each in MAKERS[kind](path).entries("winter")] == [1000, 1000, 2000]


@both_stores
def test_what_no_store_can_keep_is_refused(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MAKERS[kind](tmp_path / "tables")
    with pytest.raises(InvalidValue, match=r"half a character, as in this head$"):
        store.create(attrs.evolve(HEAD, start="\ud800"))
    with pytest.raises(InvalidValue, match=r"^an integer in a document must be from 0 to "):
        store.create(attrs.evolve(HEAD, rules=2**70))
    assert [*store.ids()] == []
    assert store.create(HEAD)
    monkeypatch.setattr(lines, "LONGEST_LINE", 1000)
    long = entry(2, "long" * 250)
    for wrong in (long, attrs.evolve(entry(2), text="\udfff"), attrs.evolve(entry(2), seat=2**70)):
        with pytest.raises(InvalidValue, match=r"^(no store can keep|an integer in a document)"):
            store.append("winter", entry(1), wrong)
    assert texts(store) == []
    assert store.append("winter", entry(1))


@both_stores
def test_news_begin_with_the_call(kind: str, tmp_path: Path) -> None:
    store = MAKERS[kind](tmp_path / "tables")
    assert store.create(HEAD)
    stops = iter([False, True])
    news = store.news(lambda: next(stops))
    assert MAKERS[kind](tmp_path / "tables").append("winter", entry(1))
    assert [*news] == ["winter"]


@both_stores
def test_it_is_asked_four_times_a_second_whether_the_news_are_to_stop(
    kind: str, tmp_path: Path
) -> None:
    assert max(folder_store.PAUSE, sqlite_store.PAUSE) <= 0.25
    store = MAKERS[kind](tmp_path / "tables")
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    assert [*store.news(stop)] == []


@ON_MODES
def test_only_the_owner_can_read_tables(folder: Path, database: Path) -> None:
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, file_of(folder), database)]
    assert modes == [0o700, 0o600, 0o600]


# Systems without locks or links.


@pytest.mark.parametrize("has_locks", [False, True])
def test_where_a_system_has_no_locks_a_file_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_locks: bool
) -> None:
    monkeypatch.delattr(os, "link")
    fcntl = pytest.importorskip("fcntl") if has_locks else None

    def refuse(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    if fcntl is None:
        monkeypatch.setitem(sys.modules, "fcntl", None)
    else:
        monkeypatch.setattr(fcntl, "flock", refuse)
    check_store(lambda: FolderStore(tmp_path))
    assert {path.suffix for path in tmp_path.iterdir()} == {".table"}


def test_the_lock_of_a_killed_program_goes_in_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(locks, "ABANDONED_AFTER", 0.1)
    lock = folder / ".winter.lock"
    lock.write_bytes(b"a killed")
    begun = time.monotonic()
    assert FolderStore(folder).append("winter", entry(4))
    assert time.monotonic() - begun > 0.1
    assert [path.name for path in folder.iterdir()] == ["winter.table"]


def test_the_lock_of_a_program_that_works_is_left(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / ".winter.lock"
    path.write_bytes(b"0")
    seen: list[bytes] = []
    seconds = 0.0

    def pause(_seconds: float) -> None:
        nonlocal seconds
        seconds += 0.9 * locks.ABANDONED_AFTER
        seen.append(path.read_bytes())
        path.write_bytes(b"%d" % len(seen))  # other programs, one after another
        if len(seen) == 4:
            path.unlink()

    clock = SimpleNamespace(sleep=pause, monotonic=lambda: seconds)
    monkeypatch.setattr(locks, "time", clock)
    with locks.lock_by_file(path):
        assert path.read_bytes() not in seen
    assert seen == [b"0", b"1", b"2", b"3"]
    assert not path.exists()


def test_a_lock_file_that_the_system_refuses_is_an_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(os, "access", lambda *_given: False)
    with pytest.raises(PermissionError), locks.lock_by_file(folder / ".winter.lock"):
        pass


@ON_MODES
def test_a_lock_that_is_refused_for_another_reason_is_an_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refuse(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(OSError, match="put/output error"):
        FolderStore(folder).append("winter", entry(4))
    assert texts(FolderStore(folder)) == ["one", "two", "three"]


# Costs, in bytes read and in steps of SQLite's machine: seconds depend on the machine.


def fill(store: Store, count: int) -> None:
    assert store.create(HEAD)
    for start in range(1, count + 1, 20):
        assert store.append("winter", *(entry(start + each) for each in range(20)))


@pytest.fixture
def bytes_read(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], int]:
    """Return the number of bytes that a call reads."""
    read, counts = os.read, [0]

    def counted(descriptor: int, length: int) -> bytes:
        content = read(descriptor, length)
        counts[0] += len(content)
        return content

    monkeypatch.setattr(os, "read", counted)

    def count(call: Callable[[], object]) -> int:
        counts[0] = 0
        call()
        return counts[0]

    return count


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], int]:
    """Return the number of steps that SQLite makes in a call."""
    counts = [0]

    def step() -> None:
        counts[0] += 1

    connections(monkeypatch, lambda one: one.set_progress_handler(step, 1))

    def count(call: Callable[[], object]) -> int:
        counts[0] = 0
        call()
        return counts[0]

    return count


def calls(store: Store, count: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what followers of a table do again and again."""
    yield (
        "append by a program that has read nothing",
        lambda: store.append("winter", entry(count + 1)),
    )
    store.entries("winter")
    yield "look for news", lambda: store.entries("winter", count + 1)
    yield "append again", lambda: store.append("winter", entry(count + 2))
    yield "read one's own", lambda: store.entries("winter", count + 1)
    other = type(store)(store.path)  # type: ignore[attr-defined,call-arg]
    yield "look by another", lambda: other.head("winter")
    assert other.append("winter", entry(count + 3), entry(count + 4))
    yield "read the others'", lambda: store.entries("winter", count + 2)
    yield "read the last ten", lambda: store.entries("winter", count - 6)


@both_stores
def test_a_table_of_2000_entries_costs_as_little_as_one_of_20(
    kind: str,
    tmp_path: Path,
    bytes_read: Callable[[Callable[[], object]], int],
    steps: Callable[[Callable[[], object]], int],
) -> None:
    costs: dict[int, dict[str, int]] = {}
    for count in (20, 2000):
        fill(MAKERS[kind](tmp_path / str(count)), count)
        store = MAKERS[kind](tmp_path / str(count))
        measure = bytes_read if kind == "folder" else steps
        costs[count] = {name: measure(call) for name, call in calls(store, count)}
    if kind == "folder":
        assert costs[2000]["look for news"] == costs[20]["look for news"] == 0
    for name, cost in costs[2000].items():
        assert cost <= 2.5 * costs[20][name] + 100, name
    assert max(costs[2000].values()) < 10_000


def test_only_so_many_tables_are_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_store, "_MOST_REMEMBERED", 3)
    store = FolderStore(tmp_path)
    names = [f"table-{number}" for number in range(6)]
    for name in names:
        assert store.create(attrs.evolve(HEAD, id=name))
        assert store.append(name, entry(1, name))
    assert len(store._known) == 3
    for name in names:
        assert [each.text for each in store.entries(name)] == [name]
    assert re.match("table-[0-5]$", next(iter(store._known)))
