"""Reading text from left to right, and saying where it went wrong."""

from __future__ import annotations

import re

from westeros_intrigue.base.errors import NotationError

_EXCERPT = 40  # enough to find the place by eye, and short whatever the input is
_BLANK = (" ", "\t", "\r", "\n")
_SPACE = re.compile(r"[ \t]*")
_SPACE_AND_LINE_ENDS = re.compile(r"[ \t\r\n]*")


def pattern(text: str) -> re.Pattern[str]:
    """Return a pattern that takes capital and small letters alike, of ASCII only.

    Without the second flag an s would also match the long s, and a k the sign for Kelvin.
    """
    return re.compile(text, re.IGNORECASE | re.ASCII)


class Scanner:
    """A text and the position in it up to which it has been read.

    Args:
        text: what is to be read.
        line: the number that the first line of the text has in its file, from 1.
    """

    def __init__(self, text: str, line: int = 1) -> None:
        """Start at the beginning of the text."""
        self.text = text
        self.position: int = 0
        self.line: int = line

    @property
    def is_at_end(self) -> bool:
        """Whether all of the text has been read."""
        return self.position == len(self.text)

    def take(self, wanted: re.Pattern[str]) -> str | None:
        """Read what the pattern matches here and return it; read nothing if it does not match."""
        found = wanted.match(self.text, self.position)
        if found is None:
            return None
        self.position = found.end()
        return found.group()

    def need(self, wanted: re.Pattern[str], expected: str) -> str:
        """Return what the pattern matches here, read; a NotationError if it does not match."""
        found = self.take(wanted)
        if found is None:
            raise self.error(expected)
        return found

    def skip_space(self, *, line_ends: bool = False) -> bool:
        """Read over spaces and tabs, and over line ends if told so; return whether any stood."""
        is_blank = self.text.startswith(_BLANK, self.position)  # most often not
        return is_blank and bool(self.take(_SPACE_AND_LINE_ENDS if line_ends else _SPACE))

    def need_end(self, expected: str = "the end") -> None:
        """Let nothing but white space follow, or raise a NotationError."""
        self.skip_space(line_ends=True)
        if not self.is_at_end:
            raise self.error(expected)

    def error(self, expected: str, position: int | None = None) -> NotationError:
        """Return the error that something else was expected here, or at another position."""
        at = self.position if position is None else position
        line = self.line + self.text.count("\n", 0, at)
        column = at - self.text.rfind("\n", 0, at)
        there = self.text[at : at + _EXCERPT].partition("\n")[0]
        return NotationError(there, line, column, expected)
