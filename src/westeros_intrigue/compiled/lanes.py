"""Rounds in lock step: each lane plays a round, and one instruction moves many lanes on.

They are the rounds of the scalar kernels, number for number. Nothing branches on what a lane
does: what its seat cannot do is masked out, so that the compiler makes vector instructions. The
memory has a row for each item of a position, and in it a column for each lane.

Rules: court.first, court.beside, court.width, court.support, court.match, court.vacant,
turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn, elimination.final,
elimination.skipped, round.end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.base.chance import skipped
from westeros_intrigue.compiled import board
from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE, HOUSE_COUNT, PAIRS
from westeros_intrigue.compiled.board import Integers, Terms, size_of
from westeros_intrigue.compiled.compiler import compiled
from westeros_intrigue.compiled.game_kernel import (
    Decks,
    GameOutcomes,
    GameTerms,
    Outcomes,
    RoundTerms,
    deal_round,
    draw_decks,
    draw_playout,
    draw_throne_cards,
)
from westeros_intrigue.compiled.kernel import DECK_SIZE
from westeros_intrigue.compiled.kernel import NUMBER as NUMBER_IN_MEMORY
from westeros_intrigue.compiled.lane_bits import (
    ACTIVE,
    ALL,
    CARDS,
    FIRST_SEAT,
    HANDS,
    HIGH,
    LANES,
    LAST_HOUSE,
    LAST_TURN,
    LOW,
    NUMBER,
    STEP_ON,
    WIDTH,
    Lanes,
    count,
    mask,
    nth_lowest,
    scrambled,
)
from westeros_intrigue.compiled.policy_lanes import play_by_policies
from westeros_intrigue.compiled.sources import NUMBERS_A_ROUND

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_unsigned: Any = np.uint64
_PAIRS = np.uint64(PAIRS)
_0, _1, _2, _4, _8, _11, _12, _15, _27, _30, _31, _53 = (
    np.uint64(number) for number in (0, 1, 2, 4, 8, 11, 12, 15, 27, 30, 31, 53)
)
_NINE = np.uint64((1 << CARDS_PER_HOUSE) - 1)
_SHUFFLED_LOW = _NINE << np.uint64(9) | _NINE << np.uint64(27)
_SHUFFLED_HIGH = _NINE << np.uint64(18) | _NINE << np.uint64(27)


def shuffle(lanes: Lanes) -> None:
    """Shuffle a new deck in each lane."""
    for lane in range(LANES):
        lanes[LOW, lane] = _SHUFFLED_LOW
        lanes[HIGH, lane] = _SHUFFLED_HIGH
    for last in range(DECK_SIZE - 1, 0, -1):
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


def deal(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    hand_size: int,
    starter_count: int,
    starter: int,
    cards_of: Lanes,
    lane: int,
    lanes: Lanes,
) -> None:
    """Deal the shuffled deck of a lane."""
    players = len(cards_of)
    low, high = lanes[LOW, lane], lanes[HIGH, lane]
    for turn in range(players):
        cards = cards_of[(starter + turn) % players]
        lanes[HANDS + turn, lane] = (
            count(~low & ~high & cards)
            | count(low & ~high & cards) << _4
            | count(~low & high & cards) << _8
            | count(low & high & cards) << _12
        )
        lanes[ACTIVE + turn, lane] = ALL
    for house in range(HOUSE_COUNT):
        lanes[house, lane] = _0
    for column in range(starter_count):
        card = _unsigned(players * hand_size + column)
        lanes[int((low >> card & _1) | (high >> card & _1) << _1), lane] |= _1 << _unsigned(column)
    lanes[WIDTH, lane] = _unsigned(starter_count)
    lanes[FIRST_SEAT, lane] = _unsigned(starter)
    lanes[CARDS, lane] = _unsigned(players * hand_size)


def load(players: int, memory: Integers, lane: int, lanes: Lanes) -> None:
    """Let a lane play on from the board of the kernel."""
    for item in range(HOUSE_COUNT):
        lanes[item, lane] = _unsigned(memory[item])
    lanes[WIDTH, lane] = _unsigned(memory[board.WIDTH])
    cards = 0
    for turn in range(players):
        seat = (memory[board.SEAT] + turn) % players
        hand = memory[board.HANDS + seat]
        cards += size_of(hand)
        lanes[HANDS + turn, lane] = _unsigned(hand)
        lanes[ACTIVE + turn, lane] = mask(memory[board.OUT] >> seat & 1 == 0)
    lanes[FIRST_SEAT, lane] = _unsigned(memory[board.SEAT])
    lanes[CARDS, lane] = _unsigned(cards)


def play_on(players: int, width_limit: int, policies: Integers | None, lanes: Lanes) -> None:
    """Play each lane to its round's end, each seat by its policy; none is automated.

    `policies` is None if all seats choose at random: then nothing else is compiled.
    """
    if policies is None:
        play_at_random(players, width_limit, lanes)
    else:
        play_by_policies(players, width_limit, policies, lanes)


def play_at_random(players: int, width_limit: int, lanes: Lanes) -> None:
    """Play each lane to its round's end, all moves at random over houses and slots."""
    limit, somebody = _unsigned(width_limit), _1
    while somebody:
        somebody = _0
        for turn in range(players):
            for lane in range(LANES):
                plane_0, plane_1 = lanes[0, lane], lanes[1, lane]
                plane_2, plane_3 = lanes[2, lane], lanes[3, lane]
                width, hand = lanes[WIDTH, lane], lanes[HANDS + turn, lane]
                # The open slots of each house above the bottom row, and how many moves there are.
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
                active = lanes[ACTIVE + turn, lane] & mask(moves != _0)
                lanes[ACTIVE + turn, lane] = active
                somebody |= active
                number = lanes[NUMBER, lane] + (STEP_ON & active)
                lanes[NUMBER, lane] = number
                chosen = scrambled(number) * moves >> _53
                # Past a house: the masks are set from house 1, 2 and 3 on.
                past_0, past_1, past_2 = (
                    mask(chosen >= upto_0), mask(chosen >= upto_1), mask(chosen >= upto_2)
                )  # fmt: skip
                before = (upto_0 & past_0 & ~past_1) | (upto_1 & past_1 & ~past_2) | upto_2 & past_2
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
                lanes[0, lane] = plane_0 << shift | placed & ~past_0
                lanes[1, lane] = plane_1 << shift | placed & past_0 & ~past_1
                lanes[2, lane] = plane_2 << shift | placed & past_1 & ~past_2
                lanes[3, lane] = plane_3 << shift | placed & past_2
                lanes[WIDTH, lane] = width + (is_end & active & _1)
                house = (past_0 & _1) + (past_1 & _1) + (past_2 & _1)
                lanes[HANDS + turn, lane] = hand - (_1 << (house << _2) & active)
                lanes[LAST_HOUSE, lane] = house & active | lanes[LAST_HOUSE, lane] & ~active
                lanes[LAST_TURN, lane] = _unsigned(turn) & active | lanes[LAST_TURN, lane] & ~active


