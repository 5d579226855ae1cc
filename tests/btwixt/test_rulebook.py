"""The rulebook as data: every rule has a test that names it, every ruling a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from westeros_intrigue import InvalidValue
from westeros_intrigue.btwixt import RULEBOOK, rule
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.rules import Kind


def marked() -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    return set(re.findall(r'mark\.rule\("([^"]+)"\)', "".join(texts)))


def test_every_rule_is_named_by_a_test_and_every_name_is_a_rule() -> None:
    assert set(RULEBOOK) - marked() == set()
    assert marked() - set(RULEBOOK) == set()


def test_every_rule_that_the_code_cites_exists() -> None:
    source = Path(__file__).parents[2] / "src" / "westeros_intrigue" / "btwixt"
    chapters = {name.partition(".")[0] for name in RULEBOOK}
    pattern = re.compile(
        rf"\b(?:{'|'.join(sorted(chapters))})\.[a-z-]+(?:\.[a-z-]+)*(?=[,.\s;)]|$)"
    )
    cited = set()
    for path in source.glob("*.py"):
        for listed in re.findall(r"(?m)Rules: ((?:.|\n)*?)\.\n", path.read_text(encoding="utf-8")):
            cited |= set(pattern.findall(listed))
    assert cited
    assert cited - set(RULEBOOK) == set()


def test_rulings_have_reasons_and_nothing_else_has() -> None:
    for entry in RULEBOOK.values():
        assert bool(entry.reason) == (entry.kind is Kind.RULING)
        assert entry.text.endswith(".")


def test_every_violation_cites_a_rule() -> None:
    assert {rule for code in ViolationCode for rule in code.rules} <= set(RULEBOOK)


def test_an_unknown_rule_is_answered_with_those_that_look_like_it() -> None:
    assert rule("claim.winner") is RULEBOOK["claim.winner"]
    with pytest.raises(InvalidValue, match=r"did you mean 'claim\.winner'"):
        rule("claim.winer")
    with pytest.raises(InvalidValue, match=r"no rule has the id 'xyzzy'$"):
        rule("xyzzy")
