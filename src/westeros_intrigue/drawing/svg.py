"""Drawings as SVG pictures, for notebooks, web pages and chats.

A picture is plain XML without scripts, ids or links. Its class names contain a hash of the picture,
so that several pictures on a page affect neither each other nor the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from westeros_intrigue.base.values import check_iterable, check_type, counted
from westeros_intrigue.drawing.elements import (
    box,
    card_name,
    class_of,
    document,
    group,
    ink,
    line_of_text,
    sign,
    wrap_text,
)
from westeros_intrigue.drawing.scene import Note, Scene, refusals, scene_of
from westeros_intrigue.drawing.seats import SeatRows
from westeros_intrigue.drawing.style import Theme
from westeros_intrigue.drawing.text import scene_text
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import ViolationCode

_CARD_WIDTH, _CARD_HEIGHT = 48, 58
_ACROSS, _UP = 56, 66
_EDGE = 16
_AXIS = 20
_NARROWEST = 6 * _ACROSS
_LEGEND_SIZE, _LEGEND_LINE = 11, 17

# The mark, its meaning and the dashes of the slot, for each code that can close a slot in reach.
_CLOSED = {
    ViolationCode.SUPPORT_MISSING: ("no support", "not above two cards", "2 4"),
    ViolationCode.HOUSE_UNMATCHED: ("no match", "neither card below is {house}", ""),
    ViolationCode.ROW_FULL: ("full", "the bottom row holds {width_limit} cards", ""),
}

_Corner = Callable[[Slot], tuple[int, int]]
"""A function from a slot to the upper left corner of its card in the picture."""


def draw_svg(
    value: Court | Table | GameState | View,
    *,
    open_for: House | Card | None = None,
    unsupported: bool = False,
    last: Slot | None = None,
    highlight: Iterable[Slot] = (),
    reveal: bool = False,
    seats: bool = True,
    names: Sequence[str] = (),
    theme: Theme = "auto",
    size: int | None = None,
    frame: Iterable[Court | Table | GameState | View] = (),
) -> str:
    """Return a picture of a court or a position as an SVG document.

    Each card has its house's colour and sign, and its text; a ring marks the last placement, and a
    legend explains the marks. A finished game shows the winners and the totals. For people who
    cannot see the picture, its label describes the position in words, and its description contains
    the drawing of `draw_text`.

    Insert the text into an HTML page, several of them if you like, or write it to a file. Scripts
    find each slot by the attribute `data-slot` of its group. Within one version of the library, the
    same value has the same text on every machine.

    >>> from westeros_intrigue import Card, House, Slot
    >>> picture = draw_svg(Court().place(Card(House.STARK, 1), Slot(0, 0)), open_for=House.STARK)
    >>> picture[:42]
    '<svg xmlns="http://www.w3.org/2000/svg" cl'

    Args:
        value: what to draw, as for `draw_text`.
        open_for: a house, or a card of it: open slots are shown with their names, and closed slots
            in reach with a mark for the reason, which their title explains in full.
        unsupported: True to include the slots that are closed because they would not rest on two
            cards. Ignored without `open_for`.
        last: the slot of the last placement; by default the one that a position records.
        highlight: slots to highlight, with or without a card, such as those of a hint.
        reveal: True to show the hidden cards of a GameState, as for `draw_text`.
        seats: True to show the seats below the court, with their points and cards.
        names: the names of the players, seat by seat from 0, in place of `player 0`.
        theme: `"light"`, `"dark"`, or `"auto"` for the reader's preference. Programs that do not
            support preferences draw `"auto"` light.
        size: the width of the picture in pixels, at least 1, with the height in proportion. None
            for the width that the cards and the seats need. A page may draw it narrower.
        frame: positions that are drawn one after another, such as those of a round. The picture
            has room for each of them, so all have one size, and the court stays in its place.

    Raises:
        InvalidValue: `last` is a vacant slot, the number of names is not that of the players, the
            theme is unknown, or the size is below 1.

    Rules: info.public, info.leftover, info.throne, solo.public, final.reveal, final.total.
    """
    check_type("unsupported", unsupported, bool)
    check_iterable("frame", frame)
    shown = partial(scene_of, reveal=reveal, seats=seats, names=names)
    scene = shown(value, open_for=open_for, unsupported=unsupported, last=last, highlight=highlight)
    return scene_svg(scene, theme=theme, size=size, frame=[*map(shown, frame)])


def scene_svg(
    scene: Scene, *, theme: Theme = "auto", size: int | None = None, frame: Sequence[Scene] = ()
) -> str:
    """Return the picture of a scene, with room for those of the frame."""
    content, width, height = scene_content(scene, frame)
    return document(
        content,
        width,
        height,
        _label(scene),
        title=_title(scene),
        description=_description(scene),
        theme=theme,
        size=size,
    )


def scene_content(scene: Scene, frame: Sequence[Scene]) -> tuple[list[str], int, int]:
    """Return the elements of the picture of a scene, with its width and height."""
    scenes = (scene, *frame)
    slots = _slots(scene)
    reach = [slot for each in scenes for slot in _slots(each)]
    middles = [_ACROSS * slot.column + _ACROSS // 2 * slot.row for slot in reach]
    court_width = max(middles) - min(middles) + _ACROSS + 2 * _AXIS
    seats = SeatRows(scene.seats, _EDGE, [seat for each in frame for seat in each.seats])
    inner = max(court_width, seats.width, _NARROWEST)
    headline, _ = _headline(scene, inner)
    top = max(_headline(each, inner)[1] for each in scenes)
    left = _EDGE + (inner - court_width) // 2 + _AXIS + _ACROSS // 2 - min(middles)
    bottom = top + _UP * max(slot.row for slot in reach) + _CARD_HEIGHT

    def corner(slot: Slot) -> tuple[int, int]:
        middle = left + _ACROSS * slot.column + _ACROSS // 2 * slot.row
        return middle - _CARD_WIDTH // 2, bottom - _CARD_HEIGHT - _UP * slot.row

    seats_top = bottom + _AXIS + (14 if scene.seats else 4)
    legend, _ = _legend(scene, seats_top + seats.height, inner)
    end = max(_legend(each, seats_top + seats.height, inner)[1] for each in scenes)
    width, height = inner + 2 * _EDGE, end + _EDGE
    parts = [
        # The label is complete; without this some screen readers also read each text.
        '<g aria-hidden="true">',
        f"<g {class_of('panel')}>{box(1, 1, width - 2, height - 2, radius=12)}</g>",
        *headline,
        *_axes(slots, corner),
        *(_highlight(scene, slot, corner) for slot in scene.highlight),
        *(_vacancy(scene, slot, corner) for slot in scene.vacancies),
        *(_note(note, corner) for note in scene.notes),
        *(_court_card(scene, slot, card, corner) for slot, card in scene.court.items()),
    ]
    if not scene.court and not scene.vacancies:
        parts.append(group("closed", [_slot(Slot(0, 0), corner, "2 5")], "no card in the court"))
    if scene.seats:
        parts.append(f'<path {class_of("panel")} d="M{_EDGE} {seats_top - 8}h{inner}"/>')
        parts += seats.elements(seats_top)
    return [*parts, *legend, "</g>"], width, height


def _slots(scene: Scene) -> list[Slot]:
    """Return the slots that a picture shows, or the first one if that would be empty."""
    return [*scene.court, *scene.marked, *scene.highlight] or [Slot(0, 0)]


def _title(scene: Scene) -> str:
    cards = counted(len(scene.court), "card") if scene.court else "no card"
    return ". ".join(filter(None, [f"Court with {cards}", ", ".join(scene.headline)]))


def _label(scene: Scene) -> str:
    # In sentences, since screen readers read labels aloud.
    sentences = [_title(scene)]
    for row in scene.court.rows:
        cards = ", ".join(f"{scene.name_of(card)} at {slot.column}" for slot, card in row)
        sentences.append(f"Row {chr(ord('a') + row[0][0].row)}: {cards}")
    if scene.last is not None:
        who = f" by {scene.placed_by[scene.last]}" if scene.last in scene.placed_by else ""
        sentences.append(
            f"Last placed: {scene.name_of(scene.court[scene.last])} in {scene.last}{who}"
        )
    if scene.open_for is not None:
        listed = ", ".join(map(str, scene.open_slots)) or "no slot"
        sentences.append(f"Open to {scene.wanted}: {listed}")
    if scene.highlight:
        sentences.append(f"Highlighted: {', '.join(map(str, scene.highlight))}")
    if scene.notes:
        listed = ", ".join(f"{note.slot} {' '.join(note.lines)}" for note in scene.notes)
        sentences.append(f"{scene.notes_meaning.capitalize()}: {listed}")
    totals = [f"{seat.name} {seat.total}" for seat in scene.seats if seat.total is not None]
    if totals:
        sentences.append(f"Totals: {', '.join(totals)}")
    return f"{'. '.join(sentences)}."


def _description(scene: Scene) -> str:
    refused = [
        f"{slot}: {violation}"
        for slot, violations in scene.vacancies.items()
        for violation in violations
    ]
    return "\n".join([scene_text(scene), *refused, *(note.words for note in scene.notes)])


def _headline(scene: Scene, room: int) -> tuple[list[str], int]:
    # Long names are wrapped: the headline never determines the width of the picture.
    if not scene.headline:
        return [], _EDGE
    first, second = " · ".join(scene.headline[:2]), " · ".join(scene.headline[2:])
    lines = [line_of_text(first, _EDGE, _EDGE + 12, size=15, bold=True)]
    y = _EDGE + 12
    for line in wrap_text(second, 13, room) if second else ():
        y += 18
        lines.append(line_of_text(line, _EDGE, y))
    return lines, y + 16


def _legend(scene: Scene, top: int, room: int) -> tuple[list[str], int]:
    elements = []
    y = top
    for kind, dashes, text in _legend_entries(scene):
        sample = box(_EDGE + 1, y + 2, 12, 12, radius=3, dashes=dashes, stroke_width=2)
        elements.append(f"<g {class_of(kind)}>{sample}</g>")
        for line in wrap_text(text, _LEGEND_SIZE, room - 22):
            x, baseline = _EDGE + 22, y + 12
            elements.append(line_of_text(line, x, baseline, size=_LEGEND_SIZE, kind="muted"))
            y += _LEGEND_LINE
    return elements, y


def _legend_entries(scene: Scene) -> Iterable[tuple[str, str, str]]:
    if scene.last is not None:
        who = scene.placed_by.get(scene.last)
        yield "last", "", f"last placed by {who}" if who else "last placed"
    if scene.highlight:
        yield "highlight", "", "highlighted"
    if scene.notes:
        yield "open", "3 2", scene.notes_meaning
        if not all(note.is_good for note in scene.notes):
            yield "closed", "3 2", "clearly worse than the best"
    if scene.open_for is not None:
        yield "open", "3 2", f"open to {scene.wanted}{'' if scene.open_slots else ': no slot'}"
    refused = {one.code: one for violations in scene.vacancies.values() for one in violations}
    for code, (mark, meaning, dashes) in _CLOSED.items():
        if code in refused:
            violation = refused[code]
            meant = meaning.format(house=violation.house, width_limit=violation.width_limit)
            yield "closed", dashes, f"{mark}: {meant}"
    if any(seat.throne_cards for seat in scene.seats):
        yield "throne", "", "Iron Throne card: taken off the points"


def _axes(slots: Sequence[Slot], corner: _Corner) -> list[str]:
    def label(text: str, x: int, y: int) -> str:
        return line_of_text(text, x, y, size=11, kind="muted", anchor="middle")

    labels = []
    for column in sorted({slot.column for slot in slots if slot.row == 0}):
        x, y = corner(Slot(0, column))
        labels.append(label(str(column), x + _CARD_WIDTH // 2, y + _CARD_HEIGHT + 16))
    for row in sorted({slot.row for slot in slots}):
        x, y = corner(min(slot for slot in slots if slot.row == row))
        labels.append(label(chr(ord("a") + row), x - 13, y + _CARD_HEIGHT // 2 + 4))
    return labels


def _court_card(scene: Scene, slot: Slot, card: Card, corner: _Corner) -> str:
    x, y = corner(slot)
    who = scene.placed_by.get(slot)
    titles = [
        f"{scene.name_of(card)}, {card.house}, in {slot}{f', placed by {who}' if who else ''}"
    ]
    titles += map(str, refusals(scene.court, scene.open_for, slot))
    house = sign(card.house, x + 11, y + 5, 1.625)
    middle = x + _CARD_WIDTH // 2
    name = [ink(card.house.letter, middle, y + 50, 15)]
    if scene.has_numbers:
        name = card_name(card, middle, y + 50, 15)
    drawn = group(card.house.letter, [_slot(slot, corner), house, *name], "\n".join(titles), slot)
    if slot != scene.last:
        return drawn
    ring = box(x - 4, y - 4, _CARD_WIDTH + 8, _CARD_HEIGHT + 8, radius=9, stroke_width=3)
    return f"{drawn}<g {class_of('last')}>{ring}</g>"


def _vacancy(scene: Scene, slot: Slot, corner: _Corner) -> str:
    x, y = corner(slot)
    middle = x + _CARD_WIDTH // 2
    violations = scene.vacancies[slot]
    if not violations:
        name = ink(str(slot), middle, y + 34, 15)
        title = f"{slot} is open to {scene.wanted}"
        return group("open", [_slot(slot, corner, "6 4", 2), name], title, slot)
    mark, _, dashes = _CLOSED[violations[0].code]
    words = mark.split()
    first = y + 38 - 6 * len(words)
    marks = [
        line_of_text(word, middle, first + 12 * line, size=10, kind="muted", anchor="middle")
        for line, word in enumerate(words)
    ]
    title = "\n".join(map(str, violations))
    return group("closed", [_slot(slot, corner, dashes), *marks], title, slot)


def _note(note: Note, corner: _Corner) -> str:
    x, y = corner(note.slot)
    middle = x + _CARD_WIDTH // 2
    kinds = ("open", "text") if note.is_good else ("closed", "muted")
    texts = [
        line_of_text(text, middle, y + below, size=size, bold=True, kind=kinds[1], anchor="middle")
        for text, below, size in zip(note.lines, (25, 43), (15, 13), strict=True)
    ]
    return group(kinds[0], [_slot(note.slot, corner, "6 4", 2), *texts], note.words, note.slot)


def _highlight(scene: Scene, slot: Slot, corner: _Corner) -> str:
    # Drawn first, so that the content of the slot covers it.
    x, y = corner(slot)
    frame_of_slot = box(x - 3, y - 3, _CARD_WIDTH + 6, _CARD_HEIGHT + 6, radius=8, stroke_width=5)
    is_bare = slot not in {*scene.court, *scene.marked}
    name = ink(str(slot), x + _CARD_WIDTH // 2, y + 34, 15) if is_bare else ""
    return f"<g {class_of('highlight')}>{frame_of_slot}{name}</g>"


def _slot(slot: Slot, corner: _Corner, dashes: str = "", stroke_width: int = 1) -> str:
    x, y = corner(slot)
    return box(x, y, _CARD_WIDTH, _CARD_HEIGHT, radius=6, dashes=dashes, stroke_width=stroke_width)
