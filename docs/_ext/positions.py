"""The directives `position` and `game`: pictures of a deal from a seed, after some moves."""

from __future__ import annotations

import html
import random
from functools import partial
from typing import Any, ClassVar
from urllib.parse import quote

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    Record,
    apply,
    draw_svg,
    observe,
    parse_move,
    setup as new_game,
)
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.lab.players import analyse
from westeros_intrigue.players import PLAYERS


def _viewer(text: str) -> int | None:
    return None if text == "spectator" else directives.nonnegative_int(text)


def played(moves: str, options: dict[str, Any]) -> GameState:
    """Deal as the directive's options say, and return the state after the moves."""
    variant = options.get("variant", STANDARD)
    state = new_game(options["players"], seed=options["seed"], variant=variant)
    for move in moves.split():
        state = apply(state, parse_move(move))
    return state


def address_to_play(state: GameState) -> str:
    """Return the address of a game that continues from a state, relative to the page to play on.

    A person takes the seat to move, and the usual players take the others.
    """
    who = {
        f"Seat-{seat}": "person" if seat == state.active_player else PLAYERS.usual
        for seat in range(state.players)
        if seat not in state.variant.automated
    }
    return f"index.html#record={quote(str(Record.from_state(state, tags=who)))}"


class Figure(SphinxDirective):
    """Draws pictures, with the directive's content as the caption."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def figure(self, *pictures: str) -> nodes.container:
        """Return the pictures, then the caption."""
        figure = nodes.container(classes=["court"])
        figure += [nodes.raw("", picture, format="html") for picture in pictures]
        caption = nodes.paragraph()
        self.state.nested_parse(StringList(list(self.content), "<caption>"), 0, caption)
        figure += caption.children
        return figure


class DrawnGame(Figure):
    """Draws a game between its usual players after some moves; the argument is the game's key."""

    option_spec: ClassVar = dict.fromkeys(("players", "seed", "moves"), directives.positive_int)

    def run(self) -> list[nodes.Node]:
        """Return the picture that player 0 sees."""
        game = GAMES[self.arguments[0]]
        rng = random.Random(self.options["seed"])  # noqa: S311 - for a game, not for a secret
        player = game.PLAYERS.parse(game.PLAYERS.usual)
        state = game.setup(self.options["players"], seed=self.options["seed"])
        for _ in range(self.options["moves"]):
            seat = state.active_player
            state = game.apply(state, player(game.observe(state, seat), rng), player=seat)
        return [self.figure(game.draw_svg(game.observe(state, 0)))]


class DrawnPosition(Figure):
    """Draws a position for each of its viewers; the argument is the moves.

    A viewer is a seat or `spectator`. `worth` is a number of playouts: with it, the picture shows
    the values of the moves of the only viewer, who is to move.
    """

    option_spec: ClassVar = {
        "players": directives.positive_int,
        "seed": directives.nonnegative_int,
        "variant": partial(dict.__getitem__, {"solo": SOLO_SCHEMING}),
        "worth": directives.positive_int,
        "viewers": lambda text: [_viewer(word) for word in text.split()],
    }

    def run(self) -> list[nodes.Node]:
        """Return the pictures, then the caption."""
        state, worth = played(self.arguments[0], self.options), self.options.get("worth")
        views = [observe(state, viewer) for viewer in self.options["viewers"]]
        figure = self.figure(
            *(
                analyse(view, playouts=worth).draw_svg(view) if worth else draw_svg(view)
                for view in views
            )
        )
        is_played = state.active_player not in (None, *state.variant.automated)
        if self.config.play_pyodide and is_played:
            target = "../" * self.env.docname.count("/") + f"play/{address_to_play(state)}"
            link = f'<p><a href="{html.escape(target)}">Play on from here</a></p>'
            figure += nodes.raw("", link, format="html")
        return [figure]


def setup(app: Sphinx) -> dict[str, object]:
    """Register with Sphinx."""
    app.add_directive("position", DrawnPosition)
    app.add_directive("game", DrawnGame)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
