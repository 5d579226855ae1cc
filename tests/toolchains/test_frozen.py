"""Programs that are packed: one folder by PyInstaller, a zip file, and an image without stubs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipapp
from pathlib import Path

import pytest

import westeros_intrigue
from westeros_intrigue import MissingExtra
from westeros_intrigue.gamekit import packaging

packed = pytest.mark.long

PACKAGE = Path(westeros_intrigue.__file__).parent
PROGRAM = """
import random
import westeros_intrigue as wi
from westeros_intrigue.games import monopoly
from westeros_intrigue.players import parse_player

state = wi.setup(3, seed=5)
view = wi.observe(state, state.active_player)
for name in ("greedy", "search:2"):
    print(parse_player(name)(view, random.Random(1)) in wi.legal_moves(state))
print(monopoly.new_game(3, seed=1).players, wi.rule("turn.must-place").id)
"""
PRINTED = "True\nTrue\n3 turn.must-place\n"


def printed_by(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, check=False, capture_output=True, text=True)
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, "utf-8")
    return path


def copy_package(folder: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "*.pyi")
    shutil.copytree(PACKAGE, folder / "westeros_intrigue", ignore=ignored)


@packed
def test_pyinstaller_needs_no_option(program: Path, tmp_path: Path) -> None:
    """It takes long: PyInstaller follows all imports, and packs Python itself."""
    pytest.importorskip("PyInstaller")
    printed_by(sys.executable, "-m", "PyInstaller", "--onedir", program, cwd=tmp_path)
    frozen = tmp_path / "dist/program/program"
    assert printed_by(frozen, cwd=tmp_path) == PRINTED


SEARCHING = "--packages=westeros_intrigue.lab.players,westeros_intrigue.lab.simulation"


@packed
def test_cx_freeze_needs_the_packages_of_players_that_search(program: Path, tmp_path: Path) -> None:
    pytest.importorskip("cx_Freeze")
    folder = tmp_path / "frozen"
    build = ("-m", "cx_Freeze", "build", f"--script={program}", f"--build-exe={folder}")
    printed_by(sys.executable, *build, SEARCHING, cwd=tmp_path)
    assert printed_by(folder / "program", cwd=tmp_path) == PRINTED


@packed
def test_cx_freeze_without_them_says_what_to_include(program: Path, tmp_path: Path) -> None:
    pytest.importorskip("cx_Freeze")
    folder = tmp_path / "frozen"
    build = ("-m", "cx_Freeze", "build", f"--script={program}", f"--build-exe={folder}")
    printed_by(sys.executable, *build, cwd=tmp_path)
    done = subprocess.run([folder / "program"], check=False, capture_output=True, text=True)
    assert done.stdout == "True\n"
    assert (
        "the module westeros_intrigue.lab.players.search is missing from this copy" in done.stderr
    )
    assert "cx_Freeze by --packages=westeros_intrigue.lab.players, " in done.stderr


@packed
def test_a_zip_file_runs(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "zipped"
    folder.mkdir()
    copy_package(folder)
    shutil.copy(program, folder / "__main__.py")
    zipapp.create_archive(folder, tmp_path / "program.pyz")
    # Python loads no extension module out of a zip file.
    monkeypatch.delenv("WESTEROS_INTRIGUE_EXTENSION", raising=False)
    # -S would hide attrs as well; what is imported is the zip file's, which comes first.
    assert printed_by(sys.executable, tmp_path / "program.pyz", cwd=tmp_path) == PRINTED


@packed
def test_an_image_without_stubs_and_docstrings_runs(program: Path, tmp_path: Path) -> None:
    copy_package(tmp_path)
    assert printed_by(sys.executable, "-OO", program, cwd=tmp_path) == PRINTED


def test_a_missing_file_or_module_is_named_with_the_package_to_include() -> None:
    package = "westeros_intrigue.rules"
    with pytest.raises(MissingExtra, match=f"the file no.json of {package} is missing") as missing:
        packaging.read_data(package, "no.json")
    assert f"PyInstaller by --collect-all={package}" in str(missing.value)
    for module in (f"{package}.no", f"{package}.no.more"):
        with pytest.raises(MissingExtra, match=f"the module {module} is missing from this copy"):
            packaging.import_part(module)


def test_a_module_that_lacks_another_package_is_not_taken_for_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lacking_part.py").write_text("import no_such_package\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        packaging.import_part("lacking_part")
