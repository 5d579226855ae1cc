"""The parts of a game that people see: the court, the seats, the viewer's hand, and past events.

All of it is drawn from a view, so that nothing can be shown that its player may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, JustifyMethod
from rich.table import Table
from rich.text import Text

from westeros_intrigue import Card, Court, House, Slot, View
from westeros_intrigue.base.values import listed
from westeros_intrigue.cli.terminal import MOST_COLUMNS, CardSize, PastLine, Shown, headline
from westeros_intrigue.referee import without_numbers
from westeros_intrigue.rules.card_counts import house_counts
from westeros_intrigue.rules.unseen import unseen_now
from westeros_intrigue.sessions.seats import with_names
from westeros_intrigue.text.sentences import round_sentences

HOUSE_STYLES = {
    House.STARK: "black on grey78",
    House.LANNISTER: "bright_white on red3",
    House.BARATHEON: "black on gold3",
    # Grey distinguishes black from a dark ground and from a light one.
    House.TARGARYEN: "bright_white on grey35",
}
_OPEN = "bold green"
_MARGIN = 4
_BESIDE = 38
"""The least width of the table of seats beside the court."""


def cards_text(cards: Iterable[Card], *, has_numbers: bool = True) -> Text:
    """Return cards with spaces between, each in the colours of its house; printed ones by house."""
    return Text(" ").join(
        Text(name_of(card, has_numbers=has_numbers), HOUSE_STYLES[card.house]) for card in cards
    )


def name_of(card: Card, *, has_numbers: bool) -> str:
    """Return the name of a card: printed cards have no numbers."""
    return str(card) if has_numbers else card.house.letter


def legend() -> Text:
    """Return the houses with their letters and colours."""
    return Text("   ").join(
        Text.assemble((f" {house.letter} ", HOUSE_STYLES[house]), f" {house}") for house in House
    )


def columns(*headings: str, rows: Iterable[Sequence[str | Text]]) -> Table:
    """Return a table; a heading that begins with `>` sets its column to the right."""
    table = Table(
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style="dim",
        show_header=any(headings),
    )
    for number, heading in enumerate(headings):
        is_last = number == len(headings) - 1
        justify: JustifyMethod = "right" if heading.startswith(">") else "left"
        table.add_column(heading.lstrip(">"), justify=justify, no_wrap=not is_last)
    for row in rows:
        table.add_row(*row)
    return table


def court_text(
    view: View, size: CardSize, *, court: Court | None = None, open_for: House | None = None
) -> Text:
    """Return the court, the top row first; the last card in brackets, open slots numbered.

    `court` is drawn if it is not yet that of the view.
    """
    court, last, has_numbers = court or view.court, last_slot(view), view.table.has_numbers
    marks = {
        slot: (f"[{name}]" if slot == last else f" {name} ", HOUSE_STYLES[card.house])
        for slot, card in court.items()
        for name in [name_of(card, has_numbers=has_numbers)]
    }
    for number, slot in enumerate(court.open_slots(open_for) if open_for else (), start=1):
        marks[slot] = (f"({number})", _OPEN)
    if not marks:
        return Text("(no card in the court)")
    # Between wide cards there is a gap.
    painted = max(_MARGIN, size.width - 1)
    middle = (size.height - 1) // 2
    bottom = sorted(slot.column for slot in marks if slot.row == 0)
    lines = []
    for row in range(max(slot.row for slot in marks), -1, -1):
        for height in range(size.height):
            line = Text(chr(ord("a") + row) if height == middle else "")
            for slot in sorted(slot for slot in marks if slot.row == row):
                text, style = marks[slot]
                start = _MARGIN + size.width * (slot.column - bottom[0]) + size.width * row // 2
                line.pad_right(start - 1 - len(line))
                line.append((text if height == middle else "").center(painted), style)
            lines.append(line)
    labels = "".join(str(column).center(painted).ljust(size.width) for column in bottom)
    lines.append(Text(" " * (_MARGIN - 1) + labels.rstrip(), "dim"))
    drawn = Text("\n").join(lines)
    drawn.no_wrap = True
    return drawn


def called(view: View, names: Sequence[str], seat: int) -> str:
    """Return a seat's name with its house, if it has one that the name does not contain."""
    houses, name = view.variant.houses, names[seat]
    return f"{name} ({houses[seat]})" if houses and str(houses[seat]) not in name else name


