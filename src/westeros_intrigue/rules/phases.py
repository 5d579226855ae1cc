"""What a game waits for, and the refusal of what is done at another time."""

from __future__ import annotations

from westeros_intrigue.base.errors import WrongPhase
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import NamedEnum


@public
class Phase(NamedEnum):
    """What a game waits for.

    >>> Phase.PLAYING
    Phase.PLAYING
    """

    DEALING = "dealing"
    """The next round's cards, which the deal did not hold: `deal_round`."""
    PLAYING = "playing"
    """The active player's placement: `apply`."""
    ROUND_OVER = "round-over"
    """The round's scoring, since all players are out: `score_round`."""
    GAME_OVER = "game-over"
    """Nothing: `final_winner` says who won."""


_WHAT_TO_DO = {
    Phase.DEALING: "deal the next round",
    Phase.PLAYING: "place a card",
    Phase.ROUND_OVER: "score the round",
    Phase.GAME_OVER: "nothing follows",
}


def check_phase(found: Phase, wanted: Phase, what: str) -> None:
    """Check that something is done in its phase; a WrongPhase if the game is in another."""
    if found is not wanted:
        todo = _WHAT_TO_DO[found]
        raise WrongPhase(f"{what} in {wanted}, and the game is in {found}: {todo}")
