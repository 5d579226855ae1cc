"""What the page says about placements: a hint while a game is played, and judgements after it."""

from __future__ import annotations

import random

from westeros_intrigue.players import greedy_player
from westeros_intrigue.rules.view import View
from westeros_intrigue.web.messages import Advice


def advice(view: View) -> Advice:
    """Return a good placement for the person to move, with what speaks for it."""
    move = greedy_player(view, random.Random(0))  # noqa: S311 - a game, no secret
    return Advice(move, f"A player who looks one placement ahead puts {move.card} in {move.slot}.")
