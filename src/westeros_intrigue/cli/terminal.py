"""The terminal: all that reads what people type, and writes what they see.

It finds out what the terminal can do. Where it takes no ANSI codes nothing is coloured, and what
its encoding lacks is written in plain letters.
"""

from __future__ import annotations

import ctypes
import io
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TextIO

PROGRAM = "westeros-intrigue"
QUIT_WORDS = frozenset({"q", "quit", "exit"})
_LONGEST_LINE = 1000
_WIDEST = 100
_LINES_OUT_OF_SIGHT = 100

_ERASE = "\x1b[2J\x1b[3J\x1b[H"
"""Erases what is on the screen, then what the terminal keeps above it, and goes to the top."""
_OTHER_SCREEN, _BACK = "\x1b[?1049h", "\x1b[?1049l"
_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"

_PLAIN = {
    "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
    "\N{HORIZONTAL ELLIPSIS}": ".",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{PLUS-MINUS SIGN}": "~",
}

_IS_WINDOWS = os.name == "nt"
_STANDARD_OUTPUT = -11
_TAKE_ANSI = 4


class Stopped(Exception):
    """Somebody typed `quit`, or the input has ended."""


class Refused(Exception):
    """Something that cannot be done, with a line that says why; ends the program."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class Terminal:
    """Where a person types and reads, or the files and pipes in their place.

    Args:
        source: what is typed.
        sink: what is shown.
        errors: where complaints and progress go.
        environment: the environment variables.
    """

    def __init__(
        self, source: TextIO, sink: TextIO, errors: TextIO, environment: Mapping[str, str]
    ) -> None:
        """Find out what the terminal can do."""
        self._source = source
        self._sink = sink
        self._errors = errors
        self._no_colour = bool(environment.get("NO_COLOR"))
        self.can_erase: bool = _takes_ansi(sink, environment)
        """Whether what was shown can be taken from the screen again."""
        self.colour: bool = self.can_erase and not self._no_colour
        """Whether to colour."""
        self.is_typed: bool = source.isatty()
        """Whether a person types, and so sees what is typed."""
        self.shows_progress: bool = _takes_ansi(errors, environment)
        """Whether progress can be shown: not in a file or a pipe."""

    def use_colour(self, when: str) -> None:
        """Colour `always`, `never`, or, with `auto`, where the terminal takes it."""
        if when != "auto":
            self.colour = when == "always"

    @property
    def width(self) -> int:
        """How many characters a line may have."""
        return min(shutil.get_terminal_size((80, 24)).columns, _WIDEST)

    def write(self, text: str = "") -> None:
        """Write a line, or several."""
        self._sink.write(_encodable(text, self._sink) + "\n")

    def complain(self, text: str) -> None:
        """Write a line to where errors go."""
        self.flush()
        self._errors.write(_encodable(f"{PROGRAM}: {text}", self._errors) + "\n")
        self._errors.flush()

    def show_progress(self, text: str) -> None:
        """Write over the line of progress; nothing where progress cannot be shown."""
        if self.shows_progress:
            self._errors.write(f"\r{text}\x1b[K")
            self._errors.flush()

    def flush(self) -> None:
        """Let everything written be seen."""
        self._sink.flush()

    def ask(self, prompt: str) -> str:
        """Return what is typed, in one line without white space around.

        Raises:
            Stopped: it is a word to quit by, or the input has ended.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        self._sink.write(_encodable(prompt, self._sink))
        self.flush()
        try:
            line = self._source.readline(_LONGEST_LINE)
            rest = line
            while rest and not rest.endswith("\n"):
                rest = self._source.readline(_LONGEST_LINE)
        except KeyboardInterrupt:
            self.write()
            raise
        if not line:
            self.write()
            raise Stopped
        typed = "".join(each if each.isprintable() else " " for each in line).strip()
        if not self.is_typed:
            self.write(typed)
        if typed.lower() in QUIT_WORDS:
            raise Stopped
        return typed

    def bold(self, text: str) -> str:
        """Return the text in bold, where the terminal takes it."""
        return f"{_BOLD}{text}{_RESET}" if self.colour else text

    def dim(self, text: str) -> str:
        """Return the text fainter, where the terminal takes it."""
        return f"{_DIM}{text}{_RESET}" if self.colour else text

    def line(self, title: str) -> str:
        """Return a line across the screen with a title in it."""
        bar = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
        return f"{bar * 2} {self.bold(title)} {bar * max(2, self.width - len(title) - 5)}"

    def erase(self) -> None:
        """Take everything from the screen and from what can be scrolled back to.

        Where that cannot be done it is pushed out of sight.
        """
        self._sink.write(_ERASE if self.can_erase else "\n" * _LINES_OUT_OF_SIGHT)

    @contextmanager
    def other_screen(self) -> Iterator[None]:
        """Show everything on a screen of its own, of which nothing is left afterwards."""
        if self.can_erase:
            self._sink.write(_OTHER_SCREEN)
        try:
            yield
        finally:
            self.erase()
            if self.can_erase:
                self._sink.write(_BACK)
            self.flush()

    def forget_typed_ahead(self) -> None:
        """Forget what was typed before it was asked for: a key pressed twice answers nothing."""
        if self.is_typed:
            try:
                import termios  # noqa: PLC0415 - not on Windows
            except ImportError:
                return
            termios.tcflush(self._source.fileno(), termios.TCIFLUSH)


def standard_terminal() -> Terminal:
    """Return the terminal of the process: standard input, output and errors.

    What cannot be read or written as text is replaced, so that no byte ends a game.
    """
    # A stream that was closed before the start is None.
    source, sink, errors = (
        stream or io.StringIO() for stream in (sys.stdin, sys.stdout, sys.stderr)
    )
    for stream in (source, sink, errors):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return Terminal(source, sink, errors, os.environ)


def _takes_ansi(sink: TextIO, environment: Mapping[str, str]) -> bool:
    if not sink.isatty() or environment.get("TERM") == "dumb":
        return False
    return not _IS_WINDOWS or _switched_on(getattr(ctypes, "windll").kernel32)  # noqa: B009


def _switched_on(kernel: Any) -> bool:  # noqa: ANN401 - a library without types
    """Return whether Windows' console takes ANSI codes, after it was told to."""
    console = kernel.GetStdHandle(_STANDARD_OUTPUT)
    mode = ctypes.c_ulong()
    if not kernel.GetConsoleMode(console, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(console, mode.value | _TAKE_ANSI))


def _encodable(text: str, sink: TextIO) -> str:
    encoding = sink.encoding or "utf-8"
    if _can_encode(text, encoding):
        return text
    return "".join(
        each if _can_encode(each, encoding) else _PLAIN.get(each, "") or _letter(each)
        for each in text
    )


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _letter(character: str) -> str:
    """Return the letter without its accents, or a question mark."""
    letter = unicodedata.normalize("NFKD", character)[0]
    return letter if letter.isascii() else "?"
