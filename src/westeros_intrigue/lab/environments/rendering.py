"""A table as NumPy arrays, and the base of the environments that reset and render.

Learners see the numbers of a view, with a mask over its actions; videos have frames.

Every frame of a game has the same size and the colours of the light pictures. The seats are below
the court, one per line, from seat 0: an arrow for the seat to move, then its number, points, Iron
Throne cards and hand, with the cards that the viewer knows face up.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Generic, Literal

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.drawing.scene import Seat, scene_of
from westeros_intrigue.drawing.svg import PAINTS
from westeros_intrigue.gamekit import errors, values
from westeros_intrigue.gamekit.game import State
from westeros_intrigue.lab.environments import actions
from westeros_intrigue.lab.environments.playing import ActionTable
from westeros_intrigue.lab.environments.tensors import START, encode
from westeros_intrigue.rules import cards, state
from westeros_intrigue.views.view import observe

_OPEN = slice(START["open"], START["open"] + actions.ACTION_COUNT)
HEIGHT, WIDTH = 448, 416  # multiples of 16, which video encoders prefer
_MARGIN = 16
_ACROSS, _UP = 48, 32
_ROWS = 8
_LINE = 24
_LEFT_OF_POINTS, _LEFT_OF_THRONE, _LEFT_OF_HAND = 44, 88, 152
_CHIP_STEP, _BACK_STEP = 18, 9
_GLYPH_STEP, _SCALE = 12, 2

# Characters of 5 by 7 dots: a byte for each row, with the dots in its last five bits.
_GLYPHS = {
    "0": "0e11131519110e", "1": "040c040404040e", "2": "0e11010204081f", "3": "1f02040201110e",
    "4": "02060a121f0202", "5": "1f101e0101110e", "6": "0608101e11110e", "7": "1f010204080808",
    "8": "0e11110e11110e", "9": "0e11110f01020c", "S": "0f10100e01011e", "L": "1010101010101f",
    "B": "1e11111e11111e", "T": "1f040404040404", "-": "0000001f000000", ">": "10181c1e1c1810",
}  # fmt: skip

Pixels = NDArray[np.uint8]


def look_from(now: state.GameState, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Return the numbers that a seat sees, and a mask with 1 for its actions; all 0 off turn."""
    observed = np.asarray(encode(observe(now, seat)))
    if not observed[START["to_move"]]:
        return observed, np.zeros(actions.ACTION_COUNT, np.int8)
    held = observed[START["known"] : START["known"] + len(cards.HOUSES)]
    return observed, np.logical_and(observed[_OPEN], held.repeat(actions.PLACES)).view(np.int8)


def frame(shown: state.View) -> Pixels:
    """Return a picture of HEIGHT by WIDTH pixels in red, green and blue."""
    scene = scene_of(shown)
    pixels = np.full((HEIGHT, WIDTH, 3), _colour("panel", "fill"), np.uint8)
    bottom = sorted(slot.column for slot in scene.court if slot.row == 0)
    for slot, card in scene.court.items():
        column = slot.column - bottom[0] - len(bottom) / 2 + slot.row / 2
        x, y = WIDTH // 2 + int(_ACROSS * column), _MARGIN + _UP * (_ROWS - 1 - slot.row)
        cell = pixels[y : y + _UP, x : x + _ACROSS]
        _box(cell, card.house.letter, "last" if slot == scene.last else None)
        _write(cell, 13, 9, str(card), card.house.letter)
    for number, seat in enumerate(scene.seats):
        top = 2 * _MARGIN + _UP * _ROWS + _LINE * number
        _seat(pixels[top : top + _LINE - 2], number, seat)
    return pixels


def _seat(line: Pixels, number: int, seat: Seat) -> None:
    ink = "muted" if seat.is_out else "text"
    if seat.is_active or seat.has_won:
        _write(line, _MARGIN, 4, ">", "last")
    _write(line, _MARGIN + _GLYPH_STEP, 4, str(number), ink)
    points = seat.points if seat.total is None else seat.total
    _write(line, _LEFT_OF_POINTS, 4, f"{points:3}", ink)
    x = _LEFT_OF_THRONE
    for throne_card in seat.throne_cards:
        _box(line[:, x : x + 16], "throne")
        if throne_card is not None:
            _write(line, x + 3, 4, str(throne_card.value), "throne")
        x += min(16, (_LEFT_OF_HAND - _LEFT_OF_THRONE) // len(seat.throne_cards))
    x = _LEFT_OF_HAND
    step = min(_CHIP_STEP, (WIDTH - x - _CHIP_STEP) // max(1, len(seat.cards) - 1))
    for card in seat.cards:
        _box(line[:, x : x + _CHIP_STEP], "back" if card is None else card[0])
        if card is not None:
            _write(line, x + 4, 4, card[0], card[0])
        x += _BACK_STEP if card is None else step


def _box(pixels: Pixels, kind: str, edge: str | None = None) -> None:
    """Fill all pixels except a margin with a box."""
    line = 4 if edge else 2
    pixels[1:-1, 1:-1] = _colour(edge or kind, "stroke")
    pixels[line:-line, line:-line] = _colour(kind, "fill")


def _write(pixels: Pixels, x: int, y: int, text: str, kind: str) -> None:
    for character in text:
        if character != " ":
            glyph = _glyph(character)
            height, width = glyph.shape
            pixels[y : y + height, x : x + width][glyph] = _colour(kind, "ink")
        x += _GLYPH_STEP


@cache
def _glyph(character: str) -> NDArray[np.bool_]:
    rows = np.frombuffer(bytes.fromhex(_GLYPHS[character]), np.uint8)[:, None]
    points = np.unpackbits(rows, axis=1)[:, 3:]
    return points.repeat(_SCALE, axis=0).repeat(_SCALE, axis=1).astype(bool)


@cache
def _colour(kind: str, part: Literal["fill", "stroke", "ink"]) -> Pixels:
    """Return the colour of an element's part in light pictures, as red, green and blue."""
    colour: str = getattr(PAINTS[kind][0], part)
    return np.frombuffer(bytes.fromhex(colour.removeprefix("#")), np.uint8)


RENDER_MODES = ["human", "rgb_array", "ansi", "svg"]


class Played(Generic[State]):
    """A game that is reset, played and rendered."""

    metadata: dict[str, Any]
    _viewer: int | None = None
    """The seat from which the game is shown; None for a spectator."""

    def __init__(self, table: ActionTable[State], render_mode: str | None) -> None:
        super().__init__()
        values.check_one_of("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self.render_mode = render_mode
        self._table = table
        self._game: State | None = None

    @property
    def game(self) -> State:
        """The current state of the game, hidden information included: do not show it to a learner.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        if self._game is None:
            raise errors.WrongPhase("no game is being played: call reset()")
        return self._game

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the visible part of the game in the form of `render_mode`.

        It is text for "ansi", a picture for "svg", and pixels for "rgb_array", which only the card
        game supports. "human" prints the text, also after each step, and None shows nothing.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        game = self._table.game
        shown = game.observe(self.game, self._viewer)
        match self.render_mode:
            case "human":
                print(f"\n{game.draw_text(shown)}", flush=True)  # noqa: T201 - what this mode asks for
            case "rgb_array":
                return frame(shown)
            case "ansi":
                return game.draw_text(shown)
            case "svg":
                return game.draw_svg(shown)
        return None

    def _show(self) -> None:
        """Render the game in the mode "human"; do nothing in other modes."""
        if self.render_mode == "human":
            self.render()
