"""The lessons for a class: each exercise has an answer, and the version for pupils has none."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.checkout import ROOT, load

LESSONS = sorted((ROOT / "examples").glob("lesson_*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return listed


def is_answer(cell: dict[str, Any]) -> bool:
    return "answer" in cell["metadata"].get("tags", ())


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_each_exercise_is_followed_by_its_answer(lesson: Path) -> None:
    open_questions = 0
    for cell in cells(lesson):
        is_exercise = source(cell).startswith("## Exercise")
        assert not (is_exercise and open_questions), "the exercise before it has no answer"
        open_questions += is_exercise - is_answer(cell)
    assert open_questions == 0
    assert sum(map(is_answer, cells(lesson))) == 5


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_the_version_for_pupils_has_the_questions_alone(
    lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    files = load("scripts/making/site_files.py")
    pupils = files.without_answers(json.loads(lesson.read_text("utf-8")))["cells"]
    for theirs, whole in zip(pupils, cells(lesson), strict=True):
        assert source(theirs) == ("# Your answer" if is_answer(whole) else source(whole))
        assert not theirs.get("outputs")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_needs_the_library_and_no_other_package_or_file(lesson: Path) -> None:
    code = "\n".join(source(cell) for cell in cells(lesson) if cell["cell_type"] == "code")
    modules = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            modules |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(str(node.module).partition(".")[0])
    assert modules <= {"westeros_intrigue", *sys.stdlib_module_names}
    assert "open(" not in code
