"""A project of somebody else's passes its checkers and runs, with no option for this library."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.cases import MODULES

SOURCE = Path(__file__).with_name("downstream.py")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the project alone, so that no option of this repository applies."""
    shutil.copy(SOURCE, tmp_path)
    return tmp_path


@pytest.fixture
def imports(tmp_path: Path) -> Path:
    """A folder with a project that imports every public name from each place that has it."""
    lines = []
    for module in MODULES:
        short = module.replace(".", "_")
        names = [f"{name} as {short}_{name}" for name in importlib.import_module(module).__all__]
        lines.append(f"from {module} import ({', '.join(names)})")
        lines += [f"print({name.rpartition(' ')[2]})" for name in names]
    (tmp_path / "imports.py").write_text("\n".join(lines), "utf-8")
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
def test_mypy_knows_every_public_name(imports: Path) -> None:
    pytest.importorskip("mypy")
    check(imports, "mypy", "--strict", "imports.py")


@pytest.mark.long
def test_pyright_finds_nothing(project: Path) -> None:
    check_by_pyright(project)


@pytest.mark.long
def test_pyright_knows_every_public_name(imports: Path) -> None:
    check_by_pyright(imports, reportDeprecated="none")


def check_by_pyright(project: Path, **settings: str) -> None:
    pytest.importorskip("pyright")
    strict = {"typeCheckingMode": "strict", "include": ["."], **settings}
    (project / "pyrightconfig.json").write_text(json.dumps(strict), "utf-8")
    check(project, "pyright", "--pythonpath", sys.executable)


@pytest.mark.long
def test_pylint_finds_nothing(project: Path) -> None:
    pytest.importorskip("pylint")
    check(project, "pylint", "downstream.py")
