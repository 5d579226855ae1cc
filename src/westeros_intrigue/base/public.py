"""Public names that do not depend on the file in which an object is written."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeVar

_Thing = TypeVar("_Thing", bound=Callable[..., object])


def public(thing: _Thing) -> _Thing:
    """Set the module of a class or a function to the package that exports it, and return it.

    Tracebacks show `westeros_intrigue.players.Analysis`, and pickles survive when files move.
    """
    module, name = thing.__module__, thing.__name__
    package = EXPORTERS.get((module, name), ".".join(module.split(".")[:2]))
    _homes.setdefault(thing, module)
    thing.__module__ = EXPORTERS.get((package, name), package)
    return thing


def publish(namespace: dict[str, Any], but: str = "") -> None:
    """Export all names of a package that do not begin with an underscore, and do the same for them.

    They are what the package defines, and what it imports now or on demand, except for modules and
    the names in `but`, separated by spaces. Type checkers do not read the `__all__` that is set
    here: to them, `as` exports a name.
    """
    package: str = namespace["__name__"]
    names = {name for name, thing in namespace.items() if not isinstance(thing, ModuleType)}
    names |= {name for (_, name), exporter in EXPORTERS.items() if exporter == package}
    names -= {"TYPE_CHECKING", *but.split()}
    namespace["__all__"] = sorted(name for name in names if name[0] != "_")
    for name in namespace["__all__"]:
        thing = namespace.get(name)
        if isinstance(thing, (FunctionType, type)) and thing.__module__.startswith(package):
            _homes.setdefault(thing, thing.__module__)
            thing.__module__ = EXPORTERS.get((package, name), package)


def home(thing: Callable[..., object]) -> str:
    """Return the name of the module in which a class or a function is written."""
    return _homes.get(thing, thing.__module__)


EXPORTERS: dict[tuple[str, str], str] = {}
"""For a name that a package imports on demand, and the module that has it: the package."""
_homes: dict[Any, str] = {}
