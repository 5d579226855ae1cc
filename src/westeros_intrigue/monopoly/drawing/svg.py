"""The board as an SVG: the spaces in a ring, deeds with their owners, buildings, tokens.

Light colours are the default and dark ones apply where dark is preferred, as in the other pictures
of the library.

Rules: edition.sample-flag, edition.catalogue, info.public.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import brief
from westeros_intrigue.monopoly.drawing.text import (
    draw_text,
    player_lines,
    shown,
    status,
    tokens,
)
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.spaces import Space, SpaceKind
from westeros_intrigue.monopoly.state import GameState, Position, View
from westeros_intrigue.monopoly.table import Deed

_CELL = 92
_COLOURS = {
    "brown": "#7b4a2d", "light blue": "#8fc7e8", "pink": "#d0569b", "orange": "#e88a2a",
    "red": "#c8342f", "yellow": "#ecc92f", "green": "#2f8f4e", "dark blue": "#2b4d9c",
}  # fmt: skip
_OTHER_COLOURS = ("#6b6b8d", "#b08d57", "#4c9a92", "#a0527c")
_PLAYERS = ("#1f6f8b", "#b5442c", "#5a7d2a", "#7a4a9e", "#a8761a", "#3f4a5a")
_STYLE = (
    ".ground{fill:#fbfaf6}.cell{fill:#fffefb;stroke:#8b847a}.ink{fill:#2a2926}"
    ".muted{fill:#67625a}.sample{fill:#a51d2a}text{font-family:sans-serif}"
    "@media (prefers-color-scheme:dark){.ground{fill:#1d1c20}.cell{fill:#29282d;stroke:#86818f}"
    ".ink{fill:#ebe8e1}.muted{fill:#aba59b}.sample{fill:#f08a90}}"
)


def draw_svg(value: object) -> str:
    """Return a position, or the board of an edition, as an SVG picture.

    It holds its own description as text. A state shows what everybody sees, and no chance to come.

    >>> from westeros_intrigue.monopoly import PRINTED
    >>> draw_svg(PRINTED).startswith("<svg ")
    True

    Args:
        value: a GameState, a View or an Edition. What an edition does not know is shown as `?`.

    Raises:
        WrongType: something else.

    Rules: edition.sample-flag, edition.catalogue.
    """
    if isinstance(value, Edition):
        return "".join(_picture(value, None))
    if isinstance(value, (GameState, View)):
        return "".join(_picture(value.edition, value))
    raise WrongType(f"{brief(value)} cannot be drawn: use a GameState, a View or an Edition")


def _picture(edition: Edition, position: Position | None) -> Iterator[str]:
    # A ring of n cells a side, corners shared, has 4n - 4 places.
    side = -(-len(edition.spaces) // 4) + 1
    size = side * _CELL
    description = draw_text(edition if position is None else position)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" '
        f'aria-labelledby="title description"><title id="title">{escape(edition.name)}</title>'
        f'<desc id="description">{escape(description)}</desc><style>{_STYLE}</style>'
        f'<rect class="ground" width="{size}" height="{size}"/>'
    )
    for index, space in enumerate(edition.spaces):
        column, row = _place(index, side)
        deed = Deed() if position is None else position.deeds[index]
        standing = [] if position is None else tokens(position, index)
        yield f'<g transform="translate({column * _CELL} {row * _CELL})">'
        yield from _space(edition, space, deed)
        yield from _tokens(standing)
        yield "</g>"
    yield from _middle(edition, position, side)
    yield "</svg>\n"


def _place(index: int, side: int) -> tuple[int, int]:
    """Return column and row of a space: GO at the bottom right, then clockwise."""
    last = side - 1
    edge, along = divmod(index, last)
    places = ((last - along, last), (0, last - along), (along, 0), (last, along))
    return places[edge]


def _space(edition: Edition, space: Space, deed: Deed) -> Iterator[str]:
    yield f'<rect class="cell" x="1" y="1" width="{_CELL - 2}" height="{_CELL - 2}"/>'
    if space.group is not None:
        colour = _colour(edition, space.group)
        yield f'<rect x="2" y="2" width="{_CELL - 4}" height="14" fill="{colour}"/>'
    for number, line in enumerate(_wrapped(space.name)):
        yield _text(_CELL // 2, 28 + 11 * number, line, size=9.5)
    if space.kind.is_deed or space.kind is SpaceKind.TAX:
        price = space.amount if space.kind is SpaceKind.TAX else space.price
        yield _text(8, _CELL - 7, shown(price), size=10, css="muted", anchor="start")
    if deed.owner is not None:
        colour = _PLAYERS[deed.owner % len(_PLAYERS)]
        opacity = ' opacity=".4"' if deed.mortgaged else ""
        yield (
            f'<rect x="24" y="{_CELL - 18}" width="44" height="14" rx="3" fill="{colour}"'
            f"{opacity}/>"
        )
        label = f"{deed.owner} mortg." if deed.mortgaged else f"player {deed.owner}"
        yield _text(46, _CELL - 8, label, size=9, css="ink" if deed.mortgaged else "", fill="#fff")
    yield from _buildings(deed.level, edition.storeys)


def _buildings(level: int, storeys: int) -> Iterator[str]:
    if level > storeys:
        middle = _CELL // 2 - 46
        yield (
            f'<path d="M34 16V5h5v4h5V5h5v4h5V5h5v11z" transform="translate({middle} 0)" '
            'fill="#fff" stroke="#2a2926"/>'
        )
        return
    for number in range(level):
        yield (f'<path d="M{8 + 20 * number} 15V8l6-5 6 5v7z" fill="#fff" stroke="#2a2926"/>')


def _tokens(seats: list[int]) -> Iterator[str]:
    for number, seat in enumerate(seats):
        x = 14 + 13 * number
        colour = _PLAYERS[seat % len(_PLAYERS)]
        yield f'<circle cx="{x}" cy="64" r="6.5" fill="{colour}" stroke="#fff"/>'
        yield _text(x, 67.5, str(seat), size=9, css="", fill="#fff")


def _middle(edition: Edition, position: Position | None, side: int) -> Iterator[str]:
    lines = [(edition.name, 20, "ink")]
    if edition.sample:
        lines.append(("SAMPLE EDITION: its numbers are invented", 15, "sample"))
    if position is not None:
        lines.append((status(position), 14, "ink"))
        lines += [(line, 13, "muted") for line in player_lines(position)]
    top = side * _CELL // 2 - 12 * len(lines)
    for number, (line, size, css) in enumerate(lines):
        yield _text(side * _CELL // 2, top + 26 * number, line, size=size, css=css)


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    css: str = "ink",
    anchor: str = "middle",
    fill: str = "",
) -> str:
    paint = f'class="{css}"' if css else f'fill="{fill}"'
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" {paint}>'
        f"{escape(text)}</text>"
    )


def _wrapped(name: str) -> list[str]:
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + len(word) > 15:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines[:3]


def _colour(edition: Edition, group: str) -> str:
    if group in _COLOURS:
        return _COLOURS[group]
    groups = list(dict.fromkeys(space.group for space in edition.spaces if space.group))
    return _OTHER_COLOURS[groups.index(group) % len(_OTHER_COLOURS)]
