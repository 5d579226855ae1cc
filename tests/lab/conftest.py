"""Fixtures of the laboratory: compiled functions, and the same lines as plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.compiling import numba


@pytest.fixture
def plain_python() -> Iterator[None]:
    """Compile nothing."""
    with numba(is_there=False):
        yield


@pytest.fixture(params=["compiled", "plain"])
def compiled_or_not(request: pytest.FixtureRequest) -> Iterator[str]:
    """Compile functions, then nothing."""
    if request.param == "compiled":
        pytest.importorskip("numba")
    with numba(is_there=request.param == "compiled"):
        yield request.param
