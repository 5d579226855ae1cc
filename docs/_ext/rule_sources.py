"""Code that cites a rule, and tests that name it, found in the syntax trees."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from helpers.shown_rules import Example, folder_of, read_examples, read_markers, tried_by
from rulebooks import OTHERS, Book

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "westeros_intrigue"
TESTS = ROOT / "tests"
_ID = re.compile(r"[a-z]+(?:\.[a-z]+(?:-[a-z]+)*)+")
_CITED_IN_PASSING = re.compile(r"\(rules? ([^)]*)\)")
_ADDRESS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"]
SOURCE_ADDRESS = "" if ".invalid" in _ADDRESS else f"{_ADDRESS}/blob/main"
"""The address of the repository's files; empty while it has none."""


class Test(NamedTuple):
    """A test that names a rule, or an example that shows it."""

    path: str
    name: str
    line: int
    rule_count: int


class Citation(NamedTuple):
    """A docstring that names a rule."""

    module: str
    name: str
    rule_count: int
    """The number of rules that it names; small where a rule is implemented."""


def _ids(text: str, book: Book) -> Iterator[str]:
    for entry in book.rulebook.values():
        if re.search(rf"\ball of (?:\w+ and )?{entry.chapter}\b", text):
            yield entry.id
    yield from (found for found in _ID.findall(text) if found in book.rulebook)


def _cited(docstring: str, book: Book) -> set[str]:
    found: set[str] = set()
    for paragraph in docstring.split("\n\n"):
        if paragraph.lstrip().startswith("Rules: "):
            found.update(_ids(paragraph, book))
    for passing in _CITED_IN_PASSING.findall(docstring):
        found.update(_ids(passing, book))
    return found


def _docstrings(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of a module by the object's name; '' is the module."""
    yield "", ast.get_docstring(tree) or ""
    pending: list[tuple[str, ast.AST]] = [("", tree)]
    while pending:
        prefix, node = pending.pop(0)
        body = getattr(node, "body", [])
        for child in body:
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                yield f"{prefix}{child.name}", ast.get_docstring(child) or ""
                pending.append((f"{prefix}{child.name}.", child))
        for field, text in pairwise(body):
            is_text = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            name = ""
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                name = field.target.id
            elif isinstance(field, ast.Assign) and isinstance(field.targets[0], ast.Name):
                name = field.targets[0].id
            if is_text and name and isinstance(text.value.value, str):
                yield f"{prefix}{name}", text.value.value


@cache
def citations(book: Book) -> dict[str, list[Citation]]:
    """The modules, classes, functions and attributes that cite each rule."""
    found: dict[str, list[Citation]] = {rule_id: [] for rule_id in book.rulebook}
    elsewhere = {other.folder for other in OTHERS} - {book.folder}
    for path in sorted((SOURCE / book.code).rglob("*.py")):
        if elsewhere.intersection(path.relative_to(SOURCE).parts):
            continue
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        for name, docstring in _docstrings(ast.parse(path.read_text(encoding="utf-8"))):
            cited = _cited(docstring, book)
            for rule_id in cited:
                found[rule_id].append(Citation(module, name, len(cited)))
    for rule_id, cited_by in found.items():
        if not cited_by:
            # A part of a rule, such as `claim.extra.token`, is in the rule's entry.
            cited_by.extend(found.get(rule_id.rpartition(".")[0], ()))
    return found


@cache
def compiled_names() -> frozenset[str]:
    """The public names of the compiled core, which are imported on first use."""
    return frozenset(vars(import_module("westeros_intrigue.lab.simulation"))["__all__"])


@cache
def tests(book: Book) -> dict[str, list[Test]]:
    """The tests and examples that name each rule, those of few rules first."""
    found: dict[str, list[Test]] = {rule_id: [] for rule_id in book.rulebook}
    elsewhere = {other.folder for other in OTHERS} - {book.folder}
    paths = [
        path
        for path in sorted((TESTS / book.code).rglob("test_*.py"))
        if path.parent.name not in elsewhere and path != tried_by(book.module.KEY)
    ]
    for test in (*examples(book), *read_markers(paths)):
        path = test.path.relative_to(ROOT).as_posix()
        name = test.title if isinstance(test, Example) else test.name
        for rule_id in test.rules:
            if rule_id in found:
                found[rule_id].append(Test(path, name, test.line, len(test.rules)))
    return {
        rule_id: sorted(named, key=lambda test: test.rule_count) for rule_id, named in found.items()
    }


@cache
def examples(book: Book) -> tuple[Example, ...]:
    """The examples of a game's rules."""
    return tuple(read_examples(folder_of(book.module.KEY)))
