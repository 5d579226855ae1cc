"""Positions as pictures: the ring of leaders with the councils between them.

Rules: info.public, ring.councils.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from html import escape
from textwrap import wrap

import attrs

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import brief
from westeros_intrigue.btwixt.cards import Ally, Card, InfluenceCard
from westeros_intrigue.btwixt.state import GameState, Position, View
from westeros_intrigue.btwixt.table import Table
from westeros_intrigue.btwixt.text import (
    ally_text,
    bid_text,
    cards_text,
    leader_name,
    public_text,
    standing,
    victory,
)
from westeros_intrigue.btwixt.vocabulary import Colour
from westeros_intrigue.btwixt.wording import describe

_WIDTH, _HEIGHT = 960, 760
_CENTRE = (_WIDTH / 2, _HEIGHT / 2)
_SEATS, _COUNCILS = 300, 195  # the radii of the two rings
_LINE = 15
_LETTER = 6.1  # about the width of a letter
_STYLE = (
    ".bt{font:12px system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#2a2926}"
    ".bt .ground{fill:#fbfaf6}.bt .seat{fill:#efe9da;stroke:#8a806a}"
    ".bt .active{stroke:#0b63b8;stroke-width:3}.bt .council{fill:#fff;stroke:#b9b09a}"
    ".bt .strong{font-weight:600}.bt .red{fill:#a51d2a}.bt .green{fill:#1b7040}"
    ".bt .purple{fill:#6a3d9a}.bt .blue{fill:#0b63b8}.bt .white{fill:#67625a}"
    "@media (prefers-color-scheme:dark){.bt{fill:#ebe8e1}.bt .ground{fill:#1d1c20}"
    ".bt .seat{fill:#2d2b33;stroke:#86818f}.bt .council{fill:#26242b;stroke:#5a5663}"
    ".bt .active{stroke:#7cbcff}.bt .red{fill:#ee7d88}.bt .green{fill:#6fd197}"
    ".bt .purple{fill:#c39be8}.bt .blue{fill:#7cbcff}.bt .white{fill:#bdb7ab}}"
)


def draw_svg(position: Position) -> str:
    """Return a position as an SVG picture: leaders in a ring, councils between them, their bids.

    It shows what everybody sees, and of a view the viewer's hand as well. The same as text is its
    description, for screen readers.

    >>> from westeros_intrigue.btwixt import setup
    >>> draw_svg(setup(3, seed=1))[:4]
    '<svg'

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: info.public.
    """
    if not isinstance(position, GameState | View):
        raise WrongType(f"position must be a GameState or a View, not {brief(position)}")
    table = position.table
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" class="bt" '
        f'role="img"><title>{escape(_title(table))}</title>'
        f"<desc>{escape(public_text(position))}</desc><style>{_STYLE}</style>"
        f'<rect class="ground" width="{_WIDTH}" height="{_HEIGHT}"/>'
    )
    parts = [head, *_middle(table)]
    for seat in range(table.players):
        parts += _council(table, seat)
        parts += _seat(table, seat, active=seat in position.deciders)
    if isinstance(position, View) and position.hand:
        parts += _hand(position)
    return "".join(parts) + "</svg>"


def _title(table: Table) -> str:
    return f"B'Twixt, {table.season}, round {table.round_number}"


def _at(table: Table, turn: float, radius: float) -> tuple[float, float]:
    """A point of a ring; the seats go clockwise from the top."""
    angle = 2 * math.pi * turn / table.players - math.pi / 2
    x, y = _CENTRE
    return round(x + 1.25 * radius * math.cos(angle), 1), round(y + radius * math.sin(angle), 1)


@attrs.frozen
class _Line:
    """A line of a box."""

    text: str
    style: str = ""
    more: str = ""
    """The text that a pointer resting on it shows as well."""
    moves: str = ""
    """The moves about it as they are written, legal or not, with commas between."""


def _about(moves: str) -> str:
    return f' data-moves="{moves}"' if moves else ""


def _box(
    kind: str, centre: tuple[float, float], lines: list[_Line], width: int, moves: str = ""
) -> Iterator[str]:
    most = int((width - 16) / _LETTER)
    rows = [(row, line) for line in lines for row in wrap(line.text, most)]
    height = _LINE * len(rows) + 12
    left, top = round(centre[0] - width / 2, 1), round(centre[1] - height / 2, 1)
    size = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    yield f'<rect class="{kind}" {size} rx="6"{_about(moves)}/>'
    for index, (row, line) in enumerate(rows, start=1):
        place = f'x="{round(left + 8, 1)}" y="{round(top + _LINE * index + 2, 1)}"'
        title = f"<title>{escape(line.more)}</title>" if line.more else ""
        about = _about(",".join(filter(None, (line.moves, moves))))
        yield f'<text class="{line.style}" {place}{about}>{title}{escape(row)}</text>'


def _middle(table: Table) -> Iterator[str]:
    lines = [_Line(_title(table), "strong")]
    if table.final:
        lines.append(_Line(victory(table, table.final)))
    elif bid := table.bid:
        lines.append(_Line(f"the bid: {bid_text(table, bid)}"))
    for current in table.current:
        shown = _ally(table, current.ally)
        lines += map(_Line, (shown.text, shown.more))
    lines += [_ally(table, ally, "next: ") for ally in table.row]
    lines.append(_Line(f"supply {len(table.supply)}, allies {table.ally_deck_size}"))
    if table.box.sample:
        lines.append(_Line("sample box: some cards are invented"))
    yield from _box("council", _CENTRE, lines, 250)


def _abilities(entry: Ally | InfluenceCard) -> str:
    return describe(entry) if entry.abilities else ""


def _ally(table: Table, ally: str, before: str = "") -> _Line:
    more = _abilities(table.box.ally(ally))
    return _Line(before + ally_text(table, ally), "", more, f"choose {ally}")


def _card(table: Table, card: Card, moves: str, after: str = "") -> _Line:
    entry = table.box.entry(card)
    colour = str(entry.colour or Colour.WHITE)
    return _Line(f"{entry.value} {entry.title}{after}", colour, _abilities(entry), moves)


def _hand(view: View) -> Iterator[str]:
    """Draw the viewer's hand in the lower left corner."""
    lines = [_Line("your hand", "strong")]
    for card, number in Counter(view.hand).items():
        moves = f"play {card},choose card {card}"
        lines.append(_card(view.table, card, moves, f", {number} copies" if number > 1 else ""))
    height = _LINE * len(lines) + 12
    yield from _box("council", (105, _HEIGHT - height / 2 - 8), lines, 195)


def _council(table: Table, number: int) -> Iterator[str]:
    council = table.councils[number]
    power = f": {table.powers[number]}" if table.final else ""
    lines = [_Line(f"council {number}{power}", "strong")]
    lines += [_ally(table, ally) for ally in council.allies]
    if council.tokens:
        known = table.token_values[number] if table.token_values else ()
        values = " ".join(map(str, known)) or len(council.tokens)
        lines.append(_Line(f"tokens: {values}"))
    yield from _box("council", _at(table, number + 0.5, _COUNCILS), lines, 185, f"choose c{number}")


def _seat(table: Table, seat: int, *, active: bool) -> Iterator[str]:
    marks = " \u2691" * (table.first_player == seat) + " (knelt)" * table.knelt[seat]
    lines = [_Line(f"{seat} {leader_name(table, seat)}{marks}", "strong")]
    lines.append(_Line(standing(table, seat) if table.final else cards_text(table, seat)))
    lines += [_card(table, card, f"choose {seat}:{card}") for card in table.piles[seat]]
    kind = "seat active" if active else "seat"
    yield from _box(kind, _at(table, seat, _SEATS), lines, 190, f"choose {seat}")
