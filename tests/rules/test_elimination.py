"""Who goes out of a round, and when; and how the last player goes on."""

from __future__ import annotations

import pytest
from tables import BLOCKING, BOTTOM_ROW, FOUR_HANDS, TWO_HANDS, T, game, play, slots

from westeros_intrigue import (
    Elimination,
    GameState,
    House,
    Phase,
    apply,
    is_eliminated,
    legal_moves,
)


def blocked() -> GameState:
    """Player 2 has just placed, holds Targaryens alone, and no slot takes one."""
    state = play(game(*FOUR_HANDS), BLOCKING)
    assert {card.house for card in state.hands[2]} == {T}
    assert state.court.open_slots(T) == ()
    return state


@pytest.mark.rule("elimination.unable")
def test_a_player_who_holds_cards_but_can_place_none_goes_out_on_his_turn() -> None:
    state = play(game(*TWO_HANDS), BOTTOM_ROW)
    assert {card.house for card in state.hands[1]} == {T, House.BARATHEON}
    assert state.eliminations == (Elimination(player=1, placements_before=7, cards_left=11),)
    assert is_eliminated(state, 1)
    assert not is_eliminated(state, 0)


@pytest.mark.rule("elimination.own-turn")
def test_a_player_blocked_between_turns_is_not_out_when_others_unblock_him_before_his_turn() -> (
    None
):
    state = blocked()
    assert state.active_player == 1
    assert not is_eliminated(state, 2)
    unblocked = play(state, "1:B@b5")  # gives the Targaryen in b6 a neighbour
    assert unblocked.active_player == 2
    assert unblocked.court.open_slots(T) == slots("c5")
    assert unblocked.eliminations == ()
    assert play(unblocked, "2:T@c5").last_placer == 2


@pytest.mark.rule("elimination.own-turn")
def test_a_player_blocked_when_his_turn_comes_is_out_although_the_block_is_the_same() -> None:
    state = play(blocked(), "1:L@b4")
    assert state.active_player == 3
    assert state.eliminations == (Elimination(player=2, placements_before=14, cards_left=6),)


@pytest.mark.rule("elimination.final", "elimination.skipped")
def test_a_player_who_is_out_stays_out_although_he_could_place_later() -> None:
    state = play(blocked(), "1:L@b4 3:B@b5")
    assert state.court.open_slots(T) == slots("c5")
    assert {card.house for card in state.hands[2]} == {T}
    assert is_eliminated(state, 2)
    turns = []
    while state.phase is Phase.PLAYING:
        turns.append(state.active_player)
        state = apply(state, legal_moves(state)[0])
    assert turns[:6] == [0, 1, 3, 0, 1, 3]
    assert 2 not in turns
    assert [out.player for out in state.eliminations].count(2) == 1
