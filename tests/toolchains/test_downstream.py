"""A project of somebody else's passes its checkers and runs, with no option for this library."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("downstream.py")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the project alone, so that no option of this repository applies."""
    shutil.copy(SOURCE, tmp_path)
    return tmp_path


def check(project: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=project, check=False, capture_output=True, text=True
    )
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


def test_it_runs(project: Path) -> None:
    assert check(project, "downstream").startswith("(")


@pytest.mark.long
def test_mypy_finds_nothing(project: Path) -> None:
    pytest.importorskip("mypy")
    check(project, "mypy", "--strict", "downstream.py")


@pytest.mark.long
def test_pyright_finds_nothing(project: Path) -> None:
    pytest.importorskip("pyright")
    strict = {"typeCheckingMode": "strict", "include": ["."]}
    (project / "pyrightconfig.json").write_text(json.dumps(strict), "utf-8")
    check(project, "pyright", "--pythonpath", sys.executable)


@pytest.mark.long
def test_pylint_finds_nothing(project: Path) -> None:
    pytest.importorskip("pylint")
    check(project, "pylint", "downstream.py")
