"""The published schemas and TypeScript types: documents of games fit them, and no others do."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from documents.test_documents import positions, validator
from helpers.checkout import load

from westeros_intrigue import observe, setup
from westeros_intrigue.documents import DOCUMENTS
from westeros_intrigue.gamekit.game import GAMES


@pytest.mark.long
def test_only_words_part_the_published_schema_from_that_of_the_codecs() -> None:
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

    texts = load("scripts/making/schema.py").make_texts()
    schema = json.loads(texts["westeros-intrigue.schema.json"])
    assert without_words(schema) == without_words(json.loads(json.dumps(DOCUMENTS.schema())))
    for definition in schema["$defs"].values():
        if "properties" in definition:
            assert definition["title"]
            assert definition["description"].endswith(".")
            for name, part in definition["properties"].items():
                assert name == "position" or part["description"].endswith((".", ")")), name


def test_a_wrong_part_is_one_error_of_the_schema_with_its_place() -> None:
    view = DOCUMENTS.to_data(observe(setup(2, seed=1), 0))
    for path, wrong in (
        (("table", "phase"), "asleep"),
        (("table", "variant", "rounds"), -1),
        (("hand", 0), "X1"),
        (("player",), "0"),
    ):
        data: Any = json.loads(json.dumps(view))
        part = data
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = wrong
        [error] = validator("westeros-intrigue").iter_errors(data)
        assert tuple(error.absolute_path) == path
        assert len(error.message) < 400


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
    schema = load("scripts/making/schema.py")
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
