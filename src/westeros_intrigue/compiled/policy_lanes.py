"""Rounds in lanes by every policy: a turn of all lanes is a few loops, each without a branch.

Automated seats stay with the kernel: their stacks cost lanes as much as lanes save.

Rules: turn.clockwise, elimination.unable, elimination.own-turn, elimination.final, round.end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.compiled.bits import PAIRS
from westeros_intrigue.compiled.board import Integers
from westeros_intrigue.compiled.compiler import compiled
from westeros_intrigue.compiled.greedy_lanes import choose_greedily
from westeros_intrigue.compiled.kernel import (
    ALWAYS,
    BY_CARDS as POLICY_BY_CARDS,
    ERRS as POLICY_ERRS,
    POLICY_SIZE,
)
from westeros_intrigue.compiled.lane_bits import (
    ACTIVE,
    AMONG_CARDS,
    AT_RANDOM,
    BY_CARDS,
    CELL,
    DRAWN,
    END,
    ENDS,
    ERRS,
    FIELD,
    FIRST_SEAT,
    HAND,
    HAND_ERRS,
    HANDS,
    HOUSE,
    IS_IN,
    LANES,
    LAST_HOUSE,
    LAST_TURN,
    LYING,
    NUMBER,
    OPEN,
    STEP_ON,
    WIDTH,
    Lanes,
    Word,
    count,
    mask,
    nth_lowest,
    scrambled,
)

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_unsigned: Any = np.uint64
_PAIRS, _ALWAYS = np.uint64(PAIRS), np.uint64(ALWAYS)
_0, _1, _2, _3, _4, _5, _8, _9, _10, _12, _15, _18, _27, _53 = (
    np.uint64(number) for number in (0, 1, 2, 3, 4, 5, 8, 9, 10, 12, 15, 18, 27, 53)
)


def survey(limit: Word, flat: Lanes) -> bool:
    """Find the slots that each lane's hand can use; a seat that cannot place is out.

    Return whether a seat can place.
    """
    somebody = _0
    for lane in range(LANES):
        plane_0, plane_1 = flat[lane], flat[1 * LANES + lane]
        plane_2, plane_3 = flat[2 * LANES + lane], flat[3 * LANES + lane]
        width, hand = flat[WIDTH * LANES + lane], flat[HAND * LANES + lane]
        occupied = plane_0 | plane_1 | plane_2 | plane_3
        pairs, vacant = occupied & occupied >> _1 & _PAIRS, ~occupied
        ends = (_1 + (_1 & mask(width != _0))) & mask(width != limit)
        in_0, in_1 = mask(hand & FIELD != _0), mask(hand & FIELD << _9 != _0)
        in_2, in_3 = mask(hand & FIELD << _18 != _0), mask(hand & FIELD << _27 != _0)
        slots_0 = ((plane_0 | plane_0 >> _1) & pairs) << _8 & vacant & in_0
        slots_1 = ((plane_1 | plane_1 >> _1) & pairs) << _8 & vacant & in_1
        slots_2 = ((plane_2 | plane_2 >> _1) & pairs) << _8 & vacant & in_2
        slots_3 = ((plane_3 | plane_3 >> _1) & pairs) << _8 & vacant & in_3
        flat[OPEN * LANES + lane], flat[(OPEN + 1) * LANES + lane] = slots_0, slots_1
        flat[(OPEN + 2) * LANES + lane], flat[(OPEN + 3) * LANES + lane] = (
            slots_2,
            slots_3,
        )
        flat[ENDS * LANES + lane] = ends
        slots = slots_0 | slots_1 | slots_2 | slots_3 | ends & (in_0 | in_1 | in_2 | in_3)
        active = flat[IS_IN * LANES + lane] & mask(slots != _0)
        flat[IS_IN * LANES + lane] = active
        somebody |= active
    can_place: bool = somebody != _0
    return can_place


def draw(is_mixed: bool, flat: Lanes) -> tuple[bool, bool]:  # noqa: FBT001 - numba has no keywords
    """Draw the random number of each lane, after the one that decides whether its seat errs.

    Return whether a seat chooses at random, and whether one chooses greedily.
    """
    some_at_random, some_greedily = _0, _0
    for lane in range(LANES):
        chooses = flat[IS_IN * LANES + lane]
        errs, number = flat[HAND_ERRS * LANES + lane], flat[NUMBER * LANES + lane]
        is_random = mask(errs == _ALWAYS)
        if is_mixed:
            decides = chooses & mask(errs != _0) & ~is_random
            number += STEP_ON & decides
            is_random |= decides & mask(scrambled(number) < errs)
        number += STEP_ON & chooses
        flat[NUMBER * LANES + lane], flat[DRAWN * LANES + lane] = (
            number,
            scrambled(number),
        )
        flat[AT_RANDOM * LANES + lane] = is_random
        some_at_random |= is_random & chooses
        some_greedily |= ~is_random & chooses
    return some_at_random != _0, some_greedily != _0


def choose_at_random(among_cards: bool, flat: Lanes) -> None:  # noqa: FBT001 - as in `draw`
    """Choose a move in each lane, uniformly over houses and slots, or over cards and slots."""
    for lane in range(LANES):
        hand, ends = flat[HAND * LANES + lane], flat[ENDS * LANES + lane]
        open_0, open_1 = flat[OPEN * LANES + lane], flat[(OPEN + 1) * LANES + lane]
        open_2, open_3 = (
            flat[(OPEN + 2) * LANES + lane],
            flat[(OPEN + 3) * LANES + lane],
        )
        cards_0, cards_1 = hand & FIELD, hand >> _9 & FIELD
        cards_2, cards_3 = hand >> _18 & FIELD, hand >> _27
        upto_0 = count(open_0) + (ends & mask(cards_0 != _0))
        upto_1 = count(open_1) + (ends & mask(cards_1 != _0))
        upto_2 = count(open_2) + (ends & mask(cards_2 != _0))
        upto_3 = count(open_3) + (ends & mask(cards_3 != _0))
        if among_cards:
            is_card = flat[AMONG_CARDS * LANES + lane]
            cards_0, cards_1 = (
                cards_0 & is_card | _1 & ~is_card,
                cards_1 & is_card | _1 & ~is_card,
            )
            cards_2, cards_3 = (
                cards_2 & is_card | _1 & ~is_card,
                cards_3 & is_card | _1 & ~is_card,
            )
            upto_0, upto_1 = upto_0 * cards_0, upto_1 * cards_1
            upto_2, upto_3 = upto_2 * cards_2, upto_3 * cards_3
        upto_1 += upto_0
        upto_2 += upto_1
        chosen = flat[DRAWN * LANES + lane] * (upto_2 + upto_3) >> _53
        # Past a house: the masks are set from house 1, 2 and 3 on.
        past_0, past_1, past_2 = (
            mask(chosen >= upto_0), mask(chosen >= upto_1), mask(chosen >= upto_2)
        )  # fmt: skip
        chosen -= (upto_0 & past_0 & ~past_1) | (upto_1 & past_1 & ~past_2) | upto_2 & past_2
        if among_cards:
            cards = (
                cards_0 & ~past_0
                | cards_1 & past_0 & ~past_1
                | cards_2 & past_1 & ~past_2
                | cards_3 & past_2
            )
            multiple, slot = cards, _0
            for _ in range(8):  # a house has nine slots at most
                slot += _1 & mask(chosen >= multiple)
                multiple += cards
            chosen = slot
        slots = (
            open_0 & ~past_0
            | open_1 & past_0 & ~past_1
            | open_2 & past_1 & ~past_2
            | open_3 & past_2
        )
        flat[HOUSE * LANES + lane] = (past_0 & _1) + (past_1 & _1) + (past_2 & _1)
        # The ends of the row come first.
        flat[END * LANES + lane] = (chosen + _1) & mask(chosen < ends)
        flat[CELL * LANES + lane] = nth_lowest(slots, np.int64(chosen - ends))


def put(turn: int, flat: Lanes) -> None:
    """Place the chosen cards."""
    for lane in range(LANES):
        active, width = flat[IS_IN * LANES + lane], flat[WIDTH * LANES + lane]
        house, end = flat[HOUSE * LANES + lane], flat[END * LANES + lane]
        is_end, shift = mask(end != _0), end & active & _1
        card = flat[CELL * LANES + lane] & ~is_end | end & _1 | mask(end == _2) & _1 << width
        card &= active
        flat[lane] = flat[lane] << shift | card & mask(house == _0)
        flat[LANES + lane] = flat[LANES + lane] << shift | card & mask(house == _1)
        flat[2 * LANES + lane] = flat[2 * LANES + lane] << shift | card & mask(house == _2)
        flat[3 * LANES + lane] = flat[3 * LANES + lane] << shift | card & mask(house == _3)
        flat[WIDTH * LANES + lane] = width + (is_end & active & _1)
        one = (_1 << house * _9) & active
        flat[HAND * LANES + lane] -= one
        flat[LYING * LANES + lane] += one
        flat[LAST_HOUSE * LANES + lane] = house & active | flat[LAST_HOUSE * LANES + lane] & ~active
        flat[LAST_TURN * LANES + lane] = (
            _unsigned(turn) & active | flat[LAST_TURN * LANES + lane] & ~active
        )


def prepare(players: int, policies: Integers, lanes: Lanes) -> None:
    """Enter the policies of the seats and the cards in the court, and put hands into fields."""
    for lane in range(LANES):
        lanes[LYING, lane] = (
            count(lanes[0, lane])
            | count(lanes[1, lane]) << _9
            | count(lanes[2, lane]) << _18
            | count(lanes[3, lane]) << _27
        )
        for turn in range(players):
            seat = np.int64(lanes[FIRST_SEAT, lane]) + turn
            policy = POLICY_SIZE * (seat - players if seat >= players else seat)
            lanes[ERRS + turn, lane] = _unsigned(policies[policy + POLICY_ERRS])
            lanes[BY_CARDS + turn, lane] = mask(policies[policy + POLICY_BY_CARDS])
            hand = lanes[HANDS + turn, lane]
            lanes[HANDS + turn, lane] = (
                hand & _15
                | (hand & _15 << _4) << _5
                | (hand & _15 << _8) << _10
                | hand >> _12 << _27
            )


def restore_hands(players: int, lanes: Lanes) -> None:
    """Make hands of 4 bits for each house again."""
    for turn in range(players):
        for lane in range(LANES):
            hand = lanes[HANDS + turn, lane]
            lanes[HANDS + turn, lane] = (
                hand & _15 | hand >> _5 & _15 << _4 | hand >> _10 & _15 << _8 | hand >> _27 << _12
            )


@compiled
def play_by_policies(players: int, width_limit: int, policies: Integers, lanes: Lanes) -> None:
    """Play each lane to its round's end, each seat by its policy; none is automated.

    `policies` is the part of the memory of `kernel` that has this name.
    """
    is_mixed, is_card = False, False
    for seat in range(players):
        errs = policies[POLICY_SIZE * seat + POLICY_ERRS]
        is_mixed = is_mixed or 0 < errs < ALWAYS
        is_card = is_card or policies[POLICY_SIZE * seat + POLICY_BY_CARDS] == 1
    limit = _unsigned(width_limit)
    for group in range(len(lanes)):
        prepare(players, policies, lanes[group])
        # Rows at constant places of one array show the compiler that they do not overlap.
        flat, somebody = lanes[group].reshape(-1), True
        while somebody:
            somebody = False
            for turn in range(players):
                for lane in range(LANES):
                    flat[HAND * LANES + lane] = flat[(HANDS + turn) * LANES + lane]
                    flat[IS_IN * LANES + lane] = flat[(ACTIVE + turn) * LANES + lane]
                    flat[HAND_ERRS * LANES + lane] = flat[(ERRS + turn) * LANES + lane]
                    flat[AMONG_CARDS * LANES + lane] = flat[(BY_CARDS + turn) * LANES + lane]
                if survey(limit, flat):
                    somebody = True
                    at_random, greedily = draw(is_mixed, flat)
                    if at_random:
                        choose_at_random(is_card, flat)
                    if greedily:
                        choose_greedily(limit, flat)
                    put(turn, flat)
                for lane in range(LANES):
                    flat[(HANDS + turn) * LANES + lane] = flat[HAND * LANES + lane]
                    flat[(ACTIVE + turn) * LANES + lane] = flat[IS_IN * LANES + lane]
        restore_hands(players, lanes[group])
