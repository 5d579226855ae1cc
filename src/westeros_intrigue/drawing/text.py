"""Drawings as plain text, for terminals, chats, bug reports and screen readers.

Each card is drawn above the gap between the two that it rests on. Rows and columns are labelled, so
that every slot can be read off.
"""

from __future__ import annotations

from collections.abc import Sequence

from westeros_intrigue.base.values import check_type, counted
from westeros_intrigue.drawing.scene import Scene, Seat, scene_of
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import View

_COLUMN_WIDTH = 4
_MARGIN = 4

# ANSI codes that set both colours, so that cards are readable on any terminal's background.
_HOUSE_COLOURS = {
    House.STARK: "30;47",
    House.LANNISTER: "97;41",
    House.BARATHEON: "30;43",
    House.TARGARYEN: "97;40",
}
_LAST = "1;4;"  # bold and underlined
_OPEN = "1;32"


def draw_text(
    value: Court | Table | GameState | View,
    *,
    colour: bool = False,
    open_for: House | Card | None = None,
    last: Slot | None = None,
    reveal: bool = False,
    seats: bool = True,
    names: Sequence[str] = (),
) -> str:
    """Return a drawing of the court, the top row first; for a position also its turn and seats.

    The letter on the left is the row of a card. The numbers below are the columns of the bottom
    row; the slot above columns 0 and 1 has column 0.

    >>> from westeros_intrigue import Card, House, Slot
    >>> court = Court().place(Card(House.STARK, 1), Slot(0, 0))
    >>> court = court.place(Card(House.LANNISTER, 5), Slot(0, -1))
    >>> print(draw_text(court.place(Card(House.STARK, 2), Slot(1, -1))))
    b     S2
    a   L5  S1
        -1   0

    The open slots of a house are numbered from 1, in the order of `Court.open_slots`:

    >>> print(draw_text(court, open_for=House.STARK))
    b         (3)
    a   (1) L5  S1  (2)
        -2  -1   0   1

    A GameState is drawn as a spectator sees it, a View as its player does. Only the size of a
    hidden hand is shown.

    >>> from westeros_intrigue import observe, setup
    >>> print(draw_text(observe(setup(3, seed=2), 1)))
    Round 1 of 3, playing, player 0 to move, seen by player 1
    (no card in the court)
    player 0: 12 cards, 0 penalty points
    player 1: 12 cards, 0 penalty points: S2 S4 S7 L1 L2 L3 L7 L9 B1 B2 T2 T9
    player 2: 12 cards, 0 penalty points

    Args:
        value: the court or position. A Court has no seats.
        colour: True to colour the cards with ANSI codes and underline the last placement. Check
            first that the terminal supports them.
        open_for: a house, or a card of it, whose open slots are shown. They depend only on the
            court, not on the hands or the turn.
        last: the slot of the last placement; by default the one that a position records.
        reveal: True to show the hidden cards of a GameState: every hand and every Iron Throne
            card. Ignored for a View, which contains none.
        seats: True to list the seats below the court.
        names: the names of the players, seat by seat from 0, in place of `player 0`.

    Raises:
        InvalidValue: `last` is a vacant slot, or the number of names is not that of the players.

    Rules: info.public, info.leftover, info.throne, solo.public.
    """
    scene = scene_of(value, open_for=open_for, last=last, reveal=reveal, seats=seats, names=names)
    check_type("colour", colour, bool)
    return scene_text(scene, colour=colour)


def scene_text(scene: Scene, *, colour: bool = False) -> str:
    """Return the drawing of a scene."""
    lines = [", ".join(scene.headline)] if scene.headline else []
    lines += _court_lines(scene, colour=colour)
    lines += [_seat_line(seat, colour=colour) for seat in scene.seats]
    return "\n".join(lines)


def _court_lines(scene: Scene, *, colour: bool) -> list[str]:
    marks = {
        slot: (
            scene.name_of(card),
            (_LAST if slot == scene.last else "") + _HOUSE_COLOURS[card.house],
        )
        for slot, card in scene.court.items()
    }
    marks |= {slot: (f"({number})", _OPEN) for number, slot in enumerate(scene.open_slots, start=1)}
    if not marks:
        return ["(no card in the court)"]
    columns = sorted(slot.column for slot in marks if slot.row == 0)
    lines = []
    for row in range(max(slot.row for slot in marks), -1, -1):
        line, width = chr(ord("a") + row), 1
        for slot in sorted(slot for slot in marks if slot.row == row):
            text, code = marks[slot]
            start = _MARGIN + _COLUMN_WIDTH * (slot.column - columns[0])
            start += _COLUMN_WIDTH // 2 * row
            line += " " * (start - width) + _painted(text, code, colour=colour)
            width = start + len(text)
        lines.append(line)
    labels = "".join(f"{column:>2}".ljust(_COLUMN_WIDTH) for column in columns)
    return [*lines, " " * _MARGIN + labels.rstrip()]


def _seat_line(seat: Seat, *, colour: bool) -> str:
    who = [] if seat.house is None else [str(seat.house)]
    if seat.is_automated:
        who.append("automated")
    parts = [counted(len(seat.cards), "card"), counted(seat.points, "penalty point")]
    if seat.throne_cards:
        shown = "; ".join(str(card) for card in seat.throne_cards if card is not None)
        throne_cards = counted(len(seat.throne_cards), "Iron Throne card")
        parts.append(f"{throne_cards} ({shown})" if shown else throne_cards)
    if seat.total is not None:
        parts.append(f"total {seat.total}")
    if seat.has_won:
        parts.append("won")
    if seat.is_out:
        parts.append("out")
    name = f"{seat.name} ({', '.join(who)})" if who else seat.name
    line = f"{name}: {', '.join(parts)}"
    if not any(seat.cards):
        return line
    cards = (
        "?" if card is None else _painted(str(card), _HOUSE_COLOURS[card.house], colour=colour)
        for card in seat.cards
    )
    return f"{line}: {' '.join(cards)}"


def _painted(text: str, code: str, *, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
