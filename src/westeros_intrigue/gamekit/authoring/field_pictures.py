"""Pictures of positions from their fields: hands as cards, piles, counters and marks."""

from __future__ import annotations

from collections.abc import Container, Iterator

from westeros_intrigue.gamekit.authoring.position import Position
from westeros_intrigue.gamekit.authoring.texts import MOST_CARDS, in_words, parts_of
from westeros_intrigue.gamekit.pictures import Picture
from westeros_intrigue.gamekit.values import UNPRINTABLE

_ROW, _CHARACTER, _EDGE, _GAP = 34, 9, 10, 5
_LONGEST_CARD = 12
"""A longer text is written instead of being put on a card."""


def draw_fields(
    title: str, position: Position, seat_fields: Container[str], *, has_hidden: bool
) -> Picture:
    """Return a picture of a position, with a row for each field, or for each seat of a seat field.

    A tuple is a row of cards, of which those that a view hides lie face down; a long one is a pile.
    A number is a counter, and everything else is text. The labels are those of the text.

    Args:
        title: the name of the game.
        position: a state or a view.
        seat_fields: the fields that have one value for each seat.
        has_hidden: True if zeros and question marks stand for what is hidden from the viewer.
    """
    from html import escape  # noqa: PLC0415 - for pictures only

    rows = [*parts_of(position, seat_fields)]
    left = _EDGE + _CHARACTER * max((len(label) for label, _ in rows), default=0) + 2 * _GAP
    pieces, right = [], left
    for number, (label, part) in enumerate(rows):
        middle = _ROW * number + _ROW // 2 + _GAP
        # The page replaces `player 0's` by a name, so the apostrophe must stay.
        pieces.append(_text(_EDGE, middle, label, anchor="start"))
        at = left
        for kind, text in _pieces_of(part, has_hidden=has_hidden):
            width = _CHARACTER * max(2, len(text)) + 8
            pieces.append(_piece(kind, text, at, width, middle))
            at += width + _GAP
        right = max(right, at)
    height = _ROW * len(rows) + 2 * _GAP
    box = f"0 0 {right + _EDGE} {height}"
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        f'font-family="monospace" font-size="15" fill="currentColor">'
        f"<title>{escape(title)}</title>{''.join(pieces)}</svg>"
    )


def _pieces_of(part: object, *, has_hidden: bool) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of each piece of a row."""
    if type(part) is not tuple:
        is_number = isinstance(part, int) and not isinstance(part, bool)
        yield "counter" if is_number else "text", in_words(part)
    elif not part:
        yield "text", "-"
    elif any(type(thing) is tuple or len(in_words(thing)) > _LONGEST_CARD for thing in part):
        yield "text", in_words(part)
    elif has_hidden and not any(map(_is_open, part)):
        is_pile = len(part) > MOST_CARDS
        yield from [("back", f"x {len(part)}")] if is_pile else [("back", "?")] * len(part)
    elif len(part) > MOST_CARDS:
        yield "text", f"{len(part)}, the last"
        yield "card", in_words(part[-1])
    else:
        for thing in part:
            is_hidden = has_hidden and not _is_open(thing)
            yield ("back", "?") if is_hidden else ("card", in_words(thing))


def _is_open(thing: object) -> bool:
    """Return False for the usual placeholders of hidden things."""
    return bool(thing) and thing != "?"


def _piece(kind: str, text: str, at: int, width: int, middle: int) -> str:
    inside = _text(at + width // 2, middle, text, anchor="middle")
    if kind == "text":
        return _text(at, middle, text, anchor="start")
    radius, fill = (13, 0) if kind == "counter" else (4, 0.3 if kind == "back" else 0)
    place = f'x="{at}" y="{middle - 13}" width="{width}" height="26" rx="{radius}"'
    look = f'fill-opacity="{fill}" stroke="currentColor"'
    return f'<rect class="{kind}" {place} {look}/>{inside}'


def _text(at: int, middle: int, text: str, *, anchor: str) -> str:
    from html import escape  # noqa: PLC0415 - for pictures only

    # XML forbids control characters, such as the codes of colours.
    shown = escape(UNPRINTABLE.sub("\ufffd", text), quote=False)
    place = f'x="{at}" y="{middle + 5}" text-anchor="{anchor}"'
    return f'<text {place} xml:space="preserve">{shown}</text>'
