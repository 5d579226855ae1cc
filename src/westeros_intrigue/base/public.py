"""The one name under which the world knows an object, wherever its file lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeVar

_Thing = TypeVar("_Thing", bound=Callable[..., object])


def public(thing: _Thing) -> _Thing:
    """Let a class or a function bear the package's name as its module, and return it.

    So a traceback says `westeros_intrigue.IllegalMove`, and a pickle survives that files move.
    """
    thing.__module__ = "westeros_intrigue"
    return thing


def publish(namespace: Mapping[str, Any]) -> None:
    """Let all that a game's own package exports bear the name of that package."""
    package: str = namespace["__name__"]
    for name in namespace["__all__"]:
        thing = namespace[name]
        if isinstance(thing, (FunctionType, type)) and thing.__module__.startswith(package):
            thing.__module__ = package
