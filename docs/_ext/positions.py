"""The directives `position` and `game`: pictures of a deal from a seed, after some moves.

A reader can try placements in a position: what the rules say about each is computed here.
"""

from __future__ import annotations

import html
import json
import random
from functools import partial
from pathlib import Path
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
    House,
    Move,
    Record,
    View,
    apply,
    draw_svg,
    events,
    explain,
    legal_moves,
    observe,
    parse_move,
    sentence,
    setup as new_game,
)
from westeros_intrigue.gamekit.english import as_sentence
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.lab.players import analyse
from westeros_intrigue.play.elements import court_scene, write_elements
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


def answers(state: GameState, view: View) -> dict[str, str]:
    """Return what the rules say about each placement that the court offers, by the move as text.

    The court offers the open places, and those on two cards that are open to other houses only.
    """
    told = {}
    for move in legal_moves(view):
        after = observe(apply(state, move), view.player)
        [placed, *_] = events(view, after)
        mover = "" if after.active_player is None else f"Player {after.active_player} is to move."
        told[str(move)] = f"{as_sentence(sentence(placed, view.player) or '')} {mover}".strip()
    resting = {slot for house in House for slot in view.court.open_slots(house)}
    for card in view.hand:
        for slot in resting:
            if refused := explain(state, Move(card, slot)):
                told[f"{card}@{slot}"] = str(refused[0])
    return told


def playable(state: GameState, view: View, names: list[str]) -> str:
    """Return a court in which the viewer, who is to move, can try placements, as HTML.

    Without JavaScript, the picture in it is shown.
    """
    scene, told = (json.dumps(each) for each in (court_scene(view, names), answers(state, view)))
    return (
        f'<westeros-court position="{html.escape(scene)}" data-answers="{html.escape(told)}">'
        f"{draw_svg(view)}</westeros-court>"
    )


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

    A viewer is a seat or `spectator`. With `playable`, a viewer who is to move can try placements.
    `worth` is a number of playouts: with it, the picture shows
    the values of the moves of the only viewer, who is to move.
    """

    option_spec: ClassVar = {
        "players": directives.positive_int,
        "seed": directives.nonnegative_int,
        "variant": partial(dict.__getitem__, {"solo": SOLO_SCHEMING}),
        "worth": directives.positive_int,
        "playable": directives.flag,
        "viewers": lambda text: [_viewer(word) for word in text.split()],
    }

    def run(self) -> list[nodes.Node]:
        """Return the pictures, then the caption."""
        state, worth = played(self.arguments[0], self.options), self.options.get("worth")
        views = [observe(state, viewer) for viewer in self.options["viewers"]]
        figure = self.figure(*(self._drawn(state, view, worth) for view in views))
        if "playable" in self.options:
            script = "../" * self.env.docname.count("/") + "_static/try_court.js"
            code = f'<script type="module" src="{script}"></script>'
            figure += nodes.raw("", code, format="html")
        is_played = state.active_player not in (None, *state.variant.automated)
        if self.config.play_pyodide and is_played:
            target = "../" * self.env.docname.count("/") + f"play/{address_to_play(state)}"
            link = f'<p><a href="{html.escape(target)}">Play on from here</a></p>'
            figure += nodes.raw("", link, format="html")
        return [figure]

    def _drawn(self, state: GameState, view: View, worth: int | None) -> str:
        if worth:
            return analyse(view, playouts=worth).draw_svg(view)
        if "playable" in self.options and view.player == state.active_player:
            return playable(state, view, [f"Player {seat}" for seat in range(view.players)])
        return draw_svg(view)


def add_elements(app: Sphinx, failure: Exception | None) -> None:
    """Write the file of the elements into the site."""
    if app.builder.format == "html" and failure is None:
        write_elements(Path(app.outdir) / "_static")


def setup(app: Sphinx) -> dict[str, object]:
    """Register with Sphinx."""
    app.add_directive("position", DrawnPosition)
    app.add_directive("game", DrawnGame)
    app.connect("build-finished", add_elements)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
