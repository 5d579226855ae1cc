"""The court and the hands as bits, by which the rules find legal moves fast.

A `Board` contains two integers: the cells that each house occupies, and the cells open to it. In
both, bit `PLANE_BITS * house.index + slot.cell` represents a house in a slot: each house has a
plane of bits, one for each cell. A hand is an integer with one bit for each card, by its index.

Rules: court.first, court.beside, court.width, court.support, court.match, court.vacant.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from functools import cache, partial
from typing import NamedTuple

from westeros_intrigue.rules.cards import (
    CARDS_PER_HOUSE,
    CELLS,
    DECK,
    HOUSES,
    ROW_ABOVE,
    WIDEST,
    Cards,
    House,
)

PLANE_BITS = CELLS
"""The bits of a house: one for each cell."""
PLANE = (1 << PLANE_BITS) - 1
# Looking up integers of four planes is faster than shifting them.
_BITS = tuple(1 << bit for bit in range(4 * PLANE_BITS))
_HOUSE = _BITS[::PLANE_BITS]
EACH_HOUSE = sum(_HOUSE)
"""The lowest bit of every plane. Shifted by a cell, it marks that cell in all planes."""
_IN_EACH_HOUSE = tuple(EACH_HOUSE << cell for cell in range(PLANE_BITS))
BOTTOM_ROW = ((1 << ROW_ABOVE) - 1) * EACH_HOUSE
"""The cells of the bottom row, for any house."""
FIRST_OPEN = EACH_HOUSE << WIDEST
"""The open slots of the empty court: slot (0, 0), for any house."""


class Board(NamedTuple):
    """The court, reduced to what the placing rules need.

    It is a tuple, since every placement creates a board. The open slots follow from the occupied
    slots, but are stored because updating them is much cheaper than computing them.

    >>> from westeros_intrigue import Slot
    >>> board = Board.empty(width_limit=8).place(House.STARK.index, Slot(0, 0).cell)
    >>> board.is_open(House.LANNISTER, Slot(0, 1).cell), board.is_open(House.STARK, Slot(1, 0).cell)
    (True, False)
    """

    occupied: int
    """The houses in the court, by slot."""
    open_bits: int
    """The slots open to each house."""
    width_limit: int
    """The maximum number of cards in the bottom row."""
    opening: partial[int] | None = None
    """A function that returns the slots open to each house, from `occupied` and `width_limit`, if a
    house rule opens additional ones; its first argument is the house rule."""
    closed: int = 0
    """The slots that a house rule closes, up to the next placement."""

    @classmethod
    def empty(cls, width_limit: int, opening: partial[int] | None = None) -> Board:
        """Return the board of the empty court."""
        return cls(0, FIRST_OPEN, width_limit, opening)

    def place(self, house_index: int, cell: int) -> Board:
        """Return the board after a legal placement of a house in a cell."""
        occupied, open_bits, width_limit, opening, closed = self
        open_bits |= closed
        occupied, open_bits = after_placement(occupied, open_bits, width_limit, house_index, cell)
        if opening is not None:
            open_bits = opening(occupied, width_limit)
        return Board(occupied, open_bits, width_limit, opening)

    @property
    def house_rule(self) -> str:
        """The house rule that opens additional slots, as in `Variant.house_rule`; empty if none."""
        return self.opening.args[0] if self.opening else ""

    def is_open(self, house: House, cell: int) -> bool:
        """Return True if the cell is open to the house."""
        return bool(self.open_bits >> PLANE_BITS * house.index + cell & 1)

    @property
    def open_houses(self) -> frozenset[House]:
        """The houses that have an open slot."""
        return frozenset(list_open_houses(self.open_bits))


_PLANES = tuple((house, PLANE << PLANE_BITS * house.index) for house in HOUSES)


def list_open_houses(open_bits: int) -> tuple[House, ...]:
    """Return the houses that have an open slot, in the order of the deck."""
    return tuple([house for house, plane in _PLANES if open_bits & plane])


def after_placement(
    occupied: int, open_bits: int, width_limit: int, house_index: int, cell: int
) -> tuple[int, int]:
    """Return the two integers of a board after a legal placement of a house in a cell.

    Rules: court.vacant, court.support, court.match, court.width, court.beside.
    """
    house = _HOUSE[house_index]
    left = occupied >> (cell - 1) & EACH_HOUSE
    right = occupied >> (cell + 1) & EACH_HOUSE
    occupied |= house << cell
    open_bits &= ~_IN_EACH_HOUSE[cell]
    # Two neighbours open the slot above them to their houses.
    if left:
        open_bits |= (left | house) << (cell - 1 + ROW_ABOVE)
    if right:
        open_bits |= (right | house) << (cell + ROW_ABOVE)
    # The bottom row grows at its ends until it is full.
    if cell < ROW_ABOVE:
        if (occupied & BOTTOM_ROW).bit_count() >= width_limit:
            open_bits &= ~BOTTOM_ROW
        else:
            if not left:
                open_bits |= _IN_EACH_HOUSE[cell - 1]
            if not right:
                open_bits |= _IN_EACH_HOUSE[cell + 1]
    return occupied, open_bits


def cells(plane: int) -> list[int]:
    """Return the indexes of set bits, ascending: for a house's plane, its cells in slot order."""
    indexes = []
    while plane:
        highest = plane.bit_length() - 1
        indexes.append(highest)
        plane ^= _BITS[highest]
    indexes.reverse()
    return indexes


ONE_HOUSE = (1 << CARDS_PER_HOUSE) - 1
"""The cards of one house, as bits."""
_OF_HOUSES = tuple(ONE_HOUSE << CARDS_PER_HOUSE * house.index for house in HOUSES)
STARK, LANNISTER, BARATHEON, TARGARYEN = _OF_HOUSES
_HOUSE_MASKS = tuple((cards, PLANE << PLANE_BITS * index) for index, cards in enumerate(_OF_HOUSES))


def can_place(held: int, open_bits: int) -> bool:
    """Return True if a hand, as bits, has a card of a house with an open slot."""
    for cards, plane in _HOUSE_MASKS:
        if held & cards and open_bits & plane:
            return True
    return False


def cards_of(held: int) -> Cards:
    """Return the cards with set bits, by house and number."""
    return (
        _cards_of(held & STARK)
        + _cards_of(held & LANNISTER)
        + _cards_of(held & BARATHEON)
        + _cards_of(held & TARGARYEN)
    )


@cache
def _cards_of(held: int) -> Cards:
    # One house has 512 sets of cards.
    return tuple([DECK[index] for index in cells(held)])


def bits_of(cards: Cards) -> int:
    """Return the cards as bits."""
    held = 0
    for card in cards:
        held |= _BITS[card.index]
    return held
