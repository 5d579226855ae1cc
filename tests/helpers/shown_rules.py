"""The examples of the rules in `tests/rules/shown`, and the tests that name a rule.

A chapter of the rulebook is a file. An example begins with the ids of its rules and a title:

    ## court.width: The bottom row is full

    a0 S S S S S S S S; *L L L L L, ...
    > L@a8
    refused, row-full, court.width: L1 cannot go to a8: the bottom row has 8 cards and is full. ...

The first lines are the position. A line with `>` is played or asked, and the lines below it are the
result. `test_shown.py` lists the positions and the steps that there are, and tries them.

This module reads files and syntax trees only, so the site and `scripts/mutation.py` use it, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parents[1]
FOLDER = TESTS / "rules" / "shown"
"""The examples of the card game; those of another game are with its tests."""
TRIED_BY = FOLDER.with_name("test_shown.py")
"""The test that runs every example of the card game."""
MOST_RULES = 4
"""The most rules that an example or a marked test can show."""


def folder_of(game: str) -> Path:
    """Return the folder with the examples of a game, by its key."""
    own = TESTS / "games" / game
    return own / "shown" if own.exists() else FOLDER


def tried_by(game: str) -> Path:
    """Return the test that runs every example of a game, by its key."""
    return folder_of(game).with_name(TRIED_BY.name)


def list_tests(game: str, games: Iterable[str]) -> list[Path]:
    """Return the other files of tests that may name rules of a game, among those of all games."""
    own = TESTS / "games" / game
    others = [TESTS / "games" / key for key in games if key != game]
    return [
        path
        for path in sorted((own if own.exists() else TESTS).rglob("test_*.py"))
        if path.parent not in others and path != tried_by(game)
    ]


class Step(NamedTuple):
    """A line that is played or asked, and the lines of its result."""

    line: str
    """The line without `>`; empty for the position itself, if it is refused."""
    result: tuple[str, ...]


class Example(NamedTuple):
    """A position with steps, which show some rules."""

    rules: tuple[str, ...]
    title: str
    position: tuple[str, ...]
    steps: tuple[Step, ...]
    path: Path
    line: int
    """The line of the title, counted from 1."""

    @property
    def text(self) -> str:
        """The example without its title."""
        lines = [*self.position]
        for step in self.steps:
            lines += [f"> {step.line}", *step.result] if step.line else step.result
        return "\n".join(lines)


def read_examples(folder: Path = FOLDER) -> list[Example]:
    """Return the examples of all chapters of a rulebook, by default that of the card game."""
    return [example for path in sorted(folder.glob("*.txt")) for example in _examples_in(path)]


def _examples_in(path: Path) -> Iterator[Example]:
    lines = path.read_text(encoding="utf-8").splitlines()
    titles = [number for number, line in enumerate(lines) if line.startswith("## ")]
    for start, end in pairwise([*titles, len(lines)]):
        ids, _, title = lines[start].removeprefix("## ").partition(": ")
        body = [line for line in lines[start + 1 : end] if line]
        first = next(
            (n for n, line in enumerate(body) if line.startswith(("> ", "refused"))), len(body)
        )
        steps = tuple(_steps(body[first:]))
        yield Example(tuple(ids.split()), title, tuple(body[:first]), steps, path, start + 1)


def _steps(body: Sequence[str]) -> Iterator[Step]:
    starts = [number for number, line in enumerate(body) if line.startswith("> ")]
    if body and 0 not in starts:
        yield Step("", tuple(body[: min(starts, default=len(body))]))
    for start, end in pairwise([*starts, len(body)]):
        yield Step(body[start].removeprefix("> "), tuple(body[start + 1 : end]))


class MarkedTest(NamedTuple):
    """A test function or class with markers."""

    path: Path
    name: str
    line: int
    """The line of its definition, counted from 1."""
    rules: tuple[str, ...]
    """The rules that its markers name."""


def read_markers(paths: Iterable[Path]) -> Iterator[MarkedTest]:
    """Yield the tests with `@pytest.mark.rule`, also where the marker has a name of its own.

    Raises:
        ValueError: a marker names no rule, or not by its id itself.
    """
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {
            target.id: cited
            for node in tree.body
            if isinstance(node, ast.Assign) and (cited := _rules_in(node.value, {}, path))
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found = [_rules_in(part, named, path) for part in node.decorator_list]
                if rules := tuple(dict.fromkeys(rule for part in found for rule in part)):
                    yield MarkedTest(path, node.name, node.lineno, rules)


def _rules_in(node: ast.AST, named: dict[str, list[str]], path: Path) -> list[str]:
    rules: list[str] = []
    for part in ast.walk(node):
        if (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Attribute)
            and part.func.attr == "rule"
            and ast.unparse(part.func) == "pytest.mark.rule"
        ):
            where = f"{path.name}:{part.lineno}"
            if not part.args:
                raise ValueError(f"{where}: a marker without a rule")
            try:
                rules += map(ast.literal_eval, part.args)
            except ValueError:
                raise ValueError(f"{where}: write the id itself") from None
        elif isinstance(part, ast.Name):
            rules += named.get(part.id, ())
    return rules
