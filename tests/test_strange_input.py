"""Strange input: subclasses, silent objects, endless decks, files of other kinds."""

from __future__ import annotations

import enum

import pytest
from tables import wrong

from westeros_intrigue import (
    Card,
    Court,
    House,
    Move,
    Slot,
    Variant,
    WrongType,
    final_winner,
    legal_moves,
    score_round,
    setup,
)


def test_a_value_class_has_no_subclasses_as_one_would_break_equality() -> None:
    for base in (Card, Slot, Move, Court, Variant):
        with pytest.raises(WrongType, match=f"{base.__name__} is final"):
            type("Sub", (base,), {})


def test_a_number_is_an_int_and_no_enumeration_whose_repr_would_not_paste_back() -> None:
    class Seat(enum.IntEnum):
        FIRST = 1

    with pytest.raises(WrongType, match="number must be an int, not <Seat"):
        Card(House.STARK, Seat.FIRST)
    with pytest.raises(WrongType, match="first_player must be an int"):
        setup(4, seed=1, first_player=Seat.FIRST)


class Broken:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize("value", [10**5000, ["x"] * 10**5, Broken()], ids=["huge", "long", "mute"])
def test_an_error_about_a_foreign_value_is_short_whatever_the_value_is(value: object) -> None:
    for call in (legal_moves, score_round, final_winner, Court):
        with pytest.raises(WrongType) as refused:
            call(wrong(value))
        assert len(str(refused.value)) < 200
