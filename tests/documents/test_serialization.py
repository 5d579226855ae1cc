"""Data, JSON and lines of events: what is written is read back, in one way only."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers import strategies
from helpers.cases import sampled
from helpers.refusals import assert_refused
from helpers.sample_documents import (
    TABLES,
    as_printed,
    dealt_by_hand,
    played_games,
    readable_values,
    spoilt,
    viewers,
)
from hypothesis import given, settings, strategies as st

from westeros_intrigue import (
    STANDARD,
    Card,
    DecodingError,
    GameState,
    InvalidValue,
    Move,
    Position,
    Slot,
    Variant,
    determinize,
    events,
    from_json,
    observe,
    setup,
    testing,
    to_json,
)
from westeros_intrigue.documents import (
    DOCUMENTS,
    from_data,
    from_json_lines,
    to_data,
    to_json_lines,
)
from westeros_intrigue.rules import rank

EARLIER = Path(__file__).parents[1] / "samples/json"


def assert_comes_back(value: object) -> None:
    data, text = to_data(value), to_json(value)
    before = copy.deepcopy(data)
    assert from_data(type(value), data) == value
    assert data == before == json.loads(text)
    read = from_json(type(value), text.encode())
    assert read == value
    assert to_json(read) == text


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


@given(testing.cards() | testing.slots() | testing.moves())
def test_a_card_a_slot_and_a_move_are_their_text(value: Card | Slot | Move) -> None:
    assert to_data(value) == str(value)
    assert_comes_back(value)


def test_a_state_drawn_from_a_view_has_no_data() -> None:
    state = setup(3, seed=4)
    world = determinize(observe(state, 0), random.Random(1))
    with pytest.raises(InvalidValue) as caught:
        to_data(world)
    assert str(caught.value) == (
        "a state drawn from a view has no complete history: "
        f"{world!r}. Write the view, or the state of the game itself"
    )
    scored = dealt_by_hand(3, STANDARD, 1)
    with pytest.raises(InvalidValue, match="no complete history"):
        to_json(determinize(observe(scored, 0), random.Random(1)))


def test_a_number_that_readers_of_json_could_not_take_is_not_written() -> None:
    assert to_data(rank((2**53 - 1, 0), ((), ())))
    for points in (2**53, 10**5000):
        with pytest.raises(
            InvalidValue,
            match="an integer in a document must be from -9007199254740991 to 9007199254",
        ):
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


# Lines of events

STATE = setup(3, seed=1)
VIEW = observe(STATE, 2)
START, DEALT = map(json.loads, to_json_lines(VIEW).splitlines())


def positions(state: GameState) -> Iterator[tuple[Position, object]]:
    """A state, and the views of a player and a spectator, with the table or view of their lines."""
    yield state, state.table
    for viewer in viewers(state)[:2]:
        view = observe(state, viewer)
        for seen in (view, as_printed(view)):
            yield seen, seen


def assert_that_lines_lead_back(position: Position, expected: object) -> None:
    start, steps = from_json_lines(to_json_lines(position))
    read = list(steps)
    assert [event for event, _ in read] == list(events(None, position))
    assert (read[-1][1] if read else start) == expected


@pytest.mark.parametrize("number", sampled(range(len(TABLES)), [1]))
def test_the_lines_of_a_position_lead_to_it_again(number: int) -> None:
    states = played_games()[number]
    last = states[-1:] if number % 3 == 1 else ()
    for state in (random.Random(number).choice(states), *last):
        for position, expected in positions(state):
            assert_that_lines_lead_back(position, expected)


def test_a_line_is_read_when_its_event_is_wanted() -> None:
    def arriving() -> Iterator[bytes]:
        yield json.dumps(START).encode()
        yield json.dumps(DEALT).encode()
        raise AssertionError("nobody has asked for a third line")

    _, steps = from_json_lines(arriving())
    _, view = next(steps)
    assert view == VIEW


def test_lines_that_are_no_history_are_refused_with_the_number_of_the_line() -> None:
    first, second = json.dumps(START), json.dumps(DEALT)
    refused: tuple[str | list[str | bytes], ...] = (
        "",
        "[]",
        second,
        json.dumps({**START, "kind": []}),
        json.dumps({**START, "player": 3}),
        [first, ""],
        [first] * 2,
        [first, json.dumps({**DEALT, "version": 2})],
        [first, b"\xff"],
        f"{first}\n{second}\n" * 2,
        [first, second, second],
    )

    def read(lines: str | list[str | bytes]) -> None:
        list(from_json_lines(lines)[1])

    calls = [partial(read, lines) for lines in refused]
    assert_refused("lines that are no history", DecodingError, calls)


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_spoilt_line_is_refused_or_is_another_history(seed: int) -> None:
    chance = random.Random(seed)
    game = chance.choice(played_games()[:5])
    text = to_json_lines(observe(game[chance.randrange(1, 20)], chance.choice((None, 0))))
    lines: list[Any] = [json.loads(line) for line in text.splitlines()]
    number = chance.randrange(1, len(lines))
    lines[number] = json.loads(json.dumps(spoilt(lines[number], chance), default=str))
    found = what_is_read(lines)
    assert found == lines or (isinstance(found, int) and found > number)


def what_is_read(lines: list[Any]) -> list[Any] | int:
    """The data of what is read, or the number of the line that is refused."""
    try:
        start, steps = from_json_lines(map(json.dumps, lines))
        return [to_data(start), *(to_data(event) for event, _ in steps)]
    except DecodingError as error:
        return int(error.path.split("/")[1])
