"""Drawings as a picture in SVG, for notebooks, web pages and chats.

The picture is plain XML without scripts, ids or links. Its classes carry a hash of the picture, so
that two pictures on a page cannot disturb each other, nor the page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from html import escape

import attrs

from westeros_intrigue.base.public import public
from westeros_intrigue.drawing.scene import Scene, Seat, Vacancy, counted, scene_of
from westeros_intrigue.drawing.style import FONT, PAINTS, SIGNS, style_sheet
from westeros_intrigue.drawing.text import scene_text
from westeros_intrigue.rules.cards import Card, House, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import ViolationCode

# Lengths in pixels; all are whole, so that the same picture has the same bytes everywhere.
_CARD_WIDTH, _CARD_HEIGHT = 48, 58
_ACROSS, _UP = 56, 66
_EDGE = 16
_AXIS = 20
_HEADLINE = 34
_SEAT = 32
_CHIP_WIDTH, _CHIP_HEIGHT = 22, 22
_BACK_WIDTH = 12
_CHIP_STEP, _BACK_STEP, _THRONE_STEP = 25, 8, 34
_LETTER = 8
"""What a letter of 13 pixels takes in width, at most."""

# Stands for the scope while the picture is made; in no text of a picture can it occur.
_SCOPE = "\x00"


@public
def draw_svg(
    value: Court | GameState | View,
    *,
    open_for: House | Card | None = None,
    last: Slot | None = None,
    reveal: bool = False,
    seats: bool = True,
    names: Sequence[str] = (),
) -> str:
    """Return a picture of a court or a position as an SVG document.

    The court is drawn as the pyramid it is. Each card has its house's colour, its house's sign,
    and its text; a ring marks the last placement. Rows and columns are named at the edges. The
    picture follows the reader's preference for light or dark. Its label and description hold the
    position in words and the drawing of `draw_text`, for those who do not see it.

    The text may be put into an HTML page as it is, several of them too, or written to a file. The
    same value gives the same text on every machine, within one version of the library.

    >>> from westeros_intrigue import Card, House, Slot
    >>> picture = draw_svg(Court().place(Card(House.STARK, 1), Slot(0, 0)), open_for=House.STARK)
    >>> picture[:42]
    '<svg xmlns="http://www.w3.org/2000/svg" cl'

    Args:
        value: what to draw. A court of its own has no seats. A GameState is drawn as a spectator
            sees it, a View as its player does.
        open_for: a house, or a card of it: the slots that take it are shown with their names, and
            those in reach that do not, each with the reason as its title. They are the court's:
            whether a player holds the card, and whose turn it is, plays no part.
        last: the slot whose card is marked as the last placement; a position knows its own.
        reveal: whether to show the hidden cards of a GameState: every hand and every Iron Throne
            card. It makes no difference to a View, which holds none.
        seats: whether to show the seats below the court, with points, cards and who is out.
        names: what to call the players, seat by seat from 0, in place of `player 0`.

    Raises:
        WrongType: an argument of another type.
        InvalidValue: `last` is a vacant slot, or there are not as many names as players.

    Rules: info.public, info.leftover, info.throne, solo.public.
    """
    scene = scene_of(value, open_for=open_for, last=last, reveal=reveal, seats=seats, names=names)
    return scene_svg(scene)


def scene_svg(scene: Scene) -> str:
    """Return the picture of what a scene shows."""
    picture = _picture(scene)
    scope = f"wi-{hashlib.sha256(picture.encode()).hexdigest()[:12]}"
    return picture.replace(_SCOPE, scope)


@attrs.frozen
class _Frame:
    """Where the court stands in the picture."""

    left: int
    """Where the middle of column 0 of the bottom row is."""
    bottom: int
    """Where the lower edge of the bottom row is."""

    def corner(self, slot: Slot) -> tuple[int, int]:
        """Return the upper left corner of a card in a slot."""
        middle = self.left + _ACROSS * slot.column + _ACROSS // 2 * slot.row
        return middle - _CARD_WIDTH // 2, self.bottom - _CARD_HEIGHT - _UP * slot.row


def _picture(scene: Scene) -> str:
    slots = [*scene.court, *(vacancy.slot for vacancy in scene.vacancies)] or [Slot(0, 0)]
    middles = [_ACROSS * slot.column + _ACROSS // 2 * slot.row for slot in slots]
    court_width = max(middles) - min(middles) + _ACROSS + 2 * _AXIS
    seats = _Seats(scene.seats)
    caption = _caption(scene)
    inner = max(court_width, seats.width, _LETTER * len(caption), 5 * _ACROSS)
    top = _EDGE + (_HEADLINE if caption else 0)
    bottom = top + _UP * max(slot.row for slot in slots) + _CARD_HEIGHT
    left = _EDGE + (inner - court_width) // 2 + _AXIS + _ACROSS // 2 - min(middles)
    frame = _Frame(left, bottom)
    seats_top = bottom + _AXIS + 8
    width = inner + 2 * _EDGE
    height = seats_top + _SEAT * len(scene.seats) + (_EDGE if scene.seats else 8)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{_SCOPE}" role="img" '
        f'aria-label="{_escaped(_label(scene))}" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" style="max-width:100%;height:auto" font-family="{FONT}" font-size="13">'
    )
    ground = f'x="1" y="1" width="{width - 2}" height="{height - 2}" rx="12"'
    parts = [
        opening,
        f"<title>{_escaped(_title(scene))}</title>",
        f"<desc>{_escaped(_description(scene))}</desc>",
        f"<style>{style_sheet(_SCOPE)}</style>",
        # The label says it all; without this some readers go on to each text of the picture.
        '<g aria-hidden="true">',
        f"<rect {_painted('panel')} {ground}/>",
    ]
    if caption:
        parts.append(_text(caption, _EDGE, _EDGE + 12, size=15, bold=True))
    parts += _axes(slots, frame)
    parts += [_vacancy(scene, vacancy, frame) for vacancy in scene.vacancies]
    parts += [_court_card(scene, slot, card, frame) for slot, card in scene.court.items()]
    if not scene.court and not scene.vacancies:
        x, y = frame.corner(Slot(0, 0))
        parts.append(_group("closed", [_box(x, y, dashes="2 5")], "no card in the court"))
    parts += seats.rows(seats_top, inner)
    return "\n".join([*parts, "</g>\n</svg>\n"])


def _caption(scene: Scene) -> str:
    headline = " · ".join(scene.headline.split(", "))
    if scene.open_for is None:
        return headline
    return f"{headline} · open to {scene.wanted}" if headline else f"Open to {scene.wanted}"


def _title(scene: Scene) -> str:
    cards = counted(len(scene.court), "card") if scene.court else "no card"
    return f"Court with {cards}{'. ' if scene.headline else ''}{scene.headline}"


def _label(scene: Scene) -> str:
    # In sentences, as a label is read aloud.
    sentences = [_title(scene)]
    for row in scene.court.rows:
        cards = ", ".join(f"{card} at {slot.column}" for slot, card in row)
        sentences.append(f"Row {chr(ord('a') + row[0][0].row)}: {cards}")
    if scene.last is not None:
        who = f" by {scene.placed_by[scene.last]}" if scene.last in scene.placed_by else ""
        sentences.append(f"Last placed: {scene.court[scene.last]} in {scene.last}{who}")
    if scene.open_for is not None:
        listed = ", ".join(map(str, scene.open_slots)) or "no slot"
        sentences.append(f"Open to {scene.wanted}: {listed}")
    return f"{'. '.join(sentences)}."


def _description(scene: Scene) -> str:
    refused = [
        f"{vacancy.slot}: {violation}"
        for vacancy in scene.vacancies
        for violation in vacancy.violations
    ]
    return "\n".join([scene_text(scene), *refused])


def _axes(slots: Sequence[Slot], frame: _Frame) -> list[str]:
    bottom_row = sorted({slot.column for slot in slots if slot.row == 0})
    labels = [
        _text(
            str(column),
            frame.corner(Slot(0, column))[0] + _CARD_WIDTH // 2,
            frame.bottom + 16,
            size=11,
            kind="muted",
            anchor="middle",
        )
        for column in bottom_row
    ]
    for row in range(max(slot.row for slot in slots) + 1):
        first = min(slot for slot in slots if slot.row == row)
        x, y = frame.corner(first)
        letter = chr(ord("a") + row)
        labels.append(
            _text(letter, x - 13, y + _CARD_HEIGHT // 2 + 4, size=11, kind="muted", anchor="middle")
        )
    return labels


def _court_card(scene: Scene, slot: Slot, card: Card, frame: _Frame) -> str:
    x, y = frame.corner(slot)
    who = scene.placed_by.get(slot)
    title = f"{card}, {card.house}, in {slot}{f', placed by {who}' if who else ''}"
    for violation in scene.refusals(slot):
        title += f"\n{violation}"
    drawn = _card(card, x, y, title)
    if slot != scene.last:
        return drawn
    ring = (
        f'<rect {_painted("last")} x="{x - 4}" y="{y - 4}" width="{_CARD_WIDTH + 8}" '
        f'height="{_CARD_HEIGHT + 8}" rx="9" stroke-width="3"/>'
    )
    return drawn + ring


def _card(card: Card, x: int, y: int, title: str) -> str:
    sign = f'<g transform="translate({x + 14} {y + 7}) scale(1.25)">{SIGNS[card.house]}</g>'
    text = _ink(str(card), x + _CARD_WIDTH // 2, y + 48, size=18)
    return _group(card.house.letter, [_box(x, y), sign, text], title)


def _vacancy(scene: Scene, vacancy: Vacancy, frame: _Frame) -> str:
    x, y = frame.corner(vacancy.slot)
    if not vacancy.violations:
        name = _ink(str(vacancy.slot), x + _CARD_WIDTH // 2, y + 34, size=15)
        title = f"{vacancy.slot} is open to {scene.wanted}"
        return _group("open", [_box(x, y, dashes="6 4", stroke_width=2), name], title)
    title = "\n".join(map(str, vacancy.violations))
    if vacancy.violations[0].code is ViolationCode.SUPPORT_MISSING:
        return _group("closed", [_box(x, y, dashes="1 6")], title)
    middle_x, middle_y = x + _CARD_WIDTH // 2, y + _CARD_HEIGHT // 2
    cross = f'<path d="M{middle_x - 7} {middle_y - 7}l14 14m0-14l-14 14" stroke-width="2"/>'
    return _group("closed", [_box(x, y), cross], title)


class _Seats:
    """The rows below the court: one for each seat, in columns as wide as they need be."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self._seats = seats
        self._notes = [_note(seat) for seat in seats]
        labels = [seat.name + note for seat, note in zip(seats, self._notes, strict=True)]
        self._name_width = _LETTER * max(map(len, labels), default=0) + 24
        points = [counted(seat.points, "point") for seat in seats]
        self._points_width = _LETTER * max(map(len, points), default=0)
        self._cards_width = max((_cards_width(seat) for seat in seats), default=0)
        thrones = max((len(seat.throne_cards) for seat in seats), default=0)
        self.width = 0
        if seats:
            self.width = (
                38
                + self._name_width
                + self._points_width
                + 2 * _LETTER
                + 7 * _LETTER
                + self._cards_width
                + 2 * _LETTER
                + _THRONE_STEP * thrones
            )

    def rows(self, top: int, width: int) -> list[str]:
        """Return the elements, the first row at `top`."""
        if not self._seats:
            return []
        parts = [f'<path {_painted("panel")} d="M{_EDGE} {top - 2}h{width}"/>']
        for index, (seat, note) in enumerate(zip(self._seats, self._notes, strict=True)):
            parts += self._row(seat, note, top + 6 + _SEAT * index)
        return parts

    def _row(self, seat: Seat, note: str, top: int) -> list[str]:
        baseline = top + 16
        x = _EDGE
        parts = []
        if seat.is_active:
            arrow = f'<path {_painted("last")} d="M{x} {top + 5}l9 6-9 6z" stroke-width="2"/>'
            parts.append(arrow)
        x += 16
        if seat.house is not None:
            sign = f'<g transform="translate({x} {top + 3})">{SIGNS[seat.house]}</g>'
            parts.append(_group("text", [sign], f"{seat.name} is {seat.house}"))
        x += 22
        name = f"{seat.name[:1].upper()}{seat.name[1:]}"
        parts.append(_text(name, x, baseline, bold=seat.is_active, note=note))
        x += self._name_width + self._points_width
        parts.append(_text(counted(seat.points, "point"), x, baseline, anchor="end"))
        x += 2 * _LETTER + 7 * _LETTER
        cards = counted(len(seat.cards), "card")
        parts.append(_text(cards, x - _LETTER, baseline, anchor="end", kind="muted"))
        parts += _hand(seat, x, top)
        x += self._cards_width + 2 * _LETTER
        for index, throne_card in enumerate(seat.throne_cards):
            parts.append(_throne_card(throne_card, x + _THRONE_STEP * index, top))
        return parts


