"""Pictures read back: the places of their parts, and the room that their texts need."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree as ET

import attrs

from helpers.tables import court
from westeros_intrigue import GameState, Slot, apply, distinct_moves
from westeros_intrigue.drawing.svg import text_width

SVG = "{http://www.w3.org/2000/svg}"

THREE = court("LS", "S")


def _undo_moves(element: ET.Element, right: int = 0, down: int = 0) -> None:
    """Give each element the place in the picture to which its groups move it."""
    if moved := re.fullmatch(r"translate\((-?\d+) (-?\d+)\)", element.get("transform", "")):
        right, down = right + int(moved[1]), down + int(moved[2])
    for name, distance in (("x", right), ("y", down)):
        if element.get(name) is not None:
            element.set(name, str(int(element.get(name, "")) + distance))
    for part in element:
        _undo_moves(part, right, down)


@attrs.frozen
class Piece:
    """A group with a title in the picture: a card, a slot, a chip."""

    kind: str
    text: str
    title: str
    middle: float
    top: float
    height: float


class Picture:
    """A picture read back by its geometry: what lies where, as a person would see it."""

    def __init__(self, svg: str) -> None:
        self.root = ET.fromstring(svg)  # noqa: S314 - our own picture
        _undo_moves(self.root)
        self.scope = self.root.get("class", "")
        self.label = self.root.get("aria-label", "")
        self.title = self.root.findtext(f"{SVG}title", "")
        self.description = self.root.findtext(f"{SVG}desc", "")
        self.style = self.root.findtext(f"{SVG}style", "")
        self.pieces = [self._piece(group) for group in self.root.iter(f"{SVG}g") if self._is(group)]
        # Cards and slots of the court are larger than the chips of hands and score piles.
        tall = max((piece.height for piece in self.pieces), default=0)
        self.court_pieces = [piece for piece in self.pieces if piece.height == tall]
        self.chips = [piece for piece in self.pieces if piece.height < tall]
        labels = [text for text in self.root.iter(f"{SVG}text") if text.get("font-size") == "11"]
        axis = [label for label in labels if label.get("class", "").endswith("-muted")]
        self._columns = {
            float(label.get("x", "")): int(label.text or "")
            for label in axis
            if (label.text or "").lstrip("-").isdigit()
        }

    @property
    def texts(self) -> str:
        """Everything that can be read in the picture, shown or not."""
        return "\n".join([self.label, *self.root.itertext()])

    @property
    def backs(self) -> int:
        """How many cards lie face down."""
        return len(self.root.findall(f".//{SVG}g[@class='{self.scope}-back']/{SVG}rect"))

    def slot(self, piece: Piece) -> Slot:
        """Find a slot by the names on the axis: half a column to the right for each row up."""
        tops = sorted({other.top for other in self.court_pieces}, reverse=True)
        row = tops.index(piece.top)
        across = 56
        return Slot(row, self._columns[piece.middle - row * across / 2])

    def laid(self) -> dict[Slot, str]:
        """Find the cards by slot."""
        return {
            self.slot(piece): f"{piece.kind}:{piece.text}"
            for piece in self.court_pieces
            if piece.kind in "SLBT"
        }

    def slots(self, kind: str) -> dict[Slot, Piece]:
        """Find the slots that are shown as open or closed."""
        return {self.slot(piece): piece for piece in self.court_pieces if piece.kind == kind}

    def _is(self, group: ET.Element) -> bool:
        return group.find(f"{SVG}title") is not None and group.find(f"{SVG}rect") is not None

    def _piece(self, group: ET.Element) -> Piece:
        box = group.find(f"{SVG}rect")
        assert box is not None
        x, y, width, height = (float(box.get(name, "")) for name in ("x", "y", "width", "height"))
        return Piece(
            kind=group.get("class", "").removeprefix(f"{self.scope}-"),
            text="".join(part for text in group.iter(f"{SVG}text") for part in text.itertext()),
            title=group.findtext(f"{SVG}title", ""),
            middle=x + width / 2,
            top=y,
            height=height,
        )


@attrs.frozen
class Line:
    """A text in the picture, with the room that it needs in any common font."""

    text: str
    left: float
    right: float
    baseline: float


def lines_of(picture: Picture) -> list[Line]:
    lines = []
    for element in picture.root.iter(f"{SVG}text"):
        text = "".join(element.itertext())
        room = text_width(
            text, int(element.get("font-size", "")), bold=element.get("font-weight") == "700"
        )
        x, y = float(element.get("x", "")), float(element.get("y", ""))
        before = {"start": 0, "middle": room / 2, "end": room}[element.get("text-anchor", "")]
        lines.append(Line(text, x - before, x - before + room, y))
    return lines


def play_on(state: GameState, placements: int) -> GameState:
    """Make so many placements, the same ones every time, from among all moves."""
    rng = random.Random(placements)
    for _ in range(placements):
        moves = distinct_moves(state)
        state = apply(state, moves[int(rng.random() * len(moves))])
    return state
