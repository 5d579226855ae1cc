"""The lines of a file of records, game by game, with only one game in memory."""

from __future__ import annotations

from typing import Protocol

from westeros_intrigue.base.errors import NotationError, WrongType
from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.base.values import UNPRINTABLE, brief, check_type
from westeros_intrigue.text.records.words import GAME_LIMIT, LINE_LIMIT

TITLE = pattern(r"[ ]*westeros +intrigue +record(?![a-z])")
TITLE_EXPECTED = "the title 'Westeros Intrigue record 1'"


class TextFile(Protocol):
    """A file that text can be read from, such as `open(path, encoding="utf-8")` returns."""

    def readline(self, size: int, /) -> str:
        """Return the next line, at most `size` characters of it; empty at the end."""


class GameLines:
    """A reader of a file, game by game.

    After an error the next call continues at the next title, so that the other games can be read.
    """

    def __init__(self, file: TextFile) -> None:
        if not callable(getattr(file, "readline", None)):
            raise WrongType(f"file is a text file that is open for reading, not {brief(file)}")
        self._file = file
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
            is_title = TITLE.match(text) is not None
            if self._is_lost and not is_title:
                continue
            self._is_lost = False
            line = self._checked(text)
            if is_title and has_title:
                self._next_title = line
                break
            has_title = has_title or is_title
            size += len(text) + 1
            if size > GAME_LIMIT:
                raise line.error(f"a game of at most {GAME_LIMIT} characters")
            if line.text:
                if not has_title and not line.text.lstrip().startswith("#"):
                    raise line.error(TITLE_EXPECTED)
                lines.append(line)
        if lines and not has_title:
            raise NotationError("", self._number + 1, 1, TITLE_EXPECTED)
        return lines

    def _next_line(self) -> str | None:
        """Return the next line, cut if it is too long; None at the end."""
        while self._is_mid_line:
            self._is_mid_line = _is_cut(self._read())
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
