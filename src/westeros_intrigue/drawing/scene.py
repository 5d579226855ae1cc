"""The contents of a drawing, and its plain-text form for terminals, chats and screen readers.

A state is drawn as a spectator sees it, so a drawing shows hidden cards only on request.

In text, each card is drawn above the gap between the two cards that it rests on. Labels of rows and
columns identify every slot.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Literal

import attrs

from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.limits import tuple_of
from westeros_intrigue.gamekit.results import FinalResult, default_names, winners_in_words
from westeros_intrigue.gamekit.values import UNPRINTABLE, check_type
from westeros_intrigue.rules import moves, scoring, table
from westeros_intrigue.rules.cards import SLOTS, Card, House, IronThroneCard, Slot
from westeros_intrigue.rules.court import FIRST_SLOT, Court
from westeros_intrigue.rules.game_events import Phase
from westeros_intrigue.rules.points import Decision
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.view import View, list_hands, list_piles
from westeros_intrigue.rules.violations import ViolationCode, Violations
from westeros_intrigue.views.observation import observe

LONGEST_NAME = 24
Shown = table.Table | GameState | View
"""The positions that can be drawn."""


@attrs.frozen
class Seat:
    """The contents of a drawing for one seat."""

    name: str
    """`player 2`, or the name that the caller passed."""
    house: House | None
    is_automated: bool
    is_active: bool
    is_out: bool
    """True if the seat is out of a round that is still being played."""
    points: int
    """The penalty points so far, including a round that is over but not yet scored."""
    cards: tuple[str | None, ...]
    """The names of the cards in the hand, or of the stack from its top; None for a card that is not
    shown."""
    throne_cards: tuple[IronThroneCard | None, ...]
    """The score pile; None for a card that is not shown."""
    total: int | None
    """The points minus the values of the Iron Throne cards; None before the game is over."""
    has_won: bool

    @property
    def facts(self) -> list[str]:
        """The facts in words, without the cards."""
        facts = {
            "automated": self.is_automated,
            count_things(len(self.cards), "card"): True,
            count_things(self.points, "penalty point"): True,
            f"total {self.total}": self.total is not None,
            "won": self.has_won,
            "out": self.is_out,
        }
        return [fact for fact, applies in facts.items() if applies]

    @property
    def summary(self) -> str:
        """The name, the house and the facts."""
        name = self.name if self.house is None else f"{self.name} ({self.house})"
        return f"{name}: {', '.join(self.facts)}"


@attrs.frozen
class Note:
    """A note in a vacant slot, such as the value of a move to it or why it is closed."""

    slot: Slot
    lines: Sequence[str]
    """Up to two short lines."""
    words: str
    """The same in sentences, for tooltips and screen readers."""
    kind: Literal["open", "closed"]
    """The look of the slot: that of an open one if the note recommends it."""
    size: int = 13
    """The size of the lines."""
    dashes: str = "6 4"
    """The dashes around the slot."""


@attrs.frozen
class Scene:
    """The contents of a drawing."""

    court: Court
    headline: tuple[str, ...] = ()
    """The round, the phase, and the player to move or the winners; empty for a Court."""
    seats: tuple[Seat, ...] = ()
    """Empty for a Court."""
    placed_by: dict[Slot, str] = attrs.field(factory=dict)
    """The name of the seat that placed the card in a slot, if known."""
    last: Slot | None = None
    """The slot of the last placement, if known."""
    highlight: tuple[Slot, ...] = ()
    """The highlighted slots, in slot order."""
    has_numbers: bool = True
    """False for printed cards, which have a house but no number."""
    notes: tuple[Note, ...] = ()
    """The vacant slots that are shown, such as those in reach of a card, in slot order."""
    legend: tuple[tuple[str, str, str], ...] = ()
    """The meanings of the notes: the kind and the dashes of a slot, and a text."""

    def name_of(self, card: Card) -> str:
        """Return the name of a card in the court."""
        return _card_name(card, has_numbers=self.has_numbers)

    @property
    def open_slots(self) -> list[Slot]:
        """The slots with a note that recommends them."""
        return [note.slot for note in self.notes if note.kind == "open"]


def _card_name(card: Card, *, has_numbers: bool) -> str:
    """Return the name of a card: only the house of a printed card."""
    return str(card) if has_numbers else card.house.letter


def scene_of(
    value: Court | Shown,
    *,
    open_for: House | Card | None = None,
    unsupported: bool = False,
    last: Slot | None = None,
    highlight: Iterable[Slot] = (),
    reveal: bool = False,
    seats: bool = True,
    names: Sequence[str] = (),
) -> Scene:
    """Return the contents of a drawing of the value; for the arguments, see `draw_svg`."""
    check_type("reveal", reveal, bool)
    check_type("seats", seats, bool)
    check_type("value", value, Court | Shown)
    if open_for is not None:
        check_type("open_for", open_for, House | Card)
    if isinstance(value, Court):
        scene = Scene(value)
    else:
        scene = _position(value, names, reveal=reveal, seats=seats)
    if last is not None:
        check_type("last", last, Slot)
        if last not in scene.court:
            raise InvalidValue(
                f"last must be the slot of a card in the court, and no card is in {last}"
            )
    scene = attrs.evolve(
        scene,
        last=scene.last if last is None else last,
        highlight=tuple(sorted(set(tuple_of("highlight", Slot, highlight)))),
    )
    if open_for is not None:
        scene = _with_vacancies(scene, open_for, unsupported=unsupported)
    if not (scene.court or scene.notes):
        nothing = Note(FIRST_SLOT, (), "no card in the court", "closed", dashes="2 5")
        return attrs.evolve(scene, notes=(nothing,))
    return scene


def _position(value: Shown, names: Sequence[str], *, reveal: bool, seats: bool) -> Scene:
    view = observe(value, None) if isinstance(value, GameState) else value
    if isinstance(view, table.Table):
        view = View(view)
    shown = value if reveal and isinstance(value, GameState) else view
    names_shown = check_names(names, view.players) or default_names(view.players)
    hands, piles = list_hands(shown), list_piles(shown)
    final = scoring.final_winner(view) if view.revealed_score_piles else None
    is_over = view.phase is Phase.ROUND_OVER
    points = (view.table.scored() if is_over else view).penalty_points
    drawn = []
    for seat in range(view.players if seats else 0):
        hand = hands[seat]
        known_cards = view.known_stacks[seat] if hand is None else hand
        card_names = [_card_name(card, has_numbers=view.table.has_numbers) for card in known_cards]
        drawn.append(
            Seat(
                name=names_shown[seat],
                house=view.variant.houses[seat] if view.variant.houses else None,
                is_automated=seat in view.variant.automated,
                is_active=seat == view.active_player,
                is_out=moves.is_eliminated(view, seat) and view.phase is Phase.PLAYING,
                points=points[seat],
                cards=(*[None] * (view.hand_sizes[seat] - len(known_cards)), *card_names),
                throne_cards=piles[seat],
                total=None if final is None else final.totals[seat],
                has_won=final is not None and seat in final.winners,
            )
        )
    return Scene(
        court=view.court,
        headline=tuple(_headline(view, names_shown, final, is_view=view is value)),
        seats=tuple(drawn),
        placed_by={placed.move.slot: names_shown[placed.player] for placed in view.placements},
        last=view.placements[-1].move.slot if view.placements else None,
        has_numbers=view.table.has_numbers,
    )


def check_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the caller's names for the seats, made safe to show; () for none."""
    texts = tuple_of("names", str, names)
    if texts and len(texts) != players:
        raise InvalidValue(f"names must be one for each of the {players} players, not {len(texts)}")
    return tuple(map(check_name, texts))


