"""The visible parts of a game: court, seats, the viewer's hand, past events and results.

Everything except the results is drawn from a view, so it cannot show anything hidden from the
viewer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial

import attrs
from rich.console import Group, JustifyMethod
from rich.table import Table
from rich.text import Text

from westeros_intrigue import Card, Court, GameState, House, View, rule
from westeros_intrigue.drawing.scene import list_rows
from westeros_intrigue.gamekit import display, values
from westeros_intrigue.notation.sentences import round_sentences
from westeros_intrigue.notation.typed import write_throne_card
from westeros_intrigue.play.sessions.session import with_names
from westeros_intrigue.play.terminal import screen
from westeros_intrigue.play.terminal.screen import CardSize, Shown, Terminal
from westeros_intrigue.rules.cards import Piles
from westeros_intrigue.rules.table import Table as PublicTable
from westeros_intrigue.rules.unseen import house_counts, unseen_now

HOUSE_STYLES = {
    House.STARK: "black on grey78",
    House.LANNISTER: "bright_white on red3",
    House.BARATHEON: "black on gold3",
    # Grey stands out from dark and light backgrounds.
    House.TARGARYEN: "bright_white on grey35",
}
_OPEN = "bold green"
_MARGIN = 4
_BESIDE = 38
"""The minimum width of the table of seats next to the court."""
_ENDING = ("", ">points", ">total", "Iron Throne (points/icons)")
_BEFORE_A_CARD = 1.0
"""The seconds before an Iron Throne card is revealed."""


def cards_text(cards: Iterable[Card], table: PublicTable) -> Text:
    """Return cards, separated by spaces, in the colours of their houses; printed cards by house."""
    return Text(" ").join(Text(_name(card, table), HOUSE_STYLES[card.house]) for card in cards)


def _name(card: Card, table: PublicTable) -> str:
    return str(card) if table.has_numbers else card.house.letter


def legend() -> Text:
    """Return the houses with their letters and colours."""
    return Text("   ").join(
        Text.assemble((f" {house.letter} ", HOUSE_STYLES[house]), f" {house}") for house in House
    )


def columns(*headings: str, rows: Iterable[Sequence[str | Text]]) -> Table:
    """Return a table; a heading that begins with `>` right-aligns its column."""
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
    """Return the court, top row first, with the last card in brackets and open slots numbered."""
    court = court or view.court
    last = view.placements[-1].move.slot if view.placements else None
    marks = {
        slot: (f"[{name}]" if slot == last else f" {name} ", HOUSE_STYLES[card.house])
        for slot, card in court.items()
        for name in [_name(card, view.table)]
    }
    for number, slot in enumerate(court.open_slots(open_for) if open_for else (), start=1):
        marks[slot] = (f"({number})", _OPEN)
    if not marks:
        return Text("(no card in the court)")
    # A gap separates wide cards.
    painted = max(_MARGIN, size.width - 1)
    middle = (size.height - 1) // 2
    *_, bottom = rows = list_rows(marks)
    lines = []
    for row in rows:
        for height in range(size.height):
            line = Text(chr(ord("a") + row[0].row) if height == middle else "")
            for slot in row:
                text, style = marks[slot]
                start = _MARGIN + size.width * (slot.column - bottom[0].column)
                start += size.width * slot.row // 2
                line.pad_right(start - 1 - len(line))
                line.append((text if height == middle else "").center(painted), style)
            lines.append(line)
    labels = "".join(str(slot.column).center(painted).ljust(size.width) for slot in bottom)
    lines.append(Text(" " * (_MARGIN - 1) + labels.rstrip(), "dim"))
    drawn = Text("\n").join(lines)
    drawn.no_wrap = True
    return drawn


def display_name(view: View, names: Sequence[str], seat: int) -> str:
    """Return a seat's name, with its house unless the name contains it."""
    houses, name = view.variant.houses, names[seat]
    return f"{name} ({houses[seat]})" if houses and str(houses[seat]) not in name else name


def seats_table(view: View, names: Sequence[str]) -> Table:
    """Return the seats: cards, points, Iron Throne cards, and who is to move or out."""
    rows = []
    out = {elimination.player for elimination in view.eliminations}
    for seat in range(view.players):
        notes: str | Text = ""
        if seat in out:
            missing = [house.letter for house in view.missing_houses[seat]]
            notes = f"out, holds no {values.join_words(missing, 'or')}" if missing else "out"
        elif view.known_stacks[seat]:
            notes = Text("bottom of the stack: ") + cards_text(view.known_stacks[seat], view.table)
        mark = ">" if seat == view.active_player else " "
        numbers = (view.hand_sizes[seat], view.penalty_points[seat], view.score_pile_sizes[seat])
        rows.append([f"{mark} {seat} {display_name(view, names, seat)}", *map(str, numbers), notes])
    return columns("", ">cards", ">points", ">Iron Throne", "", rows=rows)


