"""The enumerations of this game are words: each member is told by its value."""

from __future__ import annotations

from westeros_intrigue.base.values import NamedEnum


class Word(NamedEnum):
    """The base of the enumerations."""

    def __str__(self) -> str:
        return str(self.value)
