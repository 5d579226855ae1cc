"""Rounds in lock step: each lane plays a round, and one instruction moves many lanes on.

They are the rounds of the kernel, number for number. Nothing branches on what a lane does: what its
seat cannot do is masked out, so that the compiler makes vector instructions.

Rules: court.first, court.beside, court.width, court.support, court.match, court.vacant,
turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn, elimination.final,
elimination.skipped, round.end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.compiled.bits import PAIRS
from westeros_intrigue.compiled.board import SEAT, Integers, Terms
from westeros_intrigue.compiled.compiler import compiled
from westeros_intrigue.compiled.kernel import POLICIES, RANDOM_POLICY, play_on as play_a_round_on
from westeros_intrigue.compiled.lane_bits import (
    ACTIVE,
    FIRST_SEAT,
    HANDS,
    LANES,
    LAST_HOUSE,
    LAST_TURN,
    NUMBER,
    STEP_ON,
    WIDTH,
    Lanes,
    count,
    mask,
    nth_lowest,
    scrambled,
)
from westeros_intrigue.compiled.lane_deals import load, unload
from westeros_intrigue.compiled.policy_lanes import play_by_policies

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_unsigned: Any = np.uint64
_PAIRS = np.uint64(PAIRS)
_0, _1, _2, _4, _8, _12, _15, _53 = (np.uint64(number) for number in (0, 1, 2, 4, 8, 12, 15, 53))


@compiled
def play_at_random(players: int, width_limit: int, lanes: Lanes) -> None:
    """Play each lane to its round's end, all moves at random over houses and slots."""
    limit = _unsigned(width_limit)
    for each in range(len(lanes)):
        group, somebody = lanes[each], _1
        while somebody:
            somebody = _0
            for turn in range(players):
                for lane in range(LANES):
                    plane_0, plane_1 = group[0, lane], group[1, lane]
                    plane_2, plane_3 = group[2, lane], group[3, lane]
                    width, hand = group[WIDTH, lane], group[HANDS + turn, lane]
                    # The open slots of each house above the bottom row, and the number of moves.
                    occupied = plane_0 | plane_1 | plane_2 | plane_3
                    pairs, vacant = occupied & occupied >> _1 & _PAIRS, ~occupied
                    slots_0 = ((plane_0 | plane_0 >> _1) & pairs) << _8 & vacant
                    slots_1 = ((plane_1 | plane_1 >> _1) & pairs) << _8 & vacant
                    slots_2 = ((plane_2 | plane_2 >> _1) & pairs) << _8 & vacant
                    slots_3 = ((plane_3 | plane_3 >> _1) & pairs) << _8 & vacant
                    ends = (_1 + (_1 & mask(width != _0))) & mask(width != limit)
                    upto_0 = (count(slots_0) + ends) & mask(hand & _15 != _0)
                    upto_1 = upto_0 + ((count(slots_1) + ends) & mask(hand >> _4 & _15 != _0))
                    upto_2 = upto_1 + ((count(slots_2) + ends) & mask(hand >> _8 & _15 != _0))
                    moves = upto_2 + ((count(slots_3) + ends) & mask(hand >> _12 & _15 != _0))
                    # A seat that cannot place is out; from then on it draws no numbers.
                    active = group[ACTIVE + turn, lane] & mask(moves != _0)
                    group[ACTIVE + turn, lane] = active
                    somebody |= active
                    number = group[NUMBER, lane] + (STEP_ON & active)
                    group[NUMBER, lane] = number
                    chosen = scrambled(number) * moves >> _53
                    # Past a house: the masks are set from house 1, 2 and 3 on.
                    past_0, past_1, past_2 = (
                        mask(chosen >= upto_0), mask(chosen >= upto_1), mask(chosen >= upto_2)
                    )  # fmt: skip
                    before = (
                        (upto_0 & past_0 & ~past_1) | (upto_1 & past_1 & ~past_2) | upto_2 & past_2
                    )
                    chosen -= before
                    slots = (
                        slots_0 & ~past_0
                        | slots_1 & past_0 & ~past_1
                        | slots_2 & past_1 & ~past_2
                        | slots_3 & past_2
                    )
                    # The ends of the row come first; then the lowest slots are passed by.
                    is_end, skipped = mask(chosen < ends), np.int64(chosen - ends)
                    is_left = is_end & mask(chosen == _0)
                    placed = (
                        is_left & _1
                        | is_end & ~is_left & _1 << width
                        | ~is_end & nth_lowest(slots, skipped)
                    ) & active
                    shift = is_left & active & _1
                    group[0, lane] = plane_0 << shift | placed & ~past_0
                    group[1, lane] = plane_1 << shift | placed & past_0 & ~past_1
                    group[2, lane] = plane_2 << shift | placed & past_1 & ~past_2
                    group[3, lane] = plane_3 << shift | placed & past_2
                    group[WIDTH, lane] = width + (is_end & active & _1)
                    house = (past_0 & _1) + (past_1 & _1) + (past_2 & _1)
                    group[HANDS + turn, lane] = hand - (_1 << (house << _2) & active)
                    group[LAST_HOUSE, lane] = house & active | group[LAST_HOUSE, lane] & ~active
                    group[LAST_TURN, lane] = (
                        _unsigned(turn) & active | group[LAST_TURN, lane] & ~active
                    )


@compiled
def play_one_by_one(terms: Terms, memory: Integers, lanes: Lanes) -> None:
    """Play each lane to its round's end by the kernel."""
    for group in range(len(lanes)):
        for lane in range(LANES):
            unload(terms, lane, lanes[group], memory)
            play_a_round_on(terms, memory)
            memory[SEAT] = int(lanes[group, FIRST_SEAT, lane])
            load(terms, memory, lane, lanes[group])


def play_to_the_end(terms: Terms, memory: Integers, lanes: Lanes) -> None:
    """Play each lane to its round's end, each seat by its policy or procedure.

    `memory` is that of the kernel, with the policies. The stacks of automated seats would cost
    lanes as much as lanes save.
    """
    policies = memory[POLICIES:]
    if terms.automated:
        play_one_by_one(terms, memory, lanes)
    elif tuple(policies[: 2 * terms.players]) == RANDOM_POLICY * terms.players:
        play_at_random(terms.players, terms.width_limit, lanes)
    else:
        play_by_policies(terms.players, terms.width_limit, policies, lanes)
