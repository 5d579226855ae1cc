"""The page about security names tests that are there, and what it says of all modules is true."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from helpers.checkout import ROOT

import westeros_intrigue

PAGE = (ROOT / "docs/security.md").read_text("utf-8")
NAMED = r"`(tests/[\w/]+\.py)::(test_\w+)`"
SOURCE = Path(westeros_intrigue.__file__).parent


def functions_of(path: Path) -> set[str]:
    """The functions of a file of tests."""
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_each_test_that_the_page_names_is_there() -> None:
    named = re.findall(NAMED, PAGE)
    assert len(named) > 40
    lost = [(file, name) for file, name in named if name not in functions_of(ROOT / file)]
    assert lost == []


def test_each_line_of_the_page_names_a_test() -> None:
    lines = re.findall(r"(?m)^- (?:.*\n)(?:  .*\n)*", PAGE)
    assert len(lines) > 20
    assert [line for line in lines if not re.search(NAMED, line)] == []


def test_the_page_says_of_all_that_comes_from_outside_whether_it_is_trusted() -> None:
    parts = dict(re.findall(r"(?ms)^## (.*?)\n(.*?)(?=^## |\Z)", PAGE))
    outside = ["Files", "Plug-ins", "Players", "Links", "Networks"]
    assert [*parts][:-1] == outside
    assert all(re.search(r"\*\*(Not trusted|Trusted):\*\*", parts[name]) for name in outside)


RUNNING = {"eval", "exec", "load of pickle", "loads of pickle", "Unpickler of pickle"}
"""The calls that run a text, or what a pickle says."""
REASONS = {
    "gamekit/authoring/game_files.py: exec": "a file that its owner names as `--game`",
    "gamekit/codecs.py: exec": "the names of fields",
    "gamekit/drafts.py: exec": "the names of fields",
    "gamekit/limits.py: eval": "the annotation of a field",
    "lab/matches/watched.py: loads of pickle": "an error, to see whether it can be sent",
    "testing/authored_games.py: loads of pickle": "a value that it has just written",
    "testing/promises.py: loads of pickle": "a value that it has just written",
}
"""The calls of the package, and whose text they run."""


def running_calls(path: Path) -> set[str]:
    """The calls of a module that run a text, or what a pickle says."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(ast.Name(name)):
                found.add(name)
            case ast.Call(ast.Attribute(ast.Name("pickle"), name)):
                found.add(f"{name} of pickle")
    return found & RUNNING


def test_the_package_reads_its_own_pickles_alone_and_runs_no_text_from_outside() -> None:
    found = {
        f"{path.relative_to(SOURCE).as_posix()}: {call}"
        for path in SOURCE.rglob("*.py")
        for call in running_calls(path)
    }
    assert found == {*REASONS}
