"""Rounds put into lanes and read out of them: deals, positions to go on from, and worlds.

Cards are dealt, and worlds drawn, as the kernel does it, with the same random numbers.

Rules: setup.hand-size, setup.starter, setup.unused, info.leftover, info.elimination.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.compiled import board, kernel
from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE, HOUSE_COUNT
from westeros_intrigue.compiled.board import Integers, Terms, count_of, size_of
from westeros_intrigue.compiled.kernel import CHANCE, EDGE_SIZE, NEXT_NODE, PILES, SHARE
from westeros_intrigue.compiled.lane_bits import (
    ACTIVE,
    ALL,
    FIRST_SEAT,
    HANDS,
    HIGH,
    LANES,
    LAST_HOUSE,
    LAST_TURN,
    LOW,
    NUMBER,
    PLACED,
    STACKS,
    STEP_ON,
    WIDTH,
    Lanes,
    Word,
    count,
    mask,
    scrambled,
)

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_unsigned: Any = np.uint64
_signed: Any = np.int64
_0, _1, _4, _8, _12, _53 = (np.uint64(number) for number in (0, 1, 4, 8, 12, 53))
_NINE = np.uint64((1 << CARDS_PER_HOUSE) - 1)
_NEW_LOW = _NINE << np.uint64(9) | _NINE << np.uint64(27)
_NEW_HIGH = _NINE << np.uint64(18) | _NINE << np.uint64(27)


def shuffle(size: int, lanes: Lanes) -> None:
    """Shuffle the first cards of the deck in each lane of a group."""
    for last in range(size - 1, 0, -1):
        place, bound = _unsigned(last), _unsigned(last + 1)
        for lane in range(LANES):
            number = lanes[NUMBER, lane] + STEP_ON
            lanes[NUMBER, lane] = number
            chosen = scrambled(number) * bound >> _53
            low, high = lanes[LOW, lane], lanes[HIGH, lane]
            swaps_low = (low >> place ^ low >> chosen) & _1
            swaps_high = (high >> place ^ high >> chosen) & _1
            lanes[LOW, lane] = low ^ swaps_low << place ^ swaps_low << chosen
            lanes[HIGH, lane] = high ^ swaps_high << place ^ swaps_high << chosen


def shuffle_new_deck(lanes: Lanes) -> None:
    """Shuffle a new deck in each lane of a group."""
    for lane in range(LANES):
        lanes[LOW, lane] = _NEW_LOW
        lanes[HIGH, lane] = _NEW_HIGH
    shuffle(kernel.DECK_SIZE, lanes)


def counts_in(cards: Word, lane: int, lanes: Lanes) -> Word:
    """Return how many of some cards of the deck each house has, counted as a hand."""
    low, high = lanes[LOW, lane], lanes[HIGH, lane]
    return (
        count(~low & ~high & cards)
        | count(low & ~high & cards) << _4
        | count(~low & high & cards) << _8
        | count(low & high & cards) << _12
    )


def house_of(card: int, lane: int, lanes: Lanes) -> Word:
    """Return the house of a card of the deck."""
    return (
        lanes[LOW, lane] >> _unsigned(card) & _1 | (lanes[HIGH, lane] >> _unsigned(card) & _1) << _1
    )


def deal(terms: Terms, hand_size: int, starter_count: int, lanes: Lanes) -> None:
    """Deal the shuffled deck in each lane of a group, from its seat to move first on."""
    players = terms.players
    every = _0
    for place in range(hand_size):
        every |= _1 << _unsigned(place * players)
    for lane in range(LANES):
        for turn in range(players):
            seat = (np.int64(lanes[FIRST_SEAT, lane]) + turn) % players
            lanes[HANDS + turn, lane] = counts_in(every << _unsigned(seat), lane, lanes)
            lanes[ACTIVE + turn, lane] = ALL
        for house in range(HOUSE_COUNT):
            lanes[house, lane] = _0
        for column in range(starter_count):
            house = house_of(players * hand_size + column, lane, lanes)
            lanes[int(house), lane] |= _1 << _unsigned(column)
        lanes[WIDTH, lane] = lanes[PLACED, lane] = _unsigned(starter_count)
        for automated in range(players):
            if terms.automated >> automated & 1:
                stack = _0
                for place in range(hand_size):
                    house = house_of(place * players + automated, lane, lanes)
                    stack |= house << _unsigned(2 * place)
                lanes[STACKS + automated, lane] = stack


def load(terms: Terms, memory: Integers, lane: int, lanes: Lanes) -> None:
    """Let a lane play on from the board of the kernel."""
    players = terms.players
    for house in range(HOUSE_COUNT):
        lanes[house, lane] = _unsigned(memory[house])
    lanes[WIDTH, lane] = _unsigned(memory[board.WIDTH])
    lanes[PLACED, lane] = _unsigned(memory[board.PLACED])
    lanes[NUMBER, lane] = _unsigned(memory[kernel.NUMBER])
    lanes[FIRST_SEAT, lane] = _unsigned(memory[board.SEAT])
    seat = memory[board.SEAT]
    for turn in range(players):
        lanes[HANDS + turn, lane] = _unsigned(memory[board.HANDS + seat])
        lanes[ACTIVE + turn, lane] = mask(memory[board.OUT] >> seat & 1 == 0)
        if terms.automated:
            lanes[STACKS + seat, lane] = _unsigned(memory[board.STACKS + seat])
        if seat == memory[board.LAST_SEAT]:
            lanes[LAST_TURN, lane] = _unsigned(turn)
        seat = seat + 1 if seat + 1 < players else 0
    lanes[LAST_HOUSE, lane] = _unsigned(memory[board.LAST_HOUSE])


def unload(terms: Terms, lane: int, lanes: Lanes, memory: Integers) -> None:
    """Make the round of a lane the board of the kernel, as `load` reads it."""
    memory[board.OUT] = 0
    for house in range(HOUSE_COUNT):
        memory[house] = int(lanes[house, lane])
    memory[board.WIDTH] = int(lanes[WIDTH, lane])
    memory[kernel.NUMBER] = int(lanes[NUMBER, lane])
    memory[board.SEAT] = int(lanes[FIRST_SEAT, lane])
    unload_end(terms.players, lane, lanes, memory)
    for turn in range(terms.players):
        seat = (memory[board.SEAT] + turn) % terms.players
        if lanes[ACTIVE + turn, lane] == _0:
            memory[board.OUT] |= 1 << seat
        if terms.automated:
            memory[board.STACKS + seat] = int(lanes[STACKS + seat, lane])
            memory[board.STACK_SIZES + seat] = size_of(memory[board.HANDS + seat])


def unload_end(players: int, lane: int, lanes: Lanes, memory: Integers) -> None:
    """Enter the hands of a lane and its last placement on the board of the kernel."""
    memory[board.PLACED] = int(lanes[PLACED, lane])
    memory[board.LAST_HOUSE] = int(lanes[LAST_HOUSE, lane])
    seat = _signed(lanes[FIRST_SEAT, lane])
    for turn in range(players):
        memory[board.HANDS + seat] = int(lanes[HANDS + turn, lane])
        if lanes[LAST_TURN, lane] == _unsigned(turn):
            memory[board.LAST_SEAT] = int(seat)
        seat = seat + 1 if seat + 1 < players else 0


def draw_worlds(terms: Terms, plan: Integers, lanes: Lanes) -> None:
    """Share out the unseen cards in each lane of a group, as `kernel.draw_world` does.

    All lanes are at the same turn, and no seat is automated.
    """
    first_seat, left = np.int64(lanes[FIRST_SEAT, 0]), 0
    for lane in range(LANES):
        left, edge = plan[kernel.UNSEEN_CARDS], plan[kernel.FIRST_NODE]
        for step in range(plan[kernel.STEP_COUNT]):
            lanes[NUMBER, lane] += STEP_ON
            drawn = np.int64(scrambled(lanes[NUMBER, lane]))
            while drawn >= plan[edge + CHANCE]:
                edge += EDGE_SIZE
            share, seat = plan[edge + SHARE], plan[PILES + step]
            left -= share
            edge = plan[edge + NEXT_NODE]
            if seat >= 0:
                turn = (seat - first_seat + terms.players) % terms.players
                lanes[HANDS + turn, lane] += _unsigned(share)
        # The cards that are left, from the first house on.
        upto_0 = count_of(left, 0)
        upto_1 = upto_0 + count_of(left, 1)
        upto_2 = upto_1 + count_of(left, 2)
        last = 1 << size_of(left)
        lanes[LOW, lane] = _unsigned((1 << upto_1) - (1 << upto_0) + last - (1 << upto_2))
        lanes[HIGH, lane] = _unsigned(last - (1 << upto_1))
    if plan[kernel.FREE_COUNT]:
        shuffle(size_of(left), lanes)
        card, pile = 0, PILES + plan[kernel.STEP_COUNT]
        for _ in range(plan[kernel.FREE_COUNT]):
            turn = (plan[pile] - first_seat + terms.players) % terms.players
            cards = _unsigned(((1 << plan[pile + 1]) - 1) << card)
            for lane in range(LANES):
                lanes[HANDS + turn, lane] += counts_in(cards, lane, lanes)
            card += plan[pile + 1]
            pile += 2
