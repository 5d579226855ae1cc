"""Fixtures of the laboratory: the compiled half, and the same functions in Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.compiling import extension, with_set

from westeros_intrigue.lab.simulation import fast

NATIVE = fast.extension()
SETS = NATIVE.SETS if NATIVE else ()
"""The sets of instructions that this processor has."""


@pytest.fixture
def plain_python() -> Iterator[None]:
    """Call no compiled function."""
    with extension(None):
        yield


@pytest.fixture(params=[*SETS, "plain"])
def compiled_or_not(request: pytest.FixtureRequest) -> Iterator[str]:
    """Call compiled functions with each set of instructions, then those of Python."""
    native = NATIVE and request.param != "plain" and with_set(NATIVE, SETS.index(request.param))
    with extension(native or None):
        yield request.param
