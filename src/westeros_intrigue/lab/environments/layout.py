"""The layout of a view's numbers, block by block."""

from __future__ import annotations

from itertools import accumulate
from math import prod

import attrs

from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.lab.environments.actions import PLACES
from westeros_intrigue.rules.cards import HOUSES, WIDEST, Slot
from westeros_intrigue.rules.history import MOST_ADDED, Phase
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS

MOST_CARDS = 17
"""The largest hand that is dealt (rule option.anyone-deal)."""
MOST_POINTS = 27 + MOST_ADDED
"""The most points of a round: those of 27 cards left, and those that options add."""
PHASES = tuple(Phase)
"""The phases, in the order of their numbers."""
CELLS = tuple(Slot(row, column) for row in range(WIDEST) for column in range(WIDEST - row))
"""The 36 cells of a full court, columns from 0 for the leftmost card."""
NUMBER_OF_CELL = {slot.cell: number for number, slot in enumerate(CELLS)}
"""The index of each of them, from 0, by its cell in the bitboards of the court."""


@attrs.frozen
class Field(Value):
    """A block of the numbers: its name, where it begins, and its shape.

    >>> from westeros_intrigue.lab.environments.tensors import FIELDS
    >>> FIELDS[1]
    Field(name='open', start=144, shape=(4, 30))
    >>> FIELDS[1].stop
    264
    """

    name: str
    """The name of the block; `docs/environments.md` describes its contents."""
    start: int
    """The index of its first number, from 0."""
    shape: tuple[int, ...]
    """The number of its numbers along each axis; the last axis runs fastest."""

    @property
    def stop(self) -> int:
        """The start of the next block."""
        return self.start + prod(self.shape)


_SHAPES: dict[str, tuple[int, ...]] = {
    "court": (len(HOUSES), len(CELLS)),
    "open": (len(HOUSES), PLACES),
    "hand_size": (MAX_PLAYERS,),
    "to_move": (MAX_PLAYERS,),
    "starts": (MAX_PLAYERS,),
    "placed_last": (MAX_PLAYERS,),
    "out_after": (MAX_PLAYERS,),
    "penalty_points": (MAX_PLAYERS,),
    "score_pile_size": (MAX_PLAYERS,),
    "automated": (MAX_PLAYERS,),
    "house": (MAX_PLAYERS, len(HOUSES)),
    "known": (MAX_PLAYERS, len(HOUSES)),
    "missing": (MAX_PLAYERS, len(HOUSES)),
    "players": (MAX_PLAYERS - MIN_PLAYERS + 1,),
    "phase": (len(PHASES),),
    "round": (2,),
    "options": (len(OPTIONS),),
    "throne_values": (3,),
    "throne_icons": (1,),
}
_STARTS = accumulate(map(prod, _SHAPES.values()), initial=0)
FIELDS: tuple[Field, ...] = tuple(
    Field(name, start, shape)
    for (name, shape), start in zip(_SHAPES.items(), _STARTS, strict=False)
)
"""The blocks of the numbers, in order."""
START = {field.name: field.start for field in FIELDS}
"""The start of each block by name, from 0."""
SIZE = FIELDS[-1].stop
"""The number of numbers."""
CODE: str = f"wi-{SIZE}/1"
"""The name of the layout, with its version."""
HISTORY_SIZE = len(CELLS) * (MAX_PLAYERS + 1)
"""The number of numbers of the round's history: 252."""
