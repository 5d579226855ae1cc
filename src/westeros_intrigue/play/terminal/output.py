"""The parts of the terminal that need no extra: the name of the program, and lines of text."""

from __future__ import annotations

import io
import shutil
import sys
import textwrap
from typing import TextIO

from westeros_intrigue.gamekit.values import capital

PROGRAM = "westeros-intrigue"
WIDEST = 120


class Stopped(Exception):
    """Somebody typed `quit`, or the input has ended."""


class Refused(Exception):
    """A request that cannot be met; the message explains why. Any command may raise it."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class Output:
    """Lines of text, which every command can write, whatever is installed."""

    def __init__(self, source: TextIO, sink: TextIO, errors: TextIO) -> None:
        self._sink = sink
        self._errors = errors
        self.is_typed: bool = source.isatty()
        """True if a person types, and so sees the typed text."""

    def show(self, *things: str) -> None:
        """Write texts, one below the other, broken between words."""
        width = min(shutil.get_terminal_size().columns, WIDEST)
        for line in "\n".join(things).split("\n"):
            self.line("\n".join(textwrap.wrap(line, width, break_long_words=False)))

    def line(self, text: str) -> None:
        """Write a text as one line."""
        self._sink.write(f"{text}\n")

    def complain(self, text: str) -> None:
        """Write a line to where errors go."""
        self.flush()
        self._errors.write(f"{PROGRAM}: {text}\n")

    def flush(self) -> None:
        """Let everything written be seen."""
        self._sink.flush()


def sentence(text: object) -> str:
    """Return a message as a sentence, with a capital letter and a full stop."""
    return f"{capital(str(text))}."


def printable(text: str) -> str:
    """Return the text with a space for each character that would not be seen as one."""
    return "".join(each if each.isprintable() else " " for each in text)


def standard_streams() -> tuple[TextIO, TextIO, TextIO]:
    """Return the standard input, output and errors of the process.

    Bytes that are not text are replaced, so that none ends a game.
    """
    # A stream that was closed before the start is None.
    source, sink, errors = (
        stream or io.StringIO() for stream in (sys.stdin, sys.stdout, sys.stderr)
    )
    for stream in (source, sink, errors):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return source, sink, errors
