"""The court as a value of its own: what it holds, and what it refuses."""

from __future__ import annotations

import copy
import sys
from collections.abc import Mapping

import attrs
import pytest
from helpers.cases import each
from helpers.tables import L, S, assert_faults, card, court, move, slot, slots

from westeros_intrigue import Court, InvalidCourt, Slot, ViolationCode


def test_a_court_is_a_mapping_of_slots_to_cards_in_slot_order_however_it_was_laid() -> None:
    laid = Court({slot("b-1"): card("S2"), slot("a0"): card("S1"), slot("a-1"): card("L1")})
    assert isinstance(laid, Mapping)
    assert list(laid) == list(slots("a-1 a0 b-1"))
    assert laid[slot("b-1")] == card("S2")
    assert slot("b0") not in laid
    assert laid.get(slot("b0")) is None
    placed = Court()
    for text in ("S1@a0", "L1@a-1", "S2@b-1"):
        placed = placed.place(move(text).card, move(text).slot)
    assert placed == laid
    assert hash(placed) == hash(laid)
    assert list(placed) == list(laid)
    assert placed.rows == laid.rows
    assert placed not in (dict(placed), Court(placed, 7))


def test_a_court_can_be_evolved_like_every_other_value() -> None:
    narrow = Court(court("SS", "S"), 5)
    assert attrs.evolve(narrow) == narrow == attrs.evolve(court("SS", "S"), width_limit=5)
    assert attrs.evolve(narrow, cards={}).open_slots(L) == slots("a0")
    with pytest.raises(InvalidCourt, match=r"^the bottom row has 2 cards, more than 1$"):
        attrs.evolve(narrow, width_limit=1)
    if sys.version_info >= (3, 13):
        assert copy.replace(narrow, width_limit=8) == court("SS", "S")


FAULTY: dict[str, tuple[dict[str, str], list[str]]] = {
    "no house below matches": (
        {"a0": "S1", "a1": "L1", "b0": "T1"}, ["T1 in b0 matches neither S1 nor L1 below it"]
    ),
    "nine cards side by side": (
        {f"a{column}": f"S{column + 5}" for column in range(-4, 5)},
        ["the bottom row has 9 cards, more than 8"],
    ),
    "much at once": (
        {"a1": "S1", "a3": "S1", "b1": "T1", "z0": "L1"},
        [
            "S1 is both in a1 and in a3", "a0 is empty, but the first card .* always there",
            "gap between a1 and a3", "T1 in b1 .* in a1 and a2, and a2 is empty",
            "L1 in z0 needs .* in y0 and y1, and both are empty",
        ],
    ),
}  # fmt: skip


@each(FAULTY)
def test_an_impossible_court_is_refused_with_all_that_is_wrong_with_it(
    cards: dict[str, str], faults: list[str]
) -> None:
    with pytest.raises(InvalidCourt) as caught:
        Court({slot(where): card(lies) for where, lies in cards.items()})
    assert_faults(caught.value.faults, faults)
    assert str(caught.value) == "; ".join(caught.value.faults)


def test_a_far_slot_is_a_slot_and_only_out_of_the_court_s_reach() -> None:
    far = Slot(25, -(10**50))
    assert str(far) == f"z-{10**50}"
    [violation] = court("SL").explain(S, far)
    assert violation.code is ViolationCode.SUPPORT_MISSING
    with pytest.raises(InvalidCourt, match="z-1"):
        Court({slot("a0"): card("S1"), far: card("S2")})


def test_a_court_is_written_from_the_bottom_row_up_and_each_row_from_its_first_slot() -> None:
    assert str(Court()) == "-"
    assert str(court("SSSS", "S.S")) == "a0 S1 S2 S3 S4 / b0 S5 . S6"
    left = Court({slot("a-1"): card("S1"), slot("a0"): card("S2"), slot("b-1"): card("S3")})
    assert str(left) == "a-1 S1 S2 / b-1 S3"
