"""Actions as numbers: each legal move has one and back, at every table and from every seat."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from tables import deal_by_houses, move, slot

from westeros_intrigue import (
    Deal,
    House,
    IllegalMove,
    InvalidValue,
    Move,
    Position,
    Slot,
    apply,
    distinct_moves,
    explain,
    legal_moves,
    setup,
    testing,
)
from westeros_intrigue.lab.environments import actions

POSITIONS: st.SearchStrategy[Position] = st.one_of(testing.states(), testing.views())


@given(POSITIONS)
def test_each_distinct_move_has_an_action_in_order_and_back(position: Position) -> None:
    numbers = actions.legal_actions(position)
    assert list(numbers) == sorted(set(numbers))
    moves = distinct_moves(position)
    assert tuple(actions.decode(position, number) for number in numbers) == moves
    for legal in legal_moves(position):
        decoded = actions.decode(position, actions.encode(position, legal))
        assert (decoded.card.house, decoded.slot) == (legal.card.house, legal.slot)


@given(POSITIONS)
def test_the_mask_holds_every_legal_action_and_each_other_has_its_reasons(
    position: Position,
) -> None:
    mask = actions.legal_mask(position)
    assert len(mask) == actions.ACTION_COUNT == 120
    legal = {number for number, is_legal in enumerate(mask) if is_legal}
    assert legal == set(actions.legal_actions(position))
    reasons = actions.reasons(position)
    assert reasons.keys() == set(range(120)) - legal
    for number, violations in reasons.items():
        assert violations == actions.explain_action(position, number)
        with pytest.raises(IllegalMove) as refused:
            actions.decode(position, number)
        assert refused.value.violations == violations


@given(POSITIONS)
def test_the_places_are_the_two_ends_of_the_bottom_row_and_a_triangle_above_it(
    position: Position,
) -> None:
    by_house = [actions.place_of(position, number) for number in range(120)]
    assert [house for house, _ in by_house] == [house for house in House for _ in range(30)]
    left, right, *upper = places = [where for _, where in by_house[:30]]
    assert [where for _, where in by_house] == places * 4
    taken = [where.column for where in position.court if where.row == 0]
    if taken:
        assert (left, right) == (Slot(0, min(taken) - 1), Slot(0, max(taken) + 1))
    else:
        assert (left, right) == (slot("a0"), slot("a1"))
    row_b = [Slot(1, min(taken, default=0) + column) for column in range(7)]
    above = {where for where in upper if where.row > 1}
    assert upper[:7] == row_b
    assert upper == sorted(upper)
    assert above == {where for where in map(_above, upper, upper[1:]) if where}


def _above(left: Slot, right: Slot) -> Slot | None:
    is_pair = left.row == right.row
    return Slot(left.row + 1, left.column) if is_pair else None


@pytest.mark.rule("court.beside")
def test_places_are_counted_from_the_left_wherever_the_first_card_lies() -> None:
    state = setup(2, deal=Deal((deal_by_houses(("SSSSSSSSSBBBBB", "LLLTTTTTTTTTBB")),)))
    for number, text in ((0, "S1@a0"), (30, "L1@a-1"), (1, "S2@a1"), (32, "L2@b-1")):
        placed = actions.decode(state, number)
        assert placed == move(text)
        assert actions.encode(state, placed) == number
        state = apply(state, placed)
    with pytest.raises(IllegalMove) as refused:
        actions.encode(state, move("S1@c5"))
    assert refused.value.violations == explain(state, move("S1@c5"))


@given(testing.moves())
def test_absolute_actions_number_what_a_court_can_reach(placed: Move) -> None:
    if placed.slot.cell:
        number = actions.absolute_action(placed)
        assert actions.absolute_place_of(number) == (placed.card.house, placed.slot)
    else:
        with pytest.raises(InvalidValue, match="no court can reach the slot"):
            actions.absolute_action(placed)


def test_absolute_actions_ascend_by_house_and_slot_without_a_gap() -> None:
    places = [actions.absolute_place_of(number) for number in range(actions.ABSOLUTE_COUNT)]
    assert len(set(places)) == 368
    assert places == sorted(places, key=lambda place: (place[0].index, place[1]))
    with pytest.raises(InvalidValue, match="number must be from 0 to 367"):
        actions.absolute_place_of(368)
