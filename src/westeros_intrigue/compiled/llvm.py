"""LLVM, which compiles nothing more once the process ends.

A process that ends destroys what LLVM works with, and a thread that compiles then, such as one of a
server, would crash it. The end waits for the call in progress; later calls wait for ever.
"""

from __future__ import annotations

import atexit
import importlib
from typing import Any

ir: Any = importlib.import_module("llvmlite.ir")
binding: Any = importlib.import_module("llvmlite.binding")

# The callbacks of llvmlite run after this lock is acquired: a thread that waited in one of them
# would stop what the main thread asks of LLVM at the end.
if (_lock := getattr(binding.ffi.lib, "_lock", None)) is not None:
    atexit.register(_lock.__enter__)
