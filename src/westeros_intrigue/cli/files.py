"""Files of records: where a game is kept, and how one is read again."""

from __future__ import annotations

import datetime as dt
import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from westeros_intrigue import Phase, Record, WesterosIntrigueError, read_records
from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.terminal import PROGRAM, Refused

STANDARD_INPUT = "-"


def add_record(parser: Parser) -> None:
    """Add where a record is kept, and which one is gone on with."""
    parser.add_argument("--record", metavar="FILE", help="where to keep the game's record")
    parser.add_argument("--resume", metavar="FILE", help="go on with the last game of this file")


@contextmanager
def opened(name: str) -> Iterator[TextIO]:
    """Open a file of records for reading; `-` is the standard input."""
    try:
        if name == STANDARD_INPUT:
            yield sys.stdin or io.StringIO()
        else:
            with path_of(name).open(encoding="utf-8") as file:
                yield file
    except BrokenPipeError:
        # That was no fault of the file, but of whoever reads what is written about it.
        raise
    except OSError as error:
        raise Refused(f"{name}: {error.strerror}") from error


def records_in(name: str) -> Iterator[Record]:
    """Yield the records of a file of at least one; a `Refused` says what is wrong with it."""
    is_empty = True
    with opened(name) as file:
        try:
            for record in read_records(file):
                is_empty = False
                yield record
        except WesterosIntrigueError as error:
            raise Refused(f"{name}: {error}") from error
    if is_empty:
        raise Refused(f"{name}: no record is in it")


def path_of(name: str) -> Path:
    """Return the path of a file that somebody named; `~` is their home."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise Refused(f"{name}: nobody knows that home folder") from error


def new_path(name: str | None = None, *, kind: str = "") -> Path:
    """Return the path for the record of a new game: the one named, or one with a date."""
    if name is not None:
        path = path_of(name)
        if is_there(path):
            raise Refused(f"{path} exists; choose another name for the record, or --resume it")
        return path
    stem = time.strftime(f"westeros-intrigue-{kind}%Y-%m-%d-%H%M%S")
    path = Path(f"{stem}.txt")
    number = 1
    while is_there(path):
        number += 1
        path = Path(f"{stem}-{number}.txt")
    return path


def resumed(options: Options, *, kind: str = "") -> tuple[Record, Path]:
    """Return the record of a game that is gone on with, and where it is kept from now on."""
    *others, record = records_in(options.resume)
    if record.state.phase is Phase.GAME_OVER:
        raise Refused(f"{options.resume}: the game is over; `{PROGRAM} replay` shows it")
    # A file of several games keeps them all, and comments would not survive an undo.
    is_rewritten = not others and options.resume != STANDARD_INPUT and not _has_comments(record)
    if options.record == options.resume or (is_rewritten and not options.record):
        return record, path_of(options.resume)
    return record, new_path(options.record, kind=kind)


def is_there(path: Path) -> bool:
    """Return whether there is such a file; a name that no file can have is none."""
    try:
        return path.exists()
    except OSError:
        return False


def save_record(record: Record, path: Path, *, numbers: bool = True) -> None:
    """Write a record to a file of its own, with its origin, and today's date if it has none."""
    has_date = any(name.lower() == "date" for name, _ in record.tags)
    today = dt.datetime.now().astimezone().date()
    save(record.with_origin(None if has_date else today).to_text(numbers=numbers), path)


def _has_comments(record: Record) -> bool:
    of_rounds = any(
        each.comment or any(placed.comment for placed in each.placements) for each in record.rounds
    )
    return of_rounds or bool(record.comment)


def save(text: str, path: Path) -> None:
    """Write a text to a file of its own, in place of what is there.

    The file is whole at any time: the text is written beside it and then takes its place.
    """
    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_text(f"{text}\n", encoding="utf-8", newline="\n")
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise Refused(f"the record cannot be kept in {path}: {error.strerror}") from error
