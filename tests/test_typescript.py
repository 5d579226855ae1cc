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
