"""New files of pictures, named by their users."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.cli.files import fresh_path
from westeros_intrigue.cli.output import Output, Refused
from westeros_intrigue.drawing.picture_files import check_picture_path, write_pictures


def picture_path(name: str) -> Path:
    """Return the path of a new picture; its ending is known, and it can be written in that way."""
    path = fresh_path(name)
    try:
        check_picture_path(path)
    except InvalidValue as error:
        raise Refused(f"{name}: {error}", 2) from error
    return path


def write_new(path: Path, pages: Sequence[str], terminal: Output) -> None:
    """Write pages to a PDF, or to pictures that are numbered if there are several; name them."""
    try:
        written = write_pictures(path, pages)
    except FileExistsError as error:
        raise Refused(f"{error.filename} exists already; choose another name") from error
    except OSError as error:
        raise Refused(f"cannot write {path}: {error.strerror}") from error
    for each in written:
        terminal.line(f"{each}")
