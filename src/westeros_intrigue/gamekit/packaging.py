"""The package as its users see it: public names, imports on demand, extras and the version.

A public name does not depend on the file that defines the object. Names are imported on first use,
so the package itself imports fast. The version includes a digest of the code.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from pkgutil import get_data
from types import FunctionType, ModuleType
from typing import Any, TypeVar

_Thing = TypeVar("_Thing", bound=Callable[..., object])


def public(thing: _Thing) -> _Thing:
    """Set the `__module__` of a class or a function to the face that exports it; return it.

    Tracebacks then show `westeros_intrigue.lab.players.Analysis`, and pickles survive when files
    move.
    """
    _adopt(thing.__name__, thing)
    return thing


def publish(namespace: dict[str, Any]) -> None:
    """Import and export the names in a face's stub, `__init__.pyi`, and make them public."""
    get, _ = lazy(namespace)
    for name in namespace["__all__"]:
        if name not in namespace:
            get(name)


def _export(namespace: dict[str, Any], imported: Iterable[str]) -> None:
    """Export the imported names of a face, and those that it defines."""
    own = [
        name
        for name, thing in namespace.items()
        if name[0] != "_" and not isinstance(thing, ModuleType)
    ]
    namespace["__all__"] = sorted({*own, *imported})


def _adopt(name: str, thing: object) -> None:
    """Set the `__module__` of a class or function to the face that exports it from its module."""
    if isinstance(thing, (FunctionType, type)):
        home = find_module(thing)
        if face := EXPORTERS.get((home, name)):
            _homes[thing] = home
            thing.__module__ = EXPORTERS.get((face, name), face)


def find_module(thing: Callable[..., object]) -> str:
    """Return the name of the module that defines a class or a function."""
    return _homes.get(thing, thing.__module__)


EXPORTERS: dict[tuple[str, str], str] = {}
"""The package that imports a name from a module on demand, by name and module."""
_homes: dict[Any, str] = {}


def read_data(package: str, name: str) -> Any:  # noqa: ANN401 - as the file has
    """Return the contents of a JSON file in a package."""
    # `importlib.resources` would take a tenth of the time to import the rules.
    return json.loads(get_data(package, name) or "")


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
        from westeros_intrigue.gamekit.errors import MissingExtra  # noqa: PLC0415 - imports attrs

        raise MissingExtra(
            f"{what} needs {package}: install the extra `{extra}`, "
            f'pip install "westeros-intrigue[{extra}]"'
        ) from error


def lazy(
    namespace: dict[str, Any], *, but: str = "", extra: str | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` of a face that imports names on first use.

    The names are the imports in its stub, `__init__.pyi`; type checkers read the same list. Modules
    of the package are also imported on first use.

    Args:
        namespace: the globals of the face.
        but: names that are not in `__all__`, separated by spaces.
        extra: the extra of the project that the modules need.
    """
    face: str = namespace["__name__"]
    module_of = _read_imports(namespace)
    for name, module in module_of.items():
        # If two faces export a name, the shallower one owns it; at equal depth, the lower one.
        known = EXPORTERS.get((module, name), face)
        EXPORTERS[module, name] = min(known, face, key=lambda each: each.count("."))
        if module in sys.modules:
            _adopt(name, getattr(sys.modules[module], name, None))
    _export(namespace, module_of)
    namespace["__all__"] = [name for name in namespace["__all__"] if name not in but.split()]

    def get(name: str) -> object:
        with needs_extra(name if name in module_of else face, extra) if extra else nullcontext():
            if name in module_of:
                namespace[name] = getattr(import_module(module_of[name]), name)
                _adopt(name, namespace[name])
            elif name[0] != "_" and find_spec(f"{face}.{name}"):
                namespace[name] = import_module(f"{face}.{name}")
            else:
                message = f"module {face!r} has no attribute {name!r}"
                raise AttributeError(message, name=name, obj=sys.modules[face])  # for a suggestion
        return namespace[name]

    def public_names() -> list[str]:
        return sorted({*namespace["__all__"], *(name for name in namespace if name[:2] == "__")})

    return get, public_names


def _read_imports(namespace: dict[str, Any]) -> dict[str, str]:
    """Return the module of each name that a face's stub imports."""
    path = f"{namespace['__file__'].removesuffix('c')}i"
    stub = namespace["__spec__"].loader.get_data(path).decode()  # also of a package in a zip file
    return {
        name: module
        for module, names in _IMPORT.findall(stub)
        for name in re.findall(r"\w+(?= as )", names)
    }


_IMPORT = re.compile(r"^from ([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)
PACKAGE = "westeros_intrigue"
