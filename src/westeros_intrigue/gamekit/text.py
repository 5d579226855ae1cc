"""Games as text: tags, files, and a scanner whose errors state line and column.

A tag is a line with a name and a value, such as a player, the date or the place. Files are read
game by game, with only one game in memory.

A game has a title, tags, a head of `name: value` lines, and then the moves or events. Except in a
tag, a # at the start of a line or after a space begins a comment.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import csv
import io
import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.errors import MOST_FAULTS, InvalidValue, NotationError, WrongType

T = TypeVar("T")

_EXCERPT = 40  # enough to find the place
_BLANK = (" ", "\t", "\r", "\n")
_SPACE = re.compile(r"[ \t]*")
_SPACE_AND_LINE_ENDS = re.compile(r"[ \t\r\n]*")


def pattern(text: str) -> re.Pattern[str]:
    """Return a pattern that ignores the case of letters and matches ASCII only.

    Otherwise, an s would also match the long s, and a k the Kelvin sign.
    """
    return re.compile(text, re.IGNORECASE | re.ASCII)


class Scanner:
    """A text and a reading position in it.

    Args:
        text: the text.
        line: the number of its first line in the file, from 1.
    """

    def __init__(self, text: str, line: int = 1) -> None:
        """Start at the beginning of the text."""
        self.text = text
        self.position: int = 0
        self.line: int = line

    @property
    def is_at_end(self) -> bool:
        """True if the whole text has been read."""
        return self.position == len(self.text)

    def read_match(self, wanted: re.Pattern[str]) -> str | None:
        """Read and return a match of a pattern here.

        Without a match, return None and read nothing.
        """
        found = wanted.match(self.text, self.position)
        if found is None:
            return None
        self.position = found.end()
        return found.group()

    def need(self, wanted: re.Pattern[str], expected: str) -> str:
        """Read and return a match of a pattern here. Raise NotationError if there is none."""
        found = self.read_match(wanted)
        if found is None:
            raise self.error(expected)
        return found

    def skip_space(self, *, line_ends: bool = False) -> bool:
        """Skip spaces and tabs, and line ends on request. Return True if there were any."""
        is_blank = self.text.startswith(_BLANK, self.position)  # usually there is none
        return is_blank and bool(self.read_match(_SPACE_AND_LINE_ENDS if line_ends else _SPACE))

    def need_end(self, expected: str = "the end") -> None:
        """Raise NotationError unless only white space remains."""
        self.skip_space(line_ends=True)
        if not self.is_at_end:
            raise self.error(expected)

    def error(
        self, expected: str, position: int | None = None, kind: type[NotationError] = NotationError
    ) -> NotationError:
        """Return the error for text that was expected here, or at another position."""
        at = self.position if position is None else position
        line = self.line + self.text.count("\n", 0, at)
        column = at - self.text.rfind("\n", 0, at)
        there = self.text[at : at + _EXCERPT].partition("\n")[0]
        return kind(there, line, column, expected)


def read_whole(what: str, text: str, scan: Callable[[Scanner], T], end: str = "the end") -> T:
    """Return the value in a whole text, ignoring surrounding white space.

    Args:
        what: the name of the text, for a WrongType.
        text: the text.
        scan: a function that reads the value.
        end: a description of the text that can follow it, for a NotationError.
    """
    values.check_type(what, text, str)
    scanner = Scanner(text)
    scanner.skip_space(line_ends=True)
    value = scan(scanner)
    scanner.need_end(end)
    return value


_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def word_of(cls: type | TypeAliasType) -> str:
    """Return the word for a class in texts and documents, such as `round-deal` for RoundDeal."""
    return _CAPITAL.sub("-", cls.__name__).lower()


TAG_LIMIT = 1_000
"""The maximum length of a value."""
_Text = Annotated[str, limits.Longest(TAG_LIMIT)]
Tag = tuple[str, str]
"""A name with a value."""
Tags = tuple[tuple[_Text, _Text], ...]
"""Names with values, in order."""
_check_tags = limits.find_check(tuple[Tag, ...])
_check_value = limits.find_check(Annotated[str, limits.Printable(TAG_LIMIT)])
AnyTags = Mapping[str, str] | Iterable[Tag]
"""Names with values, as a mapping or in order."""
_TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_-]{0,39}")
_TAG_VALUE = re.compile(rf'\[ *{_TAG_NAME.pattern} +"(?=.*" *\] *\Z)')
"""The beginning of a tag up to its value, which is then too long."""
_TAG = re.compile(rf'\[ *({_TAG_NAME.pattern}) +"(.{{0,{TAG_LIMIT}}})" *\] *\Z')


def tag_pairs(tags: AnyTags) -> tuple[Tag, ...]:
    """Return the tags as (name, value) pairs. Raise InvalidValue for a malformed tag."""
    pairs: tuple[Tag, ...] = _check_tags(
        "tags", tags.items() if isinstance(tags, Mapping) else tags
    )
    names = set()
    for name, value in pairs:
        if not _TAG_NAME.fullmatch(name):
            raise InvalidValue(
                "the name of a tag must be a letter and up to 39 letters, digits, - or _, not "
                f"{name[:40]!r}"
            )
        if name.lower() in names:
            raise InvalidValue(f"the tag {name} can occur only once")
        names.add(name.lower())
        _check_value(f"the tag {name}", value)
    return pairs


def tag_lines(tags: Iterable[Tag]) -> Iterator[str]:
    """Yield a line for each tag, such as `[Date "2024-05-01"]`."""
    yield from (f'[{name} "{value}"]' for name, value in tags)


def scan_tag(scanner: Scanner, earlier: Container[str] = ()) -> Tag:
    """Return the name and the value of a tag, given a line that begins with a bracket.

    Args:
        scanner: the line.
        earlier: the names of earlier tags in lower case; a set, since a text can have many tags.

    Raises:
        NotationError: the line is not a tag, or an earlier tag has the name.
    """
    found = _TAG.match(scanner.text, scanner.position)
    if found is None:
        beginning = _TAG_VALUE.match(scanner.text, scanner.position)
        raise scanner.error(
            f'a tag such as [Date "2024-05-01"], of at most {TAG_LIMIT} characters',
            beginning and beginning.end(),
        )
    name, value = found.groups()
    if name.lower() in earlier:
        raise scanner.error("each tag once", found.start(1))
    return name, value


R = TypeVar("R")

FORMAT_VERSION = 1
"""The version of the text of records; all versions up to it can be read."""
_NUMBER = pattern("[0-9]{1,9}(?![0-9])")
LINE_LIMIT = 10_000
"""The maximum length of a line."""
GAME_LIMIT = 10_000_000
"""The maximum length of a game: Monopoly has no limit on moves."""


@runtime_checkable
class TextFile(Protocol):
    """A file open for reading text, such as the result of `open(path, encoding="utf-8")`."""

    def readline(self, size: int, /) -> str:
        """Return up to `size` characters of the next line; empty at the end."""
        ...


def _read_lines(file: TextFile, limit: int) -> Iterator[Scanner]:
    """Yield the lines of a file, cut if they are too long.

    A byte order mark at the start of a line becomes a space: joined files contain several.
    A line longer than a game counts as the end, since a line from a device might never end.
    """
    number = 1
    while text := _read(file, number):
        line = text.rstrip("\r\n").replace("\t", " ")
        yield Scanner(" " + line[1:] if line.startswith("\ufeff") else line, number)
        number += 1
        skipped = 0
        while len(text) > LINE_LIMIT and not text.endswith("\n"):
            text = _read(file, number)
            skipped += len(text)
            if skipped > limit:
                return


def _read(file: TextFile, number: int) -> str:
    """Return the next part of a file, for a line of this number."""
    try:
        text = file.readline(LINE_LIMIT + 1)
    except UnicodeDecodeError as error:
        expected = f"text in the encoding of the file, which is opened as {error.encoding.upper()}"
        raise NotationError("\ufffd", number, 1, expected) from None
    values.check_type("a line of the file", text, str)
    return text


def title_pattern(title: str) -> re.Pattern[str]:
    """Return a pattern for the first words of a record, in any case and with any spaces."""
    return pattern(r"[ ]*" + " +".join(map(re.escape, title.split())) + "(?![a-z])")


def title_line(title: str) -> str:
    """Return the first line of a record: its first words and the version of the format."""
    return f"{title} {FORMAT_VERSION}"


def title_expected(title: str) -> str:
    """Return a description of the first line of a record, for an error."""
    return f"the title '{title_line(title)}'"


def read_title(scanner: Scanner, title: str) -> None:
    """Read the first words of a record and a version of the format that can be read."""
    scanner.need(title_pattern(title), title_expected(title))
    scanner.skip_space()
    start = scanner.position
    if not 1 <= int(scanner.need(_NUMBER, "the version of the format")) <= FORMAT_VERSION:
        raise scanner.error(f"a version of the format up to {FORMAT_VERSION}", start)


class Records(Iterator[R]):
    """The records in a file, read lazily; after an error, the next record follows.

    Args:
        file: the file.
        title: the first words of each game; comments, which begin with #, can precede them.
        read: a function from a game's lines to its record.
        limit: the maximum length of a game, in characters.
    """

    def __init__(
        self,
        file: TextFile,
        title: str,
        read: Callable[[list[Scanner]], R],
        *,
        limit: int,
    ) -> None:
        if not callable(getattr(file, "readline", None)):
            raise WrongType(
                f"file must be a text file open for reading, not {values.short_repr(file)}"
            )
        self._lines = _read_lines(file, limit)
        self._title = title_pattern(title)
        self._expected = title_expected(title)
        self._limit = limit
        self._read_game = read
        self._next_title: list[Scanner] = []
        self._is_lost = False

    def __next__(self) -> R:
        if lines := self.next_lines():
            return self._read_game(lines)
        raise StopIteration

    def next_lines(self) -> list[Scanner]:
        """Return the lines of the next game, with comments before its title; none at the end.

        Empty lines, white space at the end of lines, and tabs are removed.
        """
        is_lost, self._is_lost = self._is_lost, True  # up to a title, if this raises an error
        lines, self._next_title = self._next_title, []
        has_title = bool(lines)
        size, last = 0, 0
        for line in self._lines:
            is_title = self._title.match(line.text) is not None
            if is_lost and not is_title:
                continue
            is_lost = False
            _check_line(line)
            if is_title and has_title:
                self._next_title = [line]
                break
            has_title = has_title or is_title
            size, last = size + len(line.text) + 1, line.line
            if size > self._limit:
                raise line.error(f"a game of at most {self._limit} characters")
            if line.text:
                if not has_title and not line.text.lstrip().startswith("#"):
                    raise line.error(self._expected)
                lines.append(line)
        if lines and not has_title:
            raise NotationError("", last + 1, 1, self._expected)
        self._is_lost = False
        return lines


def _check_line(line: Scanner) -> None:
    """Refuse text that no line can contain, and remove white space at the end."""
    if len(line.text) > LINE_LIMIT:
        raise line.error(f"a line of at most {LINE_LIMIT} characters", LINE_LIMIT)
    if found := values.UNPRINTABLE.search(line.text):
        raise line.error("text without control characters", found.start())
    line.text = line.text.rstrip()


def read_game(text: str, title: str, read: Callable[[list[Scanner]], R], *, limit: int) -> R:
    """Return the record in a text that contains exactly one game.

    Raises:
        NotationError: the text contains no game or several games, or is too long.
    """
    values.check_type("a record", text, str)
    # Accept every kind of line end, as files do.
    games = Records(io.StringIO(text, newline=None), title, read, limit=limit)
    lines = games.next_lines()
    if not lines:
        raise NotationError("", 1, 1, title_expected(title))
    record = read(lines)
    if others := games.next_lines():
        raise others[0].error("one game only")
    return record


Place: TypeAlias = tuple[int, int]
"""A line of a text and a character in it, both from 1."""
Scan = Callable[[Scanner], T]
"""Reads a value at a scanner's position."""

