"""Functions of the compiled half, or the Python functions that they repeat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from types import ModuleType, SimpleNamespace

import pytest

from westeros_intrigue.lab.players import search
from westeros_intrigue.lab.simulation import fast, network_files, packing

CACHED = (
    packing.flat_points, packing._empty_memory, network_files.read_network, search.mind_of_thread,
)  # fmt: skip
"""The functions that keep arrays with the extension, and lists without it."""


@contextmanager
def extension(native: ModuleType | SimpleNamespace | None) -> Iterator[None]:
    """Call the functions of an extension, or those of Python."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setattr(fast, "extension", lambda: native)
        for cached in CACHED:
            cached.cache_clear()
            stack.callback(cached.cache_clear)
        yield


def each_set() -> Iterator[str]:
    """Call the functions of the extension with each of its sets of instructions in turn."""
    native = fast.extension()
    if native is None:
        pytest.skip("the compiled half is missing")
    for number, name in enumerate(native.SETS):
        with extension(with_set(native, number)):
            yield name


def with_set(native: ModuleType, number: int) -> SimpleNamespace:
    """Return the functions of an extension with one of its sets of instructions."""

    def with_number(name: str) -> partial[object]:
        return partial(call_with, getattr(native, name), number)

    names = [name for name in vars(native) if callable(getattr(native, name)) and name[0] != "_"]
    return SimpleNamespace(**{name: with_number(name) for name in names})


def call_with(function: object, number: int, *arguments: object) -> object:
    """Call a function with the number of a set of instructions after its arguments."""
    assert callable(function)
    return function(*arguments, number)
