"""Files of records: where a game is kept, and how one is read again."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.cli.terminal import Refused
from westeros_intrigue.text.records import Record, read_records, write_records

STANDARD_INPUT = "-"


@contextmanager
def opened(name: str) -> Iterator[TextIO]:
    """Open a file of records for reading; `-` is the standard input.

    Raises:
        Refused: it cannot be opened, or reading it fails half-way.
    """
    try:
        if name == STANDARD_INPUT:
            yield sys.stdin or io.StringIO()
        else:
            with Path(name).open(encoding="utf-8") as file:
                yield file
    except BrokenPipeError:
        # That was no fault of the file, but of whoever reads what is written about it.
        raise
    except OSError as error:
        raise Refused(f"{name}: {error.strerror}") from error


def last_record(name: str) -> tuple[Record, int]:
    """Return the last record of a file, and how many there are.

    Raises:
        Refused: the file cannot be read, is empty, or a record in it does not hold together.
    """
    last, count = None, 0
    with opened(name) as file:
        try:
            for record in read_records(file):
                last, count = record, count + 1
        except WesterosIntrigueError as error:
            raise Refused(f"{name}: {error}") from error
    if last is None:
        raise Refused(f"{name}: no record is in it")
    return last, count


def new_path() -> Path:
    """Return a path in the current folder for the record of a game that begins now."""
    stem = time.strftime("westeros-intrigue-%Y-%m-%d-%H%M%S")
    path = Path(f"{stem}.txt")
    number = 1
    while is_there(path):
        number += 1
        path = Path(f"{stem}-{number}.txt")
    return path


def is_there(path: Path) -> bool:
    """Return whether there is such a file; a name that no file can have is none."""
    try:
        return path.exists()
    except OSError:
        return False


def save(record: Record, path: Path) -> None:
    """Write a record to a file of its own, in place of what is there.

    The file is whole at any time: the record is written beside it and then takes its place.

    Raises:
        Refused: it cannot be written.
    """
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            write_records([record], file)
        beside.replace(path)
    except OSError as error:
        raise Refused(f"the record cannot be kept in {path}: {error.strerror}") from error
