"""Drawings as SVG pictures, for notebooks, web pages and chats.

A picture is plain XML without scripts, ids or links. Its class names contain a hash of the picture,
so several pictures on a page do not affect each other or the page.

Colours are attributes of the elements, which every viewer supports; a style sheet changes them for
readers who prefer dark pages. A background makes each picture readable on any page. Lengths are
whole pixels, so a picture has the same bytes on every machine.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import string
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from textwrap import wrap
from typing import Literal, get_args

import attrs

from westeros_intrigue.drawing.scene import Note, Scene, Seat, list_rows, scene_of, scene_text
from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.pictures import Picture
from westeros_intrigue.rules.cards import Card, House, Slot
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import View

Theme = Literal["auto", "light", "dark"]
"""The colour scheme of a picture; `auto` follows the reader's preference."""


@attrs.frozen
class Paint:
    """The colours of an element: its background, its outline, and the text and signs on it."""

    fill: str
    stroke: str
    ink: str


# By kind: fill, stroke and ink in the light scheme, then in the dark one.
_PAINTS = """
panel      #fbfaf6 #ddd8cc #2a2926  #1d1c20 #3b3941 #ebe8e1
text       #2a2926 none    #2a2926  #ebe8e1 none    #ebe8e1
muted      #67625a none    #67625a  #aba59b none    #aba59b
S          #dde3e8 #83909c #1f2f3b  #c3ccd4 #eef2f5 #17242e
L          #a51d2a #6f0f19 #fff2dd  #a81f2d #e8747d #fff2dd
B          #f3c73f #a67c0c #2a2104  #e2b632 #fbe08d #231c02
T          #2b2730 #08070a #f6ddd8  #09080b #9b5f69 #f3d3ce
back       #b9b2a4 #837b6c #837b6c  #4d4a55 #86818f #86818f
throne     #fbeec4 #8d6a06 #4b3800  #4a3b0c #e5c04f #fdeeb8
last       none    #0b63b8 #0b63b8  none    #7cbcff #7cbcff
open       #e3f3e6 #1b7040 #14542f  #16321f #6fd197 #9be5b8
closed     none    #8b847a #67625a  none    #87818f #aba59b
highlight  #fbfaf6 #8a3fd1 #6b2aa8  #1d1c20 #c58bff #d5a8ff
seat-0     #0b63b8 #0b63b8 #0b63b8  #7cbcff #7cbcff #7cbcff
seat-1     #b8480b #b8480b #b8480b  #ff9a66 #ff9a66 #ff9a66
seat-2     #00785a #00785a #00785a  #5fd3b0 #5fd3b0 #5fd3b0
seat-3     #a03f86 #a03f86 #a03f86  #f09ad6 #f09ad6 #f09ad6
seat-4     #806400 #806400 #806400  #e2c23c #e2c23c #e2c23c
seat-5     #2a2926 #2a2926 #2a2926  #ebe8e1 #ebe8e1 #ebe8e1
"""
PAINTS = {
    kind: (Paint(*colours[:3]), Paint(*colours[3:]))
    for kind, *colours in map(str.split, _PAINTS.strip().splitlines())
}
"""The light and the dark paint of each kind of element, in whose class name the kind comes last.

Most colour-blind people can distinguish the colours of the seats, and their shapes help the others.
"""

