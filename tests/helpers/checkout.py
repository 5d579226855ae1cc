"""Modules of the checkout that are not installed, such as its scripts."""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def load(path: str) -> ModuleType:
    """Return a module by its path from the root of the checkout; a folder is a package."""
    file, name = ROOT / path, Path(path).stem
    if not file.is_dir():
        return _executed(importlib.util.spec_from_file_location(name, file))
    if name not in sys.modules:  # where its own modules look for it
        folder = [str(file)]
        file /= "__init__.py"
        spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=folder)
        return _executed(spec)
    return sys.modules[name]


def _executed(spec: ModuleSpec | None) -> ModuleType:
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if spec.submodule_search_locations:
        sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
