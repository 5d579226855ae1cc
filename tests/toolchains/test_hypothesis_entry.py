"""What the entry point of Hypothesis costs other projects, and what it registers."""

from __future__ import annotations

import subprocess
import sys

import pytest
from helpers.cases import sampled

ORDERS = (
    "import hypothesis, westeros_intrigue as wi",
    "import westeros_intrigue as wi, hypothesis",
)


def run(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout


def test_a_project_that_does_not_use_the_library_does_not_import_it() -> None:
    loaded = run(
        "import sys, hypothesis\n"
        "print(*[name for name in sys.modules if name.startswith('westeros_intrigue')])"
    )
    assert loaded.split() in (["westeros_intrigue_hypothesis"], [])


@pytest.mark.parametrize("order", sampled(ORDERS, []))
def test_types_of_the_library_have_strategies_whichever_is_imported_first(order: str) -> None:
    program = f"{order}\nprint(hypothesis.find(hypothesis.strategies.from_type(wi.House), bool))"
    assert "STARK" in run(program).upper()
    program = (
        f"{order}\nfrom hypothesis import strategies as st\n"
        "print(hypothesis.find(st.from_type(wi.Card), lambda card: True))"
    )
    assert run(program).split()
