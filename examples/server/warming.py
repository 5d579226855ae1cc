"""What a process does before it is ready, so that the first request costs what the second does.

Games and their players are imported when they are first used, and tables are made of them: for
seconds, no other request would be answered.
"""

from __future__ import annotations

import random
from typing import Any

from server.setting import bots_of
from westeros_intrigue.gamekit import Game
from westeros_intrigue.play.saved import SavedTable, head_of

PLIES = 3  # of each game


def warm(game: Game[Any, Any, Any]) -> None:
    """Play the beginning of a game with each of its bots, and show it in each form."""
    state = game.proceed(game.new_game(None, {}))
    SavedTable.begun(head_of("warm", game.Record.from_state(state)))
    names = [name.replace(":N", ":1") for name in bots_of(game)]  # N is the number of its tries
    players, rng = [game.PLAYERS.parse(name) for name in names], random.Random(0)
    for _ in range(PLIES):
        seat = game.deciders(state)[0]
        view = game.observe(state, seat)
        moves = [player(view, rng) for player in players]
        before, state = state, game.proceed(game.apply(state, moves[0], player=seat))
        _show(game, before, state)


def _show(game: Game[Any, Any, Any], before: Any, after: Any) -> None:  # noqa: ANN401 - of any game
    """Make all that requests show of a move."""
    view = game.observe(after, None)
    game.draw_svg(view)
    game.DOCUMENTS.to_data(game.DOCUMENTS.snapshot(view))
    for seat in game.deciders(after):
        game.distinct_moves(game.observe(after, seat))
    for event in game.events(before, after):
        game.sentence(event, None)
        game.DOCUMENTS.to_data(game.seen_by(event, None))
