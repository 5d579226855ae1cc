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
    COURT_ROWS,
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

AT_RANDOM, AMONG_CARDS, CHOSEN = COURT_ROWS, COURT_ROWS + 1, COURT_ROWS + 2
"""Masks of all bits if the seat to move chooses at random, and if it then chooses among cards; and
the number of the chosen move, at first among all, then among those of its house."""
COUNTS, UPTO = COURT_ROWS + 3, COURT_ROWS + 7
"""The number of moves of each house, and of each house and those before it."""
CHOICE_ROWS = COURT_ROWS + 11

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
        is_in = flat[IS_IN * LANES + lane]
        decides = mask(is_in != 0) & mask(errs != _NEVER) & mask(errs != _ALWAYS)
        number += STEP_ON & decides
        words[NUMBER, lane] = number
        errs_now = mask(errs == _ALWAYS) | decides & mask(scrambled(number) < errs)
        flat[AT_RANDOM * LANES + lane] = byte_mask(errs_now != _NEVER)
        greedily = _byte(greedily | is_in & ~flat[AT_RANDOM * LANES + lane])
    return bool(greedily != 0)


def choose(is_card: bool, words: Lanes, flat: Bytes) -> None:  # noqa: FBT001 - numba has no keywords
    """Choose a move in each lane, uniformly over houses and slots, or over cards and slots."""
    count_moves(flat)
    if is_card:
        count_cards(flat)
    for lane in range(LANES):
        upto = _0
        for house in range(HOUSE_COUNT):
            upto = _byte(upto + flat[(COUNTS + house) * LANES + lane])
            flat[(UPTO + house) * LANES + lane] = upto
    for lane in range(LANES):
        number = words[NUMBER, lane] + (STEP_ON & mask(flat[IS_IN * LANES + lane] != 0))
        words[NUMBER, lane] = number
        count = _unsigned(flat[(UPTO + 3) * LANES + lane])
        flat[CHOSEN * LANES + lane] = scrambled(number) * count >> _53
    for lane in range(LANES):
        chosen = flat[CHOSEN * LANES + lane]
        upto_0, upto_1 = flat[UPTO * LANES + lane], flat[(UPTO + 1) * LANES + lane]
        upto_2 = flat[(UPTO + 2) * LANES + lane]
        # Past a house: the masks are set from house 1, 2 and 3 on.
        past_0 = byte_mask(chosen >= upto_0)
        past_1, past_2 = byte_mask(chosen >= upto_1), byte_mask(chosen >= upto_2)
        before = upto_0 & past_0 & ~past_1 | upto_1 & past_1 & ~past_2 | upto_2 & past_2
        flat[CHOSEN * LANES + lane] = chosen - before
        flat[IS_LOW * LANES + lane] = past_2 | past_0 & ~past_1
        flat[IS_HIGH * LANES + lane] = past_1
    if is_card:
        find_slot(flat)
    for lane in range(LANES):
        # The ends of the row come first.
        is_in, chosen = flat[IS_IN * LANES + lane], flat[CHOSEN * LANES + lane]
        house = house_set(flat[IS_LOW * LANES + lane], flat[IS_HIGH * LANES + lane])
        first = byte_mask(_byte(flat[FIRST * LANES + lane] & house) != 0)
        last = byte_mask(_byte(flat[LAST * LANES + lane] & house) != 0)
        at_left = _byte(first & byte_mask(chosen == 0) & is_in)
        chosen = _byte(chosen - (first & 1))
        at_right = _byte(last & byte_mask(chosen == 0) & ~at_left & is_in)
        flat[AT_LEFT * LANES + lane], flat[AT_RIGHT * LANES + lane] = at_left, at_right
        flat[SKIPPED * LANES + lane] = chosen - (last & 1) | at_left | at_right | ~is_in


def count_moves(flat: Bytes) -> None:
    """Count for each house the slots that the hand can use."""
    for lane in range(LANES):
        first, last = flat[FIRST * LANES + lane], flat[LAST * LANES + lane]
        even = _byte((first & 0x11) + (last & 0x11))
        odd = _byte((first >> 2 & 0x11) + (last >> 2 & 0x11))
        for column in range(1, COLUMNS):
            houses = flat[(OPEN + column) * LANES + lane]
            even = _byte(even + (houses & 0x11))
            odd = _byte(odd + (houses >> 2 & 0x11))
        flat[COUNTS * LANES + lane] = even & 15
        flat[(COUNTS + 1) * LANES + lane] = odd & 15
        flat[(COUNTS + 2) * LANES + lane] = even >> 4
        flat[(COUNTS + 3) * LANES + lane] = odd >> 4


def count_cards(flat: Bytes) -> None:
    """Count each slot once for every card, where the seat chooses among cards."""
    for house in range(HOUSE_COUNT):
        for lane in range(LANES):
            among_cards = flat[AMONG_CARDS * LANES + lane] & flat[AT_RANDOM * LANES + lane]
            cards = either(among_cards, flat[(HAND + house) * LANES + lane], _1)
            flat[(COUNTS + house) * LANES + lane] *= cards


def find_slot(flat: Bytes) -> None:
    """Find the slot of the chosen card, where the seat chooses among cards."""
    for lane in range(LANES):
        among_cards = flat[AMONG_CARDS * LANES + lane] & flat[AT_RANDOM * LANES + lane]
        is_low, is_high = flat[IS_LOW * LANES + lane], flat[IS_HIGH * LANES + lane]
        cards = either(among_cards, of_house(is_low, is_high, HAND, lane, flat), _1)
        chosen, multiple, slot = flat[CHOSEN * LANES + lane], cards, _0
        for _ in range(8):  # a house has nine slots at most
            slot = _byte(slot - byte_mask(chosen >= multiple))
            multiple = _byte(multiple + cards)
        flat[CHOSEN * LANES + lane] = slot
