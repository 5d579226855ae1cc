"""Public names that do not depend on the file in which an object is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeVar

_Thing = TypeVar("_Thing", bound=Callable[..., object])


def public(thing: _Thing) -> _Thing:
    """Set the module of a class or a function to its folder, and return it.

    Tracebacks show `westeros_intrigue.players.Analysis`, and pickles survive when files move.
    """
    _homes[thing] = thing.__module__
    thing.__module__ = ".".join(thing.__module__.split(".")[:2])
    return thing


def home(thing: Callable[..., object]) -> str:
    """Return the name of the module in which a class or a function is written."""
    return _homes.get(thing, thing.__module__)


def publish(namespace: Mapping[str, Any]) -> None:
    """Set the module of everything that a package exports, and has imported, to that package."""
    package: str = namespace["__name__"]
    for name in namespace["__all__"]:
        thing = namespace.get(name)
        if isinstance(thing, (FunctionType, type)) and thing.__module__.startswith(package):
            _homes.setdefault(thing, thing.__module__)
            thing.__module__ = package


_homes: dict[Any, str] = {}
