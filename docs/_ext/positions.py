"""The directive `position`: a deal from a seed, the moves made, and the table as readers see it."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    apply,
    draw_svg,
    observe,
    parse_move,
)
from westeros_intrigue import setup as new_game


def _viewer(text: str) -> int | None:
    return None if text == "spectator" else directives.nonnegative_int(text)


class DrawnPosition(SphinxDirective):
    """Draws a position for each of its viewers; the argument is the moves, the content a caption.

    A viewer is a seat, or `spectator`.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {
        "players": directives.positive_int,
        "seed": directives.nonnegative_int,
        "variant": partial(dict.__getitem__, {"solo": SOLO_SCHEMING}),
        "viewers": lambda text: [_viewer(word) for word in text.split()],
    }

    def run(self) -> list[nodes.Node]:
        """Return the pictures, then the caption."""
        figure = nodes.container(classes=["court"])
        state = self._state()
        for viewer in self.options["viewers"]:
            figure += nodes.raw("", draw_svg(observe(state, viewer)), format="html")
        caption = nodes.paragraph()
        self.state.nested_parse(StringList(list(self.content), "<position>"), 0, caption)
        figure += caption.children
        return [figure]

    def _state(self) -> GameState:
        variant = self.options.get("variant", STANDARD)
        state = new_game(self.options["players"], seed=self.options["seed"], variant=variant)
        for move in self.arguments[0].split():
            state = apply(state, parse_move(move))
        return state


def setup(app: Sphinx) -> dict[str, object]:
    """Register with Sphinx."""
    app.add_directive("position", DrawnPosition)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
