"""The parts of the terminal that need no extra: the program's name and lines of text."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import io
import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from westeros_intrigue.gamekit.english import did_you_mean, printable
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.rulebook import Rulebook

PROGRAM = "westeros-intrigue"
WIDEST = 120
QUIT_WORDS = frozenset({"q", "quit", "exit"})
_LONGEST_LINE = 1000


class Stopped(Exception):
    """The user typed `quit`, or the input ended."""


class Refused(Exception):
    """A request cannot be met; the message explains why. Any command can raise it."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class Output:
    """Lines of text, which every command can write and read without any extra."""

    def __init__(self, source: TextIO, sink: TextIO, errors: TextIO) -> None:
        self._source = source
        self._sink = sink
        self._errors = errors
        self.is_typed: bool = source.isatty()
        """True if a person types the input."""

    @property
    def width(self) -> int:
        """The maximum length of a line, in characters."""
        return min(shutil.get_terminal_size().columns, WIDEST)

    def show(self, *things: str) -> None:
        """Write texts, one below another, broken between words."""
        for line in "\n".join(things).split("\n"):
            self.line("\n".join(textwrap.wrap(line, self.width, break_long_words=False)))

    def show_under(self, title: str, *things: str) -> None:
        """Write texts under a title."""
        self.show(title, *things)

    @contextmanager
    def progress(self, count: int | None = None) -> Iterator[Callable[[int, int], None]]:
        """Show the progress of `count` items; without the extra, show nothing.

        Call the yielded function with the work done and the total.
        """
        del count
        yield lambda _done, _of_all: None

    def line(self, text: str) -> None:
        """Write a text as one line."""
        self._sink.write(f"{text}\n")

    def write_json(self, data: object) -> None:
        """Write a value of plain data as an indented JSON document."""
        self.line(json.dumps(data, indent=2, ensure_ascii=False))

    def read_line(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Return the typed line without surrounding white space; Tab completes `words`."""
        del words  # useful only for lines that can be edited
        self._sink.write(prompt)
        self.flush()
        return self._take_line(self._source.readline)

    def _take_line(self, read: Callable[[], str]) -> str:
        """Return the line that a function reads.

        Raises:
            Stopped: the line is `quit`, or the input ended.
        """
        try:
            line = read()
        except KeyboardInterrupt:
            self.line("")
            raise
        if not line:
            self.line("")
            raise Stopped
        typed = printable(line[:_LONGEST_LINE]).strip()
        if not self.is_typed:
            self.show(typed)
        if typed.lower() in QUIT_WORDS:
            raise Stopped
        return typed

    def complain(self, *lines: str) -> None:
        """Write lines to the standard error."""
        self.flush()
        for line in lines:
            self._errors.write(f"{PROGRAM}: {line}\n")

    def flush(self) -> None:
        """Flush the output."""
        self._sink.flush()


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table as lines.

    >>> align([("a", "1"), ("abc", "2")])
    ['a    1', 'abc  2']
    """
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def read_number(typed: str, most: int) -> int:
    """Return the number in a line, from 1 to the maximum; 0 for any other text.

    >>> read_number("3", 4), read_number("5", 4), read_number("b2", 4)
    (3, 0, 0)
    """
    number = int(typed[:9]) if typed.isascii() and typed.isdecimal() else 0
    return number if number <= most else 0


def standard_streams() -> tuple[TextIO, TextIO, TextIO]:
    """Return the standard input, output and error streams of the process.

    Invalid bytes are replaced, so they do not end a game.
    """
    # A stream that was closed before the program started is None.
    source, sink, errors = (
        stream or io.StringIO() for stream in (sys.stdin, sys.stdout, sys.stderr)
    )
    for stream in (source, sink, errors):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return source, sink, errors


def rule_lines(rules: Rulebook, wanted: str, width: int) -> list[str]:
    """Return a rule with its kind and its reason, or the rules of a chapter.

    Raises:
        InvalidValue: neither exists.
    """
    chapter = [rule for rule in rules.values() if rule.chapter == wanted]
    if chapter:
        return [line for rule in chapter for line in rule_lines(rules, rule.id, width)[:2]]
    try:
        rule = rules.rule(wanted)
    except InvalidValue as error:
        chapters = dict.fromkeys(rule.chapter for rule in rules.values())
        if (perhaps := did_you_mean(wanted, chapters)) and "." not in wanted:
            raise InvalidValue(f"no rule or chapter has the id {wanted!r}{perhaps}") from error
        listed = f"; the chapters are {', '.join(chapters)}" if chapters else ""
        example = next(iter(rules), None)
        none = f"a rule has an id such as {example}" if example else "this game has no rules by id"
        told = str(error) if wanted and example else none
        raise InvalidValue(f"{told}{'' if told.endswith('?') else listed}") from error
    texts = [rule.text, *([f"Why so: {rule.reason}"] if rule.reason else [])]
    return [
        f"{rule.id} ({rule.kind.value})",
        *(
            textwrap.fill(text, width, initial_indent="  ", subsequent_indent="  ")
            for text in texts
        ),
    ]