SIGNS: dict[House, str] = {
    # A wolf's head.
    House.STARK: (
        '<path d="M2.5 1 6.2 4.6h3.6L13.5 1l.3 7.6-3 3.2L8 15.6l-2.8-3.8-3-3.2zM5 7.6l2.2 1.7'
        'V8.2zM11 7.6 8.8 9.3V8.2z" fill="currentColor" fill-rule="evenodd" stroke="none"/>'
    ),
    # A lion's mane, as a sun.
    House.LANNISTER: (
        '<path d="M8 .4l1.5 2.8L12.2 1.6l-.2 3.2 3.2.1-1.8 2.6L16 9.3l-2.9 1.3 1.3 2.9-3.2-.3'
        "-.7 3.1L8 14.2 5.5 16.3l-.7-3.1-3.2.3 1.3-2.9L0 9.3l2.6-1.8L.8 4.9 4 4.8 3.8 1.6l2.7 "
        '1.6zM8 5.2a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z" '
        'fill="currentColor" fill-rule="evenodd" stroke="none"/>'
    ),
    # A stag's antlers.
    House.BARATHEON: (
        '<path d="M7 15.5V12.6Q2.2 11.4 1.2 5M2.3 8.6Q.7 8.3.2 6.6M4.1 11Q5.5 8.6 4.8 4.6'
        "M5 7.4Q6.6 6.3 6.7 3.6M9 15.5V12.6Q13.8 11.4 14.8 5M13.7 8.6Q15.3 8.3 15.8 6.6"
        'M11.9 11Q10.5 8.6 11.2 4.6M11 7.4Q9.4 6.3 9.3 3.6" '
        'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>'
    ),
    # A dragon's flame.
    House.TARGARYEN: (
        '<path d="M8.6.4c.4 3.1 4.9 5.2 4.9 9.6A5.5 5.5 0 0 1 8 15.6 5.5 5.5 0 0 1 2.5 10c0-2.6 '
        "1.6-3.9 1.9-6.4 1.2.7 1.8 1.6 2 2.8C7.7 4.9 8.4 2.9 8.6.4z"
        'M8.2 8.2c-.5 1.5-2 2.2-2 3.9a1.9 1.9 0 0 0 3.8 0c0-1.5-1.5-2.4-1.8-3.9z" '
        'fill="currentColor" fill-rule="evenodd" stroke="none"/>'
    ),
}
"""The sign of each house, 16 by 16 pixels, in the current colour."""

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"


SCOPE = "\x00"
"""A stand-in for the class of the picture until it is complete; no text can contain it."""

_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def escape(text: str) -> str:
    """Return a text as XML, as `html.escape` does, which loads all names of characters."""
    return text.translate(_MARKUP)


def _style_sheet(theme: Theme, picture: str) -> str:
    """Return a style sheet whose rules apply only inside the picture, for its kinds of elements."""
    # On the root element itself, or outside a media query, CairoSVG would read `height:auto` as a
    # height and draw nothing.
    rules = f"@media all{{.{SCOPE}{{max-width:100%;height:auto}}}}"
    if theme != "auto":
        return rules
    dark = "".join(
        f".{SCOPE} .{SCOPE}-{kind}{{fill:{paint.fill};stroke:{paint.stroke};color:{paint.ink}}}"
        for kind, (_, paint) in PAINTS.items()
        if class_of(kind) in picture
    )
    return f"{rules}@media (prefers-color-scheme:dark){{{dark}}}"


# The viewer's font is unknown. `_hundredths` returns hundredths of the font size, at least the
# width of the character in DejaVu Sans, one of the widest common fonts, and in monospace.
_SMALL = frozenset(string.ascii_lowercase + string.digits + " !\"'()*,-./:;?[]`{|}") - {"m", "w"}
_LARGE = frozenset(string.printable) - {"m", "w", "M", "W", "@", "%"}


