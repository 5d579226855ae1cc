"""What mutation testing found no other test to hold; docs/mutation.md has the method."""

from __future__ import annotations

import attrs
import pytest
import tables

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Court,
    Deal,
    House,
    IllegalMove,
    InvalidValue,
    Move,
    Slot,
    WrongType,
    apply,
    distinct_moves,
    legal_moves,
    observe,
    score_round,
    setup,
)
from westeros_intrigue.pyramid import PLANE_BITS

STATE = setup(2, seed=1)
EMPTY = Court()
S1 = Card(House.STARK, 1)
A0 = Slot(0, 0)


def test_a_throne_card_that_is_missing_or_too_many_is_told_with_the_remedy() -> None:
    assert STATE.round_deal is not None
    table = setup(2, deal=Deal((STATE.round_deal,)), variant=STANDARD.with_rounds(1))
    with pytest.raises(InvalidValue, match=r"^the deal no longer holds an Iron Throne card: give"):
        score_round(tables.play_out(table))
    whole = tables.play_out(setup(2, seed=1))
    with pytest.raises(InvalidValue, match=r"^the deal holds the Iron Throne card .* leave throne"):
        score_round(whole, throne_card=whole.rest.throne_cards[0])
    with pytest.raises(WrongType, match=r"^throne_card must be an IronThroneCard"):
        score_round(tables.play_out(table), throne_card=3)  # type: ignore[arg-type]


def test_no_starters_are_left_of_a_round_when_the_next_is_to_be_dealt() -> None:
    dealt = setup(5, seed=1)
    assert dealt.round_deal is not None
    table = setup(5, deal=Deal((dealt.round_deal,), dealt.rest.throne_cards))
    waiting = score_round(tables.play_out(table))
    assert (len(waiting.court), waiting.round_deal) == (0, None)
    assert observe(waiting, 0).starters == ()


@pytest.mark.rule("court.width")
def test_the_narrowest_court_holds_one_card() -> None:
    narrow = Court({}, 1).place(S1, A0)
    assert narrow.width_limit == 1
    assert narrow.open_slots(House.STARK) == ()


@pytest.mark.rule("court.width")
def test_a_court_built_by_placing_stops_at_its_width() -> None:
    court = Court(width_limit=3)
    for column in range(3):
        court = court.place(Card(House.STARK, column + 1), Slot(0, column))
    assert court.open_slots(House.STARK) == (Slot(1, 0), Slot(1, 1))


@pytest.mark.rule("court.beside")
def test_a_court_to_the_left_of_its_first_card_is_read_as_it_was_built() -> None:
    built = Court()
    for number, column in enumerate((0, -1, -2), start=1):
        built = built.place(Card(House.STARK, number), Slot(0, column))
    read = Court(dict(built))
    assert read == built
    for house in House:
        assert read.open_slots(house) == built.open_slots(house)


def test_courts_that_differ_have_hashes_that_differ() -> None:
    courts = [Court(), Court({A0: S1}), Court({A0: S1}, 7), Court({A0: Card(House.STARK, 2)})]
    assert len({hash(court) for court in courts}) == len(courts)


def test_a_court_is_written_from_the_bottom_row_up() -> None:
    assert str(Court()) == "-"
    court = tables.court("SSSS", "S.S")
    assert str(court) == "a0 S1 S2 S3 S4 / b0 S5 . S6"


def test_a_card_that_lies_there_already_is_refused_with_its_house() -> None:
    with pytest.raises(IllegalMove) as caught:
        Court({A0: S1}).place(S1, Slot(0, 1))
    [violation] = caught.value.violations
    assert (violation.house, violation.card, violation.slots) == (House.STARK, S1, (A0,))


def test_a_player_s_own_view_has_the_moves_of_the_state() -> None:
    moved = apply(STATE, legal_moves(STATE)[0])
    assert legal_moves(observe(moved, 1)) == legal_moves(moved)
    assert legal_moves(observe(moved, 0)) == legal_moves(observe(moved, None)) == ()


@pytest.mark.rule("solo.highest")
def test_an_automated_house_finds_the_highest_row_in_its_outermost_slot_too() -> None:
    state = setup(4, seed=1, variant=SOLO_SCHEMING)
    state = apply(state, distinct_moves(state)[0])
    assert state.active_player == 1
    for slot in (Slot(1, -7), Slot(0, -7)):
        # As if this were the only slot that takes anything.
        planes = sum(1 << (slot.cell + PLANE_BITS * house.index) for house in House)
        alone = attrs.evolve(state, open_slots=planes)
        assert legal_moves(alone) == (Move(state.hands[1][0], slot),)
