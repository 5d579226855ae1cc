"""Documents of all games: one head, and schemas that agree with what is written and read."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.sample_documents import some_values, spoilt

from westeros_intrigue import DecodingError, House, InvalidValue, WrongType
from westeros_intrigue.documents import DOCUMENTS
from westeros_intrigue.gamekit.codecs import with_rules
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.game import GAMES


@cache
def positions(key: str) -> tuple[Any, ...]:
    """States and views of a game of three with moves chosen at random, and its other values."""
    game: Any = GAMES[key]
    rng, state = random.Random(1), game.setup(3, seed=1)
    states = [state]
    while len(states) < 400 and not state.is_over:
        moves = game.legal_moves(state)
        state = game.apply(state, rng.choice(moves)) if moves else game.score_round(state)
        states.append(state)
    found = []
    for number, one in enumerate(states[:: len(states) // 3]):
        found += [one, game.observe(one, number % 3)]
    final = [game.final_winner(state)] if state.is_over else []
    return (*found, game.Record.from_state(state), game.STANDARD, *final)


def validator(key: str, cls: type | None = None) -> Any:
    """The validator of all documents of a game, or of those of a class."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = GAMES[key].DOCUMENTS.schema(cls)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("key", GAMES)
def test_a_document_begins_with_its_game_kind_and_version_and_is_read_as_no_other(key: str) -> None:
    game: Any = GAMES[key]
    documents, schema = game.DOCUMENTS, validator(key)
    state = game.setup(3, seed=1)
    for value, kind in ((state, "omniscient-state"), (game.observe(state, 0), "view")):
        data = documents.to_data(value)
        assert list(data)[:3] == ["game", "kind", "version"]
        assert [data[name] for name in ("game", "kind", "version")] == [key, kind, 1]
        assert documents.from_json(type(value), documents.to_json(value)) == value
        for name, other in (("game", "chess"), ("kind", "deck"), ("version", 2), ("version", True)):
            with pytest.raises(DecodingError) as refusal:
                documents.from_data(type(value), {**data, name: other})
            assert refusal.value.path == f"/{name}"
            assert not schema.is_valid({**data, name: other})
    with pytest.raises(WrongType, match=r"^complex has no documents$"):
        documents.to_data(1j)


@pytest.mark.untraced
@pytest.mark.parametrize("key", GAMES)
def test_documents_of_a_game_are_valid_and_survive(key: str) -> None:
    documents: Any = GAMES[key].DOCUMENTS
    for value in positions(key):
        data = documents.to_data(value)
        validator(key, type(value)).validate(data)
        if type(value) not in documents.written:
            assert documents.from_data(type(value), data) == value


@pytest.mark.untraced
@pytest.mark.parametrize("count", [10, pytest.param(25, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", GAMES)
def test_a_changed_document_is_refused_where_its_schema_refuses_it_or_can_be_used(
    key: str, count: int
) -> None:
    game: Any = GAMES[key]
    documents, rng = game.DOCUMENTS, random.Random(2)
    refused = 0
    tried = {type(value): (value, count) for value in positions(key)}
    for other in some_values() if documents is DOCUMENTS else ():
        tried.setdefault(type(other), (other, count // 10))
    for value, most in tried.values():
        if type(value) in documents.written:
            continue
        schema = validator(key, type(value))
        written = documents.to_data(value)
        for number in range(most):
            data = spoilt(written, rng)
            try:
                read = documents.from_data(type(value), data)
            except DecodingError:
                # To ask the schema takes ten times as long as to read, so some must do.
                refused += number % 5 == 0 and not schema.is_valid(data)
                continue
            assert schema.is_valid(data)
            assert documents.from_data(type(value), documents.to_data(read)) == read
            if type(read).__name__ in {"GameState", "View"}:
                game.legal_moves(read)
                assert game.draw_text(read)
    assert refused >= count // 5


def test_the_page_on_events_lists_the_members_of_each() -> None:
    page = (Path(__file__).parents[2] / "docs/json.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| `(\w+)` \| `([a-z-]+)` \| ([^|]*) \|", page)
    assert rows
    kinds = {cls.__name__: (cls, kind) for cls, kind in DOCUMENTS.kinds.items()}
    for name, kind, members in rows:
        cls, right = kinds[name]
        fields = [field.name for field in attrs.fields(cls)]
        assert (kind, re.findall(r"`(\w+)`", members)) == (right, fields)


@pytest.mark.parametrize("key", GAMES)
def test_a_state_of_other_rules_is_refused(key: str) -> None:
    game: Any = GAMES[key]
    documents, state = game.DOCUMENTS, game.setup(3, seed=1)
    data = documents.to_data(state)
    assert "rules" not in data  # of version 1
    for rules, reason in (
        (2, "/rules: it is of version 2 of the rules, and this is version 1: play it with"),
        (1, "/rules: omit it: the default is 1"),
        (True, "/rules: expected an integer from 1, not true"),
        (None, "/rules: expected an integer from 1, not null"),
        (0, "/rules: expected an integer from 1, not 0"),
    ):
        with pytest.raises(DecodingError, match=f"^{reason}"):
            documents.from_data(type(state), {**data, "rules": rules})
    later = with_rules(2, documents.codec_of(type(state)))
    assert later.write(state) == {**data, "rules": 2}
    assert later.read(later.write(state)) == state
    with pytest.raises(DecodingError, match="of version 1 of the rules, and this is version 2"):
        later.read(data)
    assert "rules" in later.schema["required"]


@attrs.frozen
class _Parts:
    """A value with a part of each form that is written in place."""

    number: int
    house: House | None
    scores: tuple[int, ...]
    rows: tuple[tuple[int | None, ...], ...]
    pairs: tuple[tuple[int | None, tuple[int, ...]], ...]


def test_every_part_of_a_value_is_written_and_no_number_is_too_large_for_readers() -> None:
    codec = Codecs().codec_for(_Parts)
    value = _Parts(3, House.STARK, (1, 2), ((None, -5), ()), ((7, (8, 9)), (None, ())))
    data = {
        "number": 3,
        "house": "S",
        "scores": [1, 2],
        "rows": [[None, -5], []],
        "pairs": [[7, [8, 9]], [None, []]],
    }
    assert codec.write(value) == data
    assert codec.read(data) == value
    for name, own in Codecs().fields(_Parts).items():
        assert own.write(getattr(value, name)) == data[name]  # which calls the writers instead
    half: Any = ((7,),)
    with pytest.raises(ValueError, match="shorter"):
        codec.write(attrs.evolve(value, pairs=half))
    assert codec.write(attrs.evolve(value, house=None)) == {**data, "house": None}
    for large in (2**53, -(2**53)):
        for part in (
            {"number": large},
            {"scores": (1, large)},
            {"rows": ((1,), (None, large))},
            {"pairs": ((large, ()),)},
            {"pairs": ((None, (1, large)),)},
        ):
            with pytest.raises(InvalidValue, match=r"^an integer in a document must be from"):
                codec.write(attrs.evolve(value, **part))
