"""The move in an answer of a language model: what the model has marked as its move.

A move that is only mentioned in prose is never read, or a model could move by naming many.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
import re
from collections.abc import Iterator
from typing import Annotated

import attrs

from westeros_intrigue.gamekit import limits, values

LONGEST_ANSWER = 20_000
"""The characters of an answer that are read, counted from its end."""
_LONGEST_MOVE = 200
_MOST_OBJECTS = 20
"""The opening braces that are tried, counted from the end."""
_MARKED = re.compile(
    r"[\s\W_]{0,20}(?:(?:so|my|the|final) ){0,3}(?:move|answer|action)[ \t*_`\"']{0,10}[:=](.+)",
    re.IGNORECASE,
)
"""A line such as `**Move:** S4@b2` or `My final answer = pass`."""
_BULLET = re.compile(r"(?:[-*+>\u2022\u2192]|=>|->)[ \t]+")
_AROUND = " \t\r`*_\"'[]<>.!\u201c\u201d\u2018\u2019"
"""The characters that models write around a move."""


@attrs.frozen
class Answer(values.Value):
    """A text of a language model, with what its client knows about it.

    >>> Answer("Move: pass", tokens_out=4).is_cut
    False
    """

    text: Annotated[str, limits.Longest(10_000_000)]
    """The text."""
    is_cut: bool = False
    """True if the model was stopped at its limit; such an answer has no move."""
    tokens_in: limits.Count | None = None
    """The tokens of the messages; None if unknown."""
    tokens_out: limits.Count | None = None
    """The tokens of the answer; None if unknown."""


def find_moves(answer: str) -> tuple[str, ...]:
    r"""Return the texts that an answer marks as its move, the most explicit first.

    The first is the string `move` of the last JSON object that has one; the second is the last line
    such as `Move: S4@b2`. Without these, the only text is the whole last line.

    >>> find_moves("S4@b2 is tempting.\n\n**Move: S4@a0**")
    ('S4@a0',)
    >>> find_moves('{"reason": "cheap", "move": "bid 4"}')
    ('bid 4',)
    >>> find_moves("I could pass, or bid 4.")
    ('I could pass, or bid 4',)
    """
    text = answer[-LONGEST_ANSWER:]
    lines = [line for line in text.splitlines() if line.strip(f"{_AROUND}~-")]
    found = [*_in_json(text), *_after_mark(lines)] or lines[-1:]
    return tuple(dict.fromkeys(each for each in map(_clean, found) if each))


def _in_json(text: str) -> Iterator[str]:
    """Yield the string `move` of the last JSON object that has one, or nothing."""
    decode = json.JSONDecoder().raw_decode
    opening = [found.start() for found in re.finditer(r"\{", text)]
    for start in reversed(opening[-_MOST_OBJECTS:]):
        try:
            data, _ = decode(text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(data, dict) and isinstance(move := data.get("move"), str):
            yield move
            return


def _after_mark(lines: list[str]) -> Iterator[str]:
    """Yield the text after `Move:` or the like in the last line that has it, or nothing."""
    for line in reversed(lines):
        if found := _MARKED.match(line):
            yield found[1]
            return


def _clean(text: str) -> str:
    """Return a text without quotes, emphasis, a bullet and a full stop around it."""
    bare = _BULLET.sub("", text.strip(), count=1) if _BULLET.match(text.strip()) else text
    return bare.strip(_AROUND)[:_LONGEST_MOVE].strip()
