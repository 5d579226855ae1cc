"""The commands on the pages, each checked as far as possible without a network."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from helpers import published_schemas
from helpers.checkout import ROOT, load
from helpers.terminals import command
from westeros_intrigue import STANDARD, Record, greedy_player, play_game
from westeros_intrigue.games.monopoly import FORM, SAMPLE, write_edition
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


def check_command(words: list[str], patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Check that a command does what it says; one that nobody has thought of fails."""
    program, *arguments = words
    program = program.removeprefix(".venv/bin/")
    if program in {"python", "python3"}:
        if arguments[:1] == ["-m"]:
            program, *arguments = arguments[1:]
        else:
            program, *arguments = arguments
    if program in _CHECKS:
        _CHECKS[program](arguments, patch, folder)
    else:
        assert program.startswith(("benchmarks", "studies", "examples/", "scripts/")), (
            f"no check knows {words}"
        )
        _program(program, arguments, patch)


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


def _classes(arguments: list[str], _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    assert arguments == [*published_schemas.CLASSES[1:]]  # what docs/test_schema.py runs


def _types(arguments: list[str], _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    assert arguments == [*published_schemas.TYPES[1:]]  # as above


def _pytest(arguments: list[str], _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    assert arguments == []  # what is running here


def _game(arguments: list[str], patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Run a command of the library, whose input ends at once; one deal and one playout suffice."""
    patch.chdir(folder)
    arguments = ["search:1" if re.match(r"search:\d", each) else each for each in arguments]
    if "--deals" in arguments:
        arguments[arguments.index("--deals") + 1] = "1"
    if arguments[0] in {"check", "edition"} and arguments[1].endswith(".json"):
        Path(arguments[1]).write_text(write_edition(SAMPLE), "utf-8")
    if arguments[0] == "check" and arguments[1].endswith(".toml"):  # the form, filled in
        Path(arguments[1]).write_text(re.sub("(?m)^(name|mark) = .*", "", FORM), "utf-8")
    if arguments[0] == "effect":
        for name, example in (("no_repeats", "no_repeats"), ("nim", "nim"), ("nim_to_four", "nim")):
            shutil.copy(ROOT / f"examples/{example}.py", f"{name}.py")
        arguments += ["--deals", "1"]
    for each in arguments if arguments[0] == "match" else ():
        if each.endswith(":bot"):  # the files of friends
            Path(f"{each.partition(':')[0]}.py").write_text(
                "from westeros_intrigue import greedy_player as bot\n", "utf-8"
            )
    state = play_game([greedy_player] * 4, seed=1, variant=STANDARD.with_rounds(1))
    Path("game.txt").write_text(str(Record.from_state(state)), "utf-8")
    result = command(*arguments, is_terminal=False)
    assert result.code == 0, result.err
    assert result.out
    for line in result.err.splitlines():
        assert arguments[0] == "match"
        assert "the salt of this match" in line


class _ParsedError(BaseException):
    """The options of a program have been read."""


def _program(name: str, arguments: list[str], patch: pytest.MonkeyPatch) -> None:
    """Let a program read its options, and do nothing of what it does then."""
    real = argparse.ArgumentParser.parse_args

    def parse(parser: argparse.ArgumentParser, words: list[str] | None = None) -> None:
        real(parser, words)
        raise _ParsedError

    patch.setattr(argparse.ArgumentParser, "parse_args", parse)
    patch.setattr(sys, "argv", [name, *arguments])
    patch.syspath_prepend(str(ROOT))
    if name.startswith("scripts/") or name.endswith(".py"):
        main = load(name).main
    elif name in {"benchmarks", "studies"}:
        module, _ = importlib.import_module(f"{name}.__main__").RUNS[arguments[0]]
        main = partial(importlib.import_module(f"{name}.{module}").main, arguments[1:])
    else:
        main = importlib.import_module(name).main
    with pytest.raises(_ParsedError):
        main()


def _train(arguments: list[str], patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Train a network, in two small chunks of which the second goes on from a checkpoint."""
    patch.chdir(folder)
    module: Any = importlib.import_module("train_by_self_play")
    patch.setattr(module, "TABLES", 4)
    patch.setattr(module, "MINIBATCH", 16)
    patch.setattr(module, "won_against_greedy", lambda *_: 0.5)

    def stop(path: Path, *_: object) -> None:
        path.write_bytes(b"the first half")
        raise KeyboardInterrupt

    packed: list[bytes] = []
    in_pairs = module.in_pairs

    def keep(weights: bytes, players: int) -> bytes:
        packed.append(weights)
        paired: bytes = in_pairs(weights, players)
        return paired

    patch.setattr(module, "in_pairs", keep)
    for chunks, stops in (("1", False), ("2", True), ("2", False)):
        patch.setattr(sys, "argv", ["", *arguments, "--chunks", chunks])
        with patch.context() as stopping, suppress(KeyboardInterrupt):
            if stops:
                stopping.setattr(module.np, "savez", stop)
            module.main()
    written = Path(arguments[arguments.index("--folder") + 1])
    assert len((written / "curve.csv").read_text(encoding="utf-8").splitlines()) == 3
    unpaired = written / "unpaired.weights"
    unpaired.write_bytes(packed[-1])
    assert unpaired.read_bytes() != (written / "mine.weights").read_bytes()
    games = [
        play_game([LearnedPlayer(weights=path)] * 2, seed=1)
        for path in (written / "mine.weights", unpaired)
    ]
    assert games[0] == games[1]


def _dask(arguments: list[str], _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Let Dask read the options, and start nothing."""
    verb, *options = arguments
    module = importlib.import_module(f"distributed.cli.dask_{verb}")
    module.main.make_context(verb, options)


_CHECKS: dict[str, Callable[[list[str], pytest.MonkeyPatch, Path], None]] = {
    "dask": _dask,
    "datamodel-codegen": _classes,
    "examples/train_by_self_play.py": _train,
    "npx": _types,
    "pip": _pip,
    "pytest": _pytest,
    "venv": _venv,
    "westeros-intrigue": _game,
    "westeros_intrigue": _game,
}
"""The check of each program; of a module that `python -m` runs, by its name."""
