"""A position as text, with hints for small screens."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable
from typing import Annotated, Self

import attrs

from westeros_intrigue.gamekit import limits, values

ASKED, BELOW, BOARD, EXPLAINED, WHOLE = "asked", "below", "board", "explained", "whole"


@attrs.frozen
class Line(values.Value):
    """A line of a position's text, with a hint for small screens.

    >>> Line("    deeds: Eelmarsh", BELOW, 0).seat
    0
    """

    text: Annotated[str, limits.Longest(100_000)]
    """The line, or all lines of a board."""
    kind: Annotated[str, limits.OneOf(("", ASKED, BELOW, BOARD, EXPLAINED, WHOLE))] = ""
    """`asked` for the question, `below` for a line that belongs to the line above, `explained` for
    one that explains the line above, `board` for lines that are omitted together, `whole` for a
    line that is never cut; empty for any other line."""
    seat: limits.Count | None = None
    """The seat, from 0, that the line is about; the line is never cut for the player at that
    seat."""


class Outline(str):
    """A position as text, with hints about the lines that a small screen can omit.

    >>> text = Outline([Line("Ada: 9 coins", seat=0), Line("    deeds: Eelmarsh", BELOW, 0)])
    >>> print(text)
    Ada: 9 coins
        deeds: Eelmarsh
    >>> lines_of(text)[1].seat, lines_of("no outline")
    (0, (Line(text='no outline', kind='whole', seat=None),))
    """

    __slots__ = ("lines",)

    lines: tuple[Line, ...]

    def __new__(cls, lines: Iterable[Line]) -> Self:
        """Join the lines."""
        lines = limits.tuple_of("lines", Line, lines)
        text = super().__new__(cls, "\n".join([line.text for line in lines]))
        text.lines = lines
        return text

    def __reduce__(self) -> tuple[type[Outline], tuple[tuple[Line, ...]]]:
        """Return the arguments for copies and pickles."""
        return Outline, (self.lines,)


def lines_of(text: str) -> tuple[Line, ...]:
    """Return the lines of an outline; any other text is one line."""
    return text.lines if isinstance(text, Outline) else (Line(text, WHOLE),)
