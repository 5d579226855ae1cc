"""Functions are named by verbs; a participle names a method that returns a changed copy of self."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from helpers.checkout import ROOT

SOURCE = ROOT / "src/westeros_intrigue"
# The first word: what ends in "ed" and is no verb, noun or number, and the irregular ones.
PARTICIPLE = re.compile(
    r"(?!__)_*(?!(deed|embed|exceed|feed|need|proceed|seed|shed|speed)(_|$))"
    r"([a-z]*ed|begun|bought|bound|broken|brought|built|caught|chosen|dealt|done|drawn|driven|found"
    r"|frozen|given|gone|grown|heard|held|hidden|kept|known|laid|lent|lost|made|meant|met|paid"
    r"|seen|sent|shown|sold|spent|spoken|struck|taken|thought|thrown|told|undone|won|written)(_|$)"
)
# Names that need their caller to be understood.
RIDDLE = re.compile(
    r"_*(ask|below|brief|bring|come|give|go|happen|hold|home|keep|lay|let|put|say|take|tell)$"
)
# Public names: two that authors of games write, a rule that the text states, and the kit's teller.
PROMISED = {"automated_seats", "seen_by", "stated", "told"}


def functions(
    node: ast.AST, owner: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield each function below a node, with the name of its class, if it is a method."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield owner, each
            yield from functions(each)
        else:
            yield from functions(each, each.name if isinstance(each, ast.ClassDef) else owner)


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(each) for each in function.decorator_list)


def offences() -> Iterator[str]:
    for path in sorted(SOURCE.rglob("*.py")):
        for owner, function in functions(ast.parse(path.read_text("utf-8"))):
            returned = ast.unparse(function.returns).strip("'") if function.returns else ""
            # A strategy of Hypothesis is named by the values that it draws.
            copies = "SearchStrategy" in returned or returned.split("[")[0] in {
                "Self",
                owner or None,
            }
            if function.name in PROMISED or is_property(function):
                continue
            if RIDDLE.match(function.name) or (PARTICIPLE.match(function.name) and not copies):
                yield f"{path.relative_to(SOURCE)}:{function.lineno}: {function.name}"


@pytest.mark.long
def test_participles_name_changed_copies_and_no_name_needs_its_caller() -> None:
    assert list(offences()) == []
