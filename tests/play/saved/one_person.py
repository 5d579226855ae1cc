"""A program of one person at a saved table, who plays random moves; `test_killed.py` kills it.

In a file of its own, it writes before each move `try`, the moment and the move, and after it `done`
and the number of the entry.
"""

from __future__ import annotations

import os
import random
import time
from importlib import import_module
from pathlib import Path
from typing import cast

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.play.saved import FolderStore, Seated, SqliteStore, Store

TABLE = "winter"
_PAUSE = 0.01


def open_store(kind: str, path: Path) -> Store:
    """Return the store of a kind at a path; a database has its address in the kind."""
    if kind.startswith("postgresql"):
        address = kind.partition(" ")[2]
        return cast("Store", import_module("server.postgresql").PostgresStore(address))
    return FolderStore(path) if kind == "folder" else SqliteStore(path / "tables.sqlite")


def write_line(file: int, line: str) -> None:
    """Write a line so that no crash takes it away."""
    os.write(file, f"{line}\n".encode())
    os.fsync(file)


def play(kind: str, folder: Path, person: str, path: Path) -> None:
    """Sit down, and play to the end of the game.

    Args:
        kind: the kind of the store.
        folder: its folder.
        person: the person.
        path: the file of the program.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    seated = Seated(open_store(kind, folder), TABLE, person)
    seated.sit(person.capitalize())
    write_line(file, "sits")
    rng = random.Random()
    while not seated.view.is_over:
        seated.refresh()
        seated.run()
        if seated.is_asked:
            moment = seated.table.moment
            move = rng.choice(seated.table.game.distinct_moves(seated.view))
            write_line(file, f"try {moment} {move}")
            try:
                seated.play(move, moment)
            except InvalidValue:  # another program of the same person was first
                continue
            write_line(file, f"done {seated.last_move + 1}")
        else:
            time.sleep(_PAUSE)
    write_line(file, "over")
