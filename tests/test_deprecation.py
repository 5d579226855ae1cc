"""A deprecated name works, warns with its replacement, and stays for two minor versions."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from typing_extensions import deprecated

import westeros_intrigue
from westeros_intrigue import DeprecatedName

SOURCE = Path(westeros_intrigue.__file__).parent
PROMISED = r"since 1\.(\d+): use .+"
"""The text of a deprecation: the version that deprecated the name, and its replacement."""


def deprecations(text: str) -> Iterator[ast.Call]:
    """The decorators of a module that deprecate a name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("deprecated"):
            yield node


def faults(text: str, version: str) -> list[str]:
    """The deprecations of a module that break the promise, seen from a version of the package."""
    found = []
    for call in deprecations(text):
        said = re.fullmatch(PROMISED, str(ast.literal_eval(call.args[0])))
        has_category = any(
            word.arg == "category" and ast.unparse(word.value).endswith("DeprecatedName")
            for word in call.keywords
        )
        major, minor = map(int, re.findall(r"\d+", version)[:2])
        if not (said and has_category and (major, minor) >= (1, int(said[1]))):
            found.append(ast.unparse(call))
    return found


@pytest.mark.long
def test_every_deprecated_name_of_the_package_names_its_version_and_replacement() -> None:
    for path in SOURCE.rglob("*.py"):
        assert faults(path.read_text("utf-8"), westeros_intrigue.__version__) == [], path


@pytest.mark.parametrize(
    ("decorator", "is_good"),
    [
        ('@deprecated("since 1.2: use apply", category=DeprecatedName)', True),
        ('@deprecated("since 1.2: use apply")', False),
        ('@deprecated("use apply", category=DeprecatedName)', False),
        ('@deprecated("since 1.9: use apply", category=DeprecatedName)', False),
    ],
)
def test_a_deprecation_that_breaks_the_promise_is_found(decorator: str, is_good: bool) -> None:
    assert (faults(f"{decorator}\ndef place(): ...", "1.3.0") == []) is is_good


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
