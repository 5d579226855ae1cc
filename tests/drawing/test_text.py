"""Drawings as plain text: every slot can be read off them, and no hand is shown."""

from __future__ import annotations

import pytest
from tables import BOTTOM_ROW, FOUR_HANDS, TWO_HANDS, court, game, play, play_out

from westeros_intrigue import Court, Deal, draw_text, score_round, setup


def test_each_card_lies_above_the_gap_between_the_two_that_it_rests_on() -> None:
    laid = court("SLBT", "SL", "S")
    assert draw_text(laid).splitlines() == [
        "c       S3",
        "b     S2  L2",
        "a   S1  L1  B1  T1",
        "     0   1   2   3",
    ]


def test_a_gap_of_an_upper_row_stays_empty_and_columns_to_the_left_are_negative() -> None:
    state = play(game(*TWO_HANDS), "0:S@a0 1:L@a-1 0:S@a-2 1:L@a1 0:S@b-2 1:L@b0")
    assert draw_text(state.court).splitlines() == [
        "b     S3      L3",
        "a   S2  L1  S1  L2",
        "    -2  -1   0   1",
    ]


def test_an_empty_court_is_drawn_in_words() -> None:
    assert draw_text(Court()) == "(no card in the court)"


def test_a_state_is_drawn_with_its_turn_and_with_each_player_s_cards_and_points() -> None:
    state = play(game(*TWO_HANDS), BOTTOM_ROW)
    assert draw_text(state).splitlines() == [
        "Round 1 of 1, playing, player 0 to move",
        "a   L3  L2  L1  S1  S2  S3  S4",
        "    -3  -2  -1   0   1   2   3",
        "player 0: 10 cards, 0 penalty points",
        "player 1: 11 cards, 0 penalty points, out",
    ]
    over = score_round(play_out(state))
    drawn = draw_text(over).splitlines()
    assert drawn[0] == "Round 1 of 1, game over, won by player 0: the lowest total"
    throne_card = "1 Iron Throne card (1 point off, 1 icon)"
    assert drawn[-2:] == [
        f"player 0: 5 cards, 5 penalty points, {throne_card}, total 4, won",
        "player 1: 11 cards, 11 penalty points, total 11",
    ]


def test_one_card_and_one_point_are_not_spoken_of_in_the_plural() -> None:
    hands = ("SSSSSSSSSLLLLB", "LLLTTTTTTTTTBB")
    rest = "0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:S@c1 0:L@b-3 0:L@b-2 0:L@b-1 0:L@c-3"
    over = score_round(play(game(*hands), f"{BOTTOM_ROW} {rest}"))
    assert "\nplayer 0: 1 card, 1 penalty point, " in draw_text(over)


def test_a_table_that_waits_for_cards_can_be_drawn() -> None:
    assert draw_text(setup(2, deal=Deal())).splitlines() == [
        "Round 1 of 2, dealing",
        "(no card in the court)",
        "player 0: 0 cards, 0 penalty points",
        "player 1: 0 cards, 0 penalty points",
    ]


@pytest.mark.parametrize("seed", range(5))
def test_every_card_of_the_court_and_every_column_is_in_the_drawing(seed: int) -> None:
    state = play_out(setup(6, seed=seed))
    *rows, columns = draw_text(state.court).splitlines()
    assert [row[0] for row in reversed(rows)] == [chr(ord("a") + r) for r in range(len(rows))]
    assert [row[1:].split() for row in reversed(rows)] == [
        [str(lies) for _, lies in row] for row in state.court.rows
    ]
    assert columns.split() == [str(where.column) for where, _ in state.court.rows[0]]
    for row, line in zip(state.court.rows, reversed(rows), strict=True):
        for where, lies in row:
            left = columns.split().index(str(where.column))
            assert line.index(str(lies)) == 4 + 4 * left + 2 * where.row


def test_a_drawing_of_a_state_holds_the_drawing_of_its_court() -> None:
    state = play(game(*FOUR_HANDS), "0:S@a0 1:L@a1 2:S@b0")
    assert draw_text(state.court) in draw_text(state)
