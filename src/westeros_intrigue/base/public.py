"""The one name under which the world knows an object, wherever its file lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Thing = TypeVar("_Thing", bound=Callable[..., object])


def public(thing: _Thing) -> _Thing:
    """Let a class or a function bear the package's name as its module, and return it.

    So a traceback says `westeros_intrigue.IllegalMove`, and a pickle survives that files move.
    """
    thing.__module__ = "westeros_intrigue"
    return thing
