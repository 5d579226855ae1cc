"""Pictures of positions from their fields: boards, hands as cards, piles, counters and marks."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from westeros_intrigue.gamekit.authoring.field_kinds import Board, letters_of
from westeros_intrigue.gamekit.authoring.position import Position
from westeros_intrigue.gamekit.authoring.texts import MOST_CARDS, in_words, parts_of
from westeros_intrigue.gamekit.pictures import Picture
from westeros_intrigue.gamekit.values import UNPRINTABLE

_ROW, _CHARACTER, _EDGE, _GAP = 34, 9, 10, 5
_LONGEST_CARD = 12
"""A longer text is written instead of being put on a card."""
_CELL = 36
"""The side of a cell; a column of long texts is wider."""
_CELL_NAME = re.compile("(?<![a-z0-9])[a-z]{1,2}[1-9][0-9]?(?![a-z0-9])")
_BLANK = {"", " ", ".", "-"}
"""The texts of cells that are drawn empty."""


def draw_fields(
    title: str,
    position: Position,
    seat_fields: Container[str],
    moves: Iterable[object] = (),
    *,
    has_hidden: bool,
) -> Picture:
    """Return a picture of a position, with a row for each field, or for each seat of a seat field.

    A tuple is a row of cards, of which those that a view hides lie face down; a long one is a pile.
    A grid is a board with letters and numbers. A number is a counter, and everything else is text.
    The labels are those of the text.

    Args:
        title: the name of the game.
        position: a state or a view.
        seat_fields: the fields that have one value for each seat.
        moves: the legal moves; a cell of a board has those of which the text names it, as data by
            which the page makes it clickable.
        has_hidden: True if zeros and question marks stand for what is hidden from the viewer.
    """
    from html import escape  # noqa: PLC0415 - for pictures only

    rows = [*parts_of(position, seat_fields)]
    by_cell = _moves_by_cell(moves)
    left = _EDGE + _CHARACTER * max((len(label) for label, _ in rows), default=0) + 2 * _GAP
    pieces, right, top = [], left, _GAP
    for label, part in rows:
        middle = top + _ROW // 2
        # The page replaces `player 0's` by a name, so the apostrophe must stay.
        pieces.append(_text(_EDGE, middle, label, anchor="start"))
        if isinstance(part, Board):
            board, width, height = _draw_board(part, left, top, by_cell, has_hidden=has_hidden)
            pieces.append(board)
            right, top = max(right, left + width + _GAP), top + height
            continue
        at = left
        for kind, text in _pieces_of(part, has_hidden=has_hidden):
            width = _CHARACTER * max(2, len(text)) + 8
            pieces.append(_piece(kind, text, at, width, middle))
            at += width + _GAP
        right, top = max(right, at), top + _ROW
    box = f"0 0 {right + _EDGE} {top + _GAP}"
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        f'font-family="monospace" font-size="15" fill="currentColor">'
        f"<title>{escape(title)}</title>{''.join(pieces)}</svg>"
    )


def _moves_by_cell(moves: Iterable[object]) -> Mapping[str, Sequence[str]]:
    """Return the moves in which each cell is named, such as `a1` and `a1-b2` for `a1`."""
    found: dict[str, list[str]] = {}
    for move in map(str, moves):
        # A comma separates the moves in the data.
        for name in dict.fromkeys(_CELL_NAME.findall(move) if "," not in move else ()):
            found.setdefault(name, []).append(move)
    return found


def _draw_board(
    board: Board,
    left: int,
    top: int,
    by_cell: Mapping[str, Sequence[str]],
    *,
    has_hidden: bool,
) -> tuple[str, int, int]:
    """Return a board with the letters of its columns and the numbers of its rows, and its size."""
    from html import escape  # noqa: PLC0415 - for pictures only

    texts = [[*map(in_words, row)] for row in board.rows]
    letters = letters_of(len(texts[0]))
    wide = max(_CELL, *(_CHARACTER * len(text) + 8 for row in texts for text in row))
    edge = _CHARACTER * (len(str(len(texts))) + 1)
    pieces = []
    for column, letter in enumerate(letters):
        across = left + edge + wide * column + wide // 2
        pieces.append(_text(across, top + _ROW // 2, letter, anchor="middle"))
    for number, row in enumerate(texts):
        down = top + _ROW + _CELL * number
        pieces.append(_text(left, down + _CELL // 2, str(number + 1), anchor="start"))
        for column, text in enumerate(row):
            across = left + edge + wide * column
            fill = 0.3 if has_hidden and text == "?" else 0
            place = f'x="{across}" y="{down}" width="{wide}" height="{_CELL}"'
            look = f'fill-opacity="{fill}" stroke="currentColor"'
            shown = "" if text in _BLANK else text
            inside = _text(across + wide // 2, down + _CELL // 2, shown, anchor="middle")
            name = f"{letters[column]}{number + 1}"
            named = escape(",".join(by_cell.get(name, ())))
            about = f' data-moves="{named}"' if named else ""
            pieces.append(
                f'<g data-cell="{name}"{about}><rect class="cell" {place} {look}/>{inside}</g>'
            )
    return "".join(pieces), edge + wide * len(letters), _ROW + _CELL * len(texts) + _GAP


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
