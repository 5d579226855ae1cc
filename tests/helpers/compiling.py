"""Functions compiled by numba, or as the plain Python that they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from westeros_intrigue.lab.players import search
from westeros_intrigue.lab.simulation import fast, network_files, packing

CACHED = (
    packing.flat_points, packing._empty_memory, network_files.read_network, search.mind_of_thread,
)  # fmt: skip
"""The functions that keep arrays with numba, and lists without it."""


@contextmanager
def numba(*, is_there: bool) -> Iterator[None]:
    """Compile functions, or not."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setattr(fast, "has_numba", lambda: is_there)
        for cached in CACHED:
            cached.cache_clear()
            stack.callback(cached.cache_clear)
        yield
