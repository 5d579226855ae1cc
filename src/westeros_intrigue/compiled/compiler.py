"""Where numba enters: the only module that imports it, and why it is used.

numba has no types of its own, so its decorators would make everything they touch untyped. Here they
get the types that they do have: a function comes back with the signature it went in with.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from inspect import getmembers, isfunction
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from westeros_intrigue.compiled import bits

F = TypeVar("F", bound=Callable[..., Any])

_numba: Any = importlib.import_module("numba")
_extending: Any = importlib.import_module("numba.extending")
_llvm: Any = importlib.import_module("llvmlite.ir")

_ODD = 0x1E3779B97F4A7C15


def inlined(function: F) -> F:
    """Let compiled functions call this one; called from Python it stays as it is."""
    jitable: F = _extending.register_jitable(function)
    return jitable


def _njit(function: F, *, cache: bool = False) -> Any:  # noqa: ANN401 - a dispatcher of numba
    return _numba.njit(function, nogil=True, error_model="numpy", cache=cache)


def compiled(function: F) -> F:
    """Return the function as machine code, made at its first call and kept for later processes.

    While it runs it holds no lock of the interpreter, so that threads run side by side.
    """
    try:
        dispatcher = _njit(function, cache=True)
    except RuntimeError:  # numba finds no folder that it may write its cache to
        uncached: F = _njit(function)
        return uncached
    _forget_stale(Path(dispatcher.stats.cache_path), function)
    fast: F = dispatcher
    return fast


def _forget_stale(folder: Path, function: Callable[..., Any]) -> None:
    """Remove what was kept of a function before any module of this folder changed.

    numba itself looks at the function's own module and at no other.
    """
    changed = max(source.stat().st_mtime for source in Path(__file__).parent.glob("*.py"))
    for kept in folder.glob(f"*.{function.__name__}-*.nbi"):
        if kept.stat().st_mtime < changed:
            kept.unlink(missing_ok=True)


def compiled_with_helpers(function: F, module: ModuleType) -> F:
    """Return the function as `compiled` does, and let it call all others of its module."""
    for _, helper in getmembers(module, isfunction):
        if helper.__module__ == module.__name__ and helper is not function:
            inlined(helper)
    return compiled(function)


@_extending.intrinsic
def _set_bits(_context: object, _bits: object) -> Any:
    """Count the bits that are set, by the processor's own instruction."""
    return _numba.int64(_numba.int64), lambda _, builder, __, values: builder.ctpop(values[0])


@_extending.intrinsic
def _zeros_below(_context: object, _bits: object) -> Any:
    """Count the zeros below the lowest bit that is set, by the processor's own instruction."""
    true = _llvm.Constant(_llvm.IntType(1), 1)  # there is a bit that is set
    return _numba.int64(_numba.int64), lambda _, builder, __, values: builder.cttz(values[0], true)


_extending.overload(bits.popcount)(lambda bits: lambda bits: _set_bits(bits))  # noqa: PLW0108
_extending.overload(bits.lowest)(lambda bits: lambda bits: _zeros_below(bits))  # noqa: PLW0108
# Integers of 64 bits overflow here, as they should; the high bits of the product are well mixed.
_extending.overload(bits.mixed)(
    lambda signature, word: lambda signature, word: (signature ^ signature >> 29 ^ word) * _ODD
)
inlined(bits.pairs_of)
inlined(bits.upper_slots)
