"""A table as NumPy arrays, and the base of the environments that reset and render.

Learners see the numbers of a view, with a mask over its actions; videos have frames.

Every frame of a game has the same size and the colours of the light pictures. The seats are below
the court, one per line, from seat 0: a box with its number and points, and x if it is out, which is
highlighted for the seat to move; then its Iron Throne cards and hand, with the cards that the
viewer knows face up.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Generic, SupportsIndex

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeVar

from westeros_intrigue.drawing.scene import scene_of
from westeros_intrigue.drawing.svg import PAINTS
from westeros_intrigue.gamekit import errors, values
from westeros_intrigue.gamekit.game import AnyGame, State
from westeros_intrigue.gamekit.packaging import read_data
from westeros_intrigue.lab.environments import actions
from westeros_intrigue.lab.environments.action_games import ActionTable, rewards_between
from westeros_intrigue.lab.environments.tensors import START, encode
from westeros_intrigue.rules import state
from westeros_intrigue.rules.cards import HOUSES, WIDEST
from westeros_intrigue.rules.view import View
from westeros_intrigue.views.observation import observe

_OPEN = slice(START["open"], START["open"] + actions.ACTION_COUNT)
_COLUMNS, _ROWS = 32, 16
_ACROSS, _DOWN = 13, 28
HEIGHT, WIDTH = _DOWN * _ROWS, _ACROSS * _COLUMNS  # multiples of 16, which video encoders prefer
_CARD = 4
"""The columns of a card in the court."""

_GLYPHS: Mapping[str, list[str]] = read_data("westeros_intrigue.lab.environments", "glyphs.json")
"""Characters of 5 by 7 dots, each of 2 by 2 pixels: a text for each row."""

Pixels = NDArray[np.uint8]


def look_from(now: state.GameState, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Return the numbers that a seat sees, and a mask with 1 for its actions; all 0 off turn."""
    observed = np.asarray(encode(observe(now, seat)))
    held = observed[START["known"] : START["known"] + len(HOUSES)] * observed[START["to_move"]]
    return observed, np.logical_and(observed[_OPEN], held.repeat(actions.PLACES)).view(np.int8)


def frame(shown: View) -> Pixels:
    """Return a picture of HEIGHT by WIDTH pixels in red, green and blue."""
    scene = scene_of(shown)
    pixels = np.full((HEIGHT, WIDTH, 3), _colour(PAINTS["panel"][0].fill), np.uint8)
    bottom = sorted(slot.column for slot in scene.court if slot.row == 0)
    for slot, card in scene.court.items():
        place = slot.column - bottom[0] + (slot.row - len(bottom)) / 2
        column = _COLUMNS // 2 + int(_CARD * place)
        edge = "last" if slot == scene.last else card.house.letter
        text = f" {scene.name_of(card):3}"
        _write(pixels, WIDEST - 1 - slot.row, column, text, card.house.letter, edge)
    for row, seat in enumerate(scene.seats, WIDEST + 1):
        points = seat.points if seat.total is None else seat.total
        name = f"{row - WIDEST - 1}{'x' if seat.is_out else ' '}{points:3} "
        of_seat = "highlight" if seat.is_active or seat.has_won else "panel"
        _write(pixels, row, 0, name, of_seat, of_seat)
        tiles = [(str(card.value) if card else " ", "throne") for card in seat.throne_cards]
        tiles += [(card[0], card[0]) if card else (" ", "back") for card in seat.cards]
        for column, (text, kind) in enumerate(tiles[: _COLUMNS - len(name)], len(name)):
            _write(pixels, row, column, text, kind, kind)
    return pixels


def _write(  # noqa: PLR0917 - a place, and what is there
    pixels: Pixels, row: int, column: int, text: str, kind: str, edge: str
) -> None:
    """Draw a box with a text, in the colours of a kind of element and of an edge."""
    x, y, paint = _ACROSS * column, _DOWN * row, PAINTS[kind][0]
    box = pixels[y : y + _DOWN, x : x + _ACROSS * len(text)]
    box[1:-1, 1:-1] = _colour(PAINTS[edge][0].stroke)
    box[2:-2, 2:-2] = _colour(paint.fill)
    for place, character in enumerate(text):
        start = _ACROSS * place + 2
        box[7:21, start : start + 10][_glyph(character)] = _colour(paint.ink)


@cache
def _glyph(character: str) -> NDArray[np.bool_]:
    """Return the pixels of a character."""
    dots: NDArray[np.bool_] = np.array([[*row] for row in _GLYPHS[character]]) == "#"
    return dots.repeat(2, axis=0).repeat(2, axis=1)


@cache
def _colour(colour: str) -> Pixels:
    """Return a colour such as `#0b63b8` as red, green and blue."""
    return np.frombuffer(bytes.fromhex(colour.removeprefix("#")), np.uint8)


RENDER_MODES = ["human", "rgb_array", "ansi", "svg"]


Table = TypeVar("Table", bound=ActionTable, default=Any)


class Played(Generic[State, Table]):
    """A game that is reset, played and rendered."""

    metadata: dict[str, Any]
    _viewer: int | None = None
    """The seat from which the game is shown; None for a spectator."""

    def __init__(self, table: Table, render_mode: str | None) -> None:
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
        self._check_begun()
        assert self._game is not None  # noqa: S101 - for the type checker
        return self._game

    def _check_begun(self) -> None:
        if self._game is None:
            raise errors.WrongPhase("no game is being played: call reset()")

    def _begin(self, rng: random.Random, options: Mapping[str, Any] | None) -> None:
        """Begin a game, and play up to its first decision."""
        table: Any = self._table  # its states are of `State`, which one parameter cannot say
        dealt: State = table.deal(rng, options)
        self._game = self._play_on(dealt)

    def _play(self, seat: int, action: SupportsIndex | None) -> Sequence[float]:
        """Play an action of a seat, and up to the next decision; return the reward of each seat."""
        before = self.game
        table: Any = self._table  # as above
        played: State = table.play(before, seat, action)
        self._game = after = self._play_on(played)
        return rewards_between(self._table, before, after)

    def _play_on(self, state: State) -> State:
        """Play the turns that need no action; there is none if every seat has an agent."""
        return state

    def _seat_to_move(self) -> int | None:
        """Return the seat that decides next; None at the end of the game."""
        return self.game.active_player

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the visible part of the game in the form of `render_mode`.

        It is text for "ansi", a picture for "svg", and pixels for "rgb_array", which only the card
        game supports. "human" prints the text, also after each step, and None shows nothing.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        game: AnyGame = self._table.game
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
