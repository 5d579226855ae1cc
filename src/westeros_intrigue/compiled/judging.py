"""Bounds and a signature of a position, which spare the solver's search part of its work.

The result of a position is counted from there on, so it does not depend on what was placed before,
and positions that play on alike have one signature.
"""

from __future__ import annotations

from westeros_intrigue.compiled.bits import HOUSE_COUNT, ROW_BITS, mixed, pairs_of, popcount
from westeros_intrigue.compiled.board import (
    COUNT,
    COUNT_BITS,
    HANDS,
    LAST_WORTH,
    MIRROR,
    OUT,
    PLACED,
    SEAT,
    STACK_SIZES,
    STACKS,
    WIDTH,
    Integers,
    Terms,
    count_of,
    occupied_in,
    size_of,
)

SIGNATURE, LOW, HIGH, REACHED = 4, 5, 6, 8
"""In the memory of the search: what `judge` finds, and for each house the cells that it can still
reach."""


def least_placements(room: int, turn: int, seats: int) -> int:
    """Return how many cards somebody places at least while the bottom row has room.

    Each placement uses at most one of its places, so nobody is blocked before it is full. Of the
    seats that are still in, `turn` place before this one.
    """
    if seats == 2:
        return (room - turn + 1) >> 1  # as below, without a division
    return max(0, (room - turn + seats - 1) // seats)


def reach(terms: Terms, memory: Integers, board: int, occupied: int, held: int) -> int:
    """Find for each house the cells that it can still reach under a full bottom row.

    A house reaches a cell when one of its cards can come to lie in a support, and when the other
    support is there or can be reached by any house in a hand. Returns all the cells.
    """
    filled = occupied
    for house in range(HOUSE_COUNT):
        memory[REACHED + house] = 0
    row = 0xFF
    for _ in range(1, terms.width_limit):
        row <<= ROW_BITS
        cells = pairs_of(filled) << ROW_BITS & row & ~occupied
        if cells:
            for house in range(HOUSE_COUNT):
                if count_of(held, house):
                    support = memory[board + house] | memory[REACHED + house]
                    comes_to = (support | support >> 1) << ROW_BITS & cells
                    memory[REACHED + house] |= comes_to
                    filled |= comes_to
    return filled ^ occupied


def is_mirrored(memory: Integers, at: int) -> bool:
    """Return whether a court is looked at in the mirror, so that both sides have one signature."""
    occupied, mirrored = occupied_in(memory, at), occupied_in(memory, at + MIRROR)
    if mirrored != occupied:
        return mirrored < occupied
    for house in range(HOUSE_COUNT):
        if memory[at + house] != memory[at + MIRROR + house]:
            return memory[at + MIRROR + house] < memory[at + house]
    return False


def judge(  # noqa: PLR0912, PLR0915 - a call costs as much as what it would do
    terms: Terms, memory: Integers, at: int
) -> None:
    """Find the signature of a position, and bounds of its result."""
    hero, seat, out = terms.hero, memory[at + SEAT], memory[at + OUT]
    own_hand, other_hands, seats, turn = 0, 0, 0, 0
    each = seat
    for _ in range(terms.players):
        if out >> each & 1 == 0:
            if each == hero:
                own_hand, turn = memory[at + HANDS + each], seats
            else:
                other_hands += memory[at + HANDS + each]
            seats += 1
        each = each + 1 if each + 1 < terms.players else 0
    board = at + MIRROR if terms.automated == 0 and is_mirrored(memory, at) else at
    occupied = occupied_in(memory, board)
    own, others = size_of(own_hand), size_of(other_hands)
    room = terms.width_limit - memory[at + WIDTH]
    own_least = 1 if seat == hero else 0
    others_least = 1 - own_least
    held = own_hand + other_hands
    signature = mixed(seat | out << 3, room)
    if room == 0:
        cells = reach(terms, memory, board, occupied, held)
        free, own, others, most = popcount(cells), 0, 0, 0
        for house in range(HOUSE_COUNT):
            reached = memory[REACHED + house]
            count = min(popcount(reached), COUNT)
            most |= count << COUNT_BITS * house
            own += min(count_of(own_hand, house), count)
            others += min(count_of(other_hands, house), count)
            # Only below a cell that a house can reach does it matter where its cards lie.
            matters = reached >> ROW_BITS | reached >> (ROW_BITS - 1)
            signature = mixed(signature, memory[board + house] & matters)
        signature = mixed(signature, cells)
    else:
        cell_count = terms.width_limit * (terms.width_limit + 1) // 2
        free, most = cell_count - memory[at + PLACED], 0xFFFF
        own_least = max(own_least, min(own, least_placements(room, turn, seats)))
        others_turn = 1 if seat == hero else 0
        others_least = max(others_least, min(others, least_placements(room, others_turn, seats)))
        # A card with both slots above it full matches nothing any more.
        buried = occupied >> ROW_BITS & occupied >> (ROW_BITS - 1)
        for house in range(HOUSE_COUNT):
            matters = memory[board + house] & ~buried if count_of(held, house) else 0
            signature = mixed(signature, matters)
        signature = mixed(signature, occupied)
    for each in range(terms.players):
        if out >> each & 1 == 0:
            hand, word = memory[at + HANDS + each], 0
            for house in range(HOUSE_COUNT):
                word |= min(count_of(hand, house), count_of(most, house)) << COUNT_BITS * house
            signature = mixed(signature, word)
            if terms.automated >> each & 1:
                signature = mixed(signature, memory[at + STACKS + each])
                signature = mixed(signature, memory[at + STACK_SIZES + each])
    own_most = min(own, free - others_least)
    others_most = min(others, free - own_least)
    if terms.players == 2:
        high = own_most - others_least + LAST_WORTH if own_most else -others_least - LAST_WORTH
        low = own_least - others_most - LAST_WORTH if others_most else own_least + LAST_WORTH
        # The last placer has no more cards left than the other, so the value is never between.
        lead = size_of(memory[at + HANDS + 1 - hero]) - size_of(memory[at + HANDS + hero])
        if -LAST_WORTH < low + lead < LAST_WORTH:
            low = LAST_WORTH - lead
        if -LAST_WORTH < high + lead < LAST_WORTH:
            high = -LAST_WORTH - lead
    else:
        high = own_most + LAST_WORTH if own_most else 0
        low = own_least if others_most else own_least + LAST_WORTH
    memory[SIGNATURE], memory[LOW], memory[HIGH] = signature, low, high