COLON = pattern(" *: *")
_KEY = pattern(r"[a-z]+(?: +[a-z]+)*")
_FIELD = pattern(rf"{_KEY.pattern} *:")
_HASH = pattern("#")
UP_TO_COMMENT = re.compile(r"(?:(?!(?<= )#).)*")
"""The rest of a line, without a comment."""


class Misplaced(NotationError):
    """A line is in the wrong place, perhaps only because an earlier line could not be read."""


class LineReader:
    """A reader of a game: its title, its tags, its head, and a move in each line after the head.

    Args:
        title: the first words of the text.
        fields: the fields of the head by name.
        parse: a function that reads the move in a line after the head, up to a comment.
        repeated: the names of fields that can have several lines, or none.
        needed: the names of required fields; None for all that are not repeated.
        keys: more words that can begin a line, if a subclass reads such lines.
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
        """The number of the title's line; 0 before it."""
        self.tags: list[Tag] = []
        """The tags, each a name and a value, which can contain #."""
        self.head: dict[str, Any] = dict.fromkeys(repeated, ())
        """The values of the fields by name, in tuples if repeated; None for a malformed field."""
        self.moves: list[Any] = []
        """The moves."""
        self.places: list[Place] = []
        """The places of the moves."""
        self.is_head: bool = True
        """True up to the first line after the head."""
        self._names: set[str] = set()
        """The names of the tags in lower case."""
        self._title = title
        self._fields = fields
        self._parse = parse
        self._lists: dict[str, list[Any]] = {key: [] for key in repeated}
        self._needed = fields if needed is None else needed
        self._keys = {key.lower(): key for key in (*fields, *keys)}

    def read(self, lines: Sequence[Scanner]) -> Self:
        """Read the lines of a game, without empty lines. Raise one error with all their faults."""
        faults: list[NotationError] = []
        for line in lines:
            try:
                self._read(line)
            except NotationError as error:
                if not self.line:
                    raise
                # A line might be misplaced only because of an earlier fault.
                if not (faults and isinstance(error, Misplaced)):
                    faults.append(error)
                if len(faults) == MOST_FAULTS:
                    break
        self.head |= {key: tuple(several) for key, several in self._lists.items()}
        if not faults and (missing := self.missing()):
            faults.append(NotationError("", lines[-1].line + 1, 1, missing))
        if faults:
            first, *later = faults
            place = first.text, first.line, first.column
            raise NotationError(*place, first.expected, tuple(later))
        return self

    def content(self, scanner: Scanner) -> None:
        """Read a line, up to a comment, that is not a tag."""
        start = scanner.position
        if self.is_head and _FIELD.match(scanner.text, start):
            self.field(scanner, self.key(scanner), start)
            return
        self.is_head = False
        if missing := self.missing():
            raise scanner.error(missing, start, Misplaced)
        self.places.append((scanner.line, start + 1))
        try:
            self.moves.append(self._parse((scanner.read_match(UP_TO_COMMENT) or "").rstrip()))
        except NotationError as error:
            column = start + error.column
            raise NotationError(error.text, scanner.line, column, error.expected) from None

    def comment(self, _scanner: Scanner, _start: int) -> None:
        """Discard the comment at the end of a line, whose # is at the given position."""

    def key(self, scanner: Scanner) -> str:
        """Return the known word that begins a line."""
        start = scanner.position
        word = " ".join((scanner.read_match(_KEY) or "").lower().split())
        if word not in self._keys:
            keys = self._keys.values()
            perhaps = english.did_you_mean(word, keys, form=", perhaps {!r}")
            expected = f"a line of a record{perhaps} (one that begins with {', '.join(keys)})"
            raise scanner.error(expected, start)
        return self._keys[word]

    def field(self, scanner: Scanner, key: str, start: int) -> None:
        """Read a field of the head, after its name, which begins at the given position."""
        if key not in self._lists:
            if key in self.head:
                raise scanner.error("each line once", start)
            # It is not missing, though perhaps malformed: report only that.
            self.head[key] = None
        scanner.need(COLON, "a colon")
        value = self._fields[key](scanner)
        if key in self._lists:
            self._lists[key].append(value)
        else:
            self.head[key] = value

    def missing(self) -> str:
        """Return a description of the required fields that are still missing, or ""."""
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
                raise scanner.error("tags only before the first round or move", kind=Misplaced)
            tag = scan_tag(scanner, self._names)
            self._names.add(tag[0].lower())
            self.tags.append(tag)
            return
        else:
            self.content(scanner)
        scanner.skip_space()
        if not scanner.is_at_end:
            start = scanner.position
            scanner.need(_HASH, "the end of the line, or # and a comment")
            self.comment(scanner, start)


