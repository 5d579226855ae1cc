"""Line-based texts: a head of `name: value` lines, an empty line, then one move a line.

Tags may follow the first line. A # at the start of a line, or after a space, begins a comment, but
not in a tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.base.record_files import (
    GameLines,
    Records,
    TextFile,
    only_record,
    read_title,
    title_line,
)
from westeros_intrigue.base.scanning import Scanner
from westeros_intrigue.base.tags import scan_tag, tag_lines

R = TypeVar("R")
T = TypeVar("T")

_GAME_LIMIT = 10_000_000
"""The most characters of a game: nothing ends a game of Monopoly soon."""
_COMMENT = re.compile(r"(?:^|(?<= ))#.*")
_MOST_DIGITS = 4000
"""Python refuses to parse much longer integers."""


def written(
    title: str,
    tags: Iterable[tuple[str, str]],
    head: Iterable[tuple[str, str]],
    moves: Iterable[object],
) -> str:
    """Return the text of tags, a head and moves, without a line end after the last line."""
    fields = (f"{name}: {value}".rstrip() for name, value in head)
    return "\n".join([title_line(title), *tag_lines(tags), *fields, "", *map(str, moves)])


def read_game(text: str, title: str, read: Callable[[LineReader], R]) -> R:
    """Return the record of a text that contains exactly one game of that title.

    Raises:
        NotationError: the text is not such a record.
    """
    return only_record(text, title, lambda lines: read(LineReader(lines, title)), limit=_GAME_LIMIT)


def read_games(file: TextFile, title: str, read: Callable[[LineReader], R]) -> Records[R]:
    """Return the records of a file of games of that title, read one at a time."""
    games = GameLines(file, title, limit=_GAME_LIMIT)
    return Records(games, lambda lines: read(LineReader(lines, title)))


class LineReader:
    """A reader of the lines of a game, from the top."""

    def __init__(self, lines: Iterable[Scanner], title: str) -> None:
        """Read the title and the tags. Raise a NotationError for other lines."""
        first, *self._lines = (line for line in lines if _content(line.text))
        read_title(first, title)
        if rest := _content(first.text[first.position :]).strip():
            raise first.error("the end of the line", first.text.index(rest, first.position))
        self._end = [first, *self._lines][-1].line + 1
        self._at = 0
        self.tags: tuple[tuple[str, str], ...] = ()
        """The tags, each a name and a value, which may contain #."""
        while self._line.startswith("["):
            self.tags = (*self.tags, scan_tag(self._lines[self._at], self.tags))
            self._at += 1

    def field(self, name: str, read: Callable[[str], T | None], expected: str) -> T:
        """Read the next line as the field of that name. Raise a NotationError if `read` fails.

        Args:
            name: the name of the field.
            read: a function from the text of the field to its value, or None if it is malformed.
            expected: a description of the text, for the error.
        """
        head = f"{name}:"
        return self._take(
            lambda line: read(line[len(head) :].strip()) if line.startswith(head) else None,
            f"{head} and {expected}",
        )

    def exact(self, name: str, value: str, expected: str) -> None:
        """Read the next line as the field of that name and value, which may contain #."""
        head = f"{name}: {value}".rstrip()
        whole = self._lines[self._at].text if self._lines[self._at :] else ""
        is_found = whole.startswith(head) and not _content(whole[len(head) :])
        self._take(lambda _: is_found or None, f"{name}: and {expected}")

    def fields(self, name: str, read: Callable[[str], T | None], expected: str) -> tuple[T, ...]:
        """Read the next lines as long as they are fields of that name."""
        found = []
        while self._line.startswith(f"{name}:"):
            found.append(self.field(name, read, expected))
        return tuple(found)

    def moves(self, parse: Callable[[str], T]) -> Iterator[T]:
        """Parse each line after the head."""
        for line in self._lines[self._at :]:
            try:
                yield parse(_content(line.text))
            except NotationError as error:
                raise NotationError(error.text, line.line, error.column, error.expected) from None

    @property
    def _line(self) -> str:
        return _content(self._lines[self._at].text) if self._lines[self._at :] else ""

    def _take(self, read: Callable[[str], T | None], expected: str) -> T:
        value = read(self._line)
        if value is None:
            number = self._lines[self._at].line if self._lines[self._at :] else self._end
            raise NotationError(self._line[:40], number, 1, expected)
        self._at += 1
        return value


def _content(line: str) -> str:
    """Return a line without its comment."""
    return _COMMENT.sub("", line).rstrip()


def number(text: str) -> int | None:
    """Return the number of a text, or None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _MOST_DIGITS else None


def each(
    read: Callable[[str], T | None], separator: str | None = None
) -> Callable[[str], tuple[T, ...] | None]:
    """Return a reader of all parts of a text, which returns None if it cannot read one of them."""

    def read_all(text: str) -> tuple[T, ...] | None:
        values = [read(part) for part in text.split(separator)]
        known = tuple(value for value in values if value is not None)
        return known if len(known) == len(values) else None

    return read_all
