"""Line-based texts: a head of `name: value` lines, an empty line, then one move a line.

Tags may follow the first line. A semicolon begins a comment, but not in a tag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.base.tags import read_tag, tag_lines

T = TypeVar("T")

_MOST_DIGITS = 4000
"""Python refuses to parse much longer integers."""


def written(
    first_line: str,
    tags: Iterable[tuple[str, str]],
    head: Iterable[tuple[str, str]],
    moves: Iterable[object],
) -> str:
    """Return the text of tags, a head and moves, without a line end after the last line."""
    fields = (f"{name}: {value}".rstrip() for name, value in head)
    return "\n".join([first_line, *tag_lines(tags), *fields, "", *map(str, moves)])


class LineReader:
    """A reader of such a text, from the top."""

    def __init__(self, text: str, first_line: str) -> None:
        """Read the first line. Raise a NotationError unless it is `first_line`."""
        lines = text.split("\n")
        self._lines = [line.partition(";")[0].rstrip() for line in lines]
        self._number = next((at for at, line in enumerate(self._lines) if line), 0)
        self._take(lambda line: line == first_line or None, first_line)
        self.tags: tuple[tuple[str, str], ...] = ()
        """The tags, each a name and a value, which may contain semicolons."""
        while self._number < len(lines) and (tag := read_tag(lines[self._number])):
            self.tags = (*self.tags, tag)
            self._number += 1

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

    def fields(self, name: str, read: Callable[[str], T | None], expected: str) -> tuple[T, ...]:
        """Read the next lines as long as they are fields of that name."""
        found = []
        while self._line.startswith(f"{name}:"):
            found.append(self.field(name, read, expected))
        return tuple(found)

    def moves(self, parse: Callable[[str], T]) -> Iterator[T]:
        """Parse each line after the head and its empty line, apart from blank ones."""
        self._take(lambda line: not line or None, "an empty line")
        for at, line in enumerate(self._lines[self._number :], start=self._number + 1):
            if line.strip():
                try:
                    yield parse(line)
                except NotationError as error:
                    raise NotationError(error.text, at, error.column, error.expected) from None

    @property
    def _line(self) -> str:
        return self._lines[self._number] if self._number < len(self._lines) else ""

    def _take(self, read: Callable[[str], T | None], expected: str) -> T:
        value = read(self._line)
        if value is None:
            raise NotationError(self._line[:40], self._number + 1, 1, expected)
        self._number += 1
        return value


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
