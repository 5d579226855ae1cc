"""Functions of groups of lanes as machine code: written by `traced`, made by LLVM, and stored.

numba has no part in it, since its import alone is slower than all this.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from ctypes import CFUNCTYPE, addressof, c_char, c_char_p
from hashlib import sha256
from pathlib import Path
from struct import Struct
from threading import get_ident
from typing import Any

import numpy as np

from westeros_intrigue.compiled.lane_bits import USED
from westeros_intrigue.compiled.llvm import binding as _binding, ir as _llvm
from westeros_intrigue.compiled.traced import TracedArray, times

_items = (c_char * 0).from_buffer
_Made = tuple[Callable[[bytes], None], Callable[..., bytes]]
"""A function of the machine, and one that packs its arguments."""


class in_groups:  # noqa: N801 - a decorator
    """A function of lanes for whole arrays of groups, made machine code at its first call.

    It is written for one group, the last of its arguments, and called with all. If the first is a
    tuple, there is code for each of its values; the others are integers and arrays. While it runs
    it releases the lock of the interpreter, so that threads run side by side. Its loops over
    arguments are `times` and `as_long_as`, its branches `when`.
    """

    def __init__(self, function: Callable[..., None]) -> None:
        self.py_func: Callable[..., None] = function
        self._made: dict[tuple[object, ...], _Made] = {}

    def __call__(self, *arguments: Any) -> None:  # noqa: ANN401 - see above
        """Run the function for each group of the last argument."""
        fixed = arguments[0] if isinstance(arguments[0], tuple) else ()
        passed = arguments[1:] if fixed else arguments
        if fixed not in self._made:
            self._made[fixed] = self._compiled(fixed, passed)
        call, pack = self._made[fixed]
        numbers = [each if isinstance(each, int) else addressof(_items(each)) for each in passed]
        call(pack(*passed[-1].shape[:2], *numbers))

    def _compiled(self, fixed: tuple[Any, ...], passed: tuple[Any, ...]) -> _Made:
        name = self.py_func.__name__ + "".join(str(int(flag)) for flag in fixed)
        code = _stored(name, self._written(name, fixed, passed))
        engine = _binding.create_mcjit_compiler(_binding.parse_assembly(""), _machine())
        engine.add_object_file(_binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        call: Any = CFUNCTYPE(None, c_char_p)(engine.get_function_address(name))
        call.engine = engine  # the code lives as long as it
        return call, Struct(f"{len(passed) + 2}q").pack

    def _written(self, name: str, fixed: tuple[Any, ...], passed: tuple[Any, ...]) -> str:
        """Return the function for such arguments in the language of LLVM."""
        module = _llvm.Module(name)
        module.triple = _binding.get_default_triple()
        whole = _llvm.IntType(64)
        kind = _llvm.FunctionType(_llvm.VoidType(), [whole.as_pointer()])
        written = _llvm.Function(module, kind, name)
        builder = _llvm.IRBuilder(written.append_basic_block())
        numbers = TracedArray(builder, written.args[0], has_rows=False)
        arguments: list[Any] = []
        for place, each in enumerate(passed, start=2):
            number = numbers[place]
            if isinstance(each, np.ndarray):
                pointer = _llvm.IntType(8 * each.itemsize).as_pointer()
                value = builder.inttoptr(number.value, pointer)
                arguments.append(TracedArray(builder, value, has_rows=each.ndim > 1))
            else:
                arguments.append(number)
        rows, lanes = numbers[1], arguments.pop()
        for group in times(numbers[0]):
            words = lanes.rows_from(group * rows)
            for each in (*arguments, words):
                each.used = words[USED, 0]
            self.py_func(*([fixed] if fixed else []), *arguments, words)
        builder.ret_void()
        return str(module)


def _machine() -> Any:  # noqa: ANN401 - llvmlite has no types
    """Return this processor, as LLVM compiles for it."""
    _binding.initialize_native_target()
    _binding.initialize_native_asmprinter()
    return _binding.Target.from_default_triple().create_target_machine(
        *_processor(), codemodel="jitdefault", jit=True
    )


def _processor() -> tuple[str, str]:
    return _binding.get_host_cpu_name(), _binding.get_host_cpu_features().flatten()


def _machine_code(text: str) -> bytes:
    machine, module = _machine(), _binding.parse_assembly(text)
    # Traced lines are nearly as short as they can be: further passes gain nothing.
    passes = _binding.create_new_module_pass_manager()
    passes.add_instruction_combine_pass()
    options = _binding.create_pipeline_tuning_options(speed_level=1)
    passes.run(module, _binding.create_pass_builder(machine, options))
    code: bytes = machine.emit_object(module)
    return code


def _folders() -> Iterator[Path]:
    """Yield the folders that code may be stored in, the first that can be written being used."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(folder)
    else:
        yield Path(__file__).parent / "__pycache__"
        with suppress(RuntimeError):  # the user has no home
            caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
            yield Path(caches) / "westeros-intrigue"


def _stored(name: str, text: str) -> bytes:
    """Return the code of a function: what is stored of it, or what LLVM makes of its text.

    The name of a file is a digest of all that its code depends on, so machines, processors and
    versions can share a folder.
    """
    named = sha256(repr((_binding.llvm_version_info, _processor(), text)).encode())
    file = f"lanes.{name}-{named.hexdigest()[:16]}.o"
    for folder in _folders():
        with suppress(OSError):
            return (folder / file).read_bytes()
    code = _machine_code(text)
    for folder in _folders():
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            new = folder / f"{file}.{os.getpid()}.{get_ident()}"
            new.write_bytes(code)
            new.replace(folder / file)
            break
    return code
