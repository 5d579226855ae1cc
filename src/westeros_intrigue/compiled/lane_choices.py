"""Moves chosen in lanes, as the kernel chooses them: uniformly, in the order of houses and cells.

Rules: turn.must-place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.compiled.bits import HOUSE_COUNT
from westeros_intrigue.compiled.kernel import ALWAYS
from westeros_intrigue.compiled.lane_bits import (
    ERRS,
    LANES,
    NUMBER,
    ROW,
    STEP_ON,
    Bytes,
    Lanes,
    mask,
    scrambled,
)
from westeros_intrigue.compiled.lane_courts import (
    AT_LEFT,
    AT_RIGHT,
    COLUMNS,
    COURT_SIZE,
    FIRST,
    HAND,
    IS_HIGH,
    IS_IN,
    IS_LOW,
    LAST,
    OPEN,
    SKIPPED,
    byte_mask,
    either,
    house_set,
    of_house,
)

AT_RANDOM, AMONG_CARDS, CHOSEN = range(COURT_SIZE, COURT_SIZE + 3 * ROW, ROW)
"""Masks of all bits if the seat to move chooses at random, and if it then chooses among cards; and
the number of the chosen move, at first among all, then among those of its house."""
COUNTS, UPTO = COURT_SIZE + 3 * ROW, COURT_SIZE + 7 * ROW
"""The number of moves of each house, and of each house and those before it."""
CHOICE_SIZE = COURT_SIZE + 11 * ROW

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_unsigned: Any = np.uint64
_byte: Any = np.uint8
_0, _1 = _byte(0), _byte(1)
_NEVER, _53, _ALWAYS = np.uint64(0), np.uint64(53), np.uint64(ALWAYS)


def decide(turn: int, words: Lanes, flat: Bytes) -> bool:
    """Decide for each seat that can place whether it errs; return whether one chooses greedily."""
    greedily = _0
    for lane in range(LANES):
        errs, number = words[ERRS + turn, lane], words[NUMBER, lane]
        is_in = flat[IS_IN + lane]
        decides = mask(is_in != 0) & mask(errs != _NEVER) & mask(errs != _ALWAYS)
        number += STEP_ON & decides
        words[NUMBER, lane] = number
        errs_now = mask(errs == _ALWAYS) | decides & mask(scrambled(number) < errs)
        flat[AT_RANDOM + lane] = byte_mask(errs_now != _NEVER)
        greedily = _byte(greedily | is_in & ~flat[AT_RANDOM + lane])
    return bool(greedily != 0)


def choose(is_card: bool, words: Lanes, flat: Bytes) -> None:  # noqa: FBT001 - numba has no keywords
    """Choose a move in each lane, uniformly over houses and slots, or over cards and slots."""
    count_moves(flat)
    if is_card:
        count_cards(flat)
    for lane in range(LANES):
        upto = _0
        for house in range(HOUSE_COUNT):
            upto = _byte(upto + flat[COUNTS + house * ROW + lane])
            flat[UPTO + house * ROW + lane] = upto
    for lane in range(LANES):
        number = words[NUMBER, lane] + (STEP_ON & mask(flat[IS_IN + lane] != 0))
        words[NUMBER, lane] = number
        count = _unsigned(flat[UPTO + 3 * ROW + lane])
        flat[CHOSEN + lane] = scrambled(number) * count >> _53
    for lane in range(LANES):
        chosen = flat[CHOSEN + lane]
        upto_0, upto_1 = flat[UPTO + lane], flat[UPTO + ROW + lane]
        upto_2 = flat[UPTO + 2 * ROW + lane]
        # Past a house: the masks are set from house 1, 2 and 3 on.
        past_0 = byte_mask(chosen >= upto_0)
        past_1, past_2 = byte_mask(chosen >= upto_1), byte_mask(chosen >= upto_2)
        before = upto_0 & past_0 & ~past_1 | upto_1 & past_1 & ~past_2 | upto_2 & past_2
        flat[CHOSEN + lane] = chosen - before
        flat[IS_LOW + lane] = past_2 | past_0 & ~past_1
        flat[IS_HIGH + lane] = past_1
    if is_card:
        find_slot(flat)
    for lane in range(LANES):
        # The ends of the row come first.
        is_in, chosen = flat[IS_IN + lane], flat[CHOSEN + lane]
        house = house_set(flat[IS_LOW + lane], flat[IS_HIGH + lane])
        first = byte_mask(_byte(flat[FIRST + lane] & house) != 0)
        last = byte_mask(_byte(flat[LAST + lane] & house) != 0)
        at_left = _byte(first & byte_mask(chosen == 0) & is_in)
        chosen = _byte(chosen - (first & 1))
        at_right = _byte(last & byte_mask(chosen == 0) & ~at_left & is_in)
        flat[AT_LEFT + lane], flat[AT_RIGHT + lane] = at_left, at_right
        flat[SKIPPED + lane] = chosen - (last & 1) | at_left | at_right | ~is_in


def count_moves(flat: Bytes) -> None:
    """Count for each house the slots that the hand can use."""
    for lane in range(LANES):
        first, last = flat[FIRST + lane], flat[LAST + lane]
        even = _byte((first & 0x11) + (last & 0x11))
        odd = _byte((first >> 2 & 0x11) + (last >> 2 & 0x11))
        for column in range(1, COLUMNS):
            houses = flat[OPEN + column * ROW + lane]
            even = _byte(even + (houses & 0x11))
            odd = _byte(odd + (houses >> 2 & 0x11))
        flat[COUNTS + lane] = even & 15
        flat[COUNTS + ROW + lane] = odd & 15
        flat[COUNTS + 2 * ROW + lane] = even >> 4
        flat[COUNTS + 3 * ROW + lane] = odd >> 4


def count_cards(flat: Bytes) -> None:
    """Count each slot once for every card, where the seat chooses among cards."""
    for house in range(HOUSE_COUNT):
        for lane in range(LANES):
            among_cards = flat[AMONG_CARDS + lane] & flat[AT_RANDOM + lane]
            cards = either(among_cards, flat[HAND + house * ROW + lane], _1)
            flat[COUNTS + house * ROW + lane] *= cards


def find_slot(flat: Bytes) -> None:
    """Find the slot of the chosen card, where the seat chooses among cards."""
    for lane in range(LANES):
        among_cards = flat[AMONG_CARDS + lane] & flat[AT_RANDOM + lane]
        is_low, is_high = flat[IS_LOW + lane], flat[IS_HIGH + lane]
        cards = either(among_cards, of_house(is_low, is_high, HAND, lane, flat), _1)
        chosen, multiple, slot = flat[CHOSEN + lane], cards, _0
        for _ in range(8):  # a house has nine slots at most
            slot = _byte(slot - byte_mask(chosen >= multiple))
            multiple = _byte(multiple + cards)
        flat[CHOSEN + lane] = slot
