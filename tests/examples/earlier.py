"""Stores as servers made them before they kept their tables as the library does."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, LiteralString

LOGS = json.loads((Path(__file__).parents[1] / "samples" / "server_logs.json").read_text("utf-8"))
"""Tables as earlier versions stored them, each with the record of its game."""
FIRST: tuple[LiteralString, ...] = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, setting TEXT NOT NULL, start TEXT NOT NULL,
        library TEXT NOT NULL, rules INTEGER NOT NULL, made BIGINT NOT NULL
    )""",
    """
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL,
        kind TEXT NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, made BIGINT NOT NULL,
        PRIMARY KEY (table_id, number)
    )""",
)
"""The statements that made the first stores, which had no versions."""
LATER: tuple[LiteralString, ...] = (
    "CREATE TABLE versions (number INTEGER PRIMARY KEY)",
    "INSERT INTO versions VALUES (1), (2), (3)",
    "ALTER TABLE tables ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX open_tables ON tables (made) WHERE is_open = 1",
    """
    CREATE TABLE signs (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL,
        made BIGINT NOT NULL, PRIMARY KEY (table_id, seat)
    )""",
)
"""The statements that made the last stores of that form from the first."""
WAL = "PRAGMA journal_mode = WAL"
"""What those servers have asked of SQLite."""


def rows_of(log: Any) -> tuple[list[Any], list[list[Any]]]:
    """The row and the entries of a stored log, as the store had them."""
    row = [log["row"][name] for name in ("id", "game", "setting", "start", "library")]
    row += [log["row"]["rules"], log["row"]["made"]]
    names = ("number", "kind", "seat", "text", "made")
    return row, [[log["row"]["id"], *(entry[name] for name in names)] for entry in log["entries"]]


def make_earlier(path: Path, *later: str) -> str:
    """Make a store with games in progress; return its address."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(WAL)
        for statement in FIRST:
            connection.execute(statement)
        for log in LOGS:
            row, entries = rows_of(log)
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", entries)
        for statement in later:
            connection.execute(statement)
        connection.commit()
    return f"sqlite:{path}"
