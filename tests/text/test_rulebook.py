"""The rulebook as data, and the tie between its rules, the code and the tests.

A test names the rules that it shows: `@pytest.mark.rule("court.match")`. The markers are read off
the test files, not collected while tests run, so that any subset may run, in any order.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from westeros_intrigue import InvalidValue, ViolationCode, WrongType, rule
from westeros_intrigue.rules import RULEBOOK, Kind

TESTS = Path(__file__).parents[1]


def is_marker(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"


@cache
def markers() -> dict[str, list[str]]:
    """For each rule that a marker names, where it does so."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        if path.parent.name in {"btwixt", "monopoly"}:  # which have rulebooks of their own
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and is_marker(node):
                where = f"{path.name}:{node.lineno}"
                assert node.args, f"{where}: a marker without a rule"
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{where}: write the id itself"
                    found.setdefault(str(argument.value), []).append(where)
    return found


def test_every_marker_names_a_rule_that_exists() -> None:
    unknown = {name: where for name, where in markers().items() if name not in RULEBOOK}
    assert not unknown


def test_every_rule_has_a_test() -> None:
    assert set(RULEBOOK) - set(markers()) == set()


def test_every_ruling_has_a_reason_and_no_other_rule_has_one() -> None:
    assert [entry.id for entry in RULEBOOK.values() if entry.kind is Kind.RULING] == [
        entry.id for entry in RULEBOOK.values() if entry.reason
    ]


def test_every_rule_is_filed_under_its_id_and_says_something_in_whole_sentences() -> None:
    for name, entry in RULEBOOK.items():
        assert entry.id == name
        assert entry.text.endswith(".")
        assert str(entry) == f"{name}: {entry.text}"
        assert not entry.reason or entry.reason.endswith(".")


def test_every_rule_has_a_title_of_its_own() -> None:
    titles = [entry.title for entry in RULEBOOK.values()]
    assert all(titles)
    assert len(set(titles)) == len(titles)


def test_the_rules_stand_chapter_by_chapter_and_a_detail_after_what_it_is_a_detail_of() -> None:
    chapters = [entry.chapter for entry in RULEBOOK.values()]
    in_order = [
        "components", "setup", "turn", "court", "elimination", "round", "final", "solo", "option",
        "info",
    ]  # fmt: skip
    assert list(dict.fromkeys(chapters)) == in_order
    assert chapters == sorted(chapters, key=in_order.index)
    names = list(RULEBOOK)
    for name in names:
        chapter, _, detail = name.partition(".")
        general = f"{chapter}.{detail.partition('.')[0]}"
        assert names.index(general) <= names.index(name)


def test_solo_scheming_and_the_options_are_no_rules_of_the_standard_game() -> None:
    variant = {entry.chapter for entry in RULEBOOK.values() if not entry.standard}
    assert variant == {"solo", "option", "info"}
    assert not rule("info.throne-automated").standard
    assert rule("court.match").standard


def test_every_violation_cites_rules_of_the_rulebook_and_every_code_has_one() -> None:
    for cited in (code.rules for code in ViolationCode):
        assert cited
        assert set(cited) <= set(RULEBOOK)


def test_the_rulebook_is_read_only() -> None:
    with pytest.raises(TypeError):
        RULEBOOK["court.match"] = rule("court.vacant")  # type: ignore[index]


def test_a_rule_is_looked_up_by_its_id_and_a_slip_of_the_pen_gets_a_hint() -> None:
    assert rule("court.match") is RULEBOOK["court.match"]
    with pytest.raises(InvalidValue, match=r"'court.mach'; did you mean 'court.match'"):
        rule("court.mach")
    with pytest.raises(InvalidValue, match=r"^no rule has the id 'xyzzy'$"):
        rule("xyzzy")


@pytest.mark.parametrize("wrong", [5, None, ["court.match"]])
def test_a_rule_is_not_looked_up_by_anything_but_text(wrong: object) -> None:
    with pytest.raises(WrongType):
        rule(wrong)  # type: ignore[arg-type]