def seats_table(view: View, names: Sequence[str]) -> Table:
    """Return the seats: cards, points, Iron Throne cards, who is to move or out."""
    rows = []
    out = {elimination.player for elimination in view.eliminations}
    for seat in range(view.players):
        notes: str | Text = ""
        if seat in out:
            missing = [house.letter for house in view.missing_houses[seat]]
            notes = f"out, holds no {listed(missing, 'or')}" if missing else "out"
        elif view.known_stacks[seat]:
            notes = Text("bottom of the stack: ") + cards_text(
                view.known_stacks[seat], has_numbers=view.table.has_numbers
            )
        mark = ">" if seat == view.active_player else " "
        numbers = (view.hand_sizes[seat], view.penalty_points[seat], view.score_pile_sizes[seat])
        rows.append([f"{mark} {seat} {called(view, names, seat)}", *map(str, numbers), notes])
    return columns("", ">cards", ">points", ">Iron Throne", "", rows=rows)


def hand_table(view: View) -> Group:
    """Return the hand by house, what is unseen, where each can go, and Iron Throne cards."""
    left = house_counts(unseen_now(view.table, view).cards)
    rows: list[list[str | Text]] = []
    for house in House:
        cards = [card for card in view.hand if card.house is house]
        slots = view.court.open_slots(house)
        where = Text(" ".join(map(str, slots))) if slots else Text("nowhere now", "dim")
        mark = "*" if cards and slots else " "
        shown = cards_text(cards) if view.table.has_numbers else house.letter * len(cards)
        rows.append([f"{mark} {house}", shown, str(left[house.index]), where])
    table = columns("Your hand", "", ">unseen", "open slots", rows=rows)
    pile = "; ".join(map(str, view.score_pile))
    return Group(table, *([f"Your Iron Throne cards: {pile}"] if pile else []))


def position_page(
    view: View,
    names: Sequence[str] | None,
    size: CardSize,
    room: int,
    *,
    title: str,
    above: Sequence[Shown] = (),
    below: Sequence[Shown] = (),
    court: Court | None = None,
    open_for: House | None = None,
) -> Group:
    """Return a page with the court, and with the seats if they have names.

    They are side by side where there is room. `court` is drawn if it is not yet that of the view.
    """
    drawn = court_text(view, size, court=court, open_for=open_for)
    if names is None:
        return Group(headline(title), *above, drawn, *below)
    seats = seats_table(view, names)
    if room < _MARGIN + size.width * MOST_COLUMNS + _BESIDE:
        return Group(headline(title), *above, drawn, "", seats, "", *below)
    beside = Table.grid(padding=(0, _MARGIN, 0, 0))
    beside.add_row(drawn, seats)
    return Group(headline(title), *above, beside, "", *below)


def round_title(view: View) -> str:
    """Return which round it is, of how many."""
    return f"Round {view.round_number} of {view.variant.rounds_for(view.players)}"


def last_slot(view: View) -> Slot | None:
    """Return the slot of the last placement of the round; None before the first."""
    return view.placements[-1].move.slot if view.placements else None


def happened(view: View, names: Sequence[str], seat: int | None = None) -> list[Text]:
    """Return a line for each event of the round, or since a seat has placed its last card."""
    return event_lines(round_sentences(view, seat), names, has_numbers=view.table.has_numbers)


def event_lines(
    sentences: Iterable[str], names: Sequence[str], *, has_numbers: bool = True
) -> list[Text]:
    """Return a line for each sentence, with names, and cards in the colours of their houses."""
    lines: list[Text] = []
    for told in sentences:
        text = with_names(told, names)
        lines.append(PastLine(f"  {text if has_numbers else without_numbers(text)}"))
        for house, style in HOUSE_STYLES.items():
            number = "[1-9]" if has_numbers else ""
            lines[-1].highlight_regex(rf"\b{house.letter}{number}\b", style)
    return lines
