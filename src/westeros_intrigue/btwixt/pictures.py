"""Positions as pictures: the ring of leaders with the councils between them.

Rules: info.public, ring.councils.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from html import escape

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import brief
from westeros_intrigue.btwixt.state import GameState, Position, View
from westeros_intrigue.btwixt.table import Table
from westeros_intrigue.btwixt.text import (
    ally_text,
    cards_text,
    end_lines,
    leader_name,
    public_text,
)
from westeros_intrigue.btwixt.vocabulary import Colour

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


def _box(
    kind: str, centre: tuple[float, float], lines: list[tuple[str, str]], width: int
) -> Iterator[str]:
    height = _LINE * len(lines) + 12
    left, top = round(centre[0] - width / 2, 1), round(centre[1] - height / 2, 1)
    yield f'<rect class="{kind}" x="{left}" y="{top}" width="{width}" height="{height}" rx="6"/>'
    for index, (style, line) in enumerate(lines):
        y = round(top + _LINE * (index + 1) + 2, 1)
        most = int((width - 16) / _LETTER)
        shown = line if len(line) <= most else f"{line[: most - 1]}…"
        yield f'<text class="{style}" x="{round(left + 8, 1)}" y="{y}">{escape(shown)}</text>'


def _middle(table: Table) -> Iterator[str]:
    lines = [("strong", _title(table))]
    if table.final:
        lines += [("", line) for line in end_lines(table, table.final)]
    elif bid := table.bid:
        lines.append(("", f"{leader_name(table, bid.winner)} has won the bid"))
    lines += [("", ally_text(table, current.ally)) for current in table.current]
    lines += [("", f"next: {ally_text(table, ally)}") for ally in table.row]
    lines.append(("", f"supply {len(table.supply)}, allies {table.ally_deck_size}"))
    if table.box.sample:
        lines.append(("", "sample box: some cards are invented"))
    yield from _box("council", _CENTRE, lines, 320 if table.final else 250)


def _hand(view: View) -> Iterator[str]:
    """Draw the viewer's hand in the lower left corner."""
    lines = [("strong", "your hand")]
    for card, number in Counter(view.hand).items():
        entry = view.box.entry(card)
        times = f"{number} of " if number > 1 else ""
        style = str(entry.colour or Colour.WHITE)
        lines.append((style, f"{times}{entry.value} {entry.title}"))
    height = _LINE * len(lines) + 12
    yield from _box("council", (105, _HEIGHT - height / 2 - 8), lines, 195)


def _council(table: Table, number: int) -> Iterator[str]:
    council = table.councils[number]
    power = f": {table.powers[number]}" if table.final else ""
    lines = [("strong", f"council {number}{power}")]
    lines += [("", ally_text(table, ally)) for ally in council.allies]
    if council.tokens:
        known = table.token_values[number] if table.token_values else ()
        values = " ".join(map(str, known)) or len(council.tokens)
        lines.append(("", f"tokens: {values}"))
    yield from _box("council", _at(table, number + 0.5, _COUNCILS), lines, 185)


def _seat(table: Table, seat: int, *, active: bool) -> Iterator[str]:
    marks = " \u2691" * (table.first_player == seat) + " (knelt)" * table.knelt[seat]
    lines = [("strong", f"{seat} {leader_name(table, seat)}{marks}")]
    lines.append(("", cards_text(table, seat)))
    for card in table.piles[seat]:
        entry = table.box.entry(card)
        lines.append((str(entry.colour or Colour.WHITE), f"{entry.value} {entry.title}"))
    kind = "seat active" if active else "seat"
    yield from _box(kind, _at(table, seat, _SEATS), lines, 190)
