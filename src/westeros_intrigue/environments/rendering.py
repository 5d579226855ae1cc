"""The common base of the environments for PettingZoo and Gymnasium: reset and render."""

from __future__ import annotations

from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.errors import WrongPhase
from westeros_intrigue.base.values import check_one_of
from westeros_intrigue.environments.frames import frame
from westeros_intrigue.environments.playing import ActionTable
from westeros_intrigue.game import State

RENDER_MODES = ["human", "rgb_array", "ansi", "svg"]


class Played(Generic[State]):
    """A game that is reset, played and rendered."""

    metadata: dict[str, Any]
    _viewer: int | None = None
    """The seat as which the game is shown; None for a spectator."""

    def __init__(self, table: ActionTable[State], render_mode: str | None) -> None:
        super().__init__()
        check_one_of("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self.render_mode = render_mode
        self._table = table
        self._game: State | None = None

    @property
    def game(self) -> State:
        """The current state of the game, with everything hidden: do not show it to a learner.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        if self._game is None:
            raise WrongPhase("no game is being played: call reset()")
        return self._game

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return what may be seen of the game, according to `render_mode`.

        It is text for "ansi", a picture for "svg", and pixels for "rgb_array", which only the card
        game has. "human" prints the text, also after each step, and None shows nothing.

        Raises:
            WrongPhase: `reset` has not been called.
        """
        shown, game = self._shown(), self._table.game
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

    def _shown(self) -> Any:  # noqa: ANN401 - whatever the game draws
        """Return the part of the game that may be rendered."""
        return self._table.game.observe(self.game, self._viewer)

    def _show(self) -> None:
        """Render the game in the mode "human"; do nothing in other modes."""
        if self.render_mode == "human":
            self.render()
