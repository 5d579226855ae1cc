"""Positions as pictures: the leaders one below another, and each council between its two leaders.

Rules: info.public, ring.councils.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape

import attrs

from westeros_intrigue.base.values import check_type
from westeros_intrigue.base.wrapping import wrapped
from westeros_intrigue.btwixt.cards import Ally, Card, InfluenceCard, describe
from westeros_intrigue.btwixt.state import Position, View
from westeros_intrigue.btwixt.table import Phase, Table
from westeros_intrigue.btwixt.text import (
    ally_text,
    bid_text,
    cards_text,
    drafting_text,
    leader_name,
    public_text,
    seen_cards,
    standing,
    victory,
)
from westeros_intrigue.btwixt.vocabulary import Colour

_WIDTH = 440  # on a telephone the letters are still readable
_RING = 22  # the left edge of leaders and councils
_LINE, _SPACE, _CHIP = 17, 6, 23
_LETTER, _BOLD = 7.0, 7.9  # about the width of a letter
_STYLE = (
    ".bt{font:13px system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#2a2926}"
    ".bt .ground{fill:#fbfaf6}.bt .strong{font-weight:600}.bt .ring{fill:none;stroke:#8a806a}"
    ".bt .plain rect{fill:none}.bt .seat rect{fill:#efe9da;stroke:#8a806a}"
    ".bt .active rect{stroke:#0b63b8;stroke-width:3}.bt .council rect{fill:#fff;stroke:#b9b09a}"
    ".bt .chip rect{fill:currentColor;fill-opacity:.1;stroke:currentColor}"
    ".bt .chip text{fill:currentColor}"
    ".bt .chip{color:#67625a}.bt .red{color:#a51d2a}.bt .green{color:#1b7040}"
    ".bt .purple{color:#6a3d9a}.bt .blue{color:#0b63b8}"
    "@media (prefers-color-scheme:dark){.bt{fill:#ebe8e1}.bt .ground{fill:#1d1c20}"
    ".bt .seat rect{fill:#2d2b33;stroke:#86818f}.bt .council rect{fill:#26242b;stroke:#5a5663}"
    ".bt .active rect{stroke:#7cbcff}.bt .chip{color:#bdb7ab}.bt .red{color:#ee7d88}"
    ".bt .green{color:#6fd197}.bt .purple{color:#c39be8}.bt .blue{color:#7cbcff}}"
)


def draw_svg(position: Position) -> str:
    """Return a position as an SVG picture: leaders with their bids, councils between them.

    It shows what everybody sees, and of a view all cards that the viewer sees as well. The same as
    text is its description, for screen readers.

    >>> from westeros_intrigue.btwixt import setup
    >>> draw_svg(setup(3, seed=1))[:4]
    '<svg'

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: info.public.
    """
    check_type("position", position, Position)
    table = position.table
    parts: list[str] = []
    middles: list[float] = []
    top = _SPACE
    for panel in _panels(position):
        parts += panel.drawn(top)
        if panel.left == _RING:
            middles.append(top + panel.height / 2)
        top += panel.height + _SPACE
    # The last council is the first leader's as well.
    ring = f"M{_RING} {middles[0]}H9V{middles[-1]}H{_RING}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {top}" class="bt" '
        f'role="img">\n<title>{escape(_title(table))}</title>'
        f"\n<desc>{escape(public_text(position))}</desc><style>{_STYLE}</style>"
        f'\n<rect class="ground" width="{_WIDTH}" height="{top}"/>\n<path class="ring" d="{ring}"/>'
        f"{''.join(parts)}</svg>"
    )


def _title(table: Table) -> str:
    return f"B'Twixt, {table.season}, round {table.round_number}"


@attrs.frozen
class _Chip:
    """A card or an ally in a box of its own."""

    text: str
    style: str = ""
    more: str = ""
    """The text that a pointer resting on it shows as well."""
    moves: str = ""
    """The moves about it as they are written, legal or not, with commas between."""

    @property
    def width(self) -> float:
        """The width of the box."""
        return round(len(self.text) * _LETTER + 14, 1)


@attrs.frozen
class _Panel:
    """A heading with text below it, and chips in lines."""

    kind: str
    heading: str
    aside: str = ""
    """The text at the end of the line of the heading."""
    text: str = ""
    chips: tuple[_Chip, ...] = ()
    moves: str = ""
    left: int = _SPACE

    @property
    def _width(self) -> float:
        return _WIDTH - self.left - 4 * _SPACE

    @property
    def _rows(self) -> list[tuple[str, str]]:
        """The lines of the heading and of the text, each with its style."""
        beside = self._width - len(self.aside) * _LETTER
        rows = [("strong", row) for row in wrapped(self.heading, int(beside / _BOLD))]
        lines = self.text.splitlines()
        return rows + [
            ("", row) for line in lines for row in wrapped(line, int(self._width / _LETTER))
        ]

    @property
    def height(self) -> int:
        """The height with everything in it."""
        rows = _LINE * len(self._rows) + 2 * _SPACE
        return max([rows, *(y + _CHIP + _SPACE for _, _, y in self._placed())])

    def _placed(self) -> Iterator[tuple[_Chip, float, int]]:
        """Yield the chips, beside the heading or below the text, and wrapped, with their places."""
        start = self.left + 2.0 * _SPACE
        left, top = start, _LINE * len(self._rows) + 2 * _SPACE
        if not (self.aside or self.text):
            left, top = start + len(self.heading) * _BOLD + 10, 3
        for chip in self.chips:
            for row in wrapped(chip.text, int(self._width / _LETTER) - 2):
                part = attrs.evolve(chip, text=row)
                if left + part.width > _WIDTH - 2 * _SPACE:
                    left, top = start, top + _CHIP + 4
                yield part, round(left, 1), top
                left += part.width + _SPACE

    def drawn(self, top: float) -> Iterator[str]:
        """Yield the elements, from the top of the panel."""
        left, base = self.left + 2 * _SPACE, top + _LINE + 1
        width = _WIDTH - self.left - _SPACE
        size = f'x="{self.left}" y="{top}" width="{width}" height="{self.height}" rx="6"'
        yield f'\n<g class="{self.kind}"{_about(self.moves)}><rect {size}/>'
        for number, (style, row) in enumerate(self._rows):
            place = f'x="{left}" y="{base + _LINE * number}"'
            yield f'<text class="{style}" {place}>{escape(row)}</text>'
        if self.aside:
            place = f'x="{_WIDTH - 3 * _SPACE}" y="{base}" text-anchor="end"'
            yield f"<text {place}>{escape(self.aside)}</text>"
        yield "</g>"
        for chip, x, y in self._placed():
            about = _about(",".join(filter(None, (chip.moves, self.moves))))
            title = f"<title>{escape(chip.more)}</title>" if chip.more else ""
            box = f'x="{x}" y="{top + y}" width="{chip.width}" height="{_CHIP}" rx="5"'
            kind = f"chip {chip.style}".rstrip()
            yield f'\n<g class="{kind}"{about}>{title}<rect {box}/>'
            place = f'x="{round(x + chip.width / 2, 1)}" y="{top + y + 16}" text-anchor="middle"'
            yield f"<text {place}>{escape(chip.text)}</text></g>"


def _about(moves: str) -> str:
    return f' data-moves="{moves}"' if moves else ""


def _panels(position: Position) -> Iterator[_Panel]:
    table = position.table
    lines = ["sample box: some cards are invented"] * table.box.sample
    if table.final:
        lines.append(victory(table, table.final))
    elif table.phase is Phase.DRAFTING:
        lines.append(drafting_text(table))
    elif bid := table.bid:
        lines.append(f"the bid: {bid_text(table, bid)}")
    piles = f"supply {len(table.supply)}, allies {table.ally_deck_size}"
    yield _Panel("plain", _title(table), piles, "\n".join(lines))
    for current in table.current:
        shown = _ally(table, current.ally)
        yield _Panel("council", shown.text, "current ally", shown.more, moves=shown.moves)
    if table.row:
        yield _Panel("plain", "next", chips=tuple(_ally(table, ally) for ally in table.row))
    for seat in range(table.players):
        yield _seat(table, seat, active=seat in position.deciders)
        yield _council(table, seat)
    if isinstance(position, View):
        yield from _seen(position)


def _abilities(entry: Ally | InfluenceCard) -> str:
    return describe(entry) if entry.abilities else ""


def _ally(table: Table, ally: str) -> _Chip:
    more = _abilities(table.box.ally(ally))
    return _Chip(ally_text(table, ally), "", more, f"choose {ally}")


def _card(table: Table, card: Card, moves: str, after: str = "") -> _Chip:
    entry = table.box.entry(card)
    colour = str(entry.colour or Colour.WHITE)
    return _Chip(f"{entry.value} {entry.title}{after}", colour, _abilities(entry), moves)


def _seen(view: View) -> Iterator[_Panel]:
    """Yield the cards and allies that the viewer alone sees."""
    table = view.table
    for heading, cards, verb in seen_cards(view):
        if cards:
            chips = tuple(_held(table, card, count, verb) for card, count in Counter(cards).items())
            yield _Panel("council", heading, chips=chips)
    if view.looked_at:
        chips = tuple(_ally(table, ally) for ally in view.looked_at)
        yield _Panel("council", "you look at", chips=chips)


def _held(table: Table, card: Card, count: int, verb: str) -> _Chip:
    moves = verb and f"{verb} {card}"
    return _card(table, card, moves, f", {count} copies" if count > 1 else "")


def _council(table: Table, number: int) -> _Panel:
    council = table.councils[number]
    power = f": {table.powers[number]}" if table.final else ""
    chips = [_ally(table, ally) for ally in council.allies]
    if council.tokens:
        known = table.token_values[number] if table.token_values else ()
        chips.append(_Chip(f"tokens: {' '.join(map(str, known)) or len(council.tokens)}"))
    heading = f"council {number}{power}"
    return _Panel("council", heading, "", "", tuple(chips), f"choose c{number}", _RING)


def _seat(table: Table, seat: int, *, active: bool) -> _Panel:
    marks = " \u2691" * (table.first_player == seat) + " (knelt)" * table.knelt[seat]
    number = f"{seat} " if table.leaders[seat] else ""
    bid = f", bid {table.box.total(table.piles[seat])}" * bool(table.piles[seat])
    return _Panel(
        "seat active" if active else "seat",
        f"{number}{leader_name(table, seat)}{marks}",
        cards_text(table, seat) + bid,
        standing(table, seat) if table.final else "",
        tuple(_card(table, card, f"choose {seat}:{card}") for card in table.piles[seat]),
        f"choose {seat}",
        _RING,
    )
