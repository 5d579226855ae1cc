"""Rounds in lock step: each lane plays a round, and one instruction moves many lanes on.

They are the rounds of the kernel, number for number. Nothing branches on what a lane does: what its
seat cannot do is masked out, so that the compiler makes vector instructions.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn,
elimination.final, elimination.skipped, round.end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.compiled import lane_courts
from westeros_intrigue.compiled.bits import HOUSE_COUNT, ROW_BITS
from westeros_intrigue.compiled.board import SEAT, Integers, Terms
from westeros_intrigue.compiled.compiler import compiled
from westeros_intrigue.compiled.greedy_lanes import GREEDY_SIZE, keep_best
from westeros_intrigue.compiled.kernel import (
    ALWAYS,
    BY_CARDS as POLICY_BY_CARDS,
    ERRS as POLICY_ERRS,
    POLICIES,
    POLICY_SIZE,
    play_on as play_a_round_on,
)
from westeros_intrigue.compiled.lane_bits import (
    ACTIVE,
    ERRS,
    FIRST_SEAT,
    HANDS,
    LANES,
    LAST_HOUSE,
    LAST_TURN,
    PLACED,
    ROW,
    WIDTH,
    Bytes,
    Lanes,
    Word,
    count,
)
from westeros_intrigue.compiled.lane_choices import AMONG_CARDS, AT_RANDOM, choose, decide
from westeros_intrigue.compiled.lane_courts import (
    COLUMNS,
    HAND,
    HEIGHTS,
    HIGH_BITS,
    IS_HIGH,
    IS_IN,
    IS_LOW,
    LOW_BITS,
    LYING,
    Byte,
    byte_mask,
    either,
    put,
    survey,
)
from westeros_intrigue.compiled.lane_deals import load, unload
from westeros_intrigue.rules.variants import MAX_PLAYERS

PLACEMENTS, LAST_MOVE, LAST_IS_LOW, LAST_IS_HIGH = range(GREEDY_SIZE, GREEDY_SIZE + 4 * ROW, ROW)
"""The number of cards placed so far; and of the last placement the turn and the bits of the house,
as masks."""
BYTES = GREEDY_SIZE + 4 * ROW
OWN_IS_IN, BY_CARDS, SEAT_ROWS = HOUSE_COUNT, HOUSE_COUNT + 1, HOUSE_COUNT + 2
"""The rows of a seat, apart from the others: after the cards of each house in its hand, a mask of
all bits while it is in, and one if it chooses among cards."""

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_unsigned: Any = np.uint64
_byte: Any = np.uint8
_0, _1, _4, _8, _56 = (np.uint64(number) for number in (0, 1, 4, 8, 56))
_LOW_BYTE, _BOTTOM_ROW = np.uint64(0xFF), np.uint64((1 << ROW_BITS) - 1)
_COLUMN, _GATHER = np.uint64(0x0101010101010101), np.uint64(0x0102040810204080)
"""The cells of the first column; a factor that collects them in the highest byte."""


def column_of(cells: Word, column: int) -> Byte:
    """Return a column of a plane as a byte."""
    return _byte((cells >> _unsigned(column) & _COLUMN) * _GATHER >> _56)


def take_courts(words: Lanes, flat: Bytes) -> None:
    """Enter the courts of a group, and what is known of the last placement."""
    upper = _0
    for lane in range(LANES):
        low, high = words[1, lane] | words[3, lane], words[2, lane] | words[3, lane]
        occupied = low | high | words[0, lane]
        upper |= occupied >> _8
        for column in range(COLUMNS):
            at = _unsigned(column)
            flat[LOW_BITS + (1 + column) * ROW + lane] = low >> at & _1
            flat[HIGH_BITS + (1 + column) * ROW + lane] = high >> at & _1
            flat[HEIGHTS + (1 + column) * ROW + lane] = (occupied >> at & _1) + _1
        flat[lane_courts.WIDTH + lane] = words[WIDTH, lane]
        flat[PLACEMENTS + lane] = words[PLACED, lane]
        flat[LAST_MOVE + lane] = words[LAST_TURN, lane]
        flat[LAST_IS_LOW + lane] = _0 - (words[LAST_HOUSE, lane] & _1)
        flat[LAST_IS_HIGH + lane] = _0 - (words[LAST_HOUSE, lane] >> _1)
    if upper != _0:
        for lane in range(LANES):
            low, high = words[1, lane] | words[3, lane], words[2, lane] | words[3, lane]
            occupied = low | high | words[0, lane]
            for column in range(COLUMNS):
                flat[LOW_BITS + (1 + column) * ROW + lane] = column_of(low, column)
                flat[HIGH_BITS + (1 + column) * ROW + lane] = column_of(high, column)
                flat[HEIGHTS + (1 + column) * ROW + lane] = column_of(occupied, column) + 1
    for house in range(HOUSE_COUNT):
        for lane in range(LANES):
            flat[LYING + house * ROW + lane] = count(words[house, lane])


def take_hands(players: int, words: Lanes, seats: Bytes) -> None:
    """Enter the hands of a group, and who is in."""
    for turn in range(players):
        hands, active, seat = words[HANDS + turn], words[ACTIVE + turn], seats[turn]
        for lane in range(LANES):
            low, high = _byte(hands[lane] & _LOW_BYTE), _byte(hands[lane] >> _8)
            seat[0, lane], seat[1, lane] = low & 15, low >> 4
            seat[2, lane], seat[3, lane] = high & 15, high >> 4
            seat[OWN_IS_IN, lane] = active[lane] & _LOW_BYTE


def take_policies(players: int, policies: Integers, words: Lanes, seats: Bytes) -> None:
    """Enter the policy of the seat of each turn."""
    for turn in range(players):
        for lane in range(LANES):
            seat = np.int64(words[FIRST_SEAT, lane]) + turn
            policy = POLICY_SIZE * (seat - players if seat >= players else seat)
            words[ERRS + turn, lane] = _unsigned(policies[policy + POLICY_ERRS])
            seats[turn, BY_CARDS, lane] = byte_mask(policies[policy + POLICY_BY_CARDS] != 0)


def bring_back(players: int, words: Lanes, seats: Bytes, flat: Bytes) -> None:
    """Write down how the rounds of a group ended."""
    for lane in range(LANES):
        low, high = flat[LAST_IS_LOW + lane] & 1, flat[LAST_IS_HIGH + lane] & 2
        words[LAST_HOUSE, lane] = _unsigned(low | high)
        words[LAST_TURN, lane] = _unsigned(flat[LAST_MOVE + lane])
        words[PLACED, lane] = _unsigned(flat[PLACEMENTS + lane])
    for turn in range(players):
        hands, active, seat = words[HANDS + turn], words[ACTIVE + turn], seats[turn]
        for lane in range(LANES):
            low = _unsigned(_byte(seat[0, lane] | seat[1, lane] << 4))
            high = _unsigned(_byte(seat[2, lane] | seat[3, lane] << 4))
            hands[lane], active[lane] = low | high << _8, _0


def remember(turn: int, flat: Bytes) -> None:
    """Count the placements, and note the last one of each lane."""
    for lane in range(LANES):
        is_in = flat[IS_IN + lane]
        flat[PLACEMENTS + lane] += is_in & 1
        flat[LAST_MOVE + lane] = either(is_in, turn, flat[LAST_MOVE + lane])
        low, high = flat[LAST_IS_LOW + lane], flat[LAST_IS_HIGH + lane]
        flat[LAST_IS_LOW + lane] = either(is_in, flat[IS_LOW + lane], low)
        flat[LAST_IS_HIGH + lane] = either(is_in, flat[IS_HIGH + lane], high)


@compiled
def play_together(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    players: int, width_limit: int, policies: Integers, seats: Bytes, flat: Bytes, lanes: Lanes
) -> None:
    """Play each lane to its round's end, each seat by its policy; none is automated.

    `policies` is the part of the memory of `kernel` that has this name. The two arrays of bytes are
    room to work in, all zeros; in one of them rows at constant places show the compiler that they
    do not overlap.
    """
    is_card, some_err, some_choose = False, False, False
    for seat in range(players):
        errs = policies[POLICY_SIZE * seat + POLICY_ERRS]
        some_err, some_choose = some_err or errs > 0, some_choose or errs < ALWAYS
        is_card = is_card or policies[POLICY_SIZE * seat + POLICY_BY_CARDS] == 1
    is_mixed, limit = some_err and some_choose, _byte(width_limit)
    for lane in range(LANES):
        flat[AT_RANDOM + lane] = byte_mask(some_err)
    for group in range(len(lanes)):
        words = lanes[group]
        take_courts(words, flat)
        take_hands(players, words, seats)
        if is_mixed or is_card:
            take_policies(players, policies, words, seats)
        somebody = True
        while somebody:
            somebody = False
            for turn in range(players):
                own = seats[turn]
                for lane in range(LANES):
                    for house in range(HOUSE_COUNT):
                        flat[HAND + house * ROW + lane] = own[house, lane]
                    flat[IS_IN + lane] = own[OWN_IS_IN, lane]
                    flat[AMONG_CARDS + lane] = own[BY_CARDS, lane]
                if survey(limit, flat):
                    somebody = True
                    if decide(turn, words, flat) if is_mixed else some_choose:
                        keep_best(limit, flat)
                    choose(is_card, words, flat)
                    put(flat)
                    remember(turn, flat)
                for lane in range(LANES):
                    for house in range(HOUSE_COUNT):
                        own[house, lane] = flat[HAND + house * ROW + lane]
                    own[OWN_IS_IN, lane] = flat[IS_IN + lane]
        bring_back(players, words, seats, flat)


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
    if terms.automated:
        play_one_by_one(terms, memory, lanes)
    else:
        seats = np.zeros((MAX_PLAYERS, SEAT_ROWS, LANES), np.uint8)
        flat = np.zeros(BYTES, np.uint8)
        play_together(terms.players, terms.width_limit, memory[POLICIES:], seats, flat, lanes)
