"""Estates: whose the deeds are, as sets of spaces, so that one operation asks about all of them.

A set of spaces is a number whose bit k stands for space k.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import attrs

from westeros_intrigue.base.values import Value


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
    return tuple(space for space in range(bits.bit_length()) if bits >> space & 1)


@lru_cache(maxsize=1 << 14)
def whole_sets(groups: tuple[int, ...], owned: int) -> int:
    """Return all Locations of the sets that lie within the deeds of a player.

    >>> whole_sets((0b110, 0b11000), 0b1110)
    6
    """
    return sum(group for group in groups if owned & group == group)


@attrs.frozen
class Estates(Value):
    """The deeds of all players."""

    owned: tuple[int, ...]
    """For each player the deeds."""
    mortgaged: int
    """The mortgaged deeds."""
    built: int
    """All Locations of the sets with a building."""

    def turned(self, space: int, *, mortgaged: bool) -> Estates:
        """Return the estates after a deed was turned."""
        bit = 1 << space
        return Estates(
            self.owned, self.mortgaged | bit if mortgaged else self.mortgaged & ~bit, self.built
        )

    def given(self, space: int, owner: int | None) -> Estates:
        """Return the estates after a deed came to a player, or None for the Treasury."""
        bit = 1 << space
        owned = (
            deeds | bit if player == owner else deeds & ~bit
            for player, deeds in enumerate(self.owned)
        )
        return Estates(tuple(owned), self.mortgaged, self.built)

    def levelled(self, group: int, levels: Sequence[int]) -> Estates:
        """Return the estates after the buildings of a set changed."""
        built = self.built | group if any(levels) else self.built & ~group
        return Estates(self.owned, self.mortgaged, built)
