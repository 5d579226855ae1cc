"""The public names: all there, sorted, and nothing else."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
import textwrap

import pytest

import westeros_intrigue

NAMES = westeros_intrigue.__all__


def test_the_public_names_are_sorted_constants_then_classes_then_functions() -> None:
    def kind(name: str) -> int:
        return 0 if name.isupper() else 1 if name[0].isupper() else 2

    assert list(NAMES) == sorted(set(NAMES), key=lambda name: (kind(name), name))


def test_the_names_of_the_other_public_modules_are_sorted_too() -> None:
    for module in ("compiled", "matches", "notebook", "testing"):
        names = importlib.import_module(f"westeros_intrigue.{module}").__all__
        assert list(names) == sorted(set(names)), module


def test_every_public_name_exists_and_nothing_else_is_public() -> None:
    modules = {module.name for module in pkgutil.iter_modules(westeros_intrigue.__path__)}
    there = {name for name in vars(westeros_intrigue) if not name.startswith("_")}
    at_hand_too = set(westeros_intrigue._ON_DEMAND["compiled"].split())
    assert there - modules - {"TYPE_CHECKING"} - at_hand_too <= set(NAMES)
    assert [name for name in dir(westeros_intrigue) if not name.startswith("__")] == sorted(NAMES)


def test_the_import_leaves_what_the_rules_do_without_until_it_is_asked_for() -> None:
    program = """
        import sys, westeros_intrigue
        names = ("data", "drawing", "knowledge.keys")
        later = {f"westeros_intrigue.{name}" for name in names}
        early = later & set(sys.modules)
        assert not early, early
        assert set(westeros_intrigue.__all__) <= set(dir(westeros_intrigue))
        from westeros_intrigue import *
        assert later <= set(sys.modules)
        assert to_json is westeros_intrigue.to_json
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True)


def test_a_name_that_is_not_there_is_named() -> None:
    missing = "module 'westeros_intrigue' has no attribute 'legal_move'"
    with pytest.raises(AttributeError, match=f"^{missing}$"):
        westeros_intrigue.legal_move  # type: ignore[attr-defined]  # noqa: B018 - that is what is tried


def test_the_solver_and_playouts_are_at_hand_here_too() -> None:
    compiled = importlib.import_module("westeros_intrigue.compiled")
    for name in ("Playouts", "Solution", "playouts", "solve", "solve_all"):
        assert getattr(westeros_intrigue, name) is getattr(compiled, name)
