"""The tables of a server before it kept its tables as the library does: only to copy them.

Each had a row with its setting, and a log whose entries of people began with hashes of their
secrets. `python -m server.upgrade` copies them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, LiteralString

import attrs

from server.ids import stored_id
from westeros_intrigue.play.saved import Entry, Head

REMEDY = (
    "these are the tables of an earlier server: stop it, and copy them into a new store by "
    "python -m server.upgrade OLD NEW"
)
TABLES: LiteralString = "SELECT id, game, setting, start, library, rules, made FROM tables"
LOG: LiteralString = "SELECT number, kind, seat, text, made FROM entries WHERE table_id = ?"
OPEN: LiteralString = "SELECT id FROM tables WHERE is_open = 1"


@attrs.frozen
class Former:
    """A table as an earlier server has stored it."""

    id: str
    head: Head
    entries: tuple[Entry, ...]
    """The entries, of which the first has the setting."""
    is_open: bool


def is_there(address: str) -> bool:
    """Return whether an address has the tables of an earlier server."""
    try:
        rows(address, f"{TABLES} LIMIT 0")
        rows(address, "SELECT table_id, number, kind, seat, text, made FROM entries LIMIT 0")
    except Exception:  # noqa: BLE001 - of two drivers, whatever else is there
        return False
    return True


def tables(address: str) -> Iterator[Former]:
    """Yield the tables of an earlier server."""
    try:
        opened = {table for (table,) in rows(address, OPEN)}
    except Exception:  # noqa: BLE001 - the first version had no such column
        opened = set()
    for table, game, setting, start, library, rules, made in rows(address, f"{TABLES} ORDER BY id"):
        head = Head(stored_id(table), game, start, rules, library, made * 1000)
        log = rows(address, f"{LOG} ORDER BY number", table)
        entries = (_entry(*row) for row in log)
        first = Entry(1, "setting", None, setting, "", made * 1000)
        yield Former(table, head, (first, *entries), table in opened)


def rows(address: str, statement: LiteralString, *values: object) -> Sequence[Any]:
    """Return the rows of a statement, and change nothing."""
    if address.startswith("sqlite:"):
        path = f"{Path(address.removeprefix('sqlite:')).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(path, uri=True)) as connection:
            return connection.execute(statement, values).fetchall()
    with import_module("psycopg").connect(address) as connection:
        found: Sequence[Any] = connection.execute(statement.replace("?", "%s"), values).fetchall()
        return found


def _entry(number: int, kind: str, seat: int, text: str, made: int) -> Entry:
    """Return an entry as it is stored now: after the setting, and with the person in `by`."""
    by, _, name = text.partition(" ") if kind in {"sit", "ask"} else ("", "", text)
    return Entry(number + 1, kind, seat, name, by, made * 1000)