def check_name(name: str) -> str:
    """Return a name that is safe to show: without control characters and not too long."""
    # Control characters can control a terminal, and XML forbids them.
    shown = UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", name)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[: LONGEST_NAME - 1]}…"


def _headline(
    view: View, names: tuple[str, ...], final: FinalResult[Decision] | None, *, is_view: bool
) -> Iterator[str]:
    rounds = view.variant.rounds_for(view.players)
    yield f"Round {view.round_number} of {rounds}"
    yield view.phase.value.replace("-", " ")
    if view.active_player is not None:
        yield f"{names[view.active_player]} to move"
    if final is not None:
        yield f"won by {winners_in_words(final, names)}"
    if is_view:
        yield f"seen by {'a spectator' if view.player is None else names[view.player]}"


@attrs.frozen
class _Closing:
    """The look of a slot in reach that a rule of the court closes."""

    mark: str
    meaning: str
    dashes: str
    """The dashes around the slot."""


_CLOSINGS = {
    ViolationCode.SUPPORT_MISSING: _Closing("no support", "not above two cards", "2 4"),
    ViolationCode.HOUSE_UNMATCHED: _Closing("no match", "neither card below is of the house", ""),
    ViolationCode.ROW_FULL: _Closing("full", "the bottom row has all its cards", ""),
}
"""By the code of the violation, in the order of the legend."""


def _with_vacancies(scene: Scene, open_for: House | Card, *, unsupported: bool) -> Scene:
    """Return the scene with a note in each vacant slot in reach, and a legend of their marks."""
    if isinstance(open_for, Card):
        house, card_in_words = open_for.house, str(open_for)
    else:
        house, card_in_words = open_for, f"a {open_for} card"
    open_slots = scene.court.open_slots(house)
    notes = {
        slot: Note(slot, [str(slot)], f"{slot} is open to {card_in_words}", "open", 15)
        for slot in open_slots
    }
    open_in_words = ", ".join(map(str, open_slots)) or "no slot"
    legend = [("open", "3 2", f"open to {card_in_words}: {open_in_words}")]
    closings = set[_Closing]()
    for slot in _vacant_slots_in_reach(scene.court) - notes.keys():
        violations = scene.court.explain(open_for, slot)
        closing = _closing_of(violations, unsupported=unsupported)
        if closing is not None:
            notes[slot] = _note_why_closed(slot, closing, violations)
            closings.add(closing)
    legend += [
        ("closed", closing.dashes, f"{closing.mark}: {closing.meaning}")
        for closing in _CLOSINGS.values()
        if closing in closings
    ]
    return attrs.evolve(
        scene, notes=tuple(notes[slot] for slot in sorted(notes)), legend=tuple(legend)
    )


