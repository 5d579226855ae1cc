"""Moves chosen in lanes, as the kernel chooses them: uniformly, in the order of houses and cells.

Rules: turn.must-place.
"""

from __future__ import annotations

import numpy as np

from westeros_intrigue.compiled.bits import HOUSE_COUNT
from westeros_intrigue.compiled.compiler import of_lanes
from westeros_intrigue.compiled.kernel import ALWAYS
from westeros_intrigue.compiled.lane_bits import (
    ERRS,
    STEP_ON,
    Bytes,
    Lanes,
    Truth,
    draw,
    either,
    mask,
    word_mask,
)
from westeros_intrigue.compiled.lane_courts import (
    AT_LEFT,
    AT_RIGHT,
    BY_CARDS,
    COLUMNS,
    COURT_SIZE,
    FIRST,
    IS_HIGH,
    IS_IN,
    IS_LOW,
    LAST,
    OPEN,
    SKIPPED,
    house_set,
    of_house,
)

AT_RANDOM, CHOSEN, COUNTS = COURT_SIZE, COURT_SIZE + 1, COURT_SIZE + 2
"""A mask of all bits if the seat to move chooses at random; the number of the chosen move among
those of its house; and for each house the number of its moves."""
CHOICE_SIZE = COURT_SIZE + 6


@of_lanes
def decide(turn: int, words: Lanes, court: Bytes) -> Truth:
    """Decide for each seat that can place whether it errs; return whether one chooses greedily."""
    errs, is_in = words[ERRS + turn], court[IS_IN]
    always = word_mask(errs == ALWAYS)
    decides = word_mask(is_in.astype(np.uint64) != 0) & word_mask(errs != 0) & ~always
    errs_now = always | decides & word_mask(draw(words, decides & STEP_ON) < errs)
    court[AT_RANDOM] = at_random = errs_now.astype(np.uint8)
    return (is_in & ~at_random).any()


@of_lanes
def count_moves(court: Bytes) -> None:
    """Count for each house the slots that the hand can use."""
    even, odd = 0, 0
    for row in (FIRST, LAST, *range(OPEN + 1, OPEN + COLUMNS)):
        even, odd = even + (court[row] & 0x11), odd + (court[row] >> 2 & 0x11)
    court[COUNTS], court[COUNTS + 1] = even & 15, odd & 15
    court[COUNTS + 2], court[COUNTS + 3] = even >> 4, odd >> 4


@of_lanes
def count_cards(own: int, court: Bytes) -> None:
    """Count each slot once for every card, where the seat chooses among cards."""
    among_cards = court[own + BY_CARDS] & court[AT_RANDOM]
    for house in range(HOUSE_COUNT):
        cards = either(among_cards, court[own + house], 1)
        court[COUNTS + house] = court[COUNTS + house] * cards


@of_lanes
def choose_house(words: Lanes, court: Bytes) -> None:
    """Draw a move in each lane, uniformly over those that are counted, and find its house."""
    upto_0 = court[COUNTS]
    upto_1 = upto_0 + court[COUNTS + 1]
    upto_2 = upto_1 + court[COUNTS + 2]
    move_count = (upto_2 + court[COUNTS + 3]).astype(np.uint64)
    drawn = draw(words, word_mask(court[IS_IN].astype(np.uint64) != 0) & STEP_ON)
    chosen = (drawn * move_count >> 53).astype(np.uint8)
    # Past a house: the masks are set from house 1, 2 and 3 on.
    past_0, past_1, past_2 = mask(chosen >= upto_0), mask(chosen >= upto_1), mask(chosen >= upto_2)
    court[CHOSEN] = chosen - either(past_2, upto_2, either(past_1, upto_1, past_0 & upto_0))
    court[IS_LOW] = past_2 | past_0 & ~past_1
    court[IS_HIGH] = past_1


@of_lanes
def find_slot(own: int, court: Bytes) -> None:
    """Find the slot of the chosen card, where the seat chooses among cards."""
    among_cards = court[own + BY_CARDS] & court[AT_RANDOM]
    of_chosen = of_house(court[IS_LOW], court[IS_HIGH], own, court)
    cards = multiple = either(among_cards, of_chosen, 1)
    chosen, slot = court[CHOSEN], 0
    for _ in range(8):  # a house has nine slots at most
        slot, multiple = slot - mask(chosen >= multiple), multiple + cards
    court[CHOSEN] = slot


@of_lanes
def choose_end(court: Bytes) -> None:
    """Find out whether the chosen slot is an end of the bottom row; those come first."""
    is_in, chosen = court[IS_IN], court[CHOSEN]
    house = house_set(court[IS_LOW], court[IS_HIGH])
    first, last = mask(court[FIRST] & house != 0), mask(court[LAST] & house != 0)
    at_left = first & mask(chosen == 0) & is_in
    chosen = chosen - (first & 1)
    at_right = last & mask(chosen == 0) & ~at_left & is_in
    court[AT_LEFT], court[AT_RIGHT] = at_left, at_right
    court[SKIPPED] = chosen - (last & 1) | at_left | at_right | ~is_in
