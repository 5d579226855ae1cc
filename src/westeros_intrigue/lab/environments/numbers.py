"""The numbers of `tensors` and the masks of `actions`, written from tables in lock step.

Only numbers of a court that have changed are written. As in `kernel`, the code is plain Python, and
`native/observations.h` contains the same functions.

A network, such as the one of `LearnedPlayer`, can also value the legal actions of these tables.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from westeros_intrigue.lab.environments import tensors
from westeros_intrigue.lab.environments.action_games import TableToPlay
from westeros_intrigue.lab.environments.actions import ACTION_COUNT, CELLS, PLACES
from westeros_intrigue.lab.environments.tensors import SIZE, START
from westeros_intrigue.lab.simulation.board import (
    COUNT_BITS,
    HANDS,
    HOUSE_COUNT,
    LAST_SEAT,
    OUT,
    ROW_BITS,
    SEAT,
    SLOTS,
    STACK_SIZES,
    STACKS,
    Integers,
    Terms,
    count_of,
    find_slots,
    lowest,
    seat_after,
    size_of,
)
from westeros_intrigue.lab.simulation.lock_step import (
    DRAWN,
    FEWEST,
    GAME,
    GROWN,
    KNOWN,
    MISSING,
    OUT_AFTER,
    PILE,
    PILE_BITS,
    PILES,
    PLIES,
    POINTS,
    ROUND,
    TABLE_SIZE,
    WAY,
    LockStepTerms,
    Rewards,
    look_at,
    place,
    play_on,
)
from westeros_intrigue.lab.simulation.network import INPUTS, WORD_COUNT, Mind, value_moves
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.game_events import Phase
from westeros_intrigue.rules.variants import MAX_PLAYERS

SHOWN = TABLE_SIZE
"""The plane of each house that the row shows."""
ROW_SIZE = SHOWN + HOUSE_COUNT
"""The size of a table and of what its row shows."""

_CELL_COUNT, _DECK_SIZE = len(CELLS), len(DECK)
(
    _COURT, _OPEN, _HAND_SIZE, _TO_MOVE, _STARTS, _PLACED_LAST, _OUT_AFTER, _POINTS, _PILE_SIZES,
    _AUTOMATED, _HOUSE, _KNOWN, _MISSING, _PLAYERS, _PHASE, _ROUND, _OPTIONS, _THRONE_VALUES,
    _THRONE_ICONS,
) = START.values()  # fmt: skip
_CELLS_OF_PLACES = (0, 1, *(slot.row * ROW_BITS + slot.column for slot in CELLS[ROW_BITS:]))
_CELLS = np.array(_CELLS_OF_PLACES, np.int64)
Shares = NDArray[np.float32]
"""Rewards, or the numbers that represent counts."""
Numbers = NDArray[np.float32] | NDArray[np.uint8]
"""The numbers of observations; in bytes, 255 stands for 1."""
_ONE, _HALF = np.float32(255), np.float32(0.5)
Whole = NDArray[np.int64]
"""Actions, seats, numbers of rows, or the words and worths of a network."""
Memories = list[Integers]
"""The tables, one after the other; for compiled code, an array of them."""


(
    HAND_SHARES, OUT_SHARES, KNOWN_SHARES, POINT_SHARES, PILE_SHARES, VALUE_SHARES, ICON_SHARES,
) = range(7)  # fmt: skip
"""The rows of `Scale.by_count`, in the order of the fields of `tensors.scale_of`."""


class Scale(NamedTuple):
    """The numbers that represent counts."""

    lasting: Shares
    """For each round, then the end of the game, and each viewer, the numbers from `hand_size` on
    that are constant in the round."""
    by_count: Shares


def scale_of(table: TableToPlay) -> Scale:
    """Return the numbers of all counts, as `tensors.encode` has them."""
    variant, players = table.variant, table.players
    lasting = np.zeros((table.rounds + 1, players, SIZE), np.float32)
    for finished, viewer in np.ndindex(table.rounds + 1, players):
        starter = (table.first_player + min(finished, table.rounds - 1)) % players
        lasting[finished, viewer] = np.frombuffer(
            tensors.lasting_numbers(variant, players, viewer, starter, finished), np.float32
        )
    lasting[:-1, :, _PHASE + tensors.PHASES.index(Phase.PLAYING)] = 1
    lasting[-1, :, _PHASE + tensors.PHASES.index(Phase.GAME_OVER)] = 1
    shares = tensors.scale_of(variant, players)
    by_count = np.zeros((len(shares), max(map(len, shares.values()))), np.float32)
    for row, of_row in zip(by_count, shares.values(), strict=True):
        row[: len(of_row)] = of_row
    return Scale(lasting[:, :, _HAND_SIZE:].copy(), by_count)


def number_of(cell: int) -> int:
    """Return the number of a cell among the 36 of the court."""
    row = cell >> 3
    return cell - (row * (row - 1) >> 1)


def in_row(row: NDArray[Any], number: float) -> Any:  # noqa: ANN401 - a number or a byte
    """Return a number as a row has it."""
    return np.uint8(np.float32(number) * _ONE + _HALF) if row.dtype == np.uint8 else number


def show_court(memory: Integers, row: Numbers) -> None:
    """Write the cells of the court in which any house's plane has changed since it was shown."""
    changed = 0
    for house in range(HOUSE_COUNT):
        changed |= memory[house] ^ memory[SHOWN + house]
        memory[SHOWN + house] = memory[house]
    while changed:
        cell = lowest(changed)
        changed &= changed - 1
        for house in range(HOUSE_COUNT):
            number = _COURT + number_of(cell) + _CELL_COUNT * house
            row[number] = in_row(row, memory[house] >> cell & 1)


