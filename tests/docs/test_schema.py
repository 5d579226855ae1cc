"""The published schemas and TypeScript types: documents of games fit them, and no others do."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from documents.test_documents import positions, validator
from helpers import published_schemas
from helpers.checkout import ROOT, load

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

    texts = published_schemas.texts()
    schema = json.loads(texts["westeros-intrigue.schema.json"])
    for union in ("any-document", "event-document"):  # for the makers of types
        assert {*schema["$defs"].pop(union)} == {"title", "description", "oneOf"}
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


@pytest.mark.parametrize("key", GAMES)
def test_validators_judge_documents_as_they_come(key: str) -> None:
    """The second knows no draft after the seventh, like those of many languages."""
    jsonschema = pytest.importorskip("jsonschema")
    fastjsonschema = pytest.importorskip("fastjsonschema")
    schema = json.loads(published_schemas.texts()[f"{key}.schema.json"])
    newer, older = (
        jsonschema.validators.validator_for(schema)(schema),
        fastjsonschema.compile(schema),
    )
    for data in published_schemas.documents_of(key):
        newer.validate(data)
        older(data)
        for fault, wrong in published_schemas.broken(data):
            assert not newer.is_valid(wrong), fault
            with pytest.raises(fastjsonschema.JsonSchemaException):
                older(wrong)


ANY_GAME = [
    pytest.param(key, marks=() if key == "westeros-intrigue" else pytest.mark.long) for key in GAMES
]


@pytest.mark.parametrize("key", ANY_GAME)
def test_generated_classes_of_python_read_and_write_documents(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    validation_error = pytest.importorskip("pydantic").ValidationError
    pytest.importorskip("datamodel_code_generator")
    published_schemas.write(key, tmp_path)
    subprocess.run(published_schemas.CLASSES, cwd=tmp_path, check=True, capture_output=True)
    spec = importlib.util.spec_from_file_location("generated", tmp_path / "documents.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "generated", module)  # where pydantic looks names up
    spec.loader.exec_module(module)
    numbered = [name for name in vars(module) if name[-1].isdigit()]
    assert len(numbered) == 1, numbered  # the class of the whole schema ends with the version
    for data in published_schemas.documents_of(key):
        cls = getattr(module, published_schemas.class_of(data["kind"]))
        value = cls.model_validate_json(json.dumps(data))
        assert json.loads(value.model_dump_json(exclude_unset=True)) == data
        assert module.AnyDocument.model_validate(data).root == value
        for _, wrong in published_schemas.broken(data):
            with pytest.raises(validation_error):
                cls.model_validate_json(json.dumps(wrong))


NODE, QUICKTYPE = shutil.which("node"), shutil.which("quicktype")


@pytest.mark.skipif(QUICKTYPE is None, reason="quicktype is not installed")
@pytest.mark.parametrize("key", ANY_GAME)
def test_programs_of_javascript_read_documents(key: str, tmp_path: Path) -> None:
    """With ajv, and with the functions that quicktype makes."""
    assert NODE
    assert QUICKTYPE
    published_schemas.write(key, tmp_path)
    _, _, *arguments = published_schemas.TYPES
    script = ["javascript" if each == "go" else each for each in arguments]
    for command in (arguments, [each.replace("documents.go", "documents.cjs") for each in script]):
        subprocess.run([QUICKTYPE, *command], cwd=tmp_path, check=True, capture_output=True)
    types = (tmp_path / "documents.go").read_text(encoding="utf-8")
    for kind in GAMES[key].DOCUMENTS.kinds.values():
        assert f"type {published_schemas.class_of(kind)} struct" in types
    documents = [
        {
            "type": published_schemas.class_of(data["kind"]),
            "right": data,
            "wrong": dict(published_schemas.broken(data)),
        }
        for data in published_schemas.documents_of(key)
    ]
    (tmp_path / "documents.json").write_text(json.dumps(documents), encoding="utf-8")
    packages = Path(QUICKTYPE).parents[1]
    run = subprocess.run(
        [NODE, ROOT / "tests/schema_reader.cjs", tmp_path],
        capture_output=True, text=True, check=False, env={**os.environ, "NODE_PATH": str(packages)},
    )  # fmt: skip
    assert (run.stdout, run.stderr) == (f"{len(documents)} documents\n", "")


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
    load("scripts/making/schema.py").write_files(tmp_path / "schema")
    for key in GAMES:
        types = published_schemas.texts()[f"{key}.d.ts"]
        (tmp_path / f"{key}.ts").write_text("\n".join([types, *constants(key)]), encoding="utf-8")
    modules = [*map(str, tmp_path.rglob("*.ts"))]
    run = subprocess.run(
        [TSC, "--strict", "--noEmit", "--target", "es2023", "--ignoreConfig", *modules],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[:2000]
