"""The use of numba, which no other module imports.

numba has no type hints, so its decorators would make functions untyped. Here, a decorated function
keeps its signature.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from inspect import isfunction
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from westeros_intrigue.gamekit import chance
from westeros_intrigue.lab.simulation import board

F = TypeVar("F", bound=Callable[..., Any])

_numba: Any = importlib.import_module("numba")
_extending: Any = importlib.import_module("numba.extending")
_llvm: Any = importlib.import_module("llvmlite.ir")
_codegen: Any = importlib.import_module("numba.core.codegen")
_compiling: Any = importlib.import_module("numba.core.compiler")

_PACKAGE = __name__.partition(".")[0]
_KNOWN: set[Callable[..., Any]] = set()
"""The functions that numba has learned to compile."""

# numba would optimize each helper with everything that it calls, and make it machine code, although
# only compiled functions run it. Its code is left as it is until it is part of one.
_HelperCode = type(
    "_HelperCode",
    (_codegen.JITCodeLibrary,),
    {
        "_optimize_final_module": lambda _code: None,
        "_finalize_final_module": lambda code: setattr(code, "_finalized", True),
        "get_pointer_to_function": lambda _code, _name: 0,
        "codegen": property(lambda code: code),
        "set_env": lambda _code, _name, _environment: None,
    },
)


def _new_helper_compiler(  # noqa: PLR0917 - as numba calls it
    typing: object, target: Any, _library: None, arguments: object, returned: object,  # noqa: ANN401
    flags: object, local_types: object,
) -> Any:  # noqa: ANN401  # fmt: skip
    code = _HelperCode(target.codegen(), "helper")
    return _compiling.Compiler(typing, target, code, arguments, returned, flags, local_types)


# Compiled code allocates nothing, so it need not count references, which would take as long as the
# work. Passing arrays to a helper costs as much as most helpers, so each is compiled into its
# callers.
_HELPER = {
    "_nrt": False,
    "forceinline": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": _new_helper_compiler,
}
_ODD = 0x1E3779B97F4A7C15
_unsigned, _signed = _numba.uint64, _numba.int64
# In numba, a uint64 and another integer combine to a float, so each constant is a uint64.
_MIX_1, _MIX_2 = np.uint64(chance.MIX_1), np.uint64(chance.MIX_2)
_SIGNED_STEP = chance.STEP - 2**64
_11, _27, _30, _31 = (np.uint64(bits) for bits in (11, 27, 30, 31))


def _inline_helpers(function: Callable[..., Any]) -> None:
    """Let numba compile the functions of this package that a function calls, also indirectly.

    Called from Python, they are unchanged.
    """
    for name in function.__code__.co_names:
        helper = function.__globals__.get(name)
        if isfunction(helper) and helper not in _KNOWN and helper.__module__.startswith(_PACKAGE):
            _KNOWN.add(helper)
            _extending.register_jitable(**_HELPER)(helper)
            _inline_helpers(helper)


def _njit(function: F, *, cache: bool = False) -> Any:  # noqa: ANN401 - a dispatcher of numba
    return _numba.njit(
        function,
        nogil=True,
        error_model="numpy",
        cache=cache,
        no_cfunc_wrapper=True,
        no_rewrites=True,
        _nrt=False,
    )


def compile_function(function: F) -> F:
    """Return the function as machine code, compiled at its first call and stored for later.

    It releases the interpreter's lock while it runs, so that threads run in parallel.
    """
    _inline_helpers(function)
    try:
        dispatcher = _njit(function, cache=True)
    except RuntimeError:  # numba finds no writable folder for its cache
        uncached: F = _njit(function)
        return uncached
    _forget_stale(Path(dispatcher.stats.cache_path), function)
    fast: F = dispatcher
    return fast


def _forget_stale(folder: Path, function: Callable[..., Any]) -> None:
    """Remove stored code of a function that is older than a module that it may call or read.

    numba itself checks only the function's own module.
    """
    folders = Path(__file__).parent, Path(function.__code__.co_filename).parent
    sources = [source for folder in folders for source in folder.glob("*.py")]
    changed = max(source.stat().st_mtime for source in [Path(chance.__file__), *sources])
    for kept in folder.glob(f"*.{function.__name__}-*.nbi"):
        with suppress(FileNotFoundError):  # another process has removed it
            if kept.stat().st_mtime < changed:
                kept.unlink()


def _instruction(generate: Callable[[Any, Any], object]) -> Any:  # noqa: ANN401 - an intrinsic
    """Return a processor instruction on an integer, in the language of LLVM."""

    # numba asks for type and code.
    def describe(_context: object, _bits: object) -> tuple[object, Callable[..., object]]:
        signature = _numba.int64(_numba.int64)
        return signature, lambda _context, builder, _signature, bits: generate(builder, bits[0])

    return _extending.intrinsic(describe)


_IS_ANY_SET = _llvm.Constant(_llvm.IntType(1), 1)
_ctpop = _instruction(lambda builder, bits: builder.ctpop(bits))
_cttz = _instruction(lambda builder, bits: builder.cttz(bits, _IS_ANY_SET))
# numba takes the types from the outer function and the code from the inner one.
_extending.overload(board.popcount)(lambda bits: lambda bits: _ctpop(bits))  # noqa: ARG005, PLW0108
_extending.overload(board.lowest)(lambda bits: lambda bits: _cttz(bits))  # noqa: ARG005, PLW0108
# Overflow of 64-bit integers is intended here; the high bits of the product are well mixed.
_extending.overload(board.mix)(
    lambda signature, word: lambda signature, word: (signature ^ signature >> 29 ^ word) * _ODD  # noqa: ARG005
)
_extending.overload(chance.skip_numbers)(
    lambda number, count: lambda number, count: number + count * _SIGNED_STEP  # noqa: ARG005
)


def _add_layer(layer: Any, weights: Any, units: Any) -> None:  # noqa: ANN401 - arrays
    # One loop that stores 32 bits, enough for the products of 16 bits.
    for unit in range(board.UNIT_COUNT):
        total = 0
        for each in range(board.SUM_COUNT):
            total += layer[each] * weights[unit][each]
        units[unit] = total


def _how_to_add_layer(layer: Any, weights: Any, units: Any) -> Any:  # noqa: ANN401, ARG001 - types
    return _add_layer


def _scramble(number: Any) -> Any:  # noqa: ANN401 - an int64
    word = _unsigned(number)
    word = (word ^ word >> _30) * _MIX_1
    word = (word ^ word >> _27) * _MIX_2
    return _signed((word ^ word >> _31) >> _11)


def _how_to_scramble(number: Any) -> Any:  # noqa: ANN401, ARG001 - a type of numba
    return _scramble


_extending.overload(chance.scramble)(_how_to_scramble)
_extending.overload(board.add_layer, jit_options=_HELPER)(_how_to_add_layer)
_KNOWN.add(board.add_layer)
_KNOWN.update((board.popcount, board.lowest, board.mix, chance.skip_numbers, chance.scramble))
