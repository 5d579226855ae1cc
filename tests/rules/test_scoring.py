"""What follows without a decision: automated turns and scoring, up to whoever decides next."""

from __future__ import annotations

from hypothesis import given

from westeros_intrigue import (
    DECK,
    Deal,
    GameState,
    Phase,
    apply,
    legal_moves,
    proceed,
    score_round,
    setup,
)
from westeros_intrigue.rules import deal_from_deck
from westeros_intrigue.testing import states


@given(states())
def test_the_game_goes_on_by_itself_until_a_player_decides_or_it_is_over(state: GameState) -> None:
    after = proceed(state)
    assert proceed(after) == after
    if after.active_player is None:
        must_tell_cards = after.phase is Phase.DEALING or not after.rest.throne_cards
        assert after.is_over or must_tell_cards
    assert after.active_player not in after.variant.automated
    by_hand = state
    while by_hand != after:
        if by_hand.phase is Phase.ROUND_OVER:
            by_hand = score_round(by_hand)
        else:
            assert by_hand.active_player in by_hand.variant.automated
            [move] = legal_moves(by_hand)
            by_hand = apply(by_hand, move)


def test_the_game_waits_for_cards_that_people_must_tell() -> None:
    dealing = setup(2, deal=Deal())
    assert proceed(dealing) is dealing
    state = setup(2, deal=Deal((deal_from_deck(DECK, 2),)))
    while moves := legal_moves(state):
        state = apply(state, moves[0])
    assert proceed(state) is state
    assert state.phase is Phase.ROUND_OVER