def places_of(slots: Sequence[int]) -> NDArray[np.int64]:
    """Return for the open slots of each house which of its 30 places they are, as 1 and 0."""
    return np.array(slots, np.int64)[:, None] >> _CELLS & 1


def show_slots(memory: Integers, row: Numbers) -> None:
    """Write the open slots of each house."""
    places = places_of(memory[SLOTS : SLOTS + HOUSE_COUNT]).reshape(-1)
    row[_OPEN : _OPEN + ACTION_COUNT] = places * in_row(row, 1)


def show_mask(seat: int, memory: Integers, mask: NDArray[np.bool_]) -> None:
    """Write the legal actions of the seat to move."""
    hand = memory[HANDS + seat]
    held = [memory[SLOTS + house] if count_of(hand, house) else 0 for house in range(HOUSE_COUNT)]
    mask[:] = places_of(held).reshape(-1)


def clockwise(players: int, viewer: int, seat: int) -> int:
    """Return the number of seats from the viewer's clockwise to a seat."""
    return seat - viewer if seat >= viewer else seat - viewer + players


def count_turned_over(seat: int, memory: Integers) -> int:
    """Return the known cards at the bottom of a stack, as the counts of a hand."""
    stack, size, cards = memory[STACKS + seat], memory[STACK_SIZES + seat], 0
    for card in range(size - memory[KNOWN + seat], size):
        cards += 1 << COUNT_BITS * (stack >> 2 * card & 3)
    return cards


def show_history(players: int, viewer: int, memory: Integers, row: Numbers) -> None:
    """Write the player and the time of each placement after the other numbers."""
    row[SIZE:] = 0
    for ply in range(memory[PLIES]):
        step = memory[WAY + ply]
        seat, cell = step >> 16, (step & 255) + memory[GROWN] - (step >> 8 & 255)
        start = SIZE + (MAX_PLAYERS + 1) * number_of(cell)
        row[start + clockwise(players, viewer, seat)] = in_row(row, 1)
        row[start + MAX_PLAYERS] = in_row(row, (ply + 1) / _DECK_SIZE)


def code_of(action: int) -> int:
    """Return an action as a house and a cell."""
    return action // PLACES << 6 | _CELLS_OF_PLACES[action % PLACES]


class Arrays(NamedTuple):
    """A learner's arrays of all tables."""

    observations: Numbers
    masks: NDArray[np.bool_]
    seats: Whole
    rewards: Shares
    done: NDArray[np.bool_]
    games: Whole


