"""Texts of moves: a word for the class of a move, then its fields.

A reader chooses the class by the first word. `exact` reads a line of a record that has one form.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, TypeVar

import attrs

from westeros_intrigue.gamekit import english, errors, text, values
from westeros_intrigue.gamekit.text import Scan, Scanner

T = TypeVar("T")

_WORD = text.pattern(r"[a-z]+(?:-[a-z]+)*")


_SHORT = 40


class Worded:
    """Base of the values that are written as a word followed by their fields."""

    __slots__ = ()

    def __str__(self) -> str:
        cls: Any = type(self)  # mypy considers no class with a hash of its values hashable
        word, names = _form(cls)
        if not names:
            return word
        return " ".join([word, *[str(getattr(self, name)) for name in names]])


@cache
def _form(cls: type[Any]) -> tuple[str, tuple[str, ...]]:
    return text.word_of(cls), tuple([field.name for field in attrs.fields(cls)])


def reader_by_word(
    classes: Iterable[type[Any]],
    fields: Mapping[str, Scan[Any]],
    others: Mapping[str, Scan[T]],
    expected: str,
) -> Callable[[str], T]:
    """Return a function that reads a move: its first word selects the scan of the rest.

    Games repeat a small set of moves, so the values of short texts are cached.

    Args:
        classes: the classes of moves; the words of `Worded` classes are followed by their fields.
        fields: the scans of these fields, by name.
        others: the scans of the other moves, by word.
        expected: a description of a move, for errors; they also name the first word that was
            meant, or all first words.
    """
    worded = {text.word_of(cls): cls for cls in classes if issubclass(cls, Worded)}
    words = sorted({*worded, *others})

    def scan_move(scanner: Scanner) -> T:
        start = scanner.position
        word = (scanner.read_match(_WORD) or "").lower()
        scanner.skip_space()
        if word in others:
            return others[word](scanner)
        if word not in worded:
            begins = f" (its first word is {english.join_words(words, 'or')})"
            perhaps = english.did_you_mean(word, words, form=" (perhaps {!r})")
            raise scanner.error(expected + (perhaps or begins), start)
        cls: Any = worded[word]
        move: T = cls(*[fields[name](scanner) for name in _form(cls)[1]])
        return move

    def read(words: str) -> T:
        return text.read_whole("text", words, scan_move, "the end of the move")

    remembered = lru_cache(maxsize=4096)(read)

    def read_or_recall(words: str) -> T:
        is_short = isinstance(words, str) and len(words) <= _SHORT
        return (remembered if is_short else read)(words)

    return read_or_recall


def wrong_move(name: str, move: object) -> errors.WrongType:
    """Return the error of an argument that is not a move of the game, such as the text of one."""
    reads = ": parse_move reads a text" if isinstance(move, str) else ""
    shown = values.short_repr(move)
    return errors.WrongType(f"{name} must be a move of this game, not {shown}{reads}")


def exact(words: str, expected: str) -> Scan[str]:
    """Return a scan that reads exactly one text, which can contain #."""
    wanted = re.compile(rf"{re.escape(words.strip())}(?![^ ])")
    return lambda scanner: scanner.need(wanted, expected)
