"""The numbers of `wi-402/1` and the masks of `wi-120/1`, written from tables in lock step.

Of a court, only those numbers are written that have changed since the last time. As in `kernel`,
the code is plain Python, which numba compiles where it is installed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.compiled.bits import HOUSE_COUNT, ROW_BITS, lowest
from westeros_intrigue.compiled.board import (
    BOARD_SIZE,
    HANDS,
    LAST_SEAT,
    OUT,
    SEAT,
    SLOTS,
    STACK_SIZES,
    STACKS,
    Integers,
    count_of,
    find_slots,
    size_of,
)
from westeros_intrigue.compiled.lock_step import (
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
    Chance,
    LockStepTerms,
    Shares,
    pay,
    place,
    play_on,
    seat_after,
    start_game,
)
from westeros_intrigue.environments.actions import ACTION_COUNT, PLACES
from westeros_intrigue.environments.layout import CELLS, SIZE, START
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.variants import MAX_PLAYERS

SHOWN, OFFERED, ALLOWED = TABLE_SIZE, TABLE_SIZE + HOUSE_COUNT, TABLE_SIZE + 2 * HOUSE_COUNT
"""For each house what the row shows: the plane, the open slots, and those that the mask allows."""
ROW_SIZE = TABLE_SIZE + 3 * HOUSE_COUNT
"""The size of a table with what its row shows."""

LASTING = START["hand_size"]
"""The start of the numbers that are not of the court."""
_CELL_COUNT, _DECK_SIZE = len(CELLS), len(DECK)
_COURT, _OPEN, _HAND_SIZE = START["court"], START["open"], START["hand_size"]
_TO_MOVE, _PLACED_LAST, _OUT_AFTER = START["to_move"], START["placed_last"], START["out_after"]
_POINTS, _PILE_SIZES = START["penalty_points"], START["score_pile_size"]
_KNOWN, _MISSING = START["known"], START["missing"]
_THRONE_VALUES, _THRONE_ICONS = START["throne_values"], START["throne_icons"]
_BOTTOM_PLACES = 2
_CELLS_OF_PLACES = (0, 1, *(cell.row * ROW_BITS + cell.column for cell in CELLS[ROW_BITS:]))
KEPT_ROW = BOARD_SIZE + OUT_AFTER - GAME
KEPT_SIZE = KEPT_ROW + ALLOWED - SHOWN
"""The size of what a placement changes."""
Memories = Any
"""The tables, one after the other: a list of lists, or an array."""
BEGIN = -1
"""The action that begins the game of a table."""


class Scale(NamedTuple):
    """The numbers for what is counted, by the count."""

    lasting: Shares
    """For each round and viewer the numbers from `hand_size` on, with all that lasts for it."""
    hand: Shares
    out_after: Shares
    known: Shares
    points: Shares
    pile: Shares
    values: Shares
    icons: Shares
    """For each Iron Throne card, by its place in the variant."""


def number_of(cell: int) -> int:
    """Return the number of a cell among the 36 of the court."""
    row = cell >> 3
    return cell - (row * (row - 1) >> 1)


def show_court(memory: Integers, row: Shares) -> None:
    """Write which houses lie where, and which slots are open to them."""
    for house in range(HOUSE_COUNT):
        plane, start = memory[house], _COURT + _CELL_COUNT * house
        changed = plane ^ memory[SHOWN + house]
        memory[SHOWN + house] = plane
        while changed:
            cell = lowest(changed)
            changed &= changed - 1
            row[start + number_of(cell)] = plane >> cell & 1
        slots, start = memory[SLOTS + house], _OPEN + PLACES * house
        changed = slots ^ memory[OFFERED + house]
        memory[OFFERED + house] = slots
        while changed:
            cell = lowest(changed)
            changed &= changed - 1
            row[start + place_of(cell)] = slots >> cell & 1


def place_of(cell: int) -> int:
    """Return the place of an open slot among the 30 of a house."""
    return cell if cell < ROW_BITS else number_of(cell) - ROW_BITS + _BOTTOM_PLACES


def show_mask(seat: int, memory: Integers, mask: Integers) -> None:
    """Write which actions the seat to move may choose."""
    for house in range(HOUSE_COUNT):
        slots = memory[SLOTS + house] if count_of(memory[HANDS + seat], house) else 0
        changed = slots ^ memory[ALLOWED + house]
        memory[ALLOWED + house] = slots
        while changed:
            cell = lowest(changed)
            changed &= changed - 1
            mask[PLACES * house + place_of(cell)] = slots >> cell & 1


def show_seats(
    terms: LockStepTerms, scale: Scale, viewer: int, memory: Integers, row: Shares
) -> None:
    """Write everything that is not of the court, as a viewer knows it."""
    players, automated = terms.game.table.players, terms.game.table.automated
    round_index = memory[ROUND]
    row[LASTING:SIZE] = scale.lasting[round_index, viewer]
    row[_TO_MOVE + (memory[SEAT] - viewer) % players] = 1
    if memory[PLIES]:
        row[_PLACED_LAST + (memory[LAST_SEAT] - viewer) % players] = 1
    for house in range(HOUSE_COUNT):
        row[_KNOWN + house] = scale.known[count_of(memory[HANDS + viewer], house)]
    for seat in range(players):
        shown = (seat - viewer) % players
        row[_HAND_SIZE + shown] = scale.hand[size_of(memory[HANDS + seat])]
        if memory[OUT] >> seat & 1:
            row[_OUT_AFTER + shown] = scale.out_after[memory[OUT_AFTER + seat]]
            for house in range(HOUSE_COUNT):
                row[_MISSING + HOUSE_COUNT * shown + house] = memory[MISSING + seat] >> house & 1
        if automated >> seat & 1:
            show_stack(scale, seat, _KNOWN + HOUSE_COUNT * shown, memory, row)
        if round_index:
            row[_POINTS + shown] = scale.points[memory[POINTS + seat]]
            row[_PILE_SIZES + shown] = scale.pile[memory[DRAWN + seat]]
    if memory[FEWEST + viewer]:
        for value in range(3):
            cards = memory[PILES + viewer] >> PILE_BITS * value & PILE
            row[_THRONE_VALUES + value] = scale.values[cards]
        row[_THRONE_ICONS] = scale.icons[memory[FEWEST + viewer] - 1]


def show_stack(scale: Scale, seat: int, start: int, memory: Integers, row: Shares) -> None:
    """Write how many cards of each house are known at the bottom of a stack."""
    stack, size, known = memory[STACKS + seat], memory[STACK_SIZES + seat], memory[KNOWN + seat]
    if memory[OUT] >> seat & 1:
        for house in range(HOUSE_COUNT):
            row[start + house] = scale.known[count_of(memory[HANDS + seat], house)]
        return
    for house in range(HOUSE_COUNT):
        count = 0
        for card in range(size - known, size):
            count += (stack >> 2 * card & 3) == house
        row[start + house] = scale.known[count]


def show_history(players: int, viewer: int, memory: Integers, row: Shares) -> None:
    """Write who placed each card of the court, and when, behind the other numbers."""
    row[SIZE:] = 0
    for ply in range(memory[PLIES]):
        step = memory[WAY + ply]
        seat, cell = step >> 16, (step & 255) + memory[GROWN] - (step >> 8 & 255)
        start = SIZE + (MAX_PLAYERS + 1) * number_of(cell)
        row[start + (seat - viewer) % players] = 1
        row[start + MAX_PLAYERS] = (ply + 1) / _DECK_SIZE


def code_of(action: int) -> int:
    """Return an action as a house and a cell."""
    return action // PLACES << 6 | _CELLS_OF_PLACES[action % PLACES]


def is_allowed(action: int, memory: Integers) -> bool:
    """Return whether the seat to move may choose an action."""
    if action < 0 or action >= ACTION_COUNT:
        return False
    code = code_of(action)
    return memory[ALLOWED + (code >> 6)] >> (code & 63) & 1 == 1


class Arrays(NamedTuple):
    """The arrays of all tables that a learner sees."""

    observations: Shares
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]
    rewards: Shares
    done: NDArray[np.bool_]
    games: NDArray[np.int64]


def first_refused(actions: Integers, memories: Memories) -> int:
    """Return the first table whose action may not be chosen, or -1."""
    for at in range(len(actions)):
        if not is_allowed(actions[at], memories[at]):
            return at
    return -1


def show(terms: LockStepTerms, scale: Scale, viewer: int, memory: Integers, row: Shares) -> None:
    """Write the numbers of a table as a viewer sees it; its open slots have been found."""
    show_court(memory, row)
    show_seats(terms, scale, viewer, memory, row)
    if len(row) > SIZE:
        show_history(terms.game.table.players, viewer, memory, row)


def advance(  # noqa: PLR0917 - as above
    terms: LockStepTerms,
    scale: Scale,
    actions: Integers,
    chance: Chance,
    arrays: Arrays,
    memories: Memories,
) -> None:
    """Play an action at each table, and everything up to the next decision there."""
    for at in range(len(actions)):
        memory, action, is_over = memories[at], actions[at], False
        if action == BEGIN:
            start_game(terms, at, chance, memory)
        else:
            place(terms, code_of(action), memory)
            is_over = play_on(terms, chance.decks[at], chance.throne_cards[at], memory)
        pay(terms, is_over, arrays.rewards[at], memory)
        if is_over:
            memory[GAME] += terms.stride
            start_game(terms, at, chance, memory)
        viewer = memory[SEAT]
        arrays.done[at], arrays.games[at], arrays.seats[at] = is_over, memory[GAME], viewer
        show(terms, scale, viewer, memory, arrays.observations[at])
        show_mask(viewer, memory, arrays.masks[at])


def show_after(  # noqa: PLR0917 - as above
    terms: LockStepTerms,
    scale: Scale,
    observations: Shares,
    memories: Memories,
    kept: Integers,
    numbers: Shares,
    actions: NDArray[np.int64],
    offsets: NDArray[np.int64],
) -> None:
    """Write the numbers of the position after each allowed action, table by table.

    It is seen by the mover, before the next seat's turn.
    """
    count = 0
    for at in range(len(observations)):
        offsets[at] = count
        memory = memories[at]
        viewer = memory[SEAT]
        for house in range(HOUSE_COUNT):
            slots = memory[ALLOWED + house]
            while slots:
                cell = lowest(slots)
                slots &= slots - 1
                actions[count] = PLACES * house + place_of(cell)
                numbers[count, :] = observations[at, :]
                keep(memory, kept)
                place(terms, house << 6 | cell, memory)
                while memory[OUT] >> memory[SEAT] & 1:
                    memory[SEAT] = seat_after(terms.game.table.players, memory[SEAT])
                find_slots(terms.game.table, memory, 0)
                show(terms, scale, viewer, memory, numbers[count])
                restore(memory, kept)
                count += 1
    offsets[len(observations)] = count


def keep(memory: Integers, kept: Integers) -> None:
    """Copy what a placement changes."""
    for item in range(BOARD_SIZE):
        kept[item] = memory[item]
    for item in range(GAME, OUT_AFTER):
        kept[BOARD_SIZE + item - GAME] = memory[item]
    for item in range(SHOWN, ALLOWED):
        kept[KEPT_ROW + item - SHOWN] = memory[item]


def restore(memory: Integers, kept: Integers) -> None:
    """Undo a placement."""
    for item in range(BOARD_SIZE):
        memory[item] = kept[item]
    for item in range(GAME, OUT_AFTER):
        memory[item] = kept[BOARD_SIZE + item - GAME]
    for item in range(SHOWN, ALLOWED):
        memory[item] = kept[KEPT_ROW + item - SHOWN]
