"""Rounds in lock step: each lane plays a round, and one instruction moves many lanes on.

They are the rounds of the kernel, number for number. Nothing branches on what a lane does: what its
seat cannot do is masked out, so that the compiler makes vector instructions.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn,
elimination.final, elimination.skipped, round.end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from westeros_intrigue.lab.simulation import kernel
from westeros_intrigue.lab.simulation.board import HOUSE_COUNT, ROW_BITS, SEAT, Integers, Terms
from westeros_intrigue.lab.simulation.fast import fastest
from westeros_intrigue.lab.simulation.kernel import play_on as play_a_round_on
from westeros_intrigue.lab.simulation.lanes import courts
from westeros_intrigue.lab.simulation.lanes.deals import load, unload
from westeros_intrigue.lab.simulation.lanes.machine import (
    ACTIVE,
    ERRS,
    FIRST_SEAT,
    HANDS,
    LAST_HOUSE,
    LAST_TURN,
    PLACED,
    USED,
    WIDTH,
    Bytes,
    Lanes,
    Row,
    Truth,
    as_long_as,
    count,
    either,
    has_machine,
    in_groups,
    mask,
    of_lanes,
    room_for_rows,
    seat_of,
    times,
    when,
)
from westeros_intrigue.rules.variants import MAX_PLAYERS

PLACEMENTS, LAST_MOVE, LAST_IS_LOW, LAST_IS_HIGH = range(courts.MOST + 1, courts.MOST + 5)
"""The number of cards placed so far; and of the last placement the turn and the bits of the house,
as masks."""
SEATS = courts.MOST + 5
"""The rows of each seat, from the seat to move first on."""
COURT_ROWS = SEATS + MAX_PLAYERS * courts.SEAT_ROWS

_BOTTOM_ROW = np.uint64((1 << ROW_BITS) - 1)
_COLUMN, _GATHER = np.uint64(0x0101010101010101), np.uint64(0x0102040810204080)
"""The cells of the first column; a factor that collects them in the highest byte."""


class Chooses(NamedTuple):
    """The kinds of choices that the seats of a table make, all together."""

    best: bool
    """Some choose the best move."""
    variously: bool
    """Some choose the best move, some at random, or both by turns."""
    cards: bool
    """Some choose among cards."""


def planes_of(words: Lanes) -> tuple[tuple[int, Row, int], ...]:
    """Return the planes of the two bits of the houses, and of all cards.

    Each comes with its rows in the court, and with what a column of no cards has there.
    """
    low, high = words[1] | words[3], words[2] | words[3]
    occupied = low | high | words[0]
    return (courts.LOW_BITS, low, 0), (courts.HIGH_BITS, high, 0), (courts.HEIGHTS, occupied, 1)


@of_lanes
def take_bottom_rows(words: Lanes, court: Bytes) -> Truth:
    """Enter the bottom rows of a group, and the last placements; return whether there is more."""
    planes = planes_of(words)
    for rows, plane, base in planes:
        cells = plane.astype(np.uint8)
        for column in range(courts.COLUMNS):
            court[rows + 1 + column] = (cells >> column & 1) + base
    for house in range(HOUSE_COUNT):
        court[courts.LYING + house] = count(words[house]).astype(np.uint8)
    court[courts.WIDTH] = words[WIDTH].astype(np.uint8)
    court[PLACEMENTS] = words[PLACED].astype(np.uint8)
    court[LAST_MOVE] = words[LAST_TURN].astype(np.uint8)
    last_house = words[LAST_HOUSE].astype(np.uint8)
    court[LAST_IS_LOW], court[LAST_IS_HIGH] = mask(last_house & 1 != 0), mask(last_house & 2 != 0)
    return (planes[-1][1] > _BOTTOM_ROW).any()


@of_lanes
def take_column(column: int, words: Lanes, court: Bytes) -> None:
    """Enter a column once more, the cards above the bottom row included."""
    for rows, plane, base in planes_of(words):
        cells = (plane >> column & _COLUMN) * _GATHER >> 56
        court[rows + 1 + column] = cells.astype(np.uint8) + base


@of_lanes
def take_hand(turn: int, own: int, words: Lanes, court: Bytes) -> None:
    """Enter the hands of the seat of a turn, and whether it is in."""
    for house in range(HOUSE_COUNT):
        court[own + house] = (words[HANDS + turn] >> 4 * house).astype(np.uint8) & 15
    court[own + courts.OWN_IS_IN] = words[ACTIVE + turn].astype(np.uint8)


@of_lanes
def take_policy(
    turn: int, own: int, players: int, policies: Integers, words: Lanes, court: Bytes
) -> None:
    """Enter the policy of the seat of a turn."""
    policy = seat_of(turn, players, words) * kernel.POLICY_SIZE
    words[ERRS + turn] = policies[policy + kernel.ERRS]
    court[own + courts.BY_CARDS] = mask(policies[policy + kernel.BY_CARDS] != 0)


@of_lanes
def store_hand(turn: int, own: int, words: Lanes, court: Bytes) -> None:
    """Write down the hands of the seat of a turn as the rounds end."""
    hand = 0
    for house in range(HOUSE_COUNT):
        hand = hand | court[own + house].astype(np.uint64) << 4 * house
    words[HANDS + turn], words[ACTIVE + turn] = hand, 0


@of_lanes
def store_results(words: Lanes, court: Bytes) -> None:
    """Write down how the rounds of a group ended."""
    last_house = court[LAST_IS_LOW] & 1 | court[LAST_IS_HIGH] & 2
    words[LAST_HOUSE] = last_house.astype(np.uint64)
    words[LAST_TURN] = court[LAST_MOVE].astype(np.uint64)
    words[PLACED] = court[PLACEMENTS].astype(np.uint64)


@of_lanes
def remember(turn: int, court: Bytes) -> None:
    """Count the placements, and note the last one of each lane."""
    is_in = court[courts.IS_IN]
    court[PLACEMENTS] = court[PLACEMENTS] + (is_in & 1)
    court[LAST_MOVE] = either(is_in, turn, court[LAST_MOVE])
    court[LAST_IS_LOW] = either(is_in, court[courts.IS_LOW], court[LAST_IS_LOW])
    court[LAST_IS_HIGH] = either(is_in, court[courts.IS_HIGH], court[LAST_IS_HIGH])


@of_lanes
def is_anybody_in(court: Bytes) -> Truth:
    """Return whether somebody is in, in any lane."""
    somebody = court[SEATS + courts.OWN_IS_IN]
    for turn in range(1, MAX_PLAYERS):
        somebody = somebody | court[SEATS + courts.SEAT_ROWS * turn + courts.OWN_IS_IN]
    return (somebody != 0).any()


@in_groups
def play_together(
    chooses: Chooses,
    players: int,
    width_limit: int,
    policies: Integers,
    court: Bytes,
    words: Lanes,
) -> None:
    """Play each lane to its round's end, each seat by its policy; none is automated.

    `policies` are those of the kernel's memory. The court is room to work in, all zeros but for
    `AT_RANDOM`: all bits, unless no seat ever chooses at random.
    """
    for _ in when(take_bottom_rows(words, court)):
        for column in range(courts.COLUMNS):
            take_column(column, words, court)
    for turn in times(players):
        own = turn * courts.SEAT_ROWS + SEATS
        take_hand(turn, own, words, court)
        if chooses.variously or chooses.cards:
            take_policy(turn, own, players, policies, words, court)
    for _ in as_long_as(lambda: is_anybody_in(court)):
        for turn in times(players):
            own = turn * courts.SEAT_ROWS + SEATS
            for _ in when(courts.survey(width_limit, own, court)):
                take_turn(turn, own, width_limit, chooses, words, court)
    for turn in times(players):
        store_hand(turn, turn * courts.SEAT_ROWS + SEATS, words, court)
    store_results(words, court)


def take_turn(
    turn: int, own: int, width_limit: int, chooses: Chooses, words: Lanes, court: Bytes
) -> None:
    """Let the seat of a turn place a card, in the lanes where it can."""
    if chooses.best:
        for _ in when(courts.decide(turn, words, court) if chooses.variously else True):
            courts.count_moves(court)
            for _ in when(courts.value_houses(own, court)):
                courts.value_ends(width_limit, court)
            for column in range(1, courts.COLUMNS):
                courts.value_slot(column, court)
            courts.keep_best(court)
    courts.count_moves(court)
    if chooses.cards:
        courts.count_cards(own, court)
    courts.draw_move(words, court)
    courts.choose_house(court)
    if chooses.cards:
        courts.find_slot(own, court)
    courts.choose_end(court)
    for _ in when(courts.put_card(own, court)):
        courts.put_at_ends(court)
    remember(turn, court)


def play_one_by_one(terms: Terms, memory: Integers, lanes: Lanes) -> None:
    """Play each lane to its round's end by the kernel."""
    for group in range(len(lanes)):
        for lane in range(int(lanes[group, USED, 0])):
            unload(terms, lane, lanes[group], memory)
            play_a_round_on(terms, memory)
            memory[SEAT] = int(lanes[group, FIRST_SEAT, lane])
            load(terms, memory, lane, lanes[group])


def play_to_the_end(terms: Terms, memory: Integers, lanes: Lanes) -> None:
    """Play each lane to its round's end, each seat by its policy or procedure.

    `memory` is that of the kernel, with the policies. The stacks of automated seats would cost
    lanes as much as lanes save.
    """
    if terms.automated or not has_machine():
        fastest(play_one_by_one)(terms, memory, lanes)
    else:
        end = kernel.POLICIES + kernel.POLICY_SIZE * terms.players
        policies = np.asarray(memory[kernel.POLICIES : end], np.int64)
        errs, by_cards = policies.reshape(-1, kernel.POLICY_SIZE).T.tolist()
        some_choose = min(errs) < kernel.ALWAYS
        chooses = Chooses(some_choose, any(errs) and some_choose, any(by_cards))
        court: Bytes = room_for_rows(np.uint8, COURT_ROWS)
        court[:] = 0
        court[courts.AT_RANDOM] = 255 * any(errs)
        play_together(chooses, terms.players, terms.width_limit, policies, court, lanes)
