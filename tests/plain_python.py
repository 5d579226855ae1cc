"""Compiled functions as the plain Python that they are made of."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from westeros_intrigue.compiled import fast, lanes


@contextlib.contextmanager
def uncompiled(name: str, instead: Callable[..., None] | None = None) -> Iterator[None]:
    """Compile nothing, and run a function of the lanes as plain Python, or another one instead."""
    function: Any = getattr(lanes, name)
    # Integers of 64 bits overflow in lanes, as they should.
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):
        patch.setattr(fast, "has_numba", lambda: False)
        patch.setattr(lanes, name, instead or function.py_func)
        yield
