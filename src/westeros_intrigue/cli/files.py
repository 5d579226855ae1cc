"""Files of records: where a game is kept, and how one is read again."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from westeros_intrigue import Record, WesterosIntrigueError, read_records
from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.terminal import Refused

STANDARD_INPUT = "-"


def add_record(parser: Parser) -> None:
    """Add where a record is kept, and which one is gone on with."""
    parser.add_argument("--record", metavar="FILE", help="where to keep the game's record")
    parser.add_argument("--resume", metavar="FILE", help="go on with the last game of this file")


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
            with path_of(name).open(encoding="utf-8") as file:
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


def path_of(name: str) -> Path:
    """Return the path of a file that somebody named; `~` is their home.

    Raises:
        Refused: nobody knows whose home is meant.
    """
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise Refused(f"{name}: nobody knows that home folder") from error


def new_path(name: str | None = None, *, kind: str = "") -> Path:
    """Return the path for the record of a game that begins now: the one named, or one with a date.

    Raises:
        Refused: a file of that name is there already.
    """
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


def kept_path(options: Options, *, is_rewritten: bool, kind: str = "") -> Path:
    """Return where the record of a game that is gone on with is kept.

    Args:
        options: the arguments; `--resume` names the file gone on with, `--record` another one.
        is_rewritten: whether nothing in the file would be lost.
        kind: what stands in the name of a new file.

    Raises:
        Refused: the file of `--record` is there already, and is another one.
    """
    if options.record == options.resume or (is_rewritten and not options.record):
        return path_of(options.resume)
    return new_path(options.record, kind=kind)


def is_there(path: Path) -> bool:
    """Return whether there is such a file; a name that no file can have is none."""
    try:
        return path.exists()
    except OSError:
        return False


def save(text: str, path: Path) -> None:
    """Write a text to a file of its own, in place of what is there.

    The file is whole at any time: the text is written beside it and then takes its place.

    Raises:
        Refused: it cannot be written.
    """
    beside = path.with_name(f"{path.name}.part")
    try:
        try:
            beside.write_text(f"{text}\n", encoding="utf-8", newline="\n")
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Refused(f"the record cannot be kept in {path}: {error.strerror}") from error
