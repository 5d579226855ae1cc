"""`.ci/run` runs the checks of noxfile.py in two lanes, each after what it needs."""

from __future__ import annotations

import subprocess
import sys
import threading
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from helpers.checkout import ROOT

WANTED: dict[str, list[str]] = {
    "tools": [],
    "tests": ["tools"],
    "long_proofs": ["tests"],
    "readme": [],
    "wheel": ["tools"],
    "examples": ["wheel"],
    "fuzz": ["tools"],
}


@pytest.fixture
def lanes(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program that `.ci/run` calls, with other checks, as a module."""
    checks = SimpleNamespace(REQUIRES=WANTED, RELEASE={"fuzz"}, __doc__="The checks.")
    monkeypatch.setitem(sys.modules, "noxfile", checks)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    spec = spec_from_file_location("lanes", ROOT / ".ci/lanes.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Runs:
    """Stands for the running of checks: notes what ran beside what, and fails some."""

    def __init__(self, failing: set[str]) -> None:
        self.failing = failing
        self.order: list[str] = []
        self.beside: set[frozenset[str]] = set()
        self._running: set[str] = set()
        self._lock = threading.Lock()
        self._two_run = threading.Event()

    def __call__(self, name: str, _work: Path) -> tuple[int, float]:
        with self._lock:
            self._running.add(name)
            self.order.append(name)
            self.beside.add(frozenset(self._running))
            if len(self._running) > 1:
                self._two_run.set()
        # The first waits for another one: a busy machine can take long to start the second lane.
        self._two_run.wait(5)
        threading.Event().wait(0.01)
        with self._lock:
            self._running.remove(name)
        return int(name in self.failing), 0.01


def test_each_check_runs_once_after_what_it_needs_and_two_run_at_once(
    lanes: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = Runs(failing=set())
    monkeypatch.setattr(lanes, "run", runs)
    monkeypatch.setattr(lanes, "printed", lambda name: f"what {name} printed\n")
    assert lanes.run_in_lanes(WANTED, Path()) == ([], [])
    assert sorted(runs.order) == sorted(WANTED)
    for name, needs in WANTED.items():
        assert all(runs.order.index(each) < runs.order.index(name) for each in needs)
    assert max(map(len, runs.beside)) == 2
    assert not any({"tests", "long_proofs"} <= names for names in runs.beside)
    out = capsys.readouterr().out
    assert all(f"== {name}\nwhat {name} printed\n== done in" in out for name in WANTED)


def test_of_two_checks_with_workers_one_runs_at_a_time(
    lanes: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = Runs(failing=set())
    monkeypatch.setattr(lanes, "run", runs)
    monkeypatch.setattr(lanes, "printed", lambda name: f"{name}\n")
    lanes.run_in_lanes({"tests": [], "long_proofs": [], "lint": [], "layers": []}, Path())
    assert {"tests", "lint"} in runs.beside
    assert not any({"tests", "long_proofs"} <= names for names in runs.beside)


def test_a_failure_keeps_nothing_from_running_but_what_needs_it(
    lanes: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = Runs(failing={"tests", "readme"})
    monkeypatch.setattr(lanes, "run", runs)
    monkeypatch.setattr(lanes, "printed", lambda name: f"{name}\n")
    failed, left = lanes.run_in_lanes(WANTED, Path())
    assert sorted(failed) == ["readme", "tests"]
    assert left == ["long_proofs"]
    assert {"wheel", "examples"} <= {*runs.order}
    assert "== tests\ntests\n== failed after" in capsys.readouterr().out


def test_a_check_that_is_named_brings_what_it_needs(lanes: ModuleType) -> None:
    needed = lanes.with_what_they_need(["examples"])
    assert needed == {"tools": [], "wheel": ["tools"], "examples": ["wheel"]}
    assert [*needed] == [name for name in WANTED if name in needed], "in the order of the file"
    assert lanes.chosen([]) == [name for name in WANTED if name != "fuzz"]
    assert lanes.chosen(["release"]) == [*WANTED]
    assert lanes.chosen(["wheel"]) == ["wheel"]


def test_a_check_that_does_not_exist_is_named(
    lanes: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        lanes.main(["--work", "nowhere", "tset", "lnit"])
    assert ended.value.code == 2
    assert "there is no lnit or tset; there are: tools, " in capsys.readouterr().err


def test_by_hand_a_check_takes_the_environment_as_it_is() -> None:
    pytest.importorskip("nox")
    command = (sys.executable, "-m", "nox", "--list-sessions")
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "* lint -> Check the form of the code" in listed
    assert "- tests -> Run the tests with all that they can use" in listed
