"""Steps that need no decision: automated turns, and the scoring of rounds."""

from __future__ import annotations

from westeros_intrigue.base.values import check_type
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.scoring import score_round


def proceed(state: GameState) -> GameState:
    """Return the next state in which a player must decide, or the end of the game.

    Automated houses make their dictated moves, and finished rounds are scored, unless the deal
    lacks the cards or the Iron Throne card to go on.

    >>> from westeros_intrigue import SOLO_SCHEMING, legal_moves, setup
    >>> state = setup(4, seed=1, variant=SOLO_SCHEMING)
    >>> state = proceed(apply(state, legal_moves(state)[0]))
    >>> state.active_player, len(state.placements)
    (0, 4)

    Rules: solo.highest, round.end, round.throne, round.reshuffle.
    """
    check_type("state", state, GameState)
    while True:
        if (dictated := state.dictated) is not None:
            state = apply(state, dictated)
        elif state.phase is Phase.ROUND_OVER and state.rest.throne_cards:
            state = score_round(state)
        else:
            return state
