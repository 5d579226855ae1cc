"""The published JSON Schema: every document is valid, and what is not valid is no document."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from typing import Any

import pytest
import strategies
from documents import TABLES, any_value, some_values, spoilt, viewers
from hypothesis import given, settings
from hypothesis import strategies as st

from westeros_intrigue import DecodingError, Variant, from_data, observe, to_data
from westeros_intrigue.data import json_schema
from westeros_intrigue.data.codecs import (
    Codec,
    array,
    integer,
    named,
    optional,
    record,
)

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")

TEXT = (files("westeros_intrigue") / "schema/westeros-intrigue.schema.json").read_text("utf-8")
SCHEMA = json.loads(TEXT)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def kind_validator(data: object) -> Any:
    """The validator of one kind of document, as `anyOf` would only say that none of all fits."""
    kind = f"{data['kind']}-document" if isinstance(data, dict) else "move"
    return jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{kind}"}]})


def test_the_file_in_the_package_is_the_schema_of_the_codecs() -> None:
    assert json.dumps(json_schema(), indent=2) + "\n" == TEXT, "run scripts/make_schema.py"


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_a_codec_made_of_others_carries_the_definitions_that_its_schema_refers_to() -> None:
    number = named("number", integer(0))
    made: list[Codec[Any]] = [array(number), optional(number), record(dict, {"n": number})]
    for codec in made:
        assert codec.definitions == {"number": number.definitions["number"]}
    assert named("numbers", array(number)).definitions.keys() == {"number", "numbers"}


def test_every_object_in_the_schema_names_all_its_keys() -> None:
    def check(schema: object) -> int:
        if isinstance(schema, list):
            return sum(map(check, schema))
        if not isinstance(schema, dict):
            return 0
        closed = 0
        if "properties" in schema:
            assert schema["additionalProperties"] is False
            assert schema["required"] == list(schema["properties"])
            closed = 1
        return closed + sum(map(check, schema.values()))

    assert check(SCHEMA) > 20


@pytest.mark.parametrize("step", [23, pytest.param(2, marks=pytest.mark.long)])
def test_documents_of_games_of_all_variants_are_valid(step: int) -> None:
    for value in some_values()[::step]:
        data = to_data(value)
        kind_validator(data).validate(data)
    for value in some_values()[:: 25 * step]:
        VALIDATOR.validate(to_data(value))


@settings(max_examples=10)
@given(st.data(), st.sampled_from(TABLES))
def test_the_document_of_any_reachable_position_is_valid(
    data: st.DataObject, table: tuple[int, Variant]
) -> None:
    players, variant = table
    state = data.draw(strategies.states(players, variant))
    viewer = data.draw(st.sampled_from(viewers(state)))
    VALIDATOR.validate(to_data(state))
    VALIDATOR.validate(to_data(observe(state, viewer)))


@strategies.MANY
@given(any_value(), st.integers(0, 2**32))
def test_what_the_schema_refuses_the_codec_refuses(value: object, seed: int) -> None:
    data = spoilt(to_data(value), random.Random(seed))
    if VALIDATOR.is_valid(data):
        return
    with pytest.raises(DecodingError):
        from_data(type(value), data)


def test_the_schema_sees_unknown_keys_wrong_types_and_numbers_out_of_range() -> None:
    refused = 0
    for index, value in enumerate(some_values()[:: len(some_values()) // 50]):
        data = spoilt(to_data(value), random.Random(index), times=2)
        refused += not VALIDATOR.is_valid(data)
    assert refused > 15
