"""Documents: one head for the values of all games, and a schema that accepts what is written."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from westeros_intrigue import DecodingError, WrongType

GAMES = {
    "westeros-intrigue": "westeros_intrigue",
    "monopoly": "westeros_intrigue.monopoly",
    "btwixt": "westeros_intrigue.btwixt",
}


@pytest.mark.parametrize("key", GAMES)
def test_a_document_begins_with_its_game_kind_and_version_and_is_read_as_no_other(key: str) -> None:
    game: Any = importlib.import_module(GAMES[key])
    documents = game.DOCUMENTS
    state = game.setup(3, seed=1)
    for value, kind in ((state, "omniscient-state"), (game.observe(state, 0), "view")):
        data = documents.to_data(value)
        assert list(data)[:3] == ["game", "kind", "version"]
        assert [data[name] for name in ("game", "kind", "version")] == [key, kind, 1]
        assert documents.from_json(type(value), documents.to_json(value)) == value
        for name, other in (("game", "chess"), ("kind", "deck"), ("version", 2)):
            with pytest.raises(DecodingError) as refusal:
                documents.from_data(type(value), {**data, name: other})
            assert refusal.value.path == f"/{name}"
    with pytest.raises(WrongType, match=r"^complex has no documents$"):
        documents.to_data(1j)


@pytest.mark.parametrize("key", GAMES)
def test_the_schema_of_a_game_accepts_what_is_written_and_no_other_head(key: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    game: Any = importlib.import_module(GAMES[key])
    schema = game.DOCUMENTS.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    view = game.DOCUMENTS.to_data(game.observe(game.setup(3, seed=1), 0))
    assert validator.is_valid(view)
    assert not validator.is_valid({**view, "game": "chess"})
    assert not validator.is_valid({**view, "kind": "deck"})