def write_text(
    title: str,
    tags: Iterable[Tag],
    head: Iterable[tuple[str, str]],
    moves: Iterable[object],
) -> str:
    """Return the text of tags, a head and moves, without a line end after the last line."""
    fields = (f"{name}: {value}".rstrip() for name, value in head)
    return "\n".join([title_line(title), *tag_lines(tags), *fields, "", *map(str, moves)])


def field(read: Callable[[str], T], expected: str) -> Scan[T]:
    """Return a scan that reads a text up to a comment.

    Args:
        read: a function that returns the value of the text, and raises a ValueError or a
            LookupError if it is malformed.
        expected: a description of the text, for the error.
    """

    def scan(scanner: Scanner) -> T:
        start = scanner.position
        text = scanner.read_match(UP_TO_COMMENT) or ""
        try:
            return read(text.strip())
        except (ValueError, LookupError):
            raise scanner.error(expected, start) from None

    return scan


def number(text: str) -> int:
    """Return the number that a text spells. Raise ValueError for anything but digits."""
    # `int` also reads signs, spaces, underscores and the digits of other scripts.
    if not (text.isascii() and text.isdecimal()):
        raise ValueError("write it in digits")
    return int(text)


def each(read: Callable[[str], T], separator: str | None = None) -> Callable[[str], tuple[T, ...]]:
    """Return a function that reads all parts of a text."""
    return lambda text: tuple(map(read, text.split(separator)))


Row: TypeAlias = dict[str, str | int | float | None]
"""A row with a value for each column."""


def text_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table of text: a heading and rows, right-aligned except for the first column."""
    lines = [columns, *rows]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def csv_table(rows: Sequence[Mapping[str, object]]) -> str:
    """Return a heading and rows with the same columns as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
