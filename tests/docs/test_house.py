"""The order in which `rules/` is read: the same wherever it is listed, and true of its imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from checkout import ROOT

import westeros_intrigue.rules

RULES = ROOT / "src/westeros_intrigue/rules"
PACKAGE = "westeros_intrigue.rules"


def modules_listed(text: str, start: str, end: str) -> list[str]:
    """Return the modules in backticks between two passages of a text, in order."""
    passage = text.partition(start)[2].partition(end)[0]
    return re.findall(r"`([a-z_]+)`", passage)


def reading_order() -> list[str]:
    return modules_listed(westeros_intrigue.rules.__doc__ or "", "in this order", "`rulebook.json`")


def modules_named_in(tree: ast.Module) -> Iterator[str]:
    """Yield the modules of `rules` that a module imports, or whose names are its strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{PACKAGE}."):
            yield (node.module or "").split(".")[2]
        elif isinstance(node, ast.Import):
            yield from (
                alias.name.split(".")[2]
                for alias in node.names
                if alias.name.startswith(f"{PACKAGE}.")
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(rf"^{re.escape(PACKAGE)}\.(\w+)$", node.value)


def test_rules_are_listed_in_one_order_everywhere() -> None:
    order = reading_order()
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    house = (ROOT / "docs/house.md").read_text("utf-8")
    assert sorted(order) == sorted(path.stem for path in RULES.glob("[!_]*.py"))
    assert (
        modules_listed(contributing, "in this order, on three floors", "`rulebook.json`") == order
    )
    assert modules_listed(house, "| floor | modules |", "\n\n") == order


def test_each_module_of_the_rules_builds_only_on_modules_listed_before_it() -> None:
    order = reading_order()
    upwards = [
        f"{module} names {other}"
        for number, module in enumerate(order)
        for other in modules_named_in(ast.parse((RULES / f"{module}.py").read_text("utf-8")))
        if other not in order[:number]
    ]
    assert upwards == []