def show(
    terms: Terms,
    scale: Scale,
    viewer: int,
    memory: Integers,
    row: Numbers,
) -> None:
    """Write the numbers of a table as a viewer sees it; its open slots must be known."""
    show_court(memory, row)
    show_slots(memory, row)
    players, shares, lasting = terms.players, scale.by_count, scale.lasting[memory[ROUND], viewer]
    row[_HAND_SIZE:SIZE] = [in_row(row, number) for number in lasting]
    row[_TO_MOVE + clockwise(players, viewer, memory[SEAT])] = in_row(row, 1)
    if memory[PLIES]:
        row[_PLACED_LAST + clockwise(players, viewer, memory[LAST_SEAT])] = in_row(row, 1)
    for seat in range(players):
        shown = clockwise(players, viewer, seat)
        for start, kind, count in (
            (_HAND_SIZE, HAND_SHARES, size_of(memory[HANDS + seat])),
            (_OUT_AFTER, OUT_SHARES, memory[OUT_AFTER + seat]),
            (_POINTS, POINT_SHARES, memory[POINTS + seat]),
            (_PILE_SIZES, PILE_SHARES, memory[DRAWN + seat]),
        ):
            row[start + shown] = in_row(row, shares[kind, count])
        cards = memory[HANDS + seat] if seat == viewer else count_turned_over(seat, memory)
        if cards or memory[MISSING + seat]:  # mostly not, and their numbers are 0 already
            for house in range(HOUSE_COUNT):
                number = HOUSE_COUNT * shown + house
                row[_KNOWN + number] = in_row(row, shares[KNOWN_SHARES, count_of(cards, house)])
                row[_MISSING + number] = in_row(row, memory[MISSING + seat] >> house & 1)
    if memory[FEWEST + viewer]:
        for value in range(3):
            cards = memory[PILES + viewer] >> PILE_BITS * value & PILE
            row[_THRONE_VALUES + value] = in_row(row, shares[VALUE_SHARES, cards])
        row[_THRONE_ICONS] = in_row(row, shares[ICON_SHARES, memory[FEWEST + viewer] - 1])
    if len(row) > SIZE:
        show_history(players, viewer, memory, row)


def is_legal(action: int, memory: Integers) -> bool:
    """Return whether an action is legal for the seat to move, whose open slots are known."""
    if not 0 <= action < ACTION_COUNT:
        return False
    code = code_of(action)
    house, cell = code >> 6, code & 63
    has_card = count_of(memory[HANDS + memory[SEAT]], house) > 0
    return has_card and memory[SLOTS + house] >> cell & 1 == 1


def advance_tables(  # noqa: PLR0917 - for the same reason
    terms: LockStepTerms,
    mind: Mind | None,
    scale: Scale,
    begins: bool,  # noqa: FBT001 - for the same reason
    waits: NDArray[np.bool_],
    actions: Whole,
    arrays: Arrays,
    memories: Memories,
) -> int:
    """Play an action at each table that doesn't wait, and everything up to the next decision there.

    `play_on` explains `mind`; `begins` begins the game of each table instead. Return -1, or the
    first table whose action is illegal: then nothing has changed.
    """
    table = terms.table
    for at in range(len(actions)):
        if not (begins or waits[at] or is_legal(int(actions[at]), memories[at])):
            return at
    for at in range(len(actions)):
        memory = memories[at]
        for seat in range(table.players):
            arrays.rewards[at, seat] = 0
        if waits[at]:
            arrays.done[at] = False
            continue
        if not begins:
            place(table.players, code_of(int(actions[at])), memory)
        arrays.done[at] = play_on(terms, mind, arrays.rewards[at], memory, begins)
        arrays.games[at], arrays.seats[at] = memory[GAME], memory[SEAT]
        viewer = memory[SEAT]
        show(table, scale, viewer, memory, arrays.observations[at])
        show_mask(viewer, memory, arrays.masks[at])
    return -1


