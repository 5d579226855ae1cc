"""Line-based texts: a title, tags, a head of `name: value` lines, and then what happened.

A # at the start of a line, or after a space, begins a comment, but not in a tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Self, TypeVar

from westeros_intrigue.base.errors import MOST_LISTED, NotationError, join_faults
from westeros_intrigue.base.record_files import read_title, title_line
from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.base.tags import scan_tag, tag_lines

T = TypeVar("T")
Scan = Callable[[Scanner], T]
"""Reads a value at the position of a scanner."""

COLON = pattern(" *: *")
_KEY = pattern(r"[a-z]+(?: +[a-z]+)*")
_FIELD = pattern(rf"{_KEY.pattern} *:")
_HASH = pattern("#")
_UP_TO_COMMENT = re.compile(r"(?:(?!(?<= )#).)*")


class Misplaced(NotationError):
    """A line in the wrong place, perhaps only because an earlier one could not be read."""

    @classmethod
    def at(cls, scanner: Scanner, expected: str, position: int | None = None) -> Self:
        """Return the error at the position of a scanner, or at another position of its text."""
        return cls(*scanner.error(expected, position).args)


class NotationErrors(NotationError):
    """A text with several faults. Its position is that of the first; `errors` contains all.

    >>> errors = [NotationError("X", 1, 1, "a card"), NotationError("", 2, 3, "a slot")]
    >>> print(NotationErrors(errors))
    line 1, column 1: expected a card, found 'X'; line 2, column 3: expected a slot, found the end
    """

    errors: tuple[NotationError, ...]
    """The faults in the order of the text."""

    def __init__(self, errors: Iterable[NotationError]) -> None:
        self.errors = tuple(errors)
        first = self.errors[0]
        super().__init__(first.text, first.line, first.column, first.expected)
        self.args: tuple[Any, ...] = (self.errors,)

    def __str__(self) -> str:
        return join_faults(self.errors)


class LineReader:
    """A reader of a game: its title, its tags, its head, and a move in each line after the head.

    Args:
        title: the first words of the text.
        fields: the fields of the head by name.
        parse: a function from the text of a line after the head, up to a comment, to its move.
        repeated: the names of fields that may stand on several lines, or on none.
        needed: the names of fields that a text must contain; None for all that are not repeated.
        keys: other words with which a line can begin, where a subclass reads further lines.
    """

    def __init__(
        self,
        title: str,
        fields: Mapping[str, Scan[Any]],
        parse: Callable[[str], Any] = str,
        *,
        repeated: Collection[str] = (),
        needed: Collection[str] | None = None,
        keys: Iterable[str] = (),
    ) -> None:
        self.line: int = 0
        """The line of the title; 0 before it."""
        self.tags: list[tuple[str, str]] = []
        """The tags, each a name and a value, which may contain #."""
        self.head: dict[str, Any] = dict.fromkeys(repeated, ())
        """The values of the fields by name, in tuples if repeated; None for a malformed one."""
        self.moves: list[Any] = []
        """The moves."""
        self.is_head: bool = True
        """True up to the first line after the head."""
        self._title = title
        self._fields = fields
        self._parse = parse
        self._repeated = repeated
        self._needed = fields if needed is None else needed
        self._keys = {key.lower(): key for key in (*fields, *keys)}
        self._suggestions = MOST_LISTED
        """The number of unknown keys that may still be compared with all keys, which is slow."""

    def read(self, lines: Sequence[Scanner]) -> Self:
        """Read the lines of a game, without empty ones. Raise one error with all their faults."""
        faults: list[NotationError] = []
        for line in lines:
            try:
                self._read(line)
            except NotationError as error:
                if not self.line:
                    raise
                # A line may be misplaced only because of an earlier fault.
                if not (faults and isinstance(error, Misplaced)):
                    faults.append(error)
        if not faults and (missing := self.missing()):
            faults.append(NotationError("", lines[-1].line + 1, 1, missing))
        if faults:
            raise NotationErrors(faults) if len(faults) > 1 else NotationError(*faults[0].args)
        return self

    def content(self, scanner: Scanner) -> None:
        """Read a line, up to a comment, that is not a tag."""
        start = scanner.position
        if self.is_head and _FIELD.match(scanner.text, start):
            self.field(scanner, self.key(scanner), start)
            return
        self.is_head = False
        if missing := self.missing():
            raise Misplaced.at(scanner, missing, start)
        try:
            self.moves.append(self._parse((scanner.take(_UP_TO_COMMENT) or "").rstrip()))
        except NotationError as error:
            column = start + error.column
            raise NotationError(error.text, scanner.line, column, error.expected) from None

    def comment(self, _scanner: Scanner, _start: int) -> None:
        """Discard the comment that is left on a line, with its # at that position."""

    def key(self, scanner: Scanner) -> str:
        """Return the known word with which a line begins."""
        start = scanner.position
        word = " ".join((scanner.take(_KEY) or "").lower().split())
        if word not in self._keys:
            raise scanner.error(self._key_expected(word), start)
        return self._keys[word]

    def field(self, scanner: Scanner, key: str, start: int) -> None:
        """Read a field of the head, after its name, which begins at a position."""
        if key not in self._repeated:
            if key in self.head:
                raise scanner.error("each line once", start)
            # Not missing, though perhaps malformed: report only that.
            self.head[key] = None
        scanner.need(COLON, "a colon")
        value = self._fields[key](scanner)
        self.head[key] = (*self.head[key], value) if key in self._repeated else value

    def missing(self) -> str:
        """Return a description of the fields that are needed and still missing, or ""."""
        lines = ", ".join(f"'{key}:'" for key in self._needed if key not in self.head)
        return lines and f"{lines} before this line"

    def _read(self, scanner: Scanner) -> None:
        scanner.skip_space()
        first = scanner.text[scanner.position]
        if first == "#":
            pass
        elif not self.line:
            read_title(scanner, self._title)
            self.line = scanner.line
        elif first == "[":
            if not self.is_head:
                raise Misplaced.at(scanner, "tags only before the first round or move")
            self.tags.append(scan_tag(scanner, self.tags))
            return
        else:
            self.content(scanner)
        scanner.skip_space()
        if not scanner.is_at_end:
            start = scanner.position
            scanner.need(_HASH, "the end of the line, or # and a comment")
            self.comment(scanner, start)

    def _key_expected(self, word: str) -> str:
        from difflib import get_close_matches  # noqa: PLC0415 - for this message only

        near = get_close_matches(word[:40], self._keys, 1) if self._suggestions else ()
        self._suggestions -= bool(self._suggestions)
        perhaps = f", perhaps {self._keys[near[0]]!r}" if near else ""
        return (
            f"a line of a record{perhaps} (one that begins with {', '.join(self._keys.values())})"
        )


