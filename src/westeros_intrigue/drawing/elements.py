"""The elements of a picture: boxes, texts, groups, the width of a text, and the whole document.

Each element has only its CSS class; colours are added once the picture is complete. Lengths are
whole numbers of pixels, so that the same picture has the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Iterable, Mapping
from html import escape
from typing import get_args

from westeros_intrigue.base.values import check_integer, check_one_of, check_type
from westeros_intrigue.drawing.style import FONT, PAINTS, SIGNS, Paint, Theme, style_sheet
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.slots import Slot

SCOPE = "\x00"
"""A stand-in for the class of the picture until it is complete; no text can contain it."""

# The viewer's font is unknown. `_hundredths` returns hundredths of the font size, at least the
# width of the character in DejaVu Sans, one of the widest common fonts, and in monospace.
_SMALL = frozenset(string.ascii_lowercase + string.digits + " !\"'()*,-./:;?[]`{|}") - {"m", "w"}
_LARGE = frozenset(string.printable) - {"m", "w", "M", "W", "@", "%"}


def text_width(text: str, size: int, *, bold: bool = False) -> int:
    """Return a width, in pixels, that suffices for a text in any common font."""
    hundredths = sum(map(_hundredths, text)) * (112 if bold else 100)
    return -(-size * hundredths // 10_000)


def _hundredths(character: str) -> int:
    if character in _SMALL:
        return 64
    if character in _LARGE:
        return 84
    return 100 if character.islower() else 128


def wrap_text(text: str, size: int, room: int) -> list[str]:
    """Return the lines of a text, none wider than `room`, broken between words if possible."""
    lines = []
    while text_width(text, size) > room:
        end = next(end for end in range(1, len(text)) if text_width(text[: end + 1], size) > room)
        space = text.rfind(" ", 0, end + 1)
        end = space if space > 0 else end
        lines.append(text[:end])
        text = text[end:].lstrip()
    return [*lines, text]


def class_of(kind: str) -> str:
    """Return the attribute for the class of a kind of element, which determines its colours."""
    return f'class="{SCOPE}-{kind}"'


def group(kind: str, elements: Iterable[str], title: str, slot: Slot | None = None) -> str:
    """Return a titled group of elements; scripts of a page can find it by its slot's name."""
    found_by = "" if slot is None else f' data-slot="{slot}"'
    return f"<g {class_of(kind)}{found_by}><title>{escape(title)}</title>{''.join(elements)}</g>"


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
    """Return a rectangle in the colours of its group."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    thick = f' stroke-width="{stroke_width}"' if stroke_width > 1 else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"{dashed}{thick}/>'


def sign(house: House, x: int, y: int, scale: float = 1) -> str:
    """Return the sign of a house in the ink of its group."""
    scaled = "" if scale == 1 else f" scale({scale})"
    return f'<g transform="translate({x} {y}){scaled}">{SIGNS[house]}</g>'


def ink(text: str, x: int, y: int, size: int, anchor: str = "middle") -> str:
    """Return bold text in the ink of its group."""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" text-anchor="{anchor}" '
        f'fill="currentColor" stroke="none">{escape(text)}</text>'
    )


def card_name(card: Card, x: int, y: int, size: int) -> list[str]:
    """Return the name of a card, its number small, since no rule depends on it."""
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
    """Return a text on the background of the picture, with an optional muted note after it."""
    weight = ' font-weight="700"' if bold else ""
    tail = f"<tspan {class_of('muted')}>{escape(note)}</tspan>" if note else ""
    return (
        f'<text {class_of(kind)} x="{x}" y="{y}" font-size="{size}"{weight} '
        f'text-anchor="{anchor}">{escape(text)}{tail}</text>'
    )


def document(
    elements: Iterable[str],
    width: int,
    height: int,
    label: str,
    *,
    title: str = "",
    description: str = "",
    theme: Theme = "auto",
    size: int | None = None,
    paints: Mapping[str, tuple[Paint, Paint]] = PAINTS,
    motion: str = "",
) -> str:
    """Return a picture as an SVG document, shown `size` pixels wide, by default its own width.

    The title is by default the label. The style sheet contains the rules of `motion` as well.
    """
    check_type("theme", theme, str)
    check_one_of("theme", theme, get_args(Theme))
    shown_width = width if size is None else check_integer("size", size, 1)
    shown_height = max(1, (height * shown_width + width // 2) // width)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{SCOPE}" role="img" '
        f'aria-label="{escape(label)}" viewBox="0 0 {width} {height}" '
        f'width="{shown_width}" height="{shown_height}" font-family="{FONT}" font-size="13">'
    )
    words = [f"<title>{escape(title or label)}</title>"]
    if description:
        words.append(f"<desc>{escape(description)}</desc>")
    style = f"<style>{style_sheet(SCOPE, theme, paints)}{motion}</style>"
    return with_paint("\n".join([opening, *words, style, *elements, "</svg>\n"]), theme, paints)


def with_paint(
    picture: str, theme: Theme, paints: Mapping[str, tuple[Paint, Paint]] = PAINTS
) -> str:
    """Return a picture with its colours and its unique class filled in."""
    for kind, (light, dark) in paints.items():
        paint = dark if theme == "dark" else light
        attributes = f'fill="{paint.fill}" stroke="{paint.stroke}" color="{paint.ink}"'
        picture = picture.replace(class_of(kind), f"{class_of(kind)} {attributes}")
    scope = f"wi-{hashlib.sha256(picture.encode()).hexdigest()[:12]}"
    return picture.replace(SCOPE, scope)
