"""The memory of the lanes, and operations on their rows that have no branches.

A lane plays one round. A group of lanes has a row for each item of a position, and in it an item
for each lane, so that one instruction moves many lanes on. The functions of lanes compute with
rows of NumPy; `traced` makes instructions of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import addressof, c_char
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.chance import MIX_1, MIX_2, STEP

LANES, GROUPS = 256, 49
"""The number of rounds in lock step, four vectors of 512 bits with a byte for each: with more the
court of a group leaves the fastest memory, with fewer it costs more to go from one step to the
next; and the number of groups that one call plays, four calls for a piece of a simulation."""
Lanes = NDArray[np.uint64]
"""The groups of lanes, or one of them."""
Bytes = NDArray[np.uint8]
"""The court of a group in rows of bytes, as `lane_courts` has it."""
Truth = Any
"""A truth of all lanes, which a function of lanes returns."""
Row = Any
"""An unsigned integer of 8 or 64 bits for each lane, or a truth for each."""

WIDTH, NUMBER, LOW, HIGH, LAST_TURN, LAST_HOUSE, FIRST_SEAT, PLACED = range(4, 12)
"""The rows after the planes of the houses: the width of the bottom row, the generator, the deck as
two planes of bits, where card i has the house `low + 2 * high`, the turn and the house of the last
placement, the seat to move first, and how many cards the court contains. Turns are counted from the
seat to move first. Once a lane has been played, its planes and its width are still those from which
it began."""
HANDS, ACTIVE = 12, 18
"""For each turn of a cycle its hand, and a mask of all bits while its seat is in."""
ERRS = 24
"""For each turn of a cycle how many moves of 2**53 its seat makes at random."""
STACKS = 30
"""For each seat, from 0, the houses of its stack, if it is automated."""
LANE, USED = 36, 37
"""The number of the lane, of all in the block; and in the first one how many lanes of the group
play a round."""
ROWS, DECKS = 38, 41
"""The number of rows of a round, of which trials have three more; then come in games the decks of
all rounds, each as two planes of bits."""

# Integers of rows have a type of their own, and so have the items of `numpy.where`.
STEP_ON = np.uint64(STEP)
_MIX_1, _MIX_2 = np.uint64(MIX_1), np.uint64(MIX_2)
NO_WORD, ALL = np.uint64(0), np.uint64(2**64 - 1)
_PAIRS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_EIGHTS, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_NO_BYTE, _EVERY_BIT = np.uint8(0), np.uint8(255)
_SPARE: dict[tuple[int, int], list[Lanes]] = {}
"""Lanes that play nothing just now, by their rows and their number in a group."""


def mask(condition: Row) -> Row:
    """Return bytes of all bits where a condition is true, else none."""
    return np.where(condition, _EVERY_BIT, _NO_BYTE)


def either(is_one: Row, one: Row, other: Row) -> Row:
    """Return one byte where a mask is set, and another elsewhere."""
    return other ^ is_one & (one ^ other)


def count(cells: Row) -> Row:
    """Return how many bits are set in words."""
    # LLVM knows these lines, and has an instruction for them where the processor does.
    cells = cells - (cells >> 1 & _PAIRS)
    cells = (cells & _FOURS) + (cells >> 2 & _FOURS)
    return (cells + (cells >> 4) & _EIGHTS) * _BYTES >> 56


def word_mask(condition: Row) -> Row:
    """Return words of all bits where a condition is true, else none."""
    return np.where(condition, ALL, NO_WORD)


def wrapped(seat: Row, players: int) -> Row:
    """Return a seat, where counting may have passed the last one once."""
    return seat - (word_mask(seat >= players) & players)


def seat_of(turn: int, players: int, words: Lanes) -> Row:
    """Return the seat of a turn."""
    return wrapped(words[FIRST_SEAT] + turn, players)


def draw(words: Lanes, step: Row = STEP_ON) -> Row:
    """Draw a number of 53 bits in each lane; where the step is 0, nothing is drawn."""
    number = words[NUMBER] + step
    words[NUMBER] = number
    number = (number ^ number >> 30) * _MIX_1
    number = (number ^ number >> 27) * _MIX_2
    return (number ^ number >> 31) >> 11


def blocks(count: int, rows: int = DECKS) -> Iterator[tuple[int, Lanes]]:
    """Yield for some rounds the first of each block, and the lanes that play it, with rows.

    There is one block even of no rounds, so that everything is compiled. Once all have been played,
    others play in the same lanes: new memory would cost as much as short searches do.
    """
    spare = _SPARE.setdefault((rows, LANES), [])
    try:
        lanes = spare.pop()
    except IndexError:
        lanes = room_for_rows(np.uint64, GROUPS, rows)
        lanes[:, LANE] = np.arange(GROUPS * LANES).reshape(-1, LANES)
    for first in range(0, max(count, 1), GROUPS * LANES):
        block = lanes[: -(-(count - first) // LANES)]
        block[:, USED, 0] = LANES
        block[-1:, USED, 0] = min(count - first - LANES * (len(block) - 1), LANES)
        yield first, block
    spare.append(lanes)


def room_for_rows(kind: type[np.unsignedinteger[Any]], *shape: int) -> NDArray[Any]:
    """Return room for rows of lanes, none of which shares a line of the cache with another.

    It is twice as slow to read a vector across two lines.
    """
    size, line = prod(shape) * LANES * kind().itemsize, 64
    room: Any = np.empty(size + line, np.uint8)
    first = -addressof(c_char.from_buffer(room)) % line
    return np.ndarray((*shape, LANES), kind, room, first)


def copy_row(row: int, lanes: Lanes, numbers: NDArray[Any]) -> None:
    """Copy a row of all lanes, as far as there is room or there are lanes."""
    items = lanes[:, row].reshape(-1)[: len(numbers)]
    numbers[: len(items)] = items
