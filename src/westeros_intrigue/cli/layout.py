"""How text is laid out: columns, wrapped lines, cards in their colours."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.drawing.text import HOUSE_COLOURS, in_colour
from westeros_intrigue.rules.cards import Card

_NARROWEST = 12

__all__ = ["aligned", "cards_text", "counted", "listed", "wrapped"]


def aligned(
    rows: Sequence[Sequence[str]], kinds: str, width: int = 80, indent: str = ""
) -> list[str]:
    """Return the rows of a table as lines, their cells one below the other.

    Args:
        rows: the cells, the same number in each row.
        kinds: for each column `<` to set it to the left, or `>` to the right.
        width: how long a line may be; a longer last cell goes on below.
        indent: what every line begins with.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = zip(row[:-1], kinds, widths, strict=False)
        before = indent + "".join(f"{cell:{kind}{size}}  " for cell, kind, size in cells)
        last = f"{row[-1]:{kinds[-1]}{widths[-1]}}".rstrip()
        room = max(_NARROWEST, width - len(before))
        first, *others = textwrap.wrap(last, room, drop_whitespace=False) or [""]
        lines.append((before + first).rstrip())
        lines += [" " * len(before) + other.strip() for other in others]
    return lines


def wrapped(text: str, width: int, first: str = "", others: str | None = None) -> str:
    """Return the text in lines of at most `width`, the first and the others with an indent."""
    return "\n".join(
        textwrap.wrap(
            text,
            width,
            initial_indent=first,
            subsequent_indent=" " * len(first) if others is None else others,
        )
    )


def cards_text(cards: Iterable[Card], *, colour: bool) -> str:
    """Return cards with spaces between, each in the colours of its house if there is colour."""
    texts = ((str(card), HOUSE_COLOURS[card.house]) for card in cards)
    return " ".join(in_colour(text, code) if colour else text for text, code in texts)


def listed(things: Iterable[object], conjunction: str = "and") -> str:
    """Return things as a list in words: `a`, `a and b`, `a, b and c`."""
    *others, last = map(str, things)
    return f"{', '.join(others)} {conjunction} {last}" if others else last