def _note(seat: Seat) -> str:
    return (", automated" if seat.is_automated else "") + (", out" if seat.is_out else "")


def _cards_width(seat: Seat) -> int:
    return sum(_BACK_STEP if card is None else _CHIP_STEP for card in seat.cards) + _BACK_STEP


def _hand(seat: Seat, x: int, top: int) -> list[str]:
    faces = []
    backs = []
    for index, card in enumerate(seat.cards):
        if card is None:
            backs.append(_box(x, top, width=_BACK_WIDTH, height=_CHIP_HEIGHT, radius=3))
            x += _BACK_STEP
            continue
        if index and seat.cards[index - 1] is None:
            x += _BACK_WIDTH - _BACK_STEP + 3  # off the last back, which is wider than its step
        box = _box(x, top, width=_CHIP_WIDTH, height=_CHIP_HEIGHT, radius=4)
        text = _ink(str(card), x + _CHIP_WIDTH // 2, top + 15, size=11)
        faces.append(_group(card.house.letter, [box, text], f"{card}, {card.house}"))
        x += _CHIP_STEP
    return [f"<g {_painted('back')}>{''.join(backs)}</g>", *faces] if backs else faces


def _throne_card(card: IronThroneCard | None, x: int, top: int) -> str:
    box = _box(x, top, width=30, height=_CHIP_HEIGHT, radius=4)
    shown = _ink("?" if card is None else f"\N{MINUS SIGN}{card.value}", x + 15, top + 15, size=12)
    title = "an Iron Throne card" if card is None else f"Iron Throne card {card}"
    return _group("throne", [box, shown], title)


def _group(kind: str, elements: Sequence[str], title: str) -> str:
    return f"<g {_painted(kind)}><title>{_escaped(title)}</title>{''.join(elements)}</g>"


def _painted(kind: str) -> str:
    return f'class="{_SCOPE}-{kind}" {PAINTS[kind][0].attributes}'


def _box(
    x: int,
    y: int,
    *,
    width: int = _CARD_WIDTH,
    height: int = _CARD_HEIGHT,
    radius: int = 6,
    dashes: str = "",
    stroke_width: int = 1,
) -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    thick = f' stroke-width="{stroke_width}"' if stroke_width > 1 else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"{dashed}{thick}/>'


def _ink(text: str, x: int, y: int, *, size: int) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" text-anchor="middle" '
        f'fill="currentColor" stroke="none">{_escaped(text)}</text>'
    )


def _text(
    text: str,
    x: int,
    y: int,
    *,
    size: int = 13,
    bold: bool = False,
    kind: str = "text",
    anchor: str = "start",
    note: str = "",
) -> str:
    weight = ' font-weight="700"' if bold else ""
    tail = f"<tspan {_painted('muted')}>{_escaped(note)}</tspan>" if note else ""
    return (
        f'<text {_painted(kind)} x="{x}" y="{y}" font-size="{size}"{weight} '
        f'text-anchor="{anchor}">{_escaped(text)}{tail}</text>'
    )


def _escaped(text: str) -> str:
    return escape(text, quote=True)
