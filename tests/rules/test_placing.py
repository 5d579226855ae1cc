"""Where a card may be placed: the placing rules, one by one, and the rulebook's two examples."""

from __future__ import annotations

import pytest
from tables import FOUR_HANDS, B, L, S, T, court, game, move, play, slot, slots

from westeros_intrigue import Court, House, Slot, ViolationCode, distinct_moves

FOR_ANY_HOUSE = pytest.mark.parametrize("house", House)


@FOR_ANY_HOUSE
@pytest.mark.rule("court.first", "court.first.coordinates")
def test_the_first_card_of_a_round_goes_to_the_bottom_row_and_is_column_0(house: House) -> None:
    assert Court().open_slots(house) == (Slot(0, 0),)


@pytest.mark.rule("court.first.coordinates")
def test_columns_fall_to_the_left_and_no_card_ever_changes_its_slot() -> None:
    grown = court("SL").place(move("B1@a-1").card, slot("a-1"))
    assert [str(where) for where in grown] == ["a-1", "a0", "a1"]
    assert Slot(1, -1).supports == (Slot(0, -1), Slot(0, 0))
    assert Slot(0, 3).supports == ()


@FOR_ANY_HOUSE
@pytest.mark.rule("court.beside", "court.beside.any-house")
def test_any_house_may_go_to_either_end_of_the_bottom_row_and_nowhere_else_in_it(
    house: House,
) -> None:
    assert [s for s in court("SL").open_slots(house) if s.row == 0] == list(slots("a-1 a2"))


@pytest.mark.rule("court.beside", "court.no-insert")
def test_example_1_the_third_card_goes_to_the_left_or_the_right_of_two_never_between_them() -> None:
    two = court("LL")
    assert two.open_slots(B) == slots("a-1 a2")  # Stannis, a yellow card
    assert [v.code for v in two.explain(B, slot("a0"))] == [ViolationCode.SLOT_TAKEN]
    assert [v.code for v in two.explain(B, slot("a1"))] == [ViolationCode.SLOT_TAKEN]


EXAMPLE_2 = court(
    "LSBSBSBL",  # Sandor Clegane and Jaime Lannister lie at the ends
    ".SB",
)


@pytest.mark.rule("court.match", "court.width", "court.beside.upper")
def test_example_2_a_red_card_has_two_places_in_the_second_row_and_none_in_the_third() -> None:
    assert EXAMPLE_2.open_slots(L) == slots("b0 b6")
    third_row = slot("c1")
    assert third_row in EXAMPLE_2.open_slots(S)  # the place is there, but not for a red card
    [why] = EXAMPLE_2.explain(L, third_row)
    assert why.code is ViolationCode.HOUSE_UNMATCHED
    for end in slots("a-1 a8"):
        assert [v.code for v in EXAMPLE_2.explain(L, end)] == [ViolationCode.ROW_FULL]


@pytest.mark.rule("court.match", "court.width")
def test_example_2_holds_in_a_game_for_a_player_who_holds_red_cards_alone() -> None:
    state = play(
        game("LBSTTTTTT", "SSSSSSSBB", "BBLLLLLLL", "SLBBBBTTT"),
        "0:L@a0 1:S@a1 2:B@a2 3:S@a3 0:B@a4 1:S@a5 2:B@a6 3:L@a7 0:S@b1 1:B@b2",
    )
    assert [(m.card.house, str(m.slot)) for m in distinct_moves(state)] == [(L, "b0"), (L, "b6")]


@pytest.mark.rule("court.beside.upper")
def test_beside_a_card_of_an_upper_row_two_supports_and_a_match_are_needed_all_the_same() -> None:
    laid = court("SLB", "S")
    assert [v.code for v in laid.explain(S, slot("b1"))] == [ViolationCode.HOUSE_UNMATCHED]
    assert [v.code for v in laid.explain(S, slot("b-1"))] == [ViolationCode.SUPPORT_MISSING]


@pytest.mark.rule("court.width")
@pytest.mark.parametrize("width_limit", [7, 8])
def test_the_bottom_row_is_full_at_its_limit_however_it_grew(width_limit: int) -> None:
    row = "SLBTSLBT"
    assert court(row[: width_limit - 1], width_limit=width_limit).explain(S, slot("a-1")) == ()
    full = court(row[:width_limit], width_limit=width_limit)
    for house in House:
        assert [s for s in full.open_slots(house) if s.row == 0] == []
    [why] = full.explain(S, slot("a-1"))
    assert (why.code, why.width_limit) == (ViolationCode.ROW_FULL, width_limit)


@pytest.mark.rule("court.support")
def test_an_upper_card_rests_on_two_neighbours_and_one_of_them_is_not_enough() -> None:
    one = court("S")
    assert one.open_slots(S) == slots("a-1 a1")
    for missing, where in (("a1", "b0"), ("a-1", "b-1")):
        [why] = one.explain(S, slot(where))
        assert why.code is ViolationCode.SUPPORT_MISSING
        assert why.slots == slots(missing)
    assert slot("b0") in court("SS").open_slots(S)


@pytest.mark.rule("court.match")
def test_an_upper_card_is_of_the_house_of_one_of_the_two_below_it_or_of_both() -> None:
    assert [house for house in House if slot("b0") in court("SL").open_slots(house)] == [S, L]
    assert [house for house in House if slot("b0") in court("TT").open_slots(house)] == [T]


@pytest.mark.rule("court.match")
def test_a_third_row_looks_at_the_second_and_not_at_the_bottom_row() -> None:
    laid = court("SLT", "SL")
    assert slot("c0") in laid.open_slots(L)
    assert [v.code for v in laid.explain(T, slot("c0"))] == [ViolationCode.HOUSE_UNMATCHED]


@pytest.mark.rule("court.upper-gap")
def test_a_gap_between_two_cards_of_an_upper_row_may_be_filled() -> None:
    laid = court("SSLL", "S.L")
    assert slot("b1") in laid.open_slots(S)
    assert slot("b1") in laid.open_slots(L)
    assert slot("b1") not in laid.open_slots(T)
    filled = laid.place(move("S9@b1").card, slot("b1"))
    assert filled == court("SSLL", "S.L").place(move("S9@b1").card, slot("b1"))
    assert filled.open_slots(S) == slots("a-1 a4 c0 c1")


@pytest.mark.rule("court.early-rise")
def test_a_second_row_may_be_started_on_the_first_two_cards() -> None:
    state = play(game(*FOUR_HANDS), "0:S@a0 1:L@a1 2:S@b0")
    assert [len(row) for row in state.court.rows] == [2, 1]
    assert play(state, "3:T@a2").court.rows[1] == state.court.rows[1]