def play_given(
    terms: LockStepTerms, mind: Mind | None, action: int, rewards: Rewards, memory: Integers
) -> int:
    """Play an action at a table that is given its cards, and everything up to the next decision.

    -1 begins the game instead. Return 1 if the game is over, 0 if it is not, and -1 if the action
    is illegal: then nothing has changed.
    """
    begins = action < 0
    if not begins and not is_legal(action, memory):
        return -1
    for seat in range(terms.table.players):
        rewards[seat] = 0
    if not begins:
        place(terms.table.players, code_of(action), memory)
    return int(play_on(terms, mind, rewards, memory, begins))


def show_given(  # noqa: PLR0917 - for the same reason
    terms: LockStepTerms,
    scale: Scale,
    viewer: int,
    memory: Integers,
    row: Numbers,
    mask: NDArray[np.bool_],
) -> None:
    """Write the numbers and the mask of a table that is given its cards, from any seat.

    Only the seat to move has legal actions; at the end of the game, nobody is to move.
    """
    players, seat = terms.table.players, memory[SEAT]
    is_over = memory[ROUND] == len(terms.hand_sizes)
    show(terms.table, scale, viewer, memory, row)
    mask[:] = False
    if is_over:
        row[_TO_MOVE + clockwise(players, viewer, seat)] = 0
    elif seat == viewer:
        show_mask(viewer, memory, mask)


def show_after(  # noqa: PLR0917 - for the same reason
    terms: Terms,
    scale: Scale,
    observations: Numbers,
    memories: Memories,
    numbers: Numbers,
    actions: Whole,
    offsets: Whole,
) -> None:
    """Write the numbers of the position after each action, as its mover sees it.

    The next seat's turn has not begun.
    """
    for at in range(len(memories)):
        table, viewer = memories[at], memories[at][SEAT]
        for row in range(offsets[at], offsets[at + 1]):
            numbers[row] = observations[at]
            memory = table[:ROW_SIZE]
            place(terms.players, code_of(int(actions[row])), memory)
            while memory[OUT] >> memory[SEAT] & 1:
                memory[SEAT] = seat_after(terms.players, memory[SEAT])
            find_slots(terms, memory)
            show(terms, scale, viewer, memory, numbers[row])


class Values(NamedTuple):
    """The network's value of each legal action, for all tables, in one array.

    >>> from westeros_intrigue.lab.environments.vector import Tables
    >>> from westeros_intrigue.lab.players.search import WEIGHTS
    >>> values = Tables(3, players=6, seed=1).values(WEIGHTS.read_bytes())
    >>> values.actions.tolist(), values.offsets.tolist(), values.inputs([0, 9]).shape
    ([0, 60, 90, 0, 30, 60, 90, 0, 30, 60], [0, 3, 7, 10], (2, 626))
    """

    worths: NDArray[np.float64]
    """For each action, the worth of the position after it to its mover. With the package's weights,
    it is the chance of placing the last card minus a half, plus a tenth of the margin."""
    actions: NDArray[np.int64]
    """The actions, ascending for each table."""
    offsets: NDArray[np.int64]
    """The index of each table's first action, then the number of actions."""
    words: NDArray[np.int64]
    """The network's inputs for each action, as bits."""

    def inputs(self, rows: ArrayLike) -> NDArray[np.uint8]:
        """Return the inputs of the network for some actions, each 0 or 1."""
        words = self.words[np.asarray(rows)].astype("<i8", copy=False)
        return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[:, list(INPUTS)]


def value_tables(  # noqa: PLR0917 - compiled functions have no keyword-only arguments
    terms: Terms,
    mind: Mind,
    memories: Memories,
    worths: Whole,
    words: Whole,
    offsets: Whole,
) -> None:
    """Write the worth of each action, and its inputs."""
    for at in range(len(memories)):
        look_at(terms, mind, memories[at])
        for move in range(value_moves(terms, mind, 1)):
            row = offsets[at] + move
            worths[row] = mind.work.worths[move]
            for word in range(WORD_COUNT):
                words[row, word] = mind.work.words[move][word]
