"""Where numba enters: the only module that imports it, and why it is used.

numba has no types of its own, so its decorators would make everything they touch untyped. Here they
get the types that they do have: a function comes back with the signature it went in with.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_numba: Any = importlib.import_module("numba")
_extending: Any = importlib.import_module("numba.extending")


def inlined(function: F) -> F:
    """Let compiled functions call this one; called from Python it stays as it is."""
    jitable: F = _extending.register_jitable(function)
    return jitable


def compiled(function: F) -> F:
    """Return the function as machine code, made at its first call and kept for later processes.

    While it runs it holds no lock of the interpreter, so that threads run side by side.
    """
    try:
        fast: F = _numba.njit(function, nogil=True, error_model="numpy", cache=True)
    except RuntimeError:  # numba finds no folder that it may write its cache to
        fast = _numba.njit(function, nogil=True, error_model="numpy")
    return fast
