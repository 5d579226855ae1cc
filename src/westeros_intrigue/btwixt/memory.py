"""A leader's knowledge of the hidden allies: blocks of their deck, from its top.

Each function returns the blocks of one viewer after something happened. Knowledge
of influence cards is not stored: it follows from the events that the viewer saw.

Rules: info.memory, info.ally-deck, ally.looks.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from westeros_intrigue.base.values import Value


@attrs.frozen
class Block(Value):
    """Allies next to each other in the ally deck, of whose order nothing is known.

    >>> from westeros_intrigue.btwixt import observe, setup
    >>> observe(setup(3, seed=1), 0).blocks
    (Block(size=30, known=()),)
    """

    size: int
    """The number of allies."""
    known: tuple[str, ...] = ()
    """Those known to be among them, sorted by id."""


Blocks = tuple[Block, ...]


def without(blocks: Blocks, allies: Iterable[str]) -> Blocks:
    """Return the blocks after hidden allies were seen to leave, one after the other.

    Each leaves the block that it was known to be in, and otherwise the topmost.
    """
    left = list(blocks)
    for ally in allies:
        at = next(iter([index for index, block in enumerate(left) if ally in block.known]), 0)
        known = tuple([other for other in left[at].known if other != ally])
        left[at : at + 1] = [Block(left[at].size - 1, known)] if left[at].size > 1 else []
    return _joined(left)


def covered(blocks: Blocks, allies: Iterable[str]) -> Blocks:
    """Return the blocks after known allies were put on top, the first of them topmost."""
    return _joined([*(Block(1, (ally,)) for ally in allies), *blocks])


def mixed(blocks: Blocks, size: int) -> Blocks:
    """Return the blocks after somebody else changed the order of the topmost `size` allies.

    A block that is cut through counts as a whole, unless nothing in it is known.
    """
    known: list[str] = []
    taken = 0
    left = list(blocks)
    while taken < size:
        block = left.pop(0)
        wanted = size - taken
        if not block.known and block.size > wanted:
            left.insert(0, Block(block.size - wanted))
            block = Block(wanted)
        taken += block.size
        known += block.known
    return _joined([Block(taken, tuple(sorted(known))), *left])


def _joined(blocks: Iterable[Block]) -> Blocks:
    """Put neighbouring blocks together of which nothing is known: so equal knowledge is equal."""
    joined: list[Block] = []
    for block in blocks:
        if joined and not block.known and not joined[-1].known:
            joined[-1] = Block(joined[-1].size + block.size)
        else:
            joined.append(block)
    return tuple(joined)
