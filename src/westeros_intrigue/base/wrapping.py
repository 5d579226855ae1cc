"""Lines of text in pictures, which wrap nothing by themselves."""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap


@lru_cache(maxsize=1 << 11)
def wrapped(text: str, letters: int) -> tuple[str, ...]:
    """Return a text in lines of at most that many letters.

    >>> wrapped("The Two Lanterns", 9)
    ('The Two', 'Lanterns')
    """
    return tuple(wrap(text, letters))
