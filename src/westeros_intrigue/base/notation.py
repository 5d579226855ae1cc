"""Moves as words: the name of a class is the word that its text begins with.

What is written so is read by the word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import attrs

from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.base.values import check_type

T = TypeVar("T")

_WORD = pattern(r"[a-z]+(?:-[a-z]+)*")
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Worded:
    """A value whose text is its word, and then its fields."""

    __slots__ = ()

    def __str__(self) -> str:
        cls: type[Any] = type(self)
        parts = (getattr(self, field.name) for field in attrs.fields(cls))
        return " ".join((word_of(cls), *map(str, parts)))


def word_of(cls: type) -> str:
    """Return the word of a class: its name in small letters, with hyphens."""
    return _CAPITAL.sub("-", cls.__name__).lower()


def alone(values: Iterable[T]) -> dict[str, Callable[[Scanner], T]]:
    """Return the readers of values that have no fields."""

    def reader(value: T) -> Callable[[Scanner], T]:
        return lambda _scanner: value

    return {str(value): reader(value) for value in values}


def read_by_word(text: str, readers: Mapping[str, Callable[[Scanner], T]], expected: str) -> T:
    """Return what a text stands for; its first word says who reads the rest."""
    check_type("text", text, str)
    scanner = Scanner(text)
    scanner.skip_space(line_ends=True)
    start = scanner.position
    reader = readers.get(scanner.need(_WORD, expected).lower())
    if reader is None:
        raise scanner.error(expected, start)
    scanner.skip_space()
    value = reader(scanner)
    scanner.need_end("the end of the move")
    return value
