"""What a leader remembers of hidden cards: where each may be.

A place is a bit; of each influence card of the box a memory holds the set of places where it may
be, and nothing for a card that lies open or out of the game. Of the ally deck it holds blocks from
the top: how many cards, and which of them are known.

Rules: info.memory, info.hand, info.ally-deck, info.returned, info.taken, info.draft.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.ring import MAX_PLAYERS

DECK: Final = 1 << 3 * MAX_PLAYERS
"""The influence deck."""
EVENTS: Final = DECK << 1
"""The events that have not joined the deck."""
UNDRAWN: Final = DECK << 2
"""The white cards of the card's leader that were not drawn."""


def hand(seat: int) -> int:
    """Return the place that a seat's hand is."""
    return 1 << seat


def pack(seat: int) -> int:
    """Return the place that a seat's pack is while drafting."""
    return 1 << MAX_PLAYERS + seat


def aside(seat: int) -> int:
    """Return the place that a seat's cards set aside are."""
    return 1 << 2 * MAX_PLAYERS + seat


@attrs.frozen
class Block(Value):
    """Allies next to each other in the ally deck, of whose order nothing is known."""

    size: int
    known: tuple[str, ...] = ()
    """Those known to be among them, sorted by id."""


@attrs.frozen
class Memory(Value):
    """What somebody knows of hidden cards."""

    places: tuple[int, ...]
    """For each card of the box, in its order, the set of places where it may be, as bits."""
    allies: tuple[Block, ...]
    """The hidden allies from the top of their deck, those looked at included."""

    def located(self, numbers: Iterable[int], place: int) -> Memory:
        """Return the memory with cards at a place, or open if that is 0."""
        places = list(self.places)
        for number in numbers:
            places[number] = place
        return Memory(tuple(places), self.allies)

    def saw(self, place: int, numbers: Iterable[int]) -> Memory:
        """Return the memory after all cards at a place were seen."""
        places = [there & ~place for there in self.places]
        for number in numbers:
            places[number] = place
        return Memory(tuple(places), self.allies)

    def suspects(self, source: int, target: int) -> Memory:
        """Return the memory after an unseen card went from one place to another."""
        places = (there | target if there & source else there for there in self.places)
        return Memory(tuple(places), self.allies)

    def renamed(self, targets: dict[int, int]) -> Memory:
        """Return the memory after all cards of some places went to others, each to its own."""
        new = {there: _renamed(there, targets) for there in set(self.places)}
        return Memory(tuple(new[there] for there in self.places), self.allies)

    def revealed(self, ally: str) -> Memory:
        """Return the memory after a hidden ally was seen to leave.

        It leaves the block that it was known to be in, and otherwise the topmost.
        """
        blocks = list(self.allies)
        at = next((index for index, block in enumerate(blocks) if ally in block.known), 0)
        known = tuple(other for other in blocks[at].known if other != ally)
        blocks[at : at + 1] = [Block(blocks[at].size - 1, known)] if blocks[at].size > 1 else []
        return Memory(self.places, _joined(tuple(blocks)))

    def all_revealed(self, allies: Iterable[str]) -> Memory:
        """Return the memory after hidden allies were seen to leave, one after the other."""
        memory = self
        for ally in allies:
            memory = memory.revealed(ally)
        return memory

    def covered(self, allies: Iterable[str]) -> Memory:
        """Return the memory after known allies were put on top, the first of them topmost."""
        return Memory(self.places, _joined((*(Block(1, (ally,)) for ally in allies), *self.allies)))

    def known_top(self, allies: tuple[str, ...]) -> Memory:
        """Return the memory after the topmost allies were looked at, in this order."""
        return self.all_revealed(allies).covered(allies)

    def mixed(self, size: int) -> Memory:
        """Return the memory after somebody else changed the order of so many on top.

        A block that is cut through is taken as a whole, unless nothing in it is known.
        """
        known: list[str] = []
        taken = 0
        blocks = list(self.allies)
        while taken < size:
            block = blocks.pop(0)
            wanted = size - taken
            if not block.known and block.size > wanted:
                blocks.insert(0, Block(block.size - wanted))
                block = Block(wanted)
            taken += block.size
            known += block.known
        return Memory(self.places, _joined((Block(taken, tuple(sorted(known))), *blocks)))


def _renamed(there: int, targets: dict[int, int]) -> int:
    kept = there
    for source in targets:
        kept &= ~source
    for source, target in targets.items():
        if there & source:
            kept |= target
    return kept


def _joined(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Put neighbouring blocks together of which nothing is known: so equal knowledge is equal."""
    joined: list[Block] = []
    for block in blocks:
        if joined and not block.known and not joined[-1].known:
            joined[-1] = Block(joined[-1].size + block.size)
        else:
            joined.append(block)
    return tuple(joined)