def write_down(round_index: int, players: int, outcomes: Outcomes, lane: int, lanes: Lanes) -> None:
    """Write the outcome of a lane's round."""
    first_seat, plies = int(lanes[FIRST_SEAT, lane]), int(lanes[CARDS, lane])
    for turn in range(players):
        left = size_of(int(lanes[HANDS + turn, lane]))
        outcomes.cards_left[round_index, (first_seat + turn) % players] = left
        plies -= left
    outcomes.plies[round_index] = plies
    outcomes.last_placer[round_index] = (first_seat + int(lanes[LAST_TURN, lane])) % players
    outcomes.last_house[round_index] = int(lanes[LAST_HOUSE, lane])


@compiled
def play_rounds(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: RoundTerms,
    first: int,
    outcomes: Outcomes,
    policies: Integers | None,
    cards_of: Lanes,
    lanes: Lanes,
) -> None:
    """Play rounds `first`, `first + 1`, … and write their outcomes.

    `cards_of` has for each seat the cards that it is dealt, as bits of the shuffled deck.
    """
    players, rounds = terms.table.players, len(outcomes.plies)
    for base in range(0, rounds, LANES):
        for lane in range(LANES):
            block = _unsigned(first + base + lane) * _unsigned(NUMBERS_A_ROUND)
            lanes[NUMBER, lane] = _unsigned(terms.seed) + block * STEP_ON
        shuffle(lanes)
        for lane in range(LANES):
            starter = (terms.first_player + terms.rotation * (first + base + lane)) % players
            deal(terms.hand_size, terms.starter_count, starter, cards_of, lane, lanes)
        play_on(players, terms.table.width_limit, policies, lanes)
        for lane in range(min(LANES, rounds - base)):
            write_down(base + lane, players, outcomes, lane, lanes)


