"""The public names: complete, sorted, documented."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import westeros_intrigue

NAMES = westeros_intrigue.__all__
DOCUMENTED = [
    name
    for name in NAMES
    if inspect.isclass(thing := getattr(westeros_intrigue, name)) or inspect.isfunction(thing)
]


def test_the_public_names_are_sorted_constants_then_classes_then_functions() -> None:
    def kind(name: str) -> int:
        return 0 if name.isupper() else 1 if name[0].isupper() else 2

    in_order = sorted(NAMES, key=lambda name: (kind(name), name))
    assert list(NAMES) == in_order
    assert len(set(NAMES)) == len(NAMES)


def test_every_public_name_exists_and_nothing_else_is_public() -> None:
    modules = {module.name for module in pkgutil.iter_modules(westeros_intrigue.__path__)}
    there = {name for name in vars(westeros_intrigue) if not name.startswith("_")}
    assert there - modules - {"TYPE_CHECKING"} <= set(NAMES)
    assert [name for name in dir(westeros_intrigue) if not name.startswith("__")] == sorted(NAMES)


def test_the_import_leaves_what_the_rules_do_without_until_it_is_asked_for() -> None:
    program = """
        import sys, westeros_intrigue
        names = ("drawing", "keys", "records", "serialization")
        later = {f"westeros_intrigue.{name}" for name in names}
        early = later & set(sys.modules)
        assert not early, early
        assert set(westeros_intrigue.__all__) <= set(dir(westeros_intrigue))
        from westeros_intrigue import *
        assert later <= set(sys.modules)
        assert Record is westeros_intrigue.Record
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True)


def test_a_name_that_is_not_there_is_named() -> None:
    missing = "module 'westeros_intrigue' has no attribute 'legal_move'"
    with pytest.raises(AttributeError, match=f"^{missing}$"):
        westeros_intrigue.legal_move  # type: ignore[attr-defined]  # noqa: B018 - that is what is tried


def test_the_standard_game_of_the_contract_is_there() -> None:
    contract = """
        ASSUMED_THRONE_CARDS DECK RULEBOOK SOLO_SCHEMING STANDARD
        Adjustment Card Court Deal Decision Elimination FinalResult GameState House IllegalMove
        InvalidCourt InvalidDeal InvalidValue InvalidVariant IronThroneCard Kind Move Phase
        Placement RandomSource RoundDeal RoundResult Rule Slot Variant Violation ViolationCode
        WesterosIntrigueError WrongPhase WrongType
        apply deal_from_deck deal_round distinct_moves draw_deal draw_text explain final_winner
        find_move is_eliminated legal_moves position_key rank rule score_round setup
    """
    assert set(contract.split()) <= set(NAMES)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_public_class_and_function_has_a_docstring_of_sentences(name: str) -> None:
    doc = inspect.getdoc(getattr(westeros_intrigue, name))
    assert doc
    assert doc.splitlines()[0].rstrip().endswith((".", ":")) or "." in doc
    assert not doc.startswith(f"{name}(")  # what attrs or inspect would put there


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if name[0].isupper()])
def test_every_public_method_and_property_has_a_docstring_too(name: str) -> None:
    cls = getattr(westeros_intrigue, name)
    for attribute, member in vars(cls).items():
        is_function = inspect.isfunction(member) or isinstance(member, (property, classmethod))
        if is_function and not attribute.startswith("_"):
            assert inspect.getdoc(member), f"{name}.{attribute}"


@pytest.mark.parametrize("module", ["bulk", "notebook", "testing"])
def test_the_other_public_modules_are_sorted_and_documented_too(module: str) -> None:
    if module == "bulk":
        pytest.importorskip("numba")
    public = importlib.import_module(f"westeros_intrigue.{module}")
    names = public.__all__
    assert list(names) == sorted(set(names))
    for name in names:
        thing = getattr(public, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert "." in (inspect.getdoc(thing) or ""), name


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_rule_that_a_docstring_names_is_in_the_rulebook(name: str) -> None:
    doc = inspect.getdoc(getattr(westeros_intrigue, name)) or ""
    for paragraph in doc.split("\n\n"):
        if paragraph.startswith("Rules: "):
            named = re.findall(r"[a-z]+\.[a-z.-]*[a-z]", paragraph)
            assert named
            assert set(named) <= set(westeros_intrigue.RULEBOOK)


def test_every_module_says_what_it_is_about() -> None:
    [package] = westeros_intrigue.__path__
    for path in Path(package).rglob("*.py"):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path
