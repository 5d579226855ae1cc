"""Compilation by numba, which only this module and `instructions` import.

numba has no type hints, so its decorators would make functions untyped. Here, a decorated function
keeps its signature.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from inspect import isfunction
from pathlib import Path
from typing import Any, TypeVar

from westeros_intrigue.gamekit import chance
from westeros_intrigue.lab.simulation import instructions

F = TypeVar("F", bound=Callable[..., Any])

# Imported so, they are Any to every checker: some would infer types that numba does not keep to.
_numba: Any = importlib.import_module("numba")
_typing: Any = importlib.import_module("numba.core.typing.templates")
_types: Any = _numba.types
_extending: Any = importlib.import_module("numba.extending")
_codegen: Any = importlib.import_module("numba.core.codegen")
_compiling: Any = importlib.import_module("numba.core.compiler")

_PACKAGE = __name__.partition(".")[0]
_KNOWN: set[Callable[..., Any]] = set(instructions.WRITTEN)
"""The functions that numba has learned to compile."""


def _mark_finalized(code: Any) -> None:  # noqa: ANN401 - code of numba
    code._finalized = True


# numba would optimize each helper with everything that it calls, and make it machine code, although
# only compiled functions run it. Its code is left as it is until it is part of one.
_HelperCode = type(
    "_HelperCode",
    (_codegen.JITCodeLibrary,),
    {
        "_optimize_final_module": lambda _code: None,
        "_finalize_final_module": _mark_finalized,
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
_OPTIONS = {"_nrt": False, "error_model": "numpy", "no_cfunc_wrapper": True}
_HELPER = _OPTIONS | {
    "forceinline": True,
    "no_cpython_wrapper": True,
    "pipeline_class": _new_helper_compiler,
}
_FUNCTION = _OPTIONS | {"nogil": True, "no_rewrites": True}

_compile_helper = cache(_numba.njit(**_HELPER))

# A helper as numba's type of what can be called. It is compiled when it is called, and only once,
# where numba would compile it again for each constant among its arguments.
_HelperType = type(
    "_HelperType",
    (_types.Dispatcher,),
    {
        "dispatcher": property(lambda helper: _compile_helper(helper._get_object())),
        "get_call_type": lambda helper, context, arguments, named: _types.Dispatcher.get_call_type(
            helper, context, tuple(map(_types.unliteral, arguments)), named
        ),
    },
)
_extending.register_model(_HelperType)(_extending.models.OpaqueModel)


def _inline_helpers(function: Callable[..., Any]) -> None:
    """Let numba compile the functions of this package that a function calls, also indirectly.

    Called from Python, they are unchanged.
    """
    for name in function.__code__.co_names:
        helper = function.__globals__.get(name)
        if isfunction(helper) and helper not in _KNOWN and helper.__module__.startswith(_PACKAGE):
            _KNOWN.add(helper)
            _typing.infer_global(helper, _HelperType(helper))
            _inline_helpers(helper)


def compile_function(function: F) -> F:
    """Return the function as machine code, compiled at its first call and stored for later.

    It releases the interpreter's lock while it runs, so that threads run in parallel.
    """
    _inline_helpers(function)
    try:
        dispatcher: Any = _numba.njit(function, cache=True, **_FUNCTION)
    except RuntimeError:  # numba finds no writable folder for its cache
        uncached: F = _numba.njit(function, **_FUNCTION)
        return uncached
    _forget_stale(Path(dispatcher.stats.cache_path), function)
    fast: F = dispatcher
    return fast


def _forget_stale(folder: Path, function: Callable[..., Any]) -> None:
    """Remove stored code of a function that is older than a module that it may call or read.

    numba itself checks only the function's own module. Empty files are removed as well, since numba
    fails on them: a computer that loses power can leave some.
    """
    folders = Path(__file__).parent, Path(function.__code__.co_filename).parent
    sources = [source for folder in folders for source in folder.glob("*.py")]
    changed = max(source.stat().st_mtime for source in [Path(chance.__file__), *sources])
    for kept in folder.glob(f"*.{function.__name__}-*.nb[ic]"):
        with suppress(FileNotFoundError):  # another process has removed it
            facts = kept.stat()
            if facts.st_mtime < changed or not facts.st_size:
                kept.unlink()
