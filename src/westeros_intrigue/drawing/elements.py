"""The elements of a picture: boxes, texts and groups, and how much room a text needs.

An element bears the class of its kind alone; the colours are filled in when the picture is whole.
Lengths are in pixels, and whole, so that the same picture has the same bytes everywhere.
"""

from __future__ import annotations

import string
from collections.abc import Iterable
from html import escape

from westeros_intrigue.drawing.style import SIGNS
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.slots import Slot

SCOPE = "\x00"
"""Stands for the class of the picture while it is made; in no text of a picture can it occur."""

# Which font is there, only the viewer knows. `_hundredths` gives hundredths of the size, at least
# what a character takes in DejaVu Sans, one of the widest of the common fonts, and in monospace.
_SMALL = frozenset(string.ascii_lowercase + string.digits + " !\"'()*,-./:;?[]`{|}") - {"m", "w"}
_LARGE = frozenset(string.printable) - {"m", "w", "M", "W", "@", "%"}


def text_width(text: str, size: int, *, bold: bool = False) -> int:
    """Return the room that a text needs in any common font."""
    hundredths = sum(map(_hundredths, text)) * (112 if bold else 100)
    return -(-size * hundredths // 10_000)


def _hundredths(character: str) -> int:
    if character in _SMALL:
        return 64
    if character in _LARGE:
        return 84
    return 100 if character.islower() else 128


def wrapped(text: str, size: int, room: int) -> list[str]:
    """Return the lines of a text, none wider than `room`, broken between words if possible."""
    lines = []
    while text_width(text, size) > room:
        end = next(end for end in range(1, len(text)) if text_width(text[: end + 1], size) > room)
        space = text.rfind(" ", 0, end + 1)
        end = space if space > 0 else end
        lines.append(text[:end])
        text = text[end:].lstrip()
    return [*lines, text]


def painted(kind: str) -> str:
    """Return the attribute that gives an element the paint of its kind."""
    return f'class="{SCOPE}-{kind}"'


def group(kind: str, elements: Iterable[str], title: str, slot: Slot | None = None) -> str:
    """Return elements of one kind as a group with a title; of a slot, by whose name it is found."""
    found_by = "" if slot is None else f' data-slot="{slot}"'
    return f"<g {painted(kind)}{found_by}><title>{escape(title)}</title>{''.join(elements)}</g>"


def box(
    x: int,
    y: int,
    width: int,
    height: int,
    *,
    radius: int = 4,
    dashes: str = "",
    stroke_width: int = 1,
) -> str:
    """Return a rectangle in the paint of its group."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    thick = f' stroke-width="{stroke_width}"' if stroke_width > 1 else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"{dashed}{thick}/>'


def sign(house: House, x: int, y: int, scale: float = 1) -> str:
    """Return the sign of a house, in the ink of its group."""
    scaled = "" if scale == 1 else f" scale({scale})"
    return f'<g transform="translate({x} {y}){scaled}">{SIGNS[house]}</g>'


def ink(text: str, x: int, y: int, size: int, anchor: str = "middle") -> str:
    """Return a bold text in the ink of its group."""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" text-anchor="{anchor}" '
        f'fill="currentColor" stroke="none">{escape(text)}</text>'
    )


def card_name(card: Card, x: int, y: int, size: int) -> list[str]:
    """Return the letter of a card's house with the number, which no rule asks for, small."""
    letter = ink(card.house.letter, x + size // 6, y, size, "end")
    return [letter, ink(str(card.number), x + size // 6 + 1, y, size * 3 // 5, "start")]


def line_of_text(
    text: str,
    x: int,
    y: int,
    *,
    size: int = 13,
    bold: bool = False,
    kind: str = "text",
    anchor: str = "start",
    note: str = "",
) -> str:
    """Return a text on the ground of the picture, and a muted note behind it."""
    weight = ' font-weight="700"' if bold else ""
    tail = f"<tspan {painted('muted')}>{escape(note)}</tspan>" if note else ""
    return (
        f'<text {painted(kind)} x="{x}" y="{y}" font-size="{size}"{weight} '
        f'text-anchor="{anchor}">{escape(text)}{tail}</text>'
    )
