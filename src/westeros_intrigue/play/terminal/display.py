"""The visible parts of a game: court, seats, the viewer's hand, past events and results.

Everything except the results is drawn from a view, so it cannot show anything hidden from the
viewer.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from itertools import product

from rich.console import Group, JustifyMethod
from rich.table import Table
from rich.text import Text

from westeros_intrigue import Card, GameState, House, Phase, View, draw_text
from westeros_intrigue.drawing.scene import scene_of
from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.outline import BELOW, BOARD, EXPLAINED, WHOLE, Line
from westeros_intrigue.gamekit.quantities import MoveRange
from westeros_intrigue.gamekit.results import YOU, FinalResult, winners_in_words
from westeros_intrigue.notation.records.writing import write_throne_card
from westeros_intrigue.play.terminal import screen
from westeros_intrigue.play.terminal.screen import Part, Shown, Terminal, Turn
from westeros_intrigue.rules.cards import Piles
from westeros_intrigue.rules.table import Table as PublicTable
from westeros_intrigue.rules.unseen import house_counts, unseen_now

HOUSE_STYLES = {
    House.STARK: "black on white",
    House.LANNISTER: "bright_white on red",
    House.BARATHEON: "black on yellow",
    House.TARGARYEN: "bright_white on bright_black",
}
"""The colours of `draw_text`."""
_ENDING = (">place", "", ">points", ">total", "Iron Throne (points/icons)")
_BEFORE_A_PLACE = 1.0
"""The seconds before the next place is shown."""


def cards_text(cards: Iterable[Card], table: PublicTable) -> Text:
    """Return cards, separated by spaces, in the colours of their houses; printed cards by house."""
    return Text(" ").join(
        Text(str(card) if table.has_numbers else card.house.letter, HOUSE_STYLES[card.house])
        for card in cards
    )


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


def court_text(view: View, open_for: House | None = None) -> Text:
    """Return the court, top row first, with the last card underlined and open slots numbered."""
    _, _, court = draw_text(view, colour=True, open_for=open_for, seats=False).partition("\n")
    return Text.from_ansi(court, no_wrap=True)


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
            notes = f"out, holds no {english.join_words(missing, 'or')}" if missing else "out"
        elif view.known_stacks[seat]:
            notes = Text("bottom of the stack: ") + cards_text(view.known_stacks[seat], view.table)
        mark = ">" if seat == view.active_player else " "
        numbers = (view.hand_sizes[seat], view.penalty_points[seat], view.score_pile_sizes[seat])
        rows.append([f"{mark} {seat} {display_name(view, names, seat)}", *map(str, numbers), notes])
    return columns("", ">cards", ">points", ">Iron Throne", "", rows=rows)


def list_seats(view: View, names: Sequence[str]) -> Part:
    """Return the table of seats or, if that is too long, their main facts in a few lines."""
    seats = enumerate(scene_of(view).seats)
    facts = (f"{display_name(view, names, at)}: {', '.join(seat.facts)}" for at, seat in seats)
    return Part(seats_table(view, names), ((Turn.LAYOUT, "; ".join(facts)),))


def hand_table(view: View) -> Group:
    """Return the hand by house, the unseen cards, the open slots and the Iron Throne cards."""
    left = house_counts(unseen_now(view).cards)
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


def page(title: str, news: Iterable[Shown], *parts: Shown) -> Group:
    """Return a page of any game: the title, the news and the parts of the position."""
    above = [screen.headline(title), *news]
    return Group(*above, *([] if above[-1] == "" else [""]), *parts)


def lay_out(lines: Iterable[Line], viewer: int | None, without: Collection[str] = ()) -> Group:
    """Return the lines of a position of a game as parts of a page.

    A page that does not fit omits the board and explanations, then writes lines that belong
    together in one, then cuts the lines about others.

    Args:
        lines: the lines, as the game draws them.
        viewer: the seat of the viewer, whose lines are never cut.
        without: the kinds of lines to omit.
    """
    together: list[list[Line]] = []
    for line in lines:
        if line.kind in without:
            continue
        if line.kind == BELOW and together:
            together[-1].append(line)
        else:
            together.append([line])
    return Group(*(_show_lines(each, viewer) for each in together))


def _show_lines(lines: Sequence[Line], viewer: int | None) -> Part:
    """Return a line and those that belong to it as a part of a page."""
    first = lines[0]
    if len(lines) == 1 and not first.text.strip():
        return screen.spare("", Turn.BLANK)
    if first.kind in {BOARD, EXPLAINED}:
        turn = Turn.BOARD if first.kind == BOARD else Turn.DETAILS
        return screen.spare(Text.from_ansi(first.text), turn)
    is_cut = first.kind != WHOLE and first.seat != viewer
    full = Group(*(Text.from_ansi(line.text) for line in lines))
    if len(lines) == 1:
        return Part(full, is_cut=is_cut)
    joined = "; ".join([first.text, *(line.text.strip() for line in lines[1:])])
    return Part(full, ((Turn.LAYOUT, Text.from_ansi(joined)),), is_cut)


def number_moves(moves: Collection[str]) -> Part:
    r"""Return numbered moves: one per line, or shorter, without details and last side by side.

    >>> moves = number_moves(["play A: look", "kneel"])
    >>> print(moves.full, *(shorter for _, shorter in moves.shorter), sep="\n")
      1  play A: look
      2  kneel
      1  play A
      2  kneel
    1  play A   2  kneel
    """
    brief = [words.partition(": ")[0] for words in moves]
    is_clear = len({*brief}) == len(brief)
    names = brief if is_clear else [*moves]
    full, short = (
        "\n".join(f"{at:>3}  {words}" for at, words in enumerate(lines, 1))
        for lines in (moves, names)
    )
    beside = "   ".join(f"{at}  {words}" for at, words in enumerate(names, 1))
    details = ((Turn.DETAILS, short),) if short != full else ()
    return Part(full, (*details, (Turn.LAYOUT, beside)))


def range_lines(ranges: Iterable[MoveRange], *, is_only: bool) -> list[str]:
    """Return a line for each range of moves, such as bids, above the numbered moves.

    >>> print(*range_lines([MoveRange("bid ", "", 4, 36, "bid 4 to 36 coins")], is_only=False))
         bid 4 to 36 coins: type bid 5, or
    """
    lines = [f"     {each.words}: type {each.example}, or" for each in ranges]
    return [*lines[:-1], *(line.removesuffix(", or") if is_only else line for line in lines[-1:])]


def round_title(view: View, name: str = "") -> str:
    """Return the round and the number of rounds; with who is to move, also the placement."""
    whose = "your turn" if name == YOU else f"{name} to move"
    placement = f", placement {len(view.placements) + 1}: {whose}" if name else ""
    is_over = " is over" if view.phase is Phase.ROUND_OVER else ""
    rounds = view.variant.rounds_for(view.players)
    return f"Round {view.round_number} of {rounds}{placement}{is_over}"


def event_lines(sentences: Iterable[str]) -> list[Part]:
    """Return sentences about events, one per line or, if that is too long, in one paragraph.

    Cards have the colours of their houses.

    >>> [part] = event_lines(["you place S1 in a0", "Ada places S2 in a1."])
    >>> print(part.shorter[0][1])
      You place S1 in a0. Ada places S2 in a1.
    """
    lines = [english.capital(sentence) for sentence in sentences]
    full = [Text(f"  {line}") for line in lines]
    short = Text(f"  {' '.join(map(english.as_sentence, lines))}")
    for text, (house, style) in product((*full, short), HOUSE_STYLES.items()):
        text.highlight_regex(rf"\b{house.letter}[1-9]\b", style)
    shorter = ((Turn.LAYOUT, short), (Turn.NEWS, Group()))
    return [Part(Group(*full), shorter)] if lines else []


def reveal_places(
    terminal: Terminal,
    names: Sequence[str],
    over: GameState | View,
    piles: Piles,
    final: FinalResult,
) -> list[Shown]:
    """Return the table of places, the winner with the criterion, and your place.

    People who can watch first see the places from the last to the first.
    """
    rows = []
    for place, seat in final.places:
        parts = [each.penalty_points[seat] for each in over.results]
        if before := over.table.earlier.penalty_points:
            parts = [before[seat], *parts]
        rounds = "+".join(map(str, parts))
        points = f"{rounds} = {over.penalty_points[seat]}" if len(parts) > 1 else rounds
        cards = " ".join(map(write_throne_card, piles[seat])) or "none"
        name, total = f"{seat} {names[seat]}", str(final.totals[seat])
        rows.append([f"{place}.", name, points, total, cards])
    for first in reversed(range(len(rows) if terminal.redraws else 0)):
        title = screen.headline("The Iron Throne cards are turned over")
        terminal.turn_to(partial(Group, title, columns(*_ENDING, rows=rows[first:])))
        terminal.pause(_BEFORE_A_PLACE)
    own = [place for place, seat in final.places if names[seat] == YOU]
    own_place = f" Your place: {own[0]} of {len(names)}." if own else ""
    is_own = [names[seat] for seat in final.winners] == [YOU]
    title = screen.headline("You win!" if is_own else "The game is over")
    sentence = f"Won by {winners_in_words(final, names)}.{own_place}"
    return [title, columns(*_ENDING, rows=rows), "", sentence]
