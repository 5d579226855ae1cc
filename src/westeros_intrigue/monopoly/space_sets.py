"""Sets of spaces, such as the deeds of a player: one operation asks about all of them.

A set of spaces is a number whose bit k stands for space k.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def bits_of(spaces: Iterable[int]) -> int:
    """Return spaces as a set.

    >>> bits_of((1, 3))
    10
    """
    return sum(1 << space for space in spaces)


@lru_cache(maxsize=1 << 14)
def spaces_of(bits: int) -> tuple[int, ...]:
    """Return the spaces of a set, ascending.

    >>> spaces_of(10)
    (1, 3)
    """
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def whole_sets(groups: tuple[int, ...], owned: int) -> tuple[int, ...]:
    """Return the sets that lie within the deeds of a player.

    >>> whole_sets((0b110, 0b11000), 0b1110)
    (6,)
    """
    return tuple(group for group in groups if owned & group == group)