def text_width(text: str, size: int, *, bold: bool = False) -> int:
    """Return a width, in pixels, that is enough for a text in any common font."""
    hundredths = sum(map(_hundredths, text)) * (112 if bold else 100)
    return -(-size * hundredths // 10_000)


def _hundredths(character: str) -> int:
    if character in _SMALL:
        return 64
    if character in _LARGE:
        return 84
    return 100 if character.islower() else 128


def wrap_text(text: str, size: int, room: int) -> list[str]:
    """Return a text as lines no wider than `room`, broken between words if possible."""
    lines, letters = [text], len(text)
    while max(text_width(line, size) for line in lines) > room:
        letters -= 1
        lines = wrap(text, letters)
    return lines


def class_of(kind: str) -> str:
    """Return the class attribute for a kind of element, which determines its colours."""
    return f'class="{SCOPE}-{kind}"'


def group(kind: str, elements: Iterable[str], title: str = "", slot: Slot | None = None) -> str:
    """Return a group of elements, perhaps titled; scripts can find it by the name of its slot."""
    found_by = "" if slot is None else f' data-slot="{slot}"'
    named = f"<title>{escape(title)}</title>" if title else ""
    return f"<g {class_of(kind)}{found_by}>{named}{''.join(elements)}</g>"


def shift(x: int, y: int, elements: Iterable[str]) -> str:
    """Return elements moved to the right and down."""
    return f'<g transform="translate({x} {y})">{"".join(elements)}</g>'


def box(
    x: int,
    y: int,
    width: int,
    height: int,
    *,
    radius: int = 4,
    dashes: str = "",
    stroke_width: int = 1,
) -> str:
    """Return a rectangle in the colours of its group."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    thick = f' stroke-width="{stroke_width}"' if stroke_width > 1 else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"{dashed}{thick}/>'


def sign(house: House, x: int, y: int, scale: float = 1) -> str:
    """Return the sign of a house in its group's ink colour."""
    scaled = "" if scale == 1 else f" scale({scale})"
    return f'<g transform="translate({x} {y}){scaled}">{SIGNS[house]}</g>'


def ink(text: str, x: int, y: int, size: int, small: str = "") -> str:
    """Return bold text in its group's ink colour, perhaps with a smaller end."""
    end = f'<tspan font-size="{size * 3 // 5}">{small}</tspan>' if small else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" text-anchor="middle" '
        f'fill="currentColor" stroke="none">{escape(text)}{end}</text>'
    )