def _seats_in_line(view: View, names: Sequence[str]) -> str:
    """Return the main facts of the table of seats in a few lines."""
    out = {elimination.player for elimination in view.eliminations}
    seats = (
        f"{display_name(view, names, seat)} {values.count_things(view.hand_sizes[seat], 'card')}, "
        f"{values.count_things(view.penalty_points[seat], 'point')}{', out' if seat in out else ''}"
        for seat in range(view.players)
    )
    return "; ".join(seats)


def hand_table(view: View) -> Group:
    """Return the hand by house, the unseen cards, the open slots and the Iron Throne cards."""
    left = house_counts(unseen_now(view.table, view).cards)
    rows: list[list[str | Text]] = []
    for house in House:
        cards = [card for card in view.hand if card.house is house]
        slots = view.court.open_slots(house)
        where = Text(" ".join(map(str, slots))) if slots else Text("nowhere now", "dim")
        mark = "*" if cards and slots else " "
        shown = cards_text(cards, view.table)
        rows.append([f"{mark} {house}", shown, str(left[house.index]), where])
    table = columns("Your hand", "", ">unseen", "open slots", rows=rows)
    pile = any(view.score_pile) and "; ".join(str(card or "unknown") for card in view.score_pile)
    return Group(table, *([f"Your Iron Throne cards: {pile}"] if pile else []))


def position(
    view: View,
    size: CardSize,
    *,
    names: Sequence[str] = (),
    room: int = 0,
    court: Court | None = None,
    open_for: House | None = None,
) -> Shown:
    """Return the court and, with `names`, the seats; side by side if there is room.

    `court` replaces the view's court.
    """
    drawn = court_text(view, size, court=court, open_for=open_for)
    if not names:
        return drawn
    if room < _MARGIN + size.width * screen.MOST_COLUMNS + _BESIDE:
        is_narrow = room and size is screen.SMALL
        seats = _seats_in_line(view, names) if is_narrow else seats_table(view, names)
        return Group(drawn, "", seats, "")
    beside = Table.grid(padding=(0, _MARGIN, 0, 0))
    beside.add_column(no_wrap=True)
    beside.add_column()
    beside.add_row(drawn, seats_table(view, names))
    return Group(beside, "")


def page(title: str, news: Iterable[Shown], *parts: Shown) -> Group:
    """Return a page of any game: the title, the news and the parts of the position."""
    above = [screen.headline(title), *news]
    return Group(*above, *([] if above[-1] == "" else [""]), *parts)


def lay_out(
    lines: Iterable[display.Line],
    viewer: int | None,
    *,
    is_packed: bool = False,
    without: Collection[str] = (),
) -> Iterator[Shown]:
    """Yield the lines of a position of a game, shortened by the given rules.

    Args:
        lines: the lines, as the game draws them.
        viewer: the seat of the viewer, whose lines are never cut.
        is_packed: True to append lines to the lines above that they belong to.
        without: the kinds of lines to omit.
    """
    laid: list[display.Line] = []
    for line in lines:
        if is_packed and line.kind == display.BELOW:
            laid[-1] = attrs.evolve(laid[-1], text=f"{laid[-1].text}; {line.text.strip()}")
        elif line.kind not in without:
            laid.append(line)
    for line in laid:
        if not line.text:
            yield ""
        elif line.kind in {display.BOARD, display.EXPLAINED}:
            yield screen.Spare(line.text)
        else:
            is_kept = line.kind == display.WHOLE or (viewer is not None and line.seat == viewer)
            yield Text(line.text) if is_kept else screen.OneLine(line.text)


def number_moves(moves: Sequence[str], width: int = 0) -> list[str]:
    """Return numbered moves: one per line or, within a width, side by side without details.

    >>> number_moves(["play A: look", "kneel"]), number_moves(["play A: look", "kneel"], 80)
    (['  1  play A: look', '  2  kneel'], ['1  play A   2  kneel'])
    """
    if not width:
        return [f"{at:>3}  {words}" for at, words in enumerate(moves, 1)]
    short = [words.partition(": ")[0] for words in moves]
    is_clear = len({*short}) == len(short)
    packed = [""]
    for at, words in enumerate(short if is_clear else moves, 1):
        beside = f"{packed[-1]}   {at}  {words}".strip()
        packed[-1:] = [beside] if len(beside) <= width else [packed[-1], f"{at}  {words}"]
    return packed


