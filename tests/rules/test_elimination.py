"""Who goes out of a round, and when; and how the last player goes on."""

from __future__ import annotations

import pytest
from tables import BLOCKING, BOTTOM_ROW, FOUR_HANDS, TWO_HANDS, T, game, play, play_out, slots

from westeros_intrigue import (
    Elimination,
    GameState,
    House,
    Phase,
    apply,
    is_eliminated,
    legal_moves,
    score_round,
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


@pytest.mark.rule("elimination.empty", "round.penalty")
def test_a_player_who_has_placed_all_his_cards_goes_out_when_his_turn_comes_again() -> None:
    hands = ("SSSSSSSSSLLLLL", "LLLTTTTTTTTTBB")
    last_card = f"{BOTTOM_ROW} 0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:L@b-3 0:L@b-2 0:L@b-1 0:L@c-3 0:L@c-2"
    state = play(game(*hands), last_card)
    assert len(state.hands[0]) == 1
    assert state.phase is Phase.PLAYING
    over = play(state, "0:S@c1")
    assert over.eliminations[-1] == Elimination(player=0, placements_before=17, cards_left=0)
    assert score_round(over).penalty_points == (0, 11)


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


@pytest.mark.rule("elimination.keeps", "round.penalty")
def test_a_player_who_is_out_keeps_his_cards_and_pays_for_them_when_the_round_ends() -> None:
    state = play(blocked(), "1:L@b4")
    over = play_out(state)
    assert over.hands[2] == state.hands[2]
    assert len(over.hands[2]) == 6
    scored = score_round(over)
    assert scored.penalty_points[2] == 6
    assert scored.results[0].kept == over.hands


@pytest.mark.rule("elimination.skipped")
def test_the_last_player_left_places_one_card_after_the_other_until_he_is_out_too() -> None:
    state = play(game(*TWO_HANDS), BOTTOM_ROW)
    alone = play(state, "0:S@b0 0:S@b1 0:S@b2")
    assert [placed.player for placed in alone.placements[-4:]] == [0, 0, 0, 0]
    assert alone.active_player == 0
    over = play(alone, "0:S@c0 0:S@c1")
    assert over.phase is Phase.ROUND_OVER
    assert [out.player for out in over.eliminations] == [1, 0]
