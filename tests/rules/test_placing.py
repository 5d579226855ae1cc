"""Where a card may be placed: the placing rules, one by one, and the rulebook's two examples."""

from __future__ import annotations

import pytest
from tables import B, L, S, T, court, move, slot, slots

from westeros_intrigue import Court, House, Slot, ViolationCode

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


@pytest.mark.rule("court.upper-gap")
def test_a_gap_between_two_cards_of_an_upper_row_may_be_filled() -> None:
    laid = court("SSLL", "S.L")
    assert slot("b1") in laid.open_slots(S)
    assert slot("b1") in laid.open_slots(L)
    assert slot("b1") not in laid.open_slots(T)
    filled = laid.place(move("S9@b1").card, slot("b1"))
    assert filled == court("SSLL", "S.L").place(move("S9@b1").card, slot("b1"))
    assert filled.open_slots(S) == slots("a-1 a4 c0 c1")
