"""The extra `fast` where it is installed: functions compiled, lists of integers as arrays."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@cache
def has_numba() -> bool:
    """Return whether functions can be compiled here."""
    return importlib.util.find_spec("numba") is not None


def fastest(function: F) -> F:
    """Return a function of integers compiled, or as it is where numba is not installed."""
    return _compiled(function) if has_numba() else function


def integers(items: Iterable[Any], kind: str = "int64") -> Any:  # noqa: ANN401 - `board.Integers`, or an array of them
    """Return integers, or rows of them, for the fastest functions: an array, or a list.

    `kind` is the name that NumPy has for their type.
    """
    listed = list(items)
    return importlib.import_module("numpy").array(listed, kind) if has_numba() else listed


def zeros(count: int, kind: str = "int64") -> Any:  # noqa: ANN401 - see `integers`
    """Return `count` zeros for the fastest functions."""
    return importlib.import_module("numpy").zeros(count, kind) if has_numba() else [0] * count


def signed(word: int) -> int:
    """Return an unsigned integer of 64 bits as the signed one of the same bits."""
    return word - (word >> 63 << 64)


@cache
def _compiled(function: F) -> F:
    compiled: F = importlib.import_module("westeros_intrigue.compiled.compiler").compiled(function)
    return compiled