@compiled
def play_out(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms,
    plan: Integers,
    seed: int,
    first: int,
    outcomes: Outcomes,
    memory: Integers,
    policies: Integers | None,
    lanes: Lanes,
) -> None:
    """Play a position to the round's end again and again, as `game_kernel.play_out` does."""
    playouts = len(outcomes.plies)
    for base in range(0, playouts, LANES):
        for lane in range(LANES):
            draw_playout(terms, plan, seed, first + base + lane, memory)
            load(terms.players, memory, lane, lanes)
            lanes[NUMBER, lane] = _unsigned(memory[NUMBER_IN_MEMORY])
        play_on(terms.players, terms.width_limit, policies, lanes)
        for lane in range(min(LANES, playouts - base)):
            write_down(base + lane, terms.players, outcomes, lane, lanes)


@compiled
def play_games(  # noqa: PLR0917 - for the same reason
    terms: GameTerms,
    first: int,
    outcomes: GameOutcomes,
    decks: Decks,
    cards: Integers,
    memory: Integers,
    policies: Integers | None,
    cards_of: Lanes,
    lanes: Lanes,
) -> None:
    """Play games `first`, `first + 1`, … as `game_kernel.play_games` does.

    `decks` has room for the shuffled deck of each lane and round; where nobody dies, it has two
    planes of bits. Then `cards_of` has for each seat the cards that it is dealt.
    """
    games, rounds, players = len(outcomes.throne_cards), len(terms.hand_sizes), terms.table.players
    somebody_dies = terms.cards_in_game[rounds - 1] < DECK_SIZE
    for base in range(0, games, LANES):
        in_use = min(LANES, games - base)
        for lane in range(in_use):
            number = (first + base + lane) * terms.numbers_a_game
            memory[NUMBER_IN_MEMORY] = skipped(terms.seed, number)
            draw_throne_cards(terms, base + lane, outcomes.throne_cards, cards, memory)
            if somebody_dies:
                draw_decks(terms, decks[lane], cards, memory)
            lanes[NUMBER, lane] = _unsigned(memory[NUMBER_IN_MEMORY])
        if not somebody_dies:
            for round_index in range(rounds):
                shuffle(lanes)
                for lane in range(LANES):
                    decks[lane, round_index, 0] = lanes[LOW, lane]
                    decks[lane, round_index, 1] = lanes[HIGH, lane]
        starter = terms.first_player
        for round_index in range(rounds):
            for lane in range(in_use):
                if somebody_dies:
                    deal_round(terms, round_index, starter, decks[lane], memory)
                    load(players, memory, lane, lanes)
                else:
                    lanes[LOW, lane] = _unsigned(decks[lane, round_index, 0])
                    lanes[HIGH, lane] = _unsigned(decks[lane, round_index, 1])
                    hand_size = terms.hand_sizes[round_index]
                    starters = terms.starter_counts[round_index]
                    deal(hand_size, starters, starter, cards_of, lane, lanes)
            play_on(players, terms.table.width_limit, policies, lanes)
            for lane in range(in_use):
                number = (base + lane) * rounds + round_index
                write_down(number, players, outcomes.rounds, lane, lanes)
            starter = starter + 1 if starter + 1 < players else 0
