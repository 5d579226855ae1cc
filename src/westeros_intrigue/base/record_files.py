"""Files of records: read game by game, with only one game in memory."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from westeros_intrigue.base.errors import NotationError, WrongType
from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.base.values import UNPRINTABLE, brief, check_type

R = TypeVar("R")

FORMAT_VERSION = 1
"""The version of the texts of records; all versions up to it can be read."""
_NUMBER = pattern("[0-9]{1,9}(?![0-9])")
LINE_LIMIT = 10_000
"""The most characters of a line."""
GAME_LIMIT = 10_000_000
"""The most characters of a game: nothing ends a game of Monopoly soon."""


class TextFile(Protocol):
    """A file that text can be read from, such as `open(path, encoding="utf-8")` returns."""

    def readline(self, size: int, /) -> str:
        """Return the next line, at most `size` characters of it; empty at the end."""


class GameLines:
    """A reader of a file, game by game.

    After an error the next call continues at the next title, so that the other games can be read.

    Args:
        file: the file.
        title: the first words of each game; comments, which begin with #, may precede it.
        limit: the most characters of a game.
    """

    def __init__(self, file: TextFile, title: str, *, limit: int) -> None:
        if not callable(getattr(file, "readline", None)):
            raise WrongType(f"file is a text file that is open for reading, not {brief(file)}")
        self._file = file
        self._title = title_pattern(title)
        self._expected = title_expected(title)
        self._limit = limit
        self._number = 0
        self._next_title: Scanner | None = None
        self._is_mid_line = False
        self._is_lost = False
        self._is_at_end = False

    def next_game(self) -> list[Scanner]:
        """Return the lines of the next game, with comments before its title; none at the end.

        Empty lines, white space at the end of lines, and tabs are removed.
        """
        try:
            return self._game()
        except NotationError:
            self._is_lost = True
            raise

    def _game(self) -> list[Scanner]:
        title, self._next_title = self._next_title, None
        lines = [title] if title else []
        has_title = title is not None
        size = 0
        while (text := self._next_line()) is not None:
            is_title = self._title.match(text) is not None
            if self._is_lost and not is_title:
                continue
            self._is_lost = False
            line = self._checked(text)
            if is_title and has_title:
                self._next_title = line
                break
            has_title = has_title or is_title
            size += len(text) + 1
            if size > self._limit:
                raise line.error(f"a game of at most {self._limit} characters")
            if line.text:
                if not has_title and not line.text.lstrip().startswith("#"):
                    raise line.error(self._expected)
                lines.append(line)
        if lines and not has_title:
            raise NotationError("", self._number + 1, 1, self._expected)
        return lines

    def _next_line(self) -> str | None:
        """Return the next line, cut if it is too long; None at the end.

        A line longer than a game is the end: that of a device may have none.
        """
        skipped = 0
        while self._is_mid_line:
            rest = self._read()
            skipped += len(rest)
            self._is_mid_line = _is_cut(rest)
            if skipped > self._limit:
                self._is_at_end = True
                return None
        text = self._read()
        if not text:
            return None
        self._number += 1
        self._is_mid_line = _is_cut(text)
        text = text.rstrip("\r\n").replace("\t", " ")
        return " " + text[1:] if self._number == 1 and text.startswith("\ufeff") else text

    def _checked(self, text: str) -> Scanner:
        scanner = Scanner(text, self._number)
        if len(text) > LINE_LIMIT:
            raise scanner.error(f"a line of at most {LINE_LIMIT} characters", LINE_LIMIT)
        if found := UNPRINTABLE.search(text):
            raise scanner.error("text without control characters", found.start())
        scanner.text = text.rstrip()
        return scanner

    def _read(self) -> str:
        if self._is_at_end:
            return ""
        try:
            text = self._file.readline(LINE_LIMIT + 1)
        except UnicodeDecodeError as error:
            # Do not read again: the file may still be at the same place.
            self._is_at_end = True
            encoding = error.encoding.upper()
            expected = f"text in the encoding of the file, which is opened as {encoding}"
            raise NotationError("\ufffd", self._number + 1, 1, expected) from None
        check_type("a line of the file", text, str)
        return text


def _is_cut(text: str) -> bool:
    return len(text) > LINE_LIMIT and not text.endswith("\n")


def title_pattern(title: str) -> re.Pattern[str]:
    """Return the pattern of the first words of a record, in any case and with any spaces."""
    return pattern(r"[ ]*" + " +".join(map(re.escape, title.split())) + "(?![a-z])")


def title_line(title: str) -> str:
    """Return the first line of a record: its first words, and the version of the format."""
    return f"{title} {FORMAT_VERSION}"


def title_expected(title: str) -> str:
    """Return the description of the first line of a record, for an error."""
    return f"the title '{title_line(title)}'"


def read_title(scanner: Scanner, title: str) -> None:
    """Read the first words of a record, and a version of the format that can be read."""
    scanner.need(title_pattern(title), title_expected(title))
    scanner.skip_space()
    start = scanner.position
    if not 1 <= int(scanner.need(_NUMBER, "the version of the format")) <= FORMAT_VERSION:
        raise scanner.error(f"a version of the format up to {FORMAT_VERSION}", start)


class Records(Iterator[R]):
    """The records of a file, each read when it is asked for; after an error, the next one."""

    def __init__(
        self,
        file: TextFile,
        title: str,
        read: Callable[[list[Scanner]], R],
        *,
        limit: int,
    ) -> None:
        """Store the lines of a file, and a function from those of a game to its record."""
        self._lines = GameLines(file, title, limit=limit)
        self._read_game = read

    def __next__(self) -> R:
        if lines := self._lines.next_game():
            return self._read_game(lines)
        raise StopIteration


def read_game(text: str, title: str, read: Callable[[list[Scanner]], R], *, limit: int) -> R:
    """Return the record of a text that contains exactly one game.

    Raises:
        NotationError: the text contains no game, several, or too many characters.
    """
    check_type("a record", text, str)
    if len(text) > limit:
        raise Scanner(text).error(f"a game of at most {limit} characters", limit)
    # Accept every kind of line end, as files do.
    games = GameLines(io.StringIO(text, newline=None), title, limit=limit)
    lines = games.next_game()
    if not lines:
        raise NotationError("", 1, 1, title_expected(title))
    record = read(lines)
    if others := games.next_game():
        raise others[0].error("one game only")
    return record