def line_of_text(
    text: str,
    x: int,
    y: int,
    *,
    size: int = 13,
    bold: bool = False,
    kind: str = "text",
    anchor: str = "start",
) -> str:
    """Return a text on the background of the picture."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text {class_of(kind)} x="{x}" y="{y}" font-size="{size}"{weight} '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def document(
    elements: Iterable[str],
    width: int,
    height: int,
    label: str,
    *,
    description: str = "",
    theme: Theme = "auto",
    size: int | None = None,
    motion: str = "",
) -> Picture:
    """Return a picture as an SVG document, shown `size` pixels wide, or in its natural width.

    `motion` contains additional rules for the style sheet.
    """
    values.check_type("theme", theme, str)
    values.check_one_of("theme", theme, get_args(Theme))
    shown_width = width if size is None else values.check_integer("size", size, 1)
    shown_height = max(1, (height * shown_width + width // 2) // width)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{SCOPE}" role="img" '
        f'aria-label="{escape(label)}" viewBox="0 0 {width} {height}" '
        f'width="{shown_width}" height="{shown_height}" font-family="{FONT}" font-size="13">'
    )
    words = [f"<title>{escape(label)}</title>"]
    if description:
        words.append(f"<desc>{escape(description)}</desc>")
    # The label is complete; without this some screen readers also read each text.
    picture = "\n".join(['<g aria-hidden="true">', *elements, "</g>"])
    style = f"<style>{_style_sheet(theme, picture)}{motion}</style>"
    text = "\n".join([opening, *words, style, picture, "</svg>\n"])
    return Picture(with_paint(text, theme))


def with_paint(picture: str, theme: Theme) -> str:
    """Return a picture with its colours and its unique class filled in."""
    for kind, (light, dark) in PAINTS.items():
        paint = dark if theme == "dark" else light
        attributes = f'fill="{paint.fill}" stroke="{paint.stroke}" color="{paint.ink}"'
        picture = picture.replace(class_of(kind), f"{class_of(kind)} {attributes}")
    import hashlib  # noqa: PLC0415 - slow to import, and of use to few

    scope = f"wi-{hashlib.sha256(picture.encode()).hexdigest()[:12]}"
    return picture.replace(SCOPE, scope)


_ROW = 32
_CHIP_HEIGHT = 22
_CHIP_STEPS = {"back": 9, "throne": 34}
_CHIP_STEP = 25


def _seat_rows(seats: Sequence[Seat], frame: Sequence[Seat]) -> tuple[list[str], int]:
    """Return the rows of the seats and their width, with room for the seats in `frame`."""
    every = [*seats, *frame]
    if not every:
        return [], 0
    # Right of the arrow that marks the seat to move.
    left = 32 + max(text_width(seat.summary, 13, bold=True) for seat in every)
    rows = []
    for index, seat in enumerate(seats):
        row = [line_of_text(seat.summary, 16, 16, bold=seat.is_active or seat.has_won)]
        if seat.is_active:
            row.append(f'<path {class_of("last")} d="M0 5l9 6-9 6z" stroke-width="2"/>')
        rows.append(shift(0, _ROW * index, [*row, *_chips(seat, left)]))
    steps = (
        _CHIP_STEP * len(seat.cards) + _CHIP_STEPS["throne"] * len(seat.throne_cards)
        for seat in every
    )
    return rows, left + max(steps)


def _chips(seat: Seat, x: int) -> Iterator[str]:
    """Yield the hidden cards of a seat, its other cards, and its Iron Throne cards."""
    chips = [(card[0], card, f"{card}, {House(card[0])}") for card in seat.cards if card]
    for throne_card in seat.throne_cards:
        if throne_card is None:
            chips.append(("throne", "?", "an Iron Throne card"))
        else:
            value = f"\N{MINUS SIGN}{throne_card.value}"
            chips.append(("throne", value, f"Iron Throne card {throne_card}"))
    for kind, text, title in [*[("back", "", "")] * seat.cards.count(None), *chips]:
        step = _CHIP_STEPS.get(kind, _CHIP_STEP)
        name = [ink(text, x + step // 2 - 1, 15, 12)] if text else []
        yield group(kind, [box(x, 0, step - 3, _CHIP_HEIGHT), *name], title)
        x += step


_CARD_WIDTH, _CARD_HEIGHT = 48, 58
_MIDDLE = _CARD_WIDTH // 2
_ACROSS, _UP = 56, 66
_EDGE = 16
_AXIS = 20
_NARROWEST = 6 * _ACROSS
_TOP, _HEAD_LINE = 26, 18
_LEGEND_SIZE, _LEGEND_LINE = 11, 17


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
) -> Picture:
    """Return a picture of a court or a position as an SVG document.

    Cards show their text and the colour and sign of their house; a ring marks the last placement,
    and a legend explains the marks. A finished game shows the winners and the totals. For readers
    who cannot see the picture, its label describes the position in words, and its description
    contains the drawing of `draw_text`.

    Insert the text into an HTML page, which can have several pictures, or write it to a file.
    Scripts can find slots by the attribute `data-slot` of their groups. Within one version of the
    library, the same value has the same text on every machine.

    >>> from westeros_intrigue import Card, House, Slot
    >>> picture = draw_svg(Court().place(Card(House.STARK, 1), Slot(0, 0)), open_for=House.STARK)
    >>> picture[:42]
    '<svg xmlns="http://www.w3.org/2000/svg" cl'

    Args:
        value: the court or position, as for `draw_text`.
        open_for: a house, or a card of it. Open slots are shown with their names, and closed slots
            in reach with a mark for the reason, which their title explains in full.
        unsupported: True to include slots that are closed because they do not rest on two cards.
            Ignored without `open_for`.
        last: the slot of the last placement; by default, the position's.
        highlight: slots to highlight, with or without a card, such as a hint's.
        reveal: True to show the hidden cards of a GameState, as for `draw_text`.
        seats: True to show the seats below the court, with their points and cards.
        names: the names of the players, seat by seat from 0, instead of `player 0`.
        theme: `"light"`, `"dark"`, or `"auto"` for the reader's preference. Programs that do not
            support preferences draw `"auto"` as light.
        size: the width of the picture in pixels, at least 1, with the height in proportion. None
            for the width that the cards and the seats need. A narrow page can shrink it.
        frame: positions that are drawn one after another, such as the positions of a round. The
            picture has room for all of them, so their pictures have the same size and the court
            does not move.

    Raises:
        InvalidValue: `last` is a vacant slot, there is not one name for each player, the
            theme is unknown, or the size is below 1.

    Rules: info.public, info.leftover, info.throne, solo.public, final.reveal, final.total.
    """
    values.check_type("unsupported", unsupported, bool)
    positions = limits.check_parts([partial(limits.check_instance, object)], "frame", frame)
    shown = partial(scene_of, reveal=reveal, seats=seats, names=names)
    scene = shown(value, open_for=open_for, unsupported=unsupported, last=last, highlight=highlight)
    return scene_svg(scene, theme=theme, size=size, frame=[*map(shown, positions)])


def scene_svg(
    scene: Scene, *, theme: Theme, size: int | None, frame: Sequence[Scene] = ()
) -> Picture:
    """Return the picture of a scene, with room for the scenes in `frame`."""
    content, width, height = scene_content(scene, frame)
    return document(
        content,
        width,
        height,
        ". ".join([_title(scene), *(text for _, _, text in _legend_entries(scene))]),
        description="\n".join([scene_text(scene), *(note.words for note in scene.notes)]),
        theme=theme,
        size=size,
    )


def scene_content(scene: Scene, frame: Sequence[Scene]) -> tuple[list[str], int, int]:
    """Return the elements of a scene's picture, with its width and height."""
    scenes = (scene, *frame)
    slots = _slots(scene)
    reach = [slot for each in scenes for slot in _slots(each)]
    middles = [_ACROSS * slot.column + _ACROSS // 2 * slot.row for slot in reach]
    court_width = max(middles) - min(middles) + _ACROSS + 2 * _AXIS
    seats, seats_width = _seat_rows(scene.seats, [seat for each in frame for seat in each.seats])
    inner = max(court_width, seats_width, _NARROWEST)
    headlines = [_headline(each, inner) for each in scenes]
    legends = [_legend(each, inner) for each in scenes]
    left = _EDGE + (inner - court_width) // 2 + _AXIS + _ACROSS // 2 - min(middles) - _MIDDLE
    lowest = _TOP + _HEAD_LINE * max(map(len, headlines)) + _UP * max(slot.row for slot in reach)

    def at(slot: Slot, element: str) -> str:
        """Return an element, drawn for a card at the origin, in its slot."""
        x = left + _ACROSS * slot.column + _ACROSS // 2 * slot.row
        return shift(x, lowest - _UP * slot.row, [element])

    seats_top = lowest + _CARD_HEIGHT + _AXIS + 14
    seats_end = seats_top + _ROW * len(seats)
    width = inner + 2 * _EDGE
    height = seats_end + _LEGEND_LINE * max(map(len, legends)) + _EDGE
    parts = [group("panel", [box(1, 1, width - 2, height - 2, radius=12)])]
    for index, text in enumerate(headlines[0]):
        y = _EDGE + 12 + _HEAD_LINE * index
        parts.append(line_of_text(text, _EDGE, y, size=13 if index else 15, bold=not index))
    parts += [
        *(at(slot, label) for slot, label in _axes(slots)),
        *(at(slot, _highlight()) for slot in scene.highlight),
        *(at(note.slot, _note_in_slot(note)) for note in scene.notes),
        *(at(slot, _court_card(scene, slot, card)) for slot, card in scene.court.items()),
    ]
    if scene.seats:
        parts.append(f'<path {class_of("panel")} d="M{_EDGE} {seats_top - 8}h{inner}"/>')
        parts.append(shift(_EDGE, seats_top, seats))
    for index, (kind, dashes, text) in enumerate(legends[0]):
        y = seats_end + _LEGEND_LINE * index
        if kind:
            sample = box(_EDGE + 1, y + 2, 12, 12, radius=3, dashes=dashes, stroke_width=2)
            parts.append(group(kind, [sample]))
        parts.append(line_of_text(text, _EDGE + 22, y + 12, size=_LEGEND_SIZE, kind="muted"))
    return parts, width, height


def _slots(scene: Scene) -> list[Slot]:
    """Return the slots that a picture shows."""
    return [*scene.court, *(note.slot for note in scene.notes), *scene.highlight]


def _title(scene: Scene) -> str:
    cards = english.count_things(len(scene.court), "card") if scene.court else "no card"
    return ". ".join(filter(None, [f"Court with {cards}", ", ".join(scene.headline)]))


def _headline(scene: Scene, room: int) -> list[str]:
    """Return the lines above the court, of which only the first determines the width."""
    lines = [" · ".join(part) for part in (scene.headline[:2], scene.headline[2:]) if part]
    return [*lines[:1], *(line for text in lines[1:] for line in wrap_text(text, 13, room))]


def _legend(scene: Scene, room: int) -> list[tuple[str, str, str]]:
    """Return the lines of the legend; only the first of an entry has a sample."""
    lines = []
    for kind, dashes, text in _legend_entries(scene):
        first, *others = wrap_text(text, _LEGEND_SIZE, room - 22)
        lines += [(kind, dashes, first), *(("", "", line) for line in others)]
    return lines


def _legend_entries(scene: Scene) -> Iterable[tuple[str, str, str]]:
    if scene.last is not None:
        who = f" by {scene.placed_by[scene.last]}" if scene.last in scene.placed_by else ""
        card = scene.name_of(scene.court[scene.last])
        yield "last", "", f"last placed: {card} in {scene.last}{who}"
    if scene.highlight:
        yield "highlight", "", f"highlighted: {', '.join(map(str, scene.highlight))}"
    yield from scene.legend
    if any(seat.throne_cards for seat in scene.seats):
        yield "throne", "", "Iron Throne card: taken off the points"


def _axes(slots: Sequence[Slot]) -> Iterator[tuple[Slot, str]]:
    """Yield the names of columns and rows, each with the slot that it is drawn beside."""
    label = partial(line_of_text, size=11, kind="muted", anchor="middle")
    rows = list_rows({*slots})
    for slot in rows[-1]:
        yield slot, label(str(slot.column), _MIDDLE, _CARD_HEIGHT + 16)
    for first, *_ in rows:
        yield first, label(chr(ord("a") + first.row), -13, _CARD_HEIGHT // 2 + 4)


def _court_card(scene: Scene, slot: Slot, card: Card) -> str:
    who = f", placed by {scene.placed_by[slot]}" if slot in scene.placed_by else ""
    name = scene.name_of(card)
    # The number is small, since no rule depends on it.
    letter = ink(name[0], _MIDDLE, 50, 15, small=name[1:])
    face = [_slot(), sign(card.house, 11, 5, 1.625), letter]
    drawn = group(card.house.letter, face, f"{name}, {card.house}, in {slot}{who}", slot)
    if slot != scene.last:
        return drawn
    ring = box(-4, -4, _CARD_WIDTH + 8, _CARD_HEIGHT + 8, radius=9, stroke_width=3)
    return drawn + group("last", [ring])


def _note_in_slot(note: Note) -> str:
    """Return a vacant slot with the lines of its note in bold in its middle."""
    first = 34 - 8 * (len(note.lines) - 1)
    lines = [ink(line, _MIDDLE, first + 16 * at, note.size) for at, line in enumerate(note.lines)]
    slot = _slot(note.dashes, 2 if note.kind == "open" else 1)
    return group(note.kind, [slot, *lines], note.words, note.slot)


def _highlight() -> str:
    # Drawn first, so that the contents of the slot cover it.
    frame_of_slot = box(-3, -3, _CARD_WIDTH + 6, _CARD_HEIGHT + 6, radius=8, stroke_width=5)
    return group("highlight", [frame_of_slot])


def _slot(dashes: str = "", stroke_width: int = 1) -> str:
    return box(0, 0, _CARD_WIDTH, _CARD_HEIGHT, radius=6, dashes=dashes, stroke_width=stroke_width)
