"""The samples for the type checkers: every public name is in them, and every public member."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SAMPLES = sorted((Path(__file__).parent / "typing").glob("*.py"))
MODULES = ("westeros_intrigue", "westeros_intrigue.testing", "westeros_intrigue.notebook")
IN_BULK = "westeros_intrigue.compiled"


def names_used(tree: ast.Module) -> set[str]:
    """The names that a sample uses, by themselves or as parts of a module; no import alone."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return used | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def members_used(tree: ast.Module) -> dict[str, set[str]]:
    """By the name of a class what a function of a sample reads of its first argument, a value."""
    used: dict[str, set[str]] = defaultdict(set)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name.startswith("members_of_"):
            value = function.args.args[0]
            assert value.annotation is not None
            name = ast.unparse(value.annotation).rpartition(".")[2]
            used[name].update(
                node.attr
                for node in ast.walk(function)
                if isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == value.arg
            )
    return used


TREES = [ast.parse(sample.read_text("utf-8")) for sample in SAMPLES]
NAMES = set().union(*map(names_used, TREES))
MEMBERS = {name: used for tree in TREES for name, used in members_used(tree).items()}


def public_members(cls: type) -> set[str]:
    """The fields, properties and methods of a class of the library, those that it inherits too."""
    members = set()
    for base in cls.__mro__:
        if base.__module__.startswith("westeros_intrigue"):
            described = {
                name
                for name, member in vars(base).items()
                if inspect.isfunction(member)
                or inspect.ismemberdescriptor(member)
                or isinstance(member, (property, classmethod, staticmethod))
            }
            members |= described | set(inspect.get_annotations(base))
    return {name for name in members if not name.startswith("_")}


def public(module: str) -> Iterator[tuple[str, object]]:
    """The public names of a module and what they stand for."""
    there = importlib.import_module(module)
    for name in there.__all__:
        yield name, getattr(there, name)


def missing_of(module: str) -> list[str]:
    """The names and members of a module that the samples lack."""
    missing = []
    for name, thing in public(module):
        if name not in NAMES:
            missing.append(name)
        # The keys of a typed dictionary are told where one is made, and a checker knows them all.
        if inspect.isclass(thing) and not hasattr(thing, "__total__"):
            lacking = public_members(thing) - MEMBERS.get(name, set())
            missing += sorted(f"{name}.{member}" for member in lacking)
    return missing


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_and_member_has_a_sample(module: str) -> None:
    assert missing_of(module) == []


def test_every_public_name_and_member_of_the_simulation_has_a_sample() -> None:
    pytest.importorskip("numba")
    assert missing_of(IN_BULK) == []


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: str(sample.stem))
def test_every_sample_says_what_is_an_error_to_both_checkers(sample: Path) -> None:
    marked = [line for line in sample.read_text("utf-8").splitlines() if "ignore[" in line]
    assert marked
    for line in marked:
        assert "# type: ignore[" in line, line
        assert "# pyright: ignore[" in line, line


def test_a_name_or_a_member_without_a_sample_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("test_typing_samples.NAMES", NAMES - {"apply"})
    monkeypatch.setitem(MEMBERS, "Court", MEMBERS["Court"] - {"place"})
    assert missing_of("westeros_intrigue") == ["Court.place", "apply"]
