"""The common base of the environments for PettingZoo and Gymnasium: reset and render."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.errors import WrongPhase
from westeros_intrigue.drawing import draw_svg, draw_text
from westeros_intrigue.environments.frames import frame
from westeros_intrigue.environments.playing import TableToPlay, check_one_of
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import View

RENDER_MODES = ["human", "rgb_array", "ansi", "svg"]


class Played:
    """A game that is reset, played and rendered."""

    def __init__(self, table: TableToPlay, render_mode: str | None) -> None:
        super().__init__()
        check_one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.render_mode = render_mode
        self._table = table
        self._game: GameState | None = None

    @property
    def game(self) -> GameState:
        """The current state of the game, including all hidden cards: do not show it to a learner.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        if self._game is None:
            raise WrongPhase("no game is being played: call reset()")
        return self._game

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the game as text, SVG or pixels, or print it, according to `render_mode`.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        shown = self._shown()
        match self.render_mode:
            case "human":
                print(f"\n{draw_text(shown)}", flush=True)  # noqa: T201 - what this mode asks for
            case "rgb_array":
                return frame(shown)
            case "ansi":
                return draw_text(shown)
            case "svg":
                return draw_svg(shown)
        return None

    def _shown(self) -> Table | View:
        """Return the part of the game that may be rendered."""
        raise NotImplementedError

    def _show(self) -> None:
        """Render the game in the mode "human"; do nothing in other modes."""
        if self.render_mode == "human":
            self.render()
