"""The history of a game as lines of JSON, one event a line."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from cases import sampled
from hypothesis import given, settings, strategies as st
from refusals import assert_refused
from sample_documents import TABLES, as_printed, played_games, spoilt, viewers

from westeros_intrigue import (
    DecodingError,
    GameState,
    Position,
    events,
    observe,
    setup,
)
from westeros_intrigue.documents import from_json_lines, to_data, to_json_lines

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
    for state in (random.Random(number).choice(states), states[-1]):
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
