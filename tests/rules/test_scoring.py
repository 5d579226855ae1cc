"""The end of a round: the Iron Throne card, the penalty points, and what comes next."""

from __future__ import annotations

import pytest
from tables import BOTTOM_ROW, TWO_HANDS, game, play, play_out

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    InvalidDeal,
    Phase,
    Placement,
    score_round,
    setup,
)
from westeros_intrigue.rules import deal_from_deck

LAST_CARDS = "0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:S@c1"
JAMES = ("SSSSSSSSSLLLLL", "LLLTTTTTTTTTBB")
JAMES_PLACES_ALL = "0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:S@c1 0:L@b-3 0:L@b-2 0:L@b-1 0:L@c-3 0:L@c-2"


@pytest.mark.rule("round.throne", "round.penalty")
def test_james_who_places_all_his_cards_last_draws_a_throne_card_and_takes_no_points() -> None:
    over = score_round(play(game(*JAMES), f"{BOTTOM_ROW} {JAMES_PLACES_ALL}"))
    assert over.penalty_points == (0, 11)
    assert over.results[0].missing_houses[0] == ()  # an empty hand proves nothing
    assert over.score_piles == ((STANDARD.throne_cards[0],), ())


@pytest.mark.rule("round.throne", "round.penalty")
def test_the_last_placer_draws_a_throne_card_even_with_cards_left_in_his_hand() -> None:
    state = play(game(*TWO_HANDS), f"{BOTTOM_ROW} {LAST_CARDS}")
    assert state.last_placer == 0
    assert len(state.hands[0]) == 5
    scored = score_round(state)
    assert scored.score_piles == ((STANDARD.throne_cards[0],), ())
    assert scored.penalty_points == (5, 11)


def test_a_result_tells_the_whole_round() -> None:
    state = play(game(*TWO_HANDS), f"{BOTTOM_ROW} {LAST_CARDS}")
    scored = score_round(state)
    [result] = scored.results
    assert result.round_number == 1
    assert result.starting_player == 0
    assert result.deal == state.round_deal == scored.round_deal  # the game is over
    assert result.starters == ()
    assert result.placements == state.placements
    assert result.eliminations == state.eliminations
    assert result.last_placer == 0
    assert result.throne_card == STANDARD.throne_cards[0]
    assert result.cards_left == (5, 11)
    assert result.kept == state.hands
    assert result.adjustments == ()
    assert result.penalty_points == (5, 11)
    assert isinstance(result.placements[0], Placement)
    assert str(result.placements[0]) == "player 0 S1@a0"


def test_a_state_over_keeps_its_last_court_hands_and_placements() -> None:
    over = play(game(*TWO_HANDS), f"{BOTTOM_ROW} {LAST_CARDS}")
    scored = score_round(over)
    assert scored.phase is Phase.GAME_OVER
    assert (scored.court, scored.hands) == (over.court, over.hands)
    assert (scored.placements, scored.eliminations) == (over.placements, over.eliminations)
    assert scored.round_number == 1
    assert scored.active_player is None


@pytest.mark.rule("solo.public", "solo.public.kept")
def test_a_round_s_result_tells_what_automated_houses_turned_over() -> None:
    over = play_out(setup(4, seed=1, variant=SOLO_SCHEMING))
    turned_over = over.table.turned_over
    assert any(turned_over[1])
    assert score_round(over).results[0].turned_over == turned_over
    assert over.table.scored().results[0].turned_over == turned_over


@pytest.mark.rule("round.throne", "components.throne")
def test_a_throne_card_is_drawn_once_in_a_game() -> None:
    card = STANDARD.throne_cards[0]
    dealt = Deal((deal_from_deck(DECK, 2),) * 2)
    with pytest.raises(InvalidDeal, match="is drawn 2 times, but the table has 1"):
        setup(2, deal=Deal(dealt.rounds, (card, card)))
    scored = score_round(play_out(setup(2, deal=dealt)), throne_card=card)
    with pytest.raises(InvalidDeal, match="is left to draw"):
        score_round(play_out(scored), throne_card=card)
