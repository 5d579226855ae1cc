"""Where numba enters: the only module that imports it, and why it is used.

numba has no types of its own, so its decorators would make everything they touch untyped. Here they
get the types that they do have: a function comes back with the signature it went in with.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
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
        with suppress(FileNotFoundError):  # another process has removed it
            if kept.stat().st_mtime < changed:
                kept.unlink()


def compiled_with_helpers(function: F, *modules: ModuleType) -> F:
    """Return the function as `compiled` does, and let it call all others of the modules."""
    for module in modules:
        for _, helper in getmembers(module, isfunction):
            if helper.__module__ == module.__name__ and helper is not function:
                inlined(helper)
    return compiled(function)


# What the processor does by itself, in the language of LLVM; numba asks for type and code.
def _set_bits(_context: object, bits: object) -> tuple[object, Callable[..., object]]:
    def generate(_context: object, builder: Any, _signature: object, values: Any) -> object:  # noqa: ANN401
        counted: object = builder.ctpop(values[0])
        return counted

    # A uint64 stays one: lanes are unsigned.
    kind = _numba.uint64 if bits == _numba.uint64 else _numba.int64
    return kind(kind), generate


def _zeros_below(_context: object, _bits: object) -> tuple[object, Callable[..., object]]:
    def generate(_context: object, builder: Any, _signature: object, values: Any) -> object:  # noqa: ANN401
        is_any_set = _llvm.Constant(_llvm.IntType(1), 1)
        counted: object = builder.cttz(values[0], is_any_set)
        return counted

    return _numba.int64(_numba.int64), generate


_ctpop, _cttz = _extending.intrinsic(_set_bits), _extending.intrinsic(_zeros_below)
# numba looks at the outer function for types, at the inner one for what to do.
_extending.overload(bits.popcount)(lambda bits: lambda bits: _ctpop(bits))  # noqa: ARG005, PLW0108
_extending.overload(bits.lowest)(lambda bits: lambda bits: _cttz(bits))  # noqa: ARG005, PLW0108
# Integers of 64 bits overflow here, as they should; the high bits of the product are well mixed.
_extending.overload(bits.mixed)(
    lambda signature, word: lambda signature, word: (signature ^ signature >> 29 ^ word) * _ODD  # noqa: ARG005
)
inlined(bits.pairs_of)
inlined(bits.upper_slots)
inlined(bits.stack_after)
inlined(bits.dictated_cell)
