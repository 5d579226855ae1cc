"""The ids of tables: clients draw them, and stores keep them in a form that is also a file's name.

A client's id distinguishes capitals, which some systems of files do not.
"""

from __future__ import annotations

import re
import string
from functools import lru_cache

DRAWN = re.compile(r"[A-Za-z0-9_-]{16,64}")  # the id of a table, or the secret of a seat
_DRAWN = string.ascii_letters + string.digits + "_-"
_STORED = string.ascii_lowercase + "234567"


@lru_cache(maxsize=10_000)
def stored_id(table: str) -> str:
    """Return the id in the store of a table that a client has drawn, of up to 64 characters."""
    return _written(_read(table, _DRAWN, 1), _STORED)


@lru_cache(maxsize=10_000)
def drawn_id(stored: str) -> str:
    """Return the id that a client has drawn for a table; empty for another program's table."""
    if not {*stored} <= {*_STORED}:
        return ""
    table = _written(_read(stored, _STORED, 0), _DRAWN)[1:]
    return table if DRAWN.fullmatch(table) and stored_id(table) == stored else ""


def _read(text: str, digits: str, number: int) -> int:
    for letter in text:
        number = number * len(digits) + digits.index(letter)
    return number


def _written(number: int, digits: str) -> str:
    text = ""
    while number:
        number, digit = divmod(number, len(digits))
        text = digits[digit] + text
    return text
