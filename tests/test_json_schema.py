"""The published JSON Schema: every document is valid, and invalid data are no document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs
import pytest
import strategies
from checkout import load
from hypothesis import given, settings, strategies as st
from sample_documents import TABLES, some_values, viewers

from westeros_intrigue import STANDARD, Variant, WrongType, observe, setup, to_json
from westeros_intrigue.documents import DOCUMENTS, to_data

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")

TEXT = load("scripts/make_schema.py").make_texts()["westeros-intrigue.schema.json"]
SCHEMA = json.loads(TEXT)
LEFT_OUT = {
    "Variant": {each.name for each in attrs.fields(Variant)} - json.loads(to_json(STANDARD)).keys(),
    "Table": {"earlier", "has_numbers"},
    "Court": {"house_rule"},
}
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def class_validator(cls: type) -> Any:
    """The validator of the documents of one class."""
    return jsonschema.Draft202012Validator(DOCUMENTS.schema(cls))


@cache
def one_of_each_class() -> dict[type, Any]:
    return {type(value): to_data(value) for value in some_values()}


def test_only_words_part_the_file_from_the_schema_of_the_codecs() -> None:
    def without_words(schema: Any, *, is_properties: bool = False) -> Any:
        if isinstance(schema, list):
            return [without_words(part) for part in schema]
        if not isinstance(schema, dict):
            return schema
        return {
            name: without_words(part, is_properties=name == "properties" and not is_properties)
            for name, part in schema.items()
            if is_properties or name not in {"title", "description"}
        }

    assert without_words(SCHEMA) == without_words(json.loads(json.dumps(DOCUMENTS.schema())))


def test_the_schemas_are_schemas_with_names_of_their_own() -> None:
    schemas = [SCHEMA, *map(DOCUMENTS.schema, one_of_each_class())]
    for schema in schemas:
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["$id"].endswith(":1")
    assert len({schema["$id"] for schema in schemas}) == len(schemas)
    with pytest.raises(WrongType, match=r"^dict has no documents$"):
        DOCUMENTS.schema(dict)


def test_every_object_and_every_field_is_described() -> None:
    count = 0
    for definition in SCHEMA["$defs"].values():
        if "properties" in definition:
            assert definition["title"]
            assert definition["description"].endswith(".")
            for name, part in definition["properties"].items():
                count += 1
                assert name == "position" or part["description"].endswith((".", ")")), name
    assert count > 150


def test_a_wrong_field_is_one_error_of_one_line_with_its_place() -> None:
    for cls, data in one_of_each_class().items():
        if isinstance(data, str):
            continue
        for key in data:
            wrong = {**data, key: "?" if data[key] is True or data[key] is False else True}
            for validator in (VALIDATOR, class_validator(cls)):
                [error] = validator.iter_errors(wrong)
                assert list(error.absolute_path) == [key]
                assert "\n" not in error.message
                assert len(error.message) < 400


def test_a_wrong_part_is_told_with_its_place() -> None:
    data = to_data(observe(setup(2, seed=1), 0))
    for path, wrong in (
        (("table", "phase"), "asleep"),
        (("table", "variant", "rounds"), -1),
        (("hand", 0), "X1"),
        (("player",), "0"),
    ):
        spoilt_data: Any = json.loads(json.dumps(data))
        part = spoilt_data
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = wrong
        [error] = VALIDATOR.iter_errors(spoilt_data)
        assert tuple(error.absolute_path) == path


def parts_of(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(part, dict | list):
            yield from parts_of(part)


def test_every_object_in_the_schema_names_all_its_keys() -> None:
    closed = {"unevaluatedProperties": False}.items()
    definitions = {f"#/$defs/{name}": part for name, part in SCHEMA["$defs"].items()}
    titled = [part for part in parts_of(SCHEMA) if "title" in part and "properties" in part]
    assert len(titled) > 20
    for part in titled:
        assert part in definitions.values() or part["additionalProperties"] is False
        if "$ref" not in part:
            left_out = LEFT_OUT.get(part["title"], set())
            assert set(part["required"]) == part["properties"].keys() - left_out
    for part in parts_of(SCHEMA):
        referred = definitions.get(part.get("$ref", ""), {})
        if "properties" in referred:  # an object is closed, or whoever refers to it closes it
            assert closed <= referred.items() or closed <= part.items()


def test_documents_of_games_of_all_variants_are_valid() -> None:
    for value in some_values()[::23]:
        data = to_data(value)
        class_validator(type(value)).validate(data)
    for value in some_values()[:: 25 * 23]:
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
