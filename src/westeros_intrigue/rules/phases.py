"""The phases of a game, and the error for a step in the wrong phase."""

from __future__ import annotations

from westeros_intrigue.base.errors import WrongPhase
from westeros_intrigue.base.values import NamedEnum


class Phase(NamedEnum):
    """The phase of a game: the step that it waits for.

    >>> Phase.PLAYING
    Phase.PLAYING
    """

    DEALING = "dealing"
    """The game waits for the cards of the next round, which the deal lacks: `deal_round`."""
    PLAYING = "playing"
    """The game waits for a placement by the active player: `apply`."""
    ROUND_OVER = "round-over"
    """All players are out, and the game waits for the scoring of the round: `score_round`."""
    GAME_OVER = "game-over"
    """The game is over: `final_winner` returns its result."""


_WHAT_TO_DO = {
    Phase.DEALING: "deal the next round",
    Phase.PLAYING: "place a card",
    Phase.ROUND_OVER: "score the round",
    Phase.GAME_OVER: "nothing follows",
}


def check_phase(found: Phase, wanted: Phase, what: str) -> None:
    """Raise a WrongPhase unless the game is in the phase of a step."""
    if found is not wanted:
        todo = _WHAT_TO_DO[found]
        raise WrongPhase(f"{what} in {wanted}, and the game is in {found}: {todo}")
