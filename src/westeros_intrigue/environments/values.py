"""Values of the legal actions of tables in lock step, by a network such as `LearnedPlayer` has."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from westeros_intrigue.compiled.board import BOARD_SIZE, HANDS, Integers, Terms, size_of
from westeros_intrigue.compiled.lock_step import GROWN, MISSING, PLIES, WAY
from westeros_intrigue.compiled.network import Network, Work, value_moves
from westeros_intrigue.compiled.network_inputs import (
    INPUTS,
    MISSING as LACKED,
    SIZES,
    WORD_COUNT,
    count_openings,
)
from westeros_intrigue.environments.numbers import Memories


class Values(NamedTuple):
    """The worths of the legal actions of all tables, in one array for all.

    >>> from westeros_intrigue.environments.vector import Tables
    >>> from westeros_intrigue.players.learned import WEIGHTS
    >>> values = Tables(3, players=6, seed=1).values(WEIGHTS.read_bytes())
    >>> values.actions.tolist(), values.offsets.tolist(), values.inputs([0, 9]).shape
    ([0, 60, 90, 0, 30, 60, 90, 0, 30, 60], [0, 3, 7, 10], (2, 626))
    """

    worths: NDArray[np.float64]
    """For each action the worth of the position after it to its mover. By the weights of the
    package it is the chance to place the last card less a half, and a tenth of the margin."""
    actions: NDArray[np.int64]
    """The actions, ascending for each table."""
    offsets: NDArray[np.int64]
    """For each table the index of its first action; the number of actions follows."""
    words: NDArray[np.int64]
    """For each action the inputs of the network, as bits."""

    def inputs(self, rows: ArrayLike) -> NDArray[np.uint8]:
        """Return the inputs of the network for some actions, each 0 or 1."""
        words = self.words[np.asarray(rows)].astype("<i8", copy=False)
        return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[:, list(INPUTS)]


def value_tables(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms,
    network: Network,
    work: Work,
    memory: Integers,
    memories: Memories,
    worths: NDArray[np.int64],
    words: NDArray[np.int64],
    offsets: NDArray[np.int64],
) -> None:
    """Write the worth of each action that `list_actions` has listed, and the inputs behind it."""
    for at in range(len(memories)):
        table = memories[at]
        for item in range(BOARD_SIZE):
            memory[item] = table[item]
        for seat in range(terms.players):
            work.seen[SIZES + seat] = size_of(table[HANDS + seat])
            work.seen[LACKED + seat] = table[MISSING + seat]
        count_openings(memory, table, WAY, table[PLIES], table[GROWN], work.seen)
        for each in range(value_moves(terms, network, work, memory, False)):  # noqa: FBT003 - see above
            row = offsets[at] + each
            worths[row] = work.worths[each]
            for word in range(WORD_COUNT):
                words[row, word] = work.words[each][word]
