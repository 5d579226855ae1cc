"""Data and JSON: what is written is read back, in one way only."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path

import pytest
import strategies
from hypothesis import given, strategies as st
from sample_documents import (
    TABLES,
    dealt_by_hand,
    hidden_cards,
    played_games,
    readable_values,
    viewers,
)

from westeros_intrigue import (
    STANDARD,
    Card,
    InvalidValue,
    Move,
    Slot,
    Variant,
    determinize,
    from_json,
    observe,
    setup,
    to_json,
)
from westeros_intrigue.documents import DOCUMENTS, from_data, to_data
from westeros_intrigue.rules import rank

EARLIER = Path(__file__).parents[1] / "samples/json"


def assert_comes_back(value: object) -> None:
    data, text = to_data(value), to_json(value)
    assert from_data(type(value), copy.deepcopy(data)) == value
    assert from_json(type(value), text) == value
    assert from_json(type(value), text.encode()) == value
    assert json.loads(text) == data
    assert to_json(from_json(type(value), text)) == text


def test_every_value_of_games_of_all_variants_comes_back_equal() -> None:
    for value in readable_values()[::29]:
        assert_comes_back(value)


@given(st.data(), st.sampled_from(TABLES))
def test_any_reachable_position_and_what_each_player_sees_of_it_come_back_equal(
    data: st.DataObject, table: tuple[int, Variant]
) -> None:
    players, variant = table
    state = data.draw(strategies.states(players, variant))
    assert_comes_back(state)
    assert_comes_back(observe(state, data.draw(st.sampled_from(viewers(state)))))


@given(strategies.cards() | strategies.slots() | strategies.moves())
def test_a_card_a_slot_and_a_move_are_their_text(value: Card | Slot | Move) -> None:
    assert to_data(value) == str(value)
    assert_comes_back(value)


@pytest.mark.rule("info.public", "info.leftover", "info.throne", "elimination.keeps")
def test_neither_the_json_nor_the_repr_of_a_view_holds_a_card_that_is_hidden() -> None:
    hidden_count = 0
    for states in played_games():
        for state in states[::7]:
            for viewer in viewers(state):
                view = observe(state, viewer)
                data = to_data(view)
                assert isinstance(data, dict)
                table = data["table"]
                assert isinstance(table, dict)
                del table["results"], data["kept"]  # where the same cards lie in other places
                text = json.dumps(data) + repr(view)
                hidden = hidden_cards(view, state)
                hidden_count += len(hidden)
                assert not any(f'"{card}' in text for card in hidden)
    assert hidden_count > 10_000


def test_a_state_drawn_from_a_view_has_no_data() -> None:
    state = setup(3, seed=4)
    world = determinize(observe(state, 0), random.Random(1))
    with pytest.raises(InvalidValue) as caught:
        to_data(world)
    assert str(caught.value) == (
        "a state drawn from a view, or read from a line of a later round, has no complete history: "
        f"{world!r}. Write the view, or the state of the game itself"
    )
    scored = dealt_by_hand(3, STANDARD, 1)
    with pytest.raises(InvalidValue, match="no complete history"):
        to_json(determinize(observe(scored, 0), random.Random(1)))


def test_a_number_that_readers_of_json_could_not_take_is_not_written() -> None:
    assert to_data(rank((2**53 - 1, 0), ((), ())))
    for points in (2**53, 10**5000):
        with pytest.raises(InvalidValue, match="an integer from -9007199254740991 to 9007199254"):
            to_data(rank((points, 0), ((), ())))


@pytest.mark.parametrize("path", sorted(EARLIER.glob("v*/*.json")), ids=lambda path: path.stem)
def test_a_file_of_an_earlier_version_is_still_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8").rstrip("\n")
    kind = json.loads(text)["kind"]
    [cls] = [cls for cls, name in DOCUMENTS.kinds.items() if name == kind]
    # What is only written is read here by its codec, to be written again.
    value: object = DOCUMENTS.codec_of(cls).read(json.loads(text))
    assert cls in DOCUMENTS.written or from_json(cls, text) == value
    if path.parent.name == "v1":  # the version that is written today
        assert to_json(value) == text
