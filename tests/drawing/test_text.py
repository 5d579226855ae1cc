"""Drawings as plain text: every slot can be read off them, and no hand is shown."""

from __future__ import annotations

import pytest
from tables import TWO_HANDS, court, game, play, play_out

from westeros_intrigue import draw_text, setup


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


@pytest.mark.parametrize("seed", range(2))
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
