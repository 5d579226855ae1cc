"""The TypeScript types: the compiler accepts documents of games, and no others."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checkout import load
from documents.test_documents import positions

from westeros_intrigue.documents.typescript import declarations
from westeros_intrigue.gamekit.game import GAMES

TSC = shutil.which("tsc")


def constants(key: str) -> Iterator[str]:
    """A constant for each kind of document of a game, and one that lacks its last member."""
    documents: Any = GAMES[key].DOCUMENTS
    for value in {type(value): value for value in positions(key)}.values():
        data: Any = documents.to_data(value)
        name = "".join(part.capitalize() for part in f"{data['kind']}-document".split("-"))
        yield f"export const right{name}: {name} = {json.dumps(data)};"
        data.popitem()
        yield "// @ts-expect-error: a member is missing"
        yield f"export const wrong{name}: {name} = {json.dumps(data)};"


@pytest.mark.skipif(TSC is None, reason="tsc is not installed")
def test_the_compiler_accepts_documents_and_finds_missing_members(tmp_path: Path) -> None:
    assert TSC
    schema = load("scripts/make_schema.py")
    schema.write_files(tmp_path / "schema")
    for key in GAMES:
        types = schema.make_texts()[f"{key}.d.ts"]
        (tmp_path / f"{key}.ts").write_text("\n".join([types, *constants(key)]), encoding="utf-8")
    modules = [*map(str, tmp_path.rglob("*.ts"))]
    run = subprocess.run(
        [TSC, "--strict", "--noEmit", "--target", "es2023", "--ignoreConfig", *modules],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[:2000]


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ({"$ref": "#/$defs/iron-throne-card"}, "IronThroneCard"),
        ({"const": "play"}, '"play"'),
        ({"enum": ["S", "L"]}, '"S" | "L"'),
        ({"oneOf": [{"type": "integer"}, {"type": "boolean"}]}, "number | boolean"),
        ({"if": {"not": {"type": "null"}}, "then": {"type": "string"}}, "string | null"),
        ({"if": {}, "then": {"type": "string"}, "else": {"type": "integer"}}, "string | number"),
        ({"type": ["integer", "null"]}, "number | null"),
        ({"type": "array", "items": {"type": "integer"}}, "number[]"),
        ({"type": "array", "items": {"enum": [1, 2]}}, "(1 | 2)[]"),
        ({"type": "array", "prefixItems": [{"const": 1}], "items": False}, "[1]"),
        (
            {"type": "array", "prefixItems": [{"const": 1}], "items": {"type": "string"}},
            "[1, ...string[]]",
        ),
        (
            {"type": "object", "properties": {"left": {"type": "integer"}}, "required": ["left"]},
            "{\n    left: number;\n  }",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "{ [key: string]: number }",
        ),
    ],
)
def test_each_form_of_a_schema_has_a_type(form: dict[str, Any], written: str) -> None:
    schema = {"title": "Forms", "$defs": {"a-form": {"description": "A form.", "oneOf": [form]}}}
    text = f"// Forms\n\n/** A form. */\nexport type AForm = {written};\n"
    assert declarations(schema) == text


def test_an_object_extends_a_smaller_one_and_what_another_schema_has_is_imported() -> None:
    def members(names: str) -> dict[str, Any]:
        return {"properties": {name: {"type": "integer"} for name in names}, "required": [*names]}

    seats = {"type": "array", "items": {"$ref": "#/$defs/seat"}}
    both: dict[str, Any] = {"hand": {"type": "string"}, "seats": seats}
    definitions = {
        **both,
        "seat": {"type": "integer"},
        "small": members("abcde"),
        "large": members("abcdef"),
        "other": {"$ref": "#/$defs/small", **members("g")},
    }
    others = {**both, "seat": {"type": "string"}}
    text = declarations({"title": "Objects", "$defs": definitions}, module=("./others", others))
    for block in (
        'import type { Hand } from "./others";\n\nexport type { Hand };\n',
        "export type Seats = Seat[];\n",
        "export interface Large extends Small {\n  f: number;\n}\n",
        "export interface Other extends Small {\n  g: number;\n}\n",
    ):
        assert block in text


def test_a_form_that_no_document_has_is_refused() -> None:
    with pytest.raises(ValueError, match="no type for"):
        declarations({"title": "Forms", "$defs": {"a-form": {}}})
