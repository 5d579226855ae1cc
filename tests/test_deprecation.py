"""A deprecated name works, warns with its replacement, and stays for two minor versions.

"Rename or remove a public name" in CONTRIBUTING.md has the steps.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.checkout import ROOT
from typing_extensions import deprecated

import westeros_intrigue
from westeros_intrigue import DeprecatedName, setup
from westeros_intrigue.lab.environments import actions

SOURCE = Path(westeros_intrigue.__file__).parent
PROMISED = r"since 1\.(\d+): use (.+)"
"""The text of a deprecation: the version that deprecated the name, and its replacement."""


Defined = ast.FunctionDef | ast.ClassDef


def deprecations(text: str) -> Iterator[tuple[Defined, ast.Call]]:
    """The names that a module deprecates, with the decorators."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, Defined):
            continue
        for call in node.decorator_list:
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("deprecated"):
                yield node, call


def faults(text: str, version: str) -> list[str]:
    """The deprecations of a module that break the promise, seen from a version of the package."""
    found = []
    for node, call in deprecations(text):
        said = re.fullmatch(PROMISED, str(ast.literal_eval(call.args[0])))
        note = f".. deprecated:: 1.{said[1]}\n   Use `{said[2]}`." if said else ""
        has_category = any(
            word.arg == "category" and ast.unparse(word.value).endswith("DeprecatedName")
            for word in call.keywords
        )
        major, minor = map(int, re.findall(r"\d+", version)[:2])
        is_good = said and has_category and (major, minor) >= (1, int(said[1]))
        if not (is_good and note in (ast.get_docstring(node) or "")):
            found.append(ast.unparse(call))
    return found


@pytest.mark.long
def test_every_deprecated_name_of_the_package_names_its_version_and_replacement() -> None:
    for path in SOURCE.rglob("*.py"):
        assert faults(path.read_text("utf-8"), westeros_intrigue.__version__) == [], path


@pytest.mark.long
def test_the_changelog_has_every_deprecated_name_with_its_replacement() -> None:
    files = [ROOT / "CHANGELOG.md", *(ROOT / "changes").glob("*.md")]
    lines = [" ".join(line.split()) for file in files for line in file.read_text().split("\n- ")]
    for path in SOURCE.rglob("*.py"):
        for node, call in deprecations(path.read_text("utf-8")):
            use = str(ast.literal_eval(call.args[0])).partition(": use ")[2]
            assert any(f"`{node.name}`" in line and f"`{use}`" in line for line in lines), node.name


def test_a_renamed_function_warns_and_leads_to_the_new_one() -> None:
    position = setup(2, seed=1)
    with pytest.warns(DeprecatedName, match="^since 1.0: use explain_actions$") as caught:
        assert actions.reasons(position) == actions.explain_actions(position)
    assert [each.filename for each in caught] == [__file__]
    # Type checkers strike it out, and accept its import while it is here.
    assert "reasons" in actions.__all__
    assert vars(actions.reasons)["__deprecated__"] == "since 1.0: use explain_actions"


@pytest.mark.parametrize(
    ("decorator", "is_good"),
    [
        ('@deprecated("since 1.2: use apply", category=DeprecatedName)', True),
        ('@deprecated("since 1.2: use apply")', False),
        ('@deprecated("use apply", category=DeprecatedName)', False),
        ('@deprecated("since 1.9: use apply", category=DeprecatedName)', False),
        ('@deprecated("since 1.2: use setup", category=DeprecatedName)', False),
    ],
)
def test_a_deprecation_that_breaks_the_promise_is_found(decorator: str, is_good: bool) -> None:
    note = "Place.\n\n    .. deprecated:: 1.2\n       Use `apply`.\n"
    function = f"{decorator}\ndef place():\n    {note!r}"
    assert (faults(function, "1.3.0") == []) is is_good


def test_a_deprecated_name_warns_the_caller_and_still_works() -> None:
    @deprecated("since 1.2: use double", category=DeprecatedName)
    def twice(number: int) -> int:
        return 2 * number

    with pytest.warns(DeprecatedName, match="^since 1.2: use double$") as caught:
        assert twice(3) == 6
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecatedName)
        with pytest.raises(DeprecatedName):
            twice(3)
