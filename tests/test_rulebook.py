"""The rulebook as data, and the tie between its rules, the code and the tests.

A test names the rules that it shows: `@pytest.mark.rule("court.match")`. The markers are read off
the test files, not collected while tests run, so that any subset may run, in any order.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import westeros_intrigue
from westeros_intrigue import InvalidValue, rule
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.rules import RULEBOOK, Kind

TESTS = Path(__file__).parents[0]


def markers(paths: Iterable[Path]) -> dict[str, list[str]]:
    """For each rule that a marker names, where it does so."""
    found: dict[str, list[str]] = {}
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                where = f"{path.name}:{node.lineno}"
                assert node.args, f"{where}: a marker without a rule"
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{where}: write the id itself"
                    found.setdefault(str(argument.value), []).append(where)
    return found


OF_EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@OF_EACH_GAME
def test_every_rule_has_a_test_and_every_marker_names_a_rule(game: AnyGame) -> None:
    own = TESTS / "games" / game.KEY
    others = [TESTS / "games" / key for key in GAMES if key != game.KEY]
    paths = [
        path
        for path in sorted((own if own.exists() else TESTS).rglob("test_*.py"))
        if path.parent not in others
    ]
    found = markers(paths)
    assert {name: where for name, where in found.items() if name not in game.RULEBOOK} == {}
    assert set(game.RULEBOOK) - set(found) == set()


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
