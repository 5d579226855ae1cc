"""The one name under which the world knows an object of this game, wherever its file lies."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TypeVar

_Thing = TypeVar("_Thing", bound=Callable[..., object])


def public(thing: _Thing) -> _Thing:
    """Let a class or a function bear `westeros_intrigue.btwixt` as its module, and return it."""
    thing.__module__ = "westeros_intrigue.btwixt"
    return thing


class Word(enum.Enum):
    """The base of the enumerations: a member shows itself as it is written in a program."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return str(self.value)
