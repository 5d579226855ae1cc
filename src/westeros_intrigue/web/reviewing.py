"""A game that is over, shown again placement by placement."""

from __future__ import annotations

from westeros_intrigue.drawing import draw_svg
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Placement
from westeros_intrigue.web.advice import judgement
from westeros_intrigue.web.answers import Reviewed
from westeros_intrigue.web.sessions import PageSession, course, names_in


def reviewed(session: PageSession, number: int) -> Reviewed:
    """Return a placement of a game that is over, counted from 0 over all rounds."""
    placements = course(session)
    before, after = placements[number]
    names = names_in(session)
    placed = after.placements[-1]
    who, move = names[placed.player], placed.move
    return Reviewed(
        number=number,
        count=len(placements),
        text=f"Round {after.round_number}: {who} placed {move.card} in {move.slot}.",
        judgement=_judgement(before, placed),
        picture=draw_svg(observe(after, None), seats=False, names=names),
    )


def _judgement(before: GameState, placed: Placement) -> str:
    # An automated house chooses nothing.
    if placed.player in before.variant.automated:
        return ""
    return judgement(observe(before, placed.player), placed.move)
