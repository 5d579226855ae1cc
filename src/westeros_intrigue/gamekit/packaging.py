"""Data files, extras, and names that are imported on first use."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from importlib import import_module
from types import ModuleType
from typing import Any

from westeros_intrigue.gamekit.errors import MissingExtra


def read_data(package: str, name: str) -> Any:  # noqa: ANN401 - as the file has
    """Return the contents of a JSON file in a package."""
    # The loader reads zip files too; `importlib.resources` would take longer than the file.
    spec: Any = sys.modules[package].__spec__
    [folder] = spec.submodule_search_locations
    return json.loads(spec.loader.get_data(f"{folder}{os.sep}{name}"))


@contextmanager
def needs_extra(what: str, extra: str) -> Iterator[None]:
    """Raise `MissingExtra` if an import inside the `with` block fails.

    Args:
        what: the subject of the message, such as `playouts`.
        extra: the extra of the package that installs the dependency.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package == "westeros_intrigue":
            raise  # a fault in the package, which no extra fixes
        missing = MissingExtra(
            f"{what} needs {package}: install the extra `{extra}`, "
            f'pip install "westeros-intrigue[{extra}]"'
        )
        # A package that is not there needs no traceback; one that lacks a part of itself does.
        raise missing from None if error.name == package else error


def lazy(
    face: str, modules: Mapping[str, str], *, extra: str | None = None
) -> Callable[[str], object]:
    """Return the function `__getattr__` of a package that imports its names on first use (PEP 562).

    It is for packages that need an extra or take long to import; others import their names.

    Args:
        face: the name of the package.
        modules: the module of each name.
        extra: the extra of the project that the modules need.
    """

    def get(name: str) -> object:
        if name not in modules:
            message = f"module {face!r} has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=sys.modules[face])  # for a suggestion
        with needs_extra(name, extra) if extra else nullcontext():
            value: object = getattr(import_module(modules[name]), name)
        setattr(sys.modules[face], name, value)  # found without this function the next time
        return value

    return get


def names_of(face: str) -> list[str]:
    """Return the names that `dir` lists of a public module, for completion and suggestions.

    These are the names of `__all__` and the public modules within, but not what the module imports.
    """
    own = vars(sys.modules[face])
    modules = {
        name
        for name, value in own.items()
        if isinstance(value, ModuleType)
        and value.__name__ == f"{face}.{name}"
        and "__dir__" in vars(value)
    }
    special = {name for name in own if name.startswith("__")}
    return sorted({*own.get("__all__", ()), *modules, *special})


PACKAGE = "westeros_intrigue"
