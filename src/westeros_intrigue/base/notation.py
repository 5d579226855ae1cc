"""Moves as words: the text of a move begins with the name of its class."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, TypeVar

import attrs

from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.base.values import check_type

T = TypeVar("T")

_WORD = pattern(r"[a-z]+(?:-[a-z]+)*")
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
_SHORT = 40


class Worded:
    """Base of the values whose text is their word, followed by their fields."""

    __slots__ = ()

    def __str__(self) -> str:
        cls: Any = type(self)  # mypy calls no class with a hash of its values hashable
        word, names = _form(cls)
        return " ".join([word, *[str(getattr(self, name)) for name in names]])


@cache
def _form(cls: type[Any]) -> tuple[str, tuple[str, ...]]:
    return word_of(cls), tuple([field.name for field in attrs.fields(cls)])


def word_of(cls: type) -> str:
    """Return the word of a class: its name in lower case, with hyphens."""
    return _CAPITAL.sub("-", cls.__name__).lower()


def worded(
    classes: Iterable[type[Any]], fields: Mapping[str, Callable[[Scanner], Any]]
) -> dict[str, Callable[[Scanner], Any]]:
    """Return readers by word for classes of `Worded`; `fields` has readers of their fields."""

    def reader(cls: type[Any]) -> Callable[[Scanner], Any]:
        scans = [fields[field.name] for field in attrs.fields(cls)]
        if not scans:
            value = cls()
            return lambda _scanner: value
        return lambda scanner: cls(*[scan(scanner) for scan in scans])

    return {word_of(cls): reader(cls) for cls in classes if issubclass(cls, Worded)}


def reader_by_word(
    readers: Mapping[str, Callable[[Scanner], T]], expected: str
) -> Callable[[str], T]:
    """Return a function from a text to its value: its first word selects the reader of the rest.

    Games repeat few moves, so the values of short texts are remembered.
    """

    def read(text: str) -> T:
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

    remembered = lru_cache(maxsize=4096)(read)

    def read_or_recall(text: str) -> T:
        check_type("text", text, str)
        return (remembered if len(text) <= _SHORT else read)(text)

    return read_or_recall