def _vacant_slots_in_reach(court: Court) -> set[Slot]:
    """Return the vacant slots beside cards of the bottom row or above a card, or the first slot."""
    reach = {FIRST_SLOT}
    for slot in SLOTS.values():
        neighbours = slot.supports or (Slot(0, slot.column - 1), Slot(0, slot.column + 1))
        if not court.keys().isdisjoint(neighbours):
            reach.add(slot)
    return reach - court.keys()


def _closing_of(violations: Violations, *, unsupported: bool) -> _Closing | None:
    """Return the look of a closed slot; None if it is not drawn.

    A slot that only a house rule closes is not drawn, and one without support only on request.
    """
    codes = [violation.code for violation in violations if violation.code in _CLOSINGS]
    if not codes or (ViolationCode.SUPPORT_MISSING in codes and not unsupported):
        return None
    return _CLOSINGS[codes[0]]


def _note_why_closed(slot: Slot, closing: _Closing, violations: Violations) -> Note:
    """Return the note in a slot that a rule of the court closes."""
    reasons = "\n".join(map(str, violations))
    return Note(slot, closing.mark.split(), reasons, "closed", 9, closing.dashes)


_COLUMN_WIDTH = 4
_MARGIN = 4

# ANSI codes that set both colours, so that cards are readable on any terminal's background. The
# colour of Targaryen, grey, stands out from dark and light ones.
_HOUSE_COLOURS = {
    House.STARK: "30;47",
    House.LANNISTER: "97;41",
    House.BARATHEON: "30;43",
    House.TARGARYEN: "97;100",
}
_LAST = "1;4;"  # bold and underlined
_OPEN = "1;32"


def draw_text(
    value: Court | table.Table | GameState | View,
    *,
    colour: bool = False,
    open_for: House | Card | None = None,
    last: Slot | None = None,
    reveal: bool = False,
    seats: bool = True,
    names: Sequence[str] = (),
) -> str:
    """Return a drawing of the court, top row first; for a position, also the turn and the seats.

    The letters on the left are the rows. The numbers below are the columns of the bottom row; the
    slot above columns 0 and 1 has column 0.

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
        colour: True to colour the cards and underline the last placement with ANSI codes. Check
            first that the terminal supports them.
        open_for: a house, or a card of it, whose open slots are shown. These depend only on the
            court, not on the hands or the turn.
        last: the slot of the last placement; by default, the position's.
        reveal: True to show the hidden cards of a GameState: every hand and every Iron Throne
            card. Ignored for a View, which contains none.
        seats: True to list the seats below the court.
        names: the names of the players, seat by seat from 0, instead of `player 0`.

    Raises:
        InvalidValue: `last` is a vacant slot, or there is not one name for each player.

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
    *_, bottom = rows = list_rows(marks)
    lines = []
    for row in rows:
        line, width = chr(ord("a") + row[0].row), 1
        for slot in row:
            text, code = marks[slot]
            start = _MARGIN + _COLUMN_WIDTH * (slot.column - bottom[0].column)
            start += _COLUMN_WIDTH // 2 * slot.row
            line += " " * (start - width) + _paint(text, code, colour=colour)
            width = start + len(text)
        lines.append(line)
    labels = "".join(f"{slot.column:>2}".ljust(_COLUMN_WIDTH) for slot in bottom)
    return [*lines, " " * _MARGIN + labels.rstrip()]


def list_rows(slots: Iterable[Slot]) -> list[list[Slot]]:
    """Return the slots of a court by row, the top row first, each from the left."""
    ordered = sorted(slots, key=attrgetter("row", "column"))  # much faster than comparing slots
    rows = [list(row) for _, row in groupby(ordered, attrgetter("row"))]
    return rows[::-1]


def _seat_line(seat: Seat, *, colour: bool) -> str:
    line = seat.summary
    if seat.throne_cards:
        shown = "; ".join(str(card) for card in seat.throne_cards if card is not None)
        throne_cards = count_things(len(seat.throne_cards), "Iron Throne card")
        line += f", {throne_cards} ({shown})" if shown else f", {throne_cards}"
    if not any(seat.cards):
        return line
    cards = (
        _paint(card, _HOUSE_COLOURS[House(card[0])], colour=colour) if card else "?"
        for card in seat.cards
    )
    return f"{line}: {' '.join(cards)}"


def _paint(text: str, code: str, *, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
