"""Strange input: subclasses, silent objects, endless decks, files of other kinds."""

from __future__ import annotations

import enum
import itertools

import pytest
from tables import wrong

from westeros_intrigue import (
    DECK,
    Card,
    Court,
    House,
    InvalidCourt,
    InvalidDeal,
    Move,
    NotationError,
    Record,
    Slot,
    Variant,
    WrongType,
    final_winner,
    legal_moves,
    score_round,
    setup,
)
from westeros_intrigue.rules import deal_from_deck


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


def test_many_faults_are_told_in_a_short_text_and_kept_in_full() -> None:
    with pytest.raises(InvalidCourt) as refused:
        Court({Slot(0, 2 * column): DECK[column] for column in range(1, 36)})
    assert len(refused.value.faults) == 36
    assert str(refused.value).endswith("; and 16 more")


def test_an_endless_deck_is_refused_like_any_other_that_is_too_large() -> None:
    with pytest.raises(InvalidDeal, match="must have 36 cards, not 37"):
        deal_from_deck(itertools.cycle(DECK), 4)


@pytest.mark.parametrize("rounds", ["101", "1001", "1000001", "9" * 200])
def test_a_record_of_too_many_rounds_is_refused_with_its_line(rounds: str) -> None:
    text = str(Record.from_state(setup(4, seed=7)))
    with pytest.raises(NotationError, match="line 4, column 9: expected a number of rounds to 100"):
        Record.parse(text.replace("First player: 0", f"First player: 0\nRounds: {rounds}"))
