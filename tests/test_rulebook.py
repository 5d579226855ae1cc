"""The rulebook as data, and the tie between its rules, the code and the tests.

A test names the rules that it shows: `@pytest.mark.rule("court.match")`. The markers are read off
the test files, not collected while tests run, so that any subset may run, in any order. The
examples in the folders `shown` name their rules in their titles.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from helpers.shown_rules import MOST_RULES, folder_of, list_tests, read_examples, read_markers

import westeros_intrigue
from westeros_intrigue import InvalidValue, rule
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.rules import RULEBOOK, Kind

SHOWN_ONE_BY_ONE = {"westeros-intrigue", "monopoly", "btwixt"}
"""The games whose rules are each shown by a test or example with few rules: only those count."""


OF_EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@OF_EACH_GAME
def test_every_rule_has_a_test_and_every_marker_names_a_rule(game: AnyGame) -> None:
    is_strict = game.KEY in SHOWN_ONE_BY_ONE
    tests = read_markers(list_tests(game.KEY, GAMES))
    shown = [(f"{test.path.name}:{test.line}", test.rules) for test in tests]
    examples = read_examples(folder_of(game.KEY))
    shown += [(f"{one.path.name}:{one.line}", one.rules) for one in examples]
    unknown = [where for where, rules in shown if not set(rules) <= set(game.RULEBOOK)]
    crowded = [where for where, rules in shown if is_strict and len(rules) > MOST_RULES]
    assert (unknown, crowded) == ([], [])
    assert set(game.RULEBOOK) - {rule_id for _, rules in shown for rule_id in rules} == set()


@pytest.mark.parametrize("key", sorted(SHOWN_ONE_BY_ONE))
def test_every_rule_that_code_decides_has_a_wrong_reading_to_plant(key: str) -> None:
    text = (folder_of(key) / "faults.toml").read_text(encoding="utf-8")
    faults = tomllib.loads(text)
    planted, definitions = faults["planted"], faults["definitions"]
    rules = {fault["rule"] for fault in planted}
    assert rules | set(definitions) == set(GAMES[key].RULEBOOK)
    assert rules & set(definitions) == set()
    source = Path(westeros_intrigue.__file__).parent
    for fault in planted:
        text = (source / fault["file"]).read_text(encoding="utf-8")
        assert text.count(fault["was"]) == 1, fault


@OF_EACH_GAME
def test_every_rule_is_filed_under_its_id_in_whole_sentences_and_every_ruling_has_a_reason(
    game: AnyGame,
) -> None:
    for name, entry in game.RULEBOOK.items():
        assert entry.id == name
        assert str(entry) == f"{name}: {entry.text}"
        assert entry.text.endswith(".")
        assert bool(entry.reason) == (entry.kind is Kind.RULING)
        assert not entry.reason or entry.reason.endswith(".")


@pytest.mark.parametrize("module", [westeros_intrigue, monopoly, btwixt])
def test_every_code_of_a_violation_cites_rules_of_the_rulebook(module: Any) -> None:
    for code in module.ViolationCode:
        assert code.rules
        assert set(code.rules) <= set(module.RULEBOOK)


def test_a_rule_is_looked_up_by_its_id_and_a_slip_of_the_pen_gets_a_hint() -> None:
    assert rule("court.match") is RULEBOOK["court.match"]
    with pytest.raises(InvalidValue, match=r"'court.mach'; did you mean court.match"):
        rule("court.mach")
    with pytest.raises(InvalidValue, match=r"did you mean build.even"):
        monopoly.rule("build.evn")
    with pytest.raises(InvalidValue, match=r"did you mean claim.winner"):
        btwixt.rule("claim.winer")
    for game in GAMES.values():
        with pytest.raises(InvalidValue, match=r"^no rule has the id 'xyzzy'$"):
            game.rule("xyzzy")
