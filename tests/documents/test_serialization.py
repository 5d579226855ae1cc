"""Data and JSON: what is written is read back, in one way only."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest
import strategies
from hypothesis import given, strategies as st
from refusals import assert_refused
from sample_documents import (
    TABLES,
    dealt_by_hand,
    hidden_cards,
    played_games,
    readable_values,
    some_values,
    viewers,
)

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    DecodingError,
    GameState,
    House,
    InvalidValue,
    IronThroneCard,
    Move,
    Phase,
    Slot,
    Variant,
    View,
    Violation,
    ViolationCode,
    WesterosIntrigueError,
    WrongType,
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


@pytest.mark.parametrize("step", [29, pytest.param(2, marks=pytest.mark.long)])
def test_every_value_of_games_of_all_variants_comes_back_equal(step: int) -> None:
    for value in readable_values()[::step]:
        assert_comes_back(value)


def test_the_examples_hold_every_class_and_every_violation() -> None:
    assert {type(value) for value in some_values()} == {*DOCUMENTS.kinds, Move}
    codes = {value.code for value in some_values() if isinstance(value, Violation)}
    assert codes == set(ViolationCode)
    phases = {value.phase for value in some_values() if isinstance(value, (GameState, View))}
    assert phases == set(Phase)


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


@given(st.integers(1, 3), st.integers(1, 999_999_999))
def test_an_iron_throne_card_comes_back_equal(value: int, icons: int) -> None:
    assert_comes_back(IronThroneCard(value, icons))


def test_every_document_names_its_kind_and_version_first() -> None:
    for value in some_values():
        if isinstance(value, Move):
            continue
        data = to_data(value)
        assert isinstance(data, dict)
        assert list(data)[:3] == ["game", "kind", "version"]
        assert data["game"] == "westeros-intrigue"
        assert data["kind"] == DOCUMENTS.kinds[type(value)]
        assert data["version"] == 1


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


@pytest.mark.rule("info.leftover", "info.throne", "info.throne-automated")
def test_the_json_of_a_view_holds_of_finished_rounds_what_the_viewer_has_seen() -> None:
    for states in played_games():
        state = next(state for state in reversed(states) if state.phase is Phase.ROUND_OVER)
        for viewer in viewers(state):
            data = to_data(observe(state, viewer))
            assert isinstance(data, dict)
            table = data["table"]
            assert isinstance(table, dict)
            results = table["results"]
            assert isinstance(results, list)
            for result in results:
                assert isinstance(result, dict)
                assert result["deal"] is result["throne_card"] is None
                kept = result["kept"]
                assert isinstance(kept, list)
                seen = {seat for seat, cards in enumerate(kept) if cards is not None}
                assert seen == set(state.variant.automated)
            own = [] if viewer is None else [result.kept[viewer] for result in state.results]
            assert data["kept"] == [[str(card) for card in cards or ()] for cards in own]
            pile = () if viewer is None else state.score_piles[viewer]
            assert data["score_pile"] == [attrs.asdict(card) for card in pile]


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


def test_another_player_s_view_of_a_drawn_state_has_data_only_if_it_can_be_read_back() -> None:
    refused = 0
    for states in played_games():
        for state in states[::51]:
            for viewer in viewers(state):
                world = determinize(observe(state, viewer), random.Random(1))
                for other in viewers(state):
                    view = observe(world, other)
                    if None in view.kept:
                        with pytest.raises(InvalidValue, match="has no complete history"):
                            to_data(view)
                        refused += 1
                    else:
                        assert from_json(View, to_json(view)) == view
    assert refused


def test_a_class_without_data_is_a_wrong_type() -> None:
    strangers: tuple[Any, ...] = ([], {}, 5, int, list, "deal")
    calls: list[Callable[[], object]] = [
        partial(to_data, House.STARK),
        partial(to_json, ()),
        *(partial(from_data, stranger, "S4") for stranger in strangers),
        partial(from_json, strangers[-1], "{}"),
    ]
    assert_refused("classes without documents", WrongType, calls)


def test_a_number_that_readers_of_json_could_not_take_is_not_written() -> None:
    assert to_data(rank((2**53 - 1, 0), ((), ())))
    for points in (2**53, 10**5000):
        with pytest.raises(InvalidValue, match="an integer from -9007199254740991 to 9007199254"):
            to_data(rank((points, 0), ((), ())))


def test_a_slot_of_any_column_is_written_and_read() -> None:
    assert_comes_back(Slot(25, 10**100))
    assert_comes_back(Move(DECK[0], Slot(25, -(10**100))))
    with pytest.raises(DecodingError, match="is not a slot"):
        from_data(Slot, f"z{10**100 + 1}")


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


def test_there_is_a_file_of_every_kind_of_version_1() -> None:
    kinds = {json.loads(path.read_text(encoding="utf-8"))["kind"] for path in EARLIER.glob("v1/*")}
    assert kinds == set(DOCUMENTS.kinds.values())


def test_a_decoding_error_is_pickled_and_compared_by_its_faults() -> None:
    error = DecodingError([("/a/0", "wrong"), ("", "worse")])
    assert pickle.loads(pickle.dumps(error)) == error  # noqa: S301 - made here
    assert error == DecodingError(iter([("/a/0", "wrong"), ("", "worse")]))
    assert error != DecodingError([("/a/0", "wrong")])
    assert (error.path, error.reason) == ("/a/0", "wrong")
    assert str(error) == "/a/0: wrong; the document: worse"
    assert isinstance(error, WesterosIntrigueError)
    assert isinstance(error, ValueError)