def written(
    title: str,
    tags: Iterable[tuple[str, str]],
    head: Iterable[tuple[str, str]],
    moves: Iterable[object],
) -> str:
    """Return the text of tags, a head and moves, without a line end after the last line."""
    fields = (f"{name}: {value}".rstrip() for name, value in head)
    return "\n".join([title_line(title), *tag_lines(tags), *fields, "", *map(str, moves)])


def field(read: Callable[[str], T], expected: str) -> Scan[T]:
    """Return a scan of a text up to a comment.

    Args:
        read: a function from the text to its value, which raises a ValueError or a LookupError for
            a malformed one.
        expected: a description of the text, for the error.
    """

    def scan(scanner: Scanner) -> T:
        start = scanner.position
        text = scanner.take(_UP_TO_COMMENT) or ""
        try:
            return read(text.strip())
        except (ValueError, LookupError):
            raise scanner.error(expected, start) from None

    return scan


def exact(text: str, expected: str) -> Scan[str]:
    """Return a scan of one text only, which may contain #."""
    wanted = re.compile(rf"{re.escape(text.strip())}(?![^ ])")
    return lambda scanner: scanner.need(wanted, expected)


def number(text: str) -> int:
    """Return the number of a text. Raise a ValueError for anything but its digits."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text)


def each(read: Callable[[str], T], separator: str | None = None) -> Callable[[str], tuple[T, ...]]:
    """Return a function that reads all parts of a text."""
    return lambda text: tuple(map(read, text.split(separator)))