def round_title(view: View, whose: str = "") -> str:
    """Return the round and the number of rounds; with whose turn it is, also the placement."""
    placement = f", placement {len(view.placements) + 1}: {whose}" if whose else ""
    return f"Round {view.round_number} of {view.variant.rounds_for(view.players)}{placement}"


def list_events(view: View, names: Sequence[str], seat: int | None = None) -> list[Text]:
    """Return a line for each event in the round, or since a seat's last placement."""
    return event_lines(round_sentences(view, seat), names, view.table)


def event_lines(sentences: Iterable[str], names: Sequence[str], table: PublicTable) -> list[Text]:
    """Return a line for each sentence, with names and with cards in the colours of their houses."""
    lines: list[Text] = []
    for each in sentences:
        lines.append(screen.LogLine(f"  {values.capital(with_names(each, names))}"))
        for house, style in HOUSE_STYLES.items():
            number = "[1-9]" if table.has_numbers else ""
            lines[-1].highlight_regex(rf"\b{house.letter}{number}\b", style)
    return lines


def round_end(
    seen: View, after: View, names: Sequence[str], size: CardSize, *told: Shown
) -> list[Shown]:
    """Return the last court of a round, the reports about it and the points after scoring."""
    scored, rows = after.results[-1], []
    for seat, name in enumerate(names):
        notes = [
            f"{adjustment.points:+} {rule(adjustment.rule).title}"
            for adjustment in scored.adjustments
            if adjustment.player == seat
        ]
        if seat == scored.last_placer:
            notes.append("draws an Iron Throne card")
        totals = after.penalty_points
        numbers = (scored.cards_left[seat], scored.penalty_points[seat], totals[seat])
        rows.append([f"{seat} {name}", *map(str, numbers), "; ".join(notes)])
    table = columns("", ">cards left", ">points", ">total", "", rows=rows)
    title = screen.headline(f"Round {scored.round_number} is over")
    return [title, court_text(seen, size), *told, table]


@attrs.frozen
class Ending:
    """The end of a game, with all points and Iron Throne cards."""

    names: tuple[str, ...]
    over: GameState | View
    piles: Piles
    final: display.FinalResult

    def turn_over(self, terminal: Terminal) -> None:
        """Reveal the Iron Throne cards seat by seat if people can watch."""
        if not terminal.redraws:
            return
        for shown in (0, *(seat + 1 for seat, pile in enumerate(self.piles) if pile)):
            terminal.turn_to(partial(self._show_cards, shown))
            terminal.pause(_BEFORE_A_CARD)

    def lines(self) -> list[Shown]:
        """Return the table of places, the winner with the criterion, and your place."""
        final = self.final
        own = [place for place, seat in final.places if self.names[seat] == display.YOU]
        own_place = f" Your place: {own[0]} of {len(self.names)}." if own else ""
        is_own = [self.names[seat] for seat in final.winners] == [display.YOU]
        title = "You win!" if is_own else "The game is over"
        sentence = f"Won by {display.winners_in_words(final, self.names)}.{own_place}"
        rows = ([f"{place}.", *self._row(seat, is_shown=True)] for place, seat in final.places)
        return [screen.headline(title), columns(">place", *_ENDING, rows=rows), "", sentence]

    def _show_cards(self, shown: int, _size: CardSize) -> Group:
        """Return the totals with the cards of the first seats face up."""
        rows = (self._row(seat, is_shown=seat < shown) for seat in range(len(self.piles)))
        table = columns(*_ENDING, rows=rows)
        return Group(screen.headline("The Iron Throne cards are turned over"), table)

    def _row(self, seat: int, *, is_shown: bool) -> list[str]:
        """Return the cells of a seat under `_ENDING`, perhaps with its cards face up."""
        points, pile = self.over.penalty_points[seat], self.piles[seat]
        rounds = "+".join(str(each.penalty_points[seat]) for each in self.over.results)
        told = f"{rounds} = {points}" if len(self.over.results) > 1 else rounds
        total = self.final.totals[seat] if is_shown else points
        cards = [*map(write_throne_card, pile)] if is_shown else ["?"] * len(pile)
        return [f"{seat} {self.names[seat]}", told, str(total), " ".join(cards) or "none"]
