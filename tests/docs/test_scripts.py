"""The programs for developers: makers by name, and the tests that belong to a change."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest
from helpers.checkout import ROOT, load

makers, chooser = load("scripts/make.py"), load("scripts/tests_of.py")
wheels = load("scripts/wheels.py")


def test_every_maker_is_listed_and_every_listed_one_is_there() -> None:
    modules = {path.stem.replace("_", "-") for path in (ROOT / "scripts/making").glob("[!_]*.py")}
    assert modules - {"site-files"} == set(makers.MAKERS)  # which docs/conf.py calls
    assert set(makers.PINNED) <= set(makers.MAKERS)


def test_a_maker_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        makers.main(["vector"])
    assert "invalid choice: 'vector' (choose from" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changed", "tested"),
    [
        ("src/westeros_intrigue/rules/dealing.py", "tests/rules/test_dealing.py"),
        ("src/westeros_intrigue/rules/dealing.py", "src/westeros_intrigue/rules/dealing.py"),
        ("src/westeros_intrigue/rules/dealing.py", "tests/rules/test_shown.py"),
        ("tests/rules/shown/court.txt", "tests/rules/test_shown.py"),
        ("src/westeros_intrigue/players/named.py", "tests/lab/matches/test_matches.py"),
        ("native/layout.h", "tests/lab/environments/test_tensors.py"),
        ("scripts/making/vectors.py", "tests/documents/test_vectors.py"),
        ("tests/vectors_reader.mjs", "tests/documents/test_vectors.py"),
        ("src/westeros_intrigue/views/worlds.py", "tests/views/test_worlds.py"),
        ("src/westeros_intrigue/rules/rulebook.json", "tests/rules/test_dealing.py"),
        ("src/westeros_intrigue/play/page/browser/table.html", "tests/play/page/test_page.py"),
        ("tests/play/terminal/sessions/play.txt", "tests/play/terminal/test_sessions.py"),
        (
            "tests/games/btwixt/second_engine/abilities.py",
            "tests/games/btwixt/test_against_second_engine.py",
        ),
        ("tests/games/btwixt/tables.py", "tests/games/btwixt/test_worlds.py"),
        ("tests/helpers/tables.py", "tests/test_values.py"),
        ("tests/rules/test_dealing.py", "tests/rules/test_dealing.py"),
        ("docs/install.md", "docs/install.md"),
        ("src/westeros_intrigue/play/page/messages.py", "docs/messages.md"),
    ],
)
def test_a_changed_file_has_its_tests(changed: str, tested: str) -> None:
    assert ROOT / tested in set(chooser.tests_of(ROOT / changed))


def test_a_commit_that_git_does_not_know_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)  # noqa: S607 - the user's git
    monkeypatch.setattr(chooser, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="no-such-commit"):
        chooser.changed("no-such-commit")


def test_a_wheel_is_tested_on_the_platform_of_its_tag(tmp_path: Path) -> None:
    musl, aarch64 = (wheels.ELSEWHERE[name] for name in ("musl", "aarch64"))
    wheel = tmp_path / "westeros_intrigue-1.0-cp311-abi3-musllinux_1_2_x86_64.whl"
    with pytest.raises(SystemExit, match="Name a wheel for musllinux_1_2_x86_64, not "):
        wheels.main(["musl", str(wheel)])
    wheel.touch()
    wheels.check_wheel(wheel, musl._replace(programs=("git",)))
    with pytest.raises(SystemExit, match="Name a wheel for manylinux_2_17_aarch64, not "):
        wheels.check_wheel(wheel, aarch64)
    with pytest.raises(SystemExit, match=r"no-such-compiler not found; .* install it"):
        wheels.check_wheel(wheel, musl._replace(programs=("git", "no-such-compiler")))


def test_a_command_that_fails_ends_with_advice() -> None:
    command = ("sh", "-c", "echo $WORD >&2; exit 3")
    with pytest.raises(SystemExit) as refusal:
        wheels.run(*command, quiet=True, advice="Add the source", WORD="no compiler")
    assert str(refusal.value) == f"no compiler\nExit code 3: {shlex.join(command)}\nAdd the source"
