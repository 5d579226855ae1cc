"""Names of a package that are imported on first use, so that the package itself imports fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from importlib import import_module
from typing import Any

from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.base.public import EXPORTERS


def on_demand(
    namespace: dict[str, Any], names: Mapping[str, str], *, extra: str | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` of a package with names imported on demand.

    The modules themselves are also imported on demand.

    Import the same names for type checkers, and hide these two: a type checker that sees
    `__getattr__` accepts any name.

    Args:
        namespace: the globals of the package, which defines `__all__`.
        names: for each module, relative to the package, its names, separated by spaces.
        extra: the extra of the project that the modules need.
    """
    package: str = namespace["__name__"]
    module_of = {name: module for module, those in names.items() for name in those.split()}
    for name, module in module_of.items():
        EXPORTERS[f"{package}.{module}", name] = package

    def get(name: str) -> object:
        if name not in names and name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        with needs_extra(name, extra) if extra else nullcontext():
            module = import_module(f"{package}.{module_of.get(name, name)}")
        if name in names:
            return module
        namespace[name] = getattr(module, name)
        return namespace[name]

    def public_names() -> list[str]:
        return sorted({*namespace["__all__"], *(name for name in namespace if name[:2] == "__")})

    return get, public_names
