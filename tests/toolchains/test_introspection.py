"""What an editor, a notebook and a library of converters read of the public names."""

from __future__ import annotations

import enum
import importlib
import inspect
import os
import pydoc
import subprocess
import sys
import typing
from collections.abc import Iterator
from itertools import chain
from typing import Any

import attrs
import pytest
from helpers.cases import MODULES, sampled

from westeros_intrigue import Move
from westeros_intrigue.gamekit.values import Value

SOME = sampled(MODULES, [MODULES[0], "westeros_intrigue.rules", "westeros_intrigue.gamekit"])
"""The packages of the library; most are long proofs."""


def public_things(module: str) -> Iterator[Any]:
    """Each class and function that a package of the library exports and defines."""
    face = importlib.import_module(module)
    for name in face.__all__:
        thing = getattr(face, name)
        if (inspect.isclass(thing) or inspect.isfunction(thing)) and thing.__module__.startswith(
            "westeros_intrigue"
        ):
            yield thing


def has_a_base_without_hints(thing: Any) -> bool:
    """Whether the hints of a class of another package, such as gymnasium.Env, cannot be read."""
    for base in getattr(thing, "__mro__", ()):
        if not base.__module__.startswith("westeros_intrigue"):
            try:
                typing.get_type_hints(base)
            except NameError:
                return True
    return False


@pytest.mark.parametrize("module", SOME)
def test_hints_source_and_signature_of_every_public_name_can_be_read(module: str) -> None:
    for thing in public_things(module):
        if not has_a_base_without_hints(thing):
            typing.get_type_hints(thing, include_extras=True)
        assert thing.__name__ in inspect.getsource(thing)
        if not (isinstance(thing, type) and issubclass(thing, enum.Enum | dict)):
            assert inspect.signature(thing)  # Python has none for `dict`


@pytest.mark.parametrize("module", SOME)
def test_every_public_property_has_its_help_and_its_type(module: str) -> None:
    for thing in public_things(module):
        for name, member in vars(thing).items():
            if isinstance(member, property) and not name.startswith("_"):
                assert inspect.getdoc(member), (thing, name)
                assert "return" in typing.get_type_hints(member.fget), (thing, name)


READ = """
import importlib, inspect, sys, typing
face = importlib.import_module(sys.argv[1])
for name in sys.argv[2:]:
    typing.get_type_hints(getattr(face, name)), inspect.getsource(getattr(face, name))
"""


@pytest.mark.parametrize("module", SOME)
def test_a_fresh_process_reads_the_names_of_a_package(module: str) -> None:
    names = [
        thing.__name__ for thing in public_things(module) if not has_a_base_without_hints(thing)
    ]
    subprocess.run([sys.executable, "-c", READ, module, *names], check=True)


# A process that has imported the package and nothing of what its names import on first use, once
# for each name: a fork of one costs a third of a new one. Only where a class is can depend on what
# else is imported, not its source, which takes most of the time and which the tests above read.
READ_EACH = """
import importlib, inspect, os, sys, typing
face = importlib.import_module(sys.argv[1])
for name in sys.argv[2:]:
    child = os.fork()
    if child == 0:
        typing.get_type_hints(getattr(face, name)), inspect.getsourcefile(getattr(face, name))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit(name)
"""


@pytest.mark.long
@pytest.mark.parametrize("module", MODULES)
def test_a_fresh_process_reads_any_single_name(module: str) -> None:
    names = [
        thing.__name__ for thing in public_things(module) if not has_a_base_without_hints(thing)
    ]
    if hasattr(os, "fork"):
        subprocess.run([sys.executable, "-c", READ_EACH, module, *names], check=True)
    else:
        for name in names:
            subprocess.run([sys.executable, "-c", READ, module, name], check=True)


TAKE_APART = """
import importlib, sys
import cattrs, cattrs.gen
converter = cattrs.Converter()
for name in sys.argv[1:]:
    module, _, cls = name.rpartition(".")
    cattrs.gen.make_dict_unstructure_fn(getattr(importlib.import_module(module), cls), converter)
"""


def test_cattrs_takes_every_public_class_of_values_apart() -> None:
    pytest.importorskip("cattrs")
    things = chain.from_iterable(map(public_things, MODULES))
    classes = {
        f"{thing.__module__}.{thing.__name__}"
        for thing in things
        if isinstance(thing, type) and attrs.has(thing)
    }
    assert len(classes) > 100
    # In a process of its own, since cattrs writes the types that it resolves into the classes.
    subprocess.run([sys.executable, "-c", TAKE_APART, *sorted(classes)], check=True)


@pytest.mark.parametrize("module", SOME)
def test_help_shows_the_texts_under_the_fields_of_values(module: str) -> None:
    for thing in public_things(module):
        if inspect.isclass(thing) and issubclass(thing, Value) and attrs.has(thing):
            fields = {field.name for field in attrs.fields(thing)} & set(thing.__annotations__)
            for name in fields & {one for one in vars(thing) if not one.startswith("_")}:
                member = getattr(thing, name)
                # A field that is declared again keeps its place in the class that had it first.
                is_own = getattr(member, "__objclass__", thing) is thing
                assert inspect.getdoc(member) or not is_own, (thing, name)


def test_help_of_a_move_says_what_its_fields_are() -> None:
    shown = pydoc.plain(pydoc.render_doc(Move))
    assert " |  card\n |      The card.\n" in shown
