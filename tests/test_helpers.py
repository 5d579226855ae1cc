"""The failures of the tests' own helpers: they show what was expected and what came instead."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest
from helpers.cases import each
from helpers.checkout import ROOT
from helpers.costs import READING, SHARED, folder_of
from helpers.shown_games import Played, assert_shown
from helpers.shown_rules import Example, Step

from westeros_intrigue.gamekit import AnyGame
from westeros_intrigue.games import monopoly


class PlayedMonopoly(Played):
    game: ClassVar[AnyGame] = monopoly


def test_a_failing_example_shows_what_it_expects_and_what_came() -> None:
    wrong = Step("moves", ("stand-by",))
    example = Example(("interval.pass",), "Pass", ("*30@0, 30@0",), (wrong,), Path("pass.txt"), 7)
    with pytest.raises(AssertionError) as failure:
        assert_shown(example, PlayedMonopoly())
    message = str(failure.value)
    assert "pass.txt:7: moves" in message
    assert "stand-by'" in message
    assert "pass, stand-by" in message


@each(("helpers.view_checks", "second_engine.game", "games.monopoly.invariants"))
def test_the_assertions_of_every_folder_of_tests_are_rewritten(name: str) -> None:
    loader = importlib.import_module(name).__loader__
    assert "assertion" in type(loader).__module__


def test_the_costs_of_tests_are_those_of_their_bodies_and_of_programs_that_they_start(
    tmp_path: Path,
) -> None:
    file = tmp_path / "test_spinning.py"
    spin = "import time; end = time.process_time() + 0.32\nwhile time.process_time() < end: pass"
    file.write_text(
        "import subprocess, sys\n"
        "from subprocess import PIPE\n"
        "import pytest\n"
        f"SPIN = {spin!r}\n"
        f"ON_DEMAND = 'input()\\n' + SPIN + '\\nprint(flush=True)'\n"
        "def test_here(): exec(SPIN)\n"
        "def test_in_a_program(): subprocess.run([sys.executable, '-c', SPIN], check=True)\n"
        "def test_asleep(): __import__('time').sleep(0.3)\n"
        "@pytest.fixture(scope='module')\n"
        "def shared():\n"
        "    exec(SPIN)\n"
        "    program = [sys.executable, '-c', ON_DEMAND]\n"
        "    with subprocess.Popen(program, stdin=PIPE, stdout=PIPE) as running:\n"
        "        yield running\n"
        "def test_in_a_shared_program(shared):\n"
        "    shared.stdin.write(b'\\n')\n"
        "    shared.stdin.flush()\n"
        "    shared.stdout.readline()\n"
        "def test_beside_a_shared_program(shared): pass\n",
        "utf-8",
    )
    costs = tmp_path / "costs.json"
    command = [sys.executable, "-m", "pytest", "-p", "helpers.costs", "-p", "no:cacheprovider"]
    command += ["--costs", str(costs), "-c", os.devnull, "--rootdir", str(tmp_path), str(file)]
    command += ["-p", "no:randomly"]  # elsewhere the last test pays for the shared program
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests"), "PYTEST_ADDOPTS": ""}
    ran = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    taken = json.loads(costs.read_text("utf-8"))
    of_tests = {name.partition("::")[2]: taken[name] for name in taken if "::" in name}
    assert of_tests["test_here"] >= 0.3
    assert of_tests["test_in_a_program"] >= 0.3
    assert of_tests["test_asleep"] < 0.3
    assert READING in taken
    assert taken[SHARED] >= 0.3
    assert of_tests["test_beside_a_shared_program"] < 0.3
    if sys.platform == "linux":
        assert 0.3 <= of_tests["test_in_a_shared_program"] < 0.6
    assert "CPU seconds" in ran.stdout


def test_costs_are_added_up_by_folder() -> None:
    assert folder_of("tests/play/page/test_page.py::test_a_page") == "tests/play/page"
    assert (
        folder_of("src/westeros_intrigue/rules/moves.py::legal_moves")
        == "src/westeros_intrigue/rules"
    )
    assert folder_of("README.md::README.md") == "README.md"


@pytest.mark.parametrize("processes", ["0", "1"])
def test_a_test_that_is_marked_is_not_traced_and_one_after_it_is(
    tmp_path: Path, processes: str
) -> None:
    pytest.importorskip("pytest_cov")
    (tmp_path / "measured.py").write_text("def one():\n return 1\ndef two():\n return 2\n", "utf-8")
    (tmp_path / "test_measured.py").write_text(
        "import measured, pytest\n"
        "@pytest.mark.untraced\n"
        "def test_one(): assert measured.one() == 1\n"
        "@pytest.mark.long\n"
        "def test_one_more(): assert measured.one() == 1\n"
        "def test_two(): assert measured.two() == 2\n",
        "utf-8",
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n untraced\n long\n", "utf-8")
    report = tmp_path / "covered.json"
    command = [sys.executable, "-m", "pytest", "-p", "helpers.tracing", "-p", "no:randomly"]
    command += ["-n", processes, "--cov=measured", f"--cov-report=json:{report}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests"), "PYTEST_ADDOPTS": ""}
    environment["COVERAGE_CORE"] = "ctrace"  # others cost too little to be switched off
    ran = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    [covered] = json.loads(report.read_text("utf-8"))["files"].values()
    assert covered["missing_lines"] == [2]
