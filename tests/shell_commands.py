"""The commands on the pages, each checked as far as possible without a network."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from checkout import ROOT, load
from terminals import command

from westeros_intrigue import STANDARD, Player, Record, greedy_player, play_game
from westeros_intrigue.games.monopoly import SAMPLE, write_edition
from westeros_intrigue.lab.players import LearnedPlayer

_PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
_PROJECT = _PYPROJECT["project"]
_OTHER_PACKAGES = {"mutmut", "pip"}  # the first is what scripts/mutation.py runs


def commands(text: str) -> Iterator[list[str]]:
    """The words of each command of a block."""
    for line in text.splitlines():
        for one in line.split(" && "):
            if words := shlex.split(one, comments=True):
                yield words


def _from_root(name: str) -> ModuleType:
    """A module of the checkout, which is not installed."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    return importlib.import_module(name)


def check_command(words: list[str], patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Check that a command does what it says; one that nobody has thought of fails."""
    program, *arguments = words
    program = program.removeprefix(".venv/bin/")
    if program in {"python", "python3"}:
        if arguments[:1] == ["-m"]:
            program, *arguments = arguments[1:]
        else:
            program, *arguments = arguments
    assert program in _CHECKS, f"no check knows the command {shlex.join(words)}"
    _CHECKS[program](arguments, patch, folder)


def _venv(arguments: list[str], _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    assert arguments == [".venv"]  # whose Python the next lines call


def _pip(arguments: list[str], _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    verb, *wanted = arguments
    assert verb == "install"
    if "--group" in wanted:
        at = wanted.index("--group")
        assert wanted[at + 1] in _PYPROJECT["dependency-groups"], wanted
        del wanted[at : at + 2]
    for each in wanted:
        if each not in {"--editable", "--upgrade"}:
            check_requirement(each)


def check_requirement(text: str) -> None:
    """Check that there is what `pip install` is asked for, with its extras."""
    match = re.fullmatch(r"([\w.-]+)(?:\[([\w,-]+)\])?", text)
    assert match, text
    assert match[1] in {".", _PROJECT["name"], *_OTHER_PACKAGES}, text
    extras = match[2].split(",") if match[2] else []
    assert set(extras) <= _PROJECT["optional-dependencies"].keys(), text
    assert not extras or match[1] not in _OTHER_PACKAGES


def _pytest(arguments: list[str], _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    assert arguments == []  # what is running here


def _game(arguments: list[str], patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Run a command of the library, whose input ends at once; of a match one deal does."""
    patch.chdir(folder)
    if "--deals" in arguments:
        arguments[arguments.index("--deals") + 1] = "1"
    if arguments[0] in {"check", "edition"} and arguments[1].endswith(".json"):
        Path(arguments[1]).write_text(write_edition(SAMPLE), "utf-8")
    state = play_game([greedy_player] * 4, seed=1, variant=STANDARD.with_rounds(1))
    Path("game.txt").write_text(str(Record.from_state(state)), "utf-8")
    result = command(*arguments, is_terminal=False)
    assert result.code == 0, result.err
    assert result.out
    assert not result.err


def _benchmarks(arguments: list[str], patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Run the suite, with nothing to do for each measurement."""
    module = _from_root("benchmarks.__main__")
    asked: list[tuple[str, int]] = []

    def noted(name: str) -> Callable[[int], list[str]]:
        def measure(turns: int) -> list[str]:
            asked.append((name, turns))
            return []

        return measure

    names = [*module.MEASUREMENTS]
    patch.setattr(module, "MEASUREMENTS", {name: noted(name) for name in names})
    module.main(arguments)
    only = arguments[arguments.index("--only") + 1 :] if "--only" in arguments else names
    only = list(takewhile(lambda word: not word.startswith("--"), only))
    assert [name for name, _ in asked] == only


def _page(arguments: list[str], patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Measure the page, with nobody who clicks and few tables."""
    module = _from_root("benchmarks.page")
    patch.setattr(module, "clicks", lambda _: [])
    patch.setattr(module, "TABLES", 2)
    module.main(arguments)


def _strength(arguments: list[str], patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Measure a player, by two deals."""
    module = _from_root("benchmarks.strength")
    real = module.strength

    def strength(one: Player, others: Player, players: int, _deals: int, seed: int) -> object:
        return real(one, others, players, 2, seed)

    patch.setattr(module, "strength", strength)
    module.main(arguments)


def _best_response(arguments: list[str], patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Train for a moment, and play two deals."""
    module = _from_root("benchmarks.best_response")
    patch.setattr(module, "TABLES", 16)
    module.main([*arguments, "--seconds", "0.01", "--deals", "2"])


def _endings(arguments: list[str], patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Judge players on two endings."""
    module = _from_root("benchmarks.endings")
    suite = module.lines()[:2]
    patch.setattr(module, "lines", lambda: suite)
    patch.setattr(module, "SAMPLES", 1)
    module.main(arguments)


def _chances(arguments: list[str], _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Measure the chance in hints, at two positions."""
    _from_root("benchmarks.chances").main([*arguments, "--rounds", "2"])


def _train(arguments: list[str], patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Train a network, in two small chunks of which the second goes on from a checkpoint."""
    patch.chdir(folder)
    module: Any = importlib.import_module("train_by_self_play")
    patch.setattr(module, "TABLES", 4)
    patch.setattr(module, "MINIBATCH", 16)
    patch.setattr(module, "won_against_greedy", lambda *_: 0.5)
    for chunks in "12":
        patch.setattr(sys, "argv", ["", *arguments, "--chunks", chunks])
        module.main()
    written = Path(arguments[arguments.index("--folder") + 1])
    assert len((written / "curve.csv").read_text(encoding="utf-8").splitlines()) == 3
    play_game([LearnedPlayer(weights=written / "mine.weights")] * 2, seed=1)


def _compare(arguments: list[str], patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Compare two commits of a small repository, with nothing measured."""
    module = _from_root("benchmarks.compare")
    compared = []

    def compare(old: Path, new: Path, names: list[str], turns: int, *, counted: bool) -> list[str]:
        assert [(each / "src" / "commit").read_text() for each in (old, new)] == ["1", "2"]
        compared.append((names, turns, counted))
        return []

    patch.setattr(module, "ROOT", _two_commits(folder / "repository"))
    patch.setattr(module, "compared", compare)
    patch.chdir(folder / "repository")
    module.main(arguments)
    [(names, _, _)] = compared
    assert set(names) <= {*module.figures(), module.BYTES}


def _two_commits(repository: Path) -> Path:
    """A repository whose branch main has one commit, and the one checked out another."""
    (repository / "src").mkdir(parents=True)

    # Nobody's own settings, and no repository that the tests may run for.
    environment = {key: value for key, value in os.environ.items() if key[:4] != "GIT_"}
    environment["GIT_CONFIG_GLOBAL"] = os.devnull

    def git(*arguments: str) -> None:
        configured = ["-c", "user.name=Test", "-c", "user.email=test@localhost"]
        command = ["git", "-C", str(repository), *configured, *arguments]
        subprocess.run(command, check=True, env=environment)

    git("init", "--quiet")
    for number, branch in (("1", "main"), ("2", "work")):
        git("checkout", "--quiet", "-b", branch)
        (repository / "src" / "commit").write_text(number, "utf-8")
        git("add", "src")
        git("commit", "--quiet", "--message", number)
    return repository


def _mutation(arguments: list[str], patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Run the script, with no mutants; the passages of planted faults must still be there."""
    module = load("scripts/mutation.py")
    mutated = []

    def mutate(name: str, out: Path, children: int, *, again: bool) -> Counter[str]:
        assert out.is_dir()
        assert children > 0
        assert again is ("--again" in arguments)
        mutated.append(name)
        return Counter(killed=1)

    patch.setattr(module, "mutate", mutate)
    patch.setattr(module, "failed_test", lambda _folder, _tests: "")
    patch.setattr(sys, "argv", ["scripts/mutation.py", *arguments])
    patch.chdir(folder)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        module.main()
    assert "STALE" not in printed.getvalue()
    assert mutated == [name for name in arguments if name in module.TESTS]


def _dask(arguments: list[str], _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Let Dask read the options, and start nothing."""
    verb, *options = arguments
    module = importlib.import_module(f"distributed.cli.dask_{verb}")
    module.main.make_context(verb, options)


_CHECKS: dict[str, Callable[[list[str], pytest.MonkeyPatch, Path], None]] = {
    "benchmarks": _benchmarks,
    "benchmarks.best_response": _best_response,
    "benchmarks.chances": _chances,
    "benchmarks.compare": _compare,
    "benchmarks.endings": _endings,
    "benchmarks.page": _page,
    "benchmarks.strength": _strength,
    "dask": _dask,
    "examples/train_by_self_play.py": _train,
    "pip": _pip,
    "pytest": _pytest,
    "scripts/mutation.py": _mutation,
    "venv": _venv,
    "westeros-intrigue": _game,
    "westeros_intrigue": _game,
}
"""The check of each program; of a module that `python -m` runs, by its name."""
