"""A scanner of text, from left to right, with errors that name line and column."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.base.values import check_type

T = TypeVar("T")

_EXCERPT = 40  # enough to find the place by eye, and short whatever the input is
_BLANK = (" ", "\t", "\r", "\n")
_SPACE = re.compile(r"[ \t]*")
_SPACE_AND_LINE_ENDS = re.compile(r"[ \t\r\n]*")


def pattern(text: str) -> re.Pattern[str]:
    """Return a pattern that ignores the case of letters and matches ASCII only.

    Without the second flag an s would also match the long s, and a k the Kelvin sign.
    """
    return re.compile(text, re.IGNORECASE | re.ASCII)


class Scanner:
    """A text, and the position up to which it has been read.

    Args:
        text: the text.
        line: the number of its first line in the file that contains it, from 1.
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

    def take(self, wanted: re.Pattern[str]) -> str | None:
        """Read and return what the pattern matches here; None, and read nothing, if no match."""
        found = wanted.match(self.text, self.position)
        if found is None:
            return None
        self.position = found.end()
        return found.group()

    def need(self, wanted: re.Pattern[str], expected: str) -> str:
        """Read and return what the pattern matches here. Raise a NotationError if no match."""
        found = self.take(wanted)
        if found is None:
            raise self.error(expected)
        return found

    def skip_space(self, *, line_ends: bool = False) -> bool:
        """Skip spaces and tabs, and line ends on request. Return whether there were any."""
        is_blank = self.text.startswith(_BLANK, self.position)  # most often not
        return is_blank and bool(self.take(_SPACE_AND_LINE_ENDS if line_ends else _SPACE))

    def need_end(self, expected: str = "the end") -> None:
        """Raise a NotationError unless only white space is left."""
        self.skip_space(line_ends=True)
        if not self.is_at_end:
            raise self.error(expected)

    def error(self, expected: str, position: int | None = None) -> NotationError:
        """Return the error for a text expected here, or at another position, and not found."""
        at = self.position if position is None else position
        line = self.line + self.text.count("\n", 0, at)
        column = at - self.text.rfind("\n", 0, at)
        there = self.text[at : at + _EXCERPT].partition("\n")[0]
        return NotationError(there, line, column, expected)


def read_whole(what: str, text: str, scan: Callable[[Scanner], T], end: str = "the end") -> T:
    """Return the value of a whole text, which white space may surround.

    Args:
        what: the name of the text, for a WrongType.
        text: the text.
        scan: a function that reads the value.
        end: a description of what may follow it, for a NotationError.
    """
    check_type(what, text, str)
    scanner = Scanner(text)
    scanner.skip_space(line_ends=True)
    value = scan(scanner)
    scanner.need_end(end)
    return value
