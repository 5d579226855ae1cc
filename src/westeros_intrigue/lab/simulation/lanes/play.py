"""Rounds in lock step: each lane plays a round, and one instruction advances many lanes.

They are the rounds of the kernel, number for number. No branch depends on a lane: impossible
actions of its seat are masked out, so that the compiler makes vector instructions. At the end of
the module are trials of moves, with the worlds and results of `trial_kernel`, number for number.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn,
elimination.final, elimination.skipped, round.end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.lab.simulation import board, kernel
from westeros_intrigue.lab.simulation.board import (
    COUNT_BITS,
    HOUSE_COUNT,
    LAST_WORTH,
    LEFT_END,
    RIGHT_END,
    ROW_BITS,
    Integers,
    Terms,
    size_of,
)
from westeros_intrigue.lab.simulation.fast import allocate_zeros, fastest
from westeros_intrigue.lab.simulation.kernel import START, play_on as play_a_round_on
from westeros_intrigue.lab.simulation.lanes import courts
from westeros_intrigue.lab.simulation.lanes.deals import (
    Words,
    start_hand,
    start_position,
    start_worlds,
    unload,
)
from westeros_intrigue.lab.simulation.lanes.machine import (
    ACTIVE,
    ERRS,
    FIRST_SEAT,
    HANDS,
    LANE,
    LANES,
    LAST_HOUSE,
    LAST_TURN,
    NUMBER,
    PLACED,
    ROWS,
    STACKS,
    STEP_ON,
    USED,
    WIDTH,
    Bytes,
    Lanes,
    Row,
    Truth,
    as_long_as,
    blocks,
    copy_row,
    count,
    either,
    has_machine,
    in_groups,
    mask,
    of_lanes,
    seat_of,
    times,
    when,
    word_mask,
)
from westeros_intrigue.lab.simulation.trial_kernel import NUMBERS_A_WORLD, NUMBERS_TO_DRAW, Worlds
from westeros_intrigue.rules.variants import MAX_PLAYERS

LAST_MOVE, LAST_CARD, SEATS = range(courts.MOST + 1, courts.MOST + 4)
"""The turn of the last placement, and the house of its card. Then begin the rows of each seat, from
the seat to move first on."""
COURT_ROWS = SEATS + MAX_PLAYERS * courts.SEAT_ROWS

_BOTTOM_ROW = np.uint64((1 << ROW_BITS) - 1)
_COLUMN, _GATHER = np.uint64(0x0101010101010101), np.uint64(0x0102040810204080)
"""The cells of the first column; a factor that collects them in the highest byte."""


def planes_of(words: Lanes) -> tuple[tuple[int, Row, int], ...]:
    """Return the planes of the two bits of the houses, and of all cards.

    Each comes with its rows in the court and their value for an empty column.
    """
    low, high = words[1] | words[3], words[2] | words[3]
    occupied = low | high | words[0]
    return (courts.LOW_BITS, low, 0), (courts.HIGH_BITS, high, 0), (courts.HEIGHTS, occupied, 1)


@of_lanes
def take_bottom_rows(words: Lanes, court: Bytes) -> Truth:
    """Load the bottom rows of a group, and the last placements; return whether there is more."""
    planes = planes_of(words)
    for rows, plane, base in planes:
        cells = plane.astype(np.uint8)
        for column in range(courts.COLUMNS):
            court[rows + 1 + column] = (cells >> column & 1) + base
    for house in range(HOUSE_COUNT):
        court[courts.LYING + house] = count(words[house]).astype(np.uint8)
    court[courts.WIDTH] = words[WIDTH].astype(np.uint8)
    court[LAST_MOVE] = words[LAST_TURN].astype(np.uint8)
    court[LAST_CARD] = words[LAST_HOUSE].astype(np.uint8)
    return (planes[-1][1] > _BOTTOM_ROW).any()


@of_lanes
def take_column(column: int, words: Lanes, court: Bytes) -> None:
    """Load a column again, including the cards above the bottom row."""
    for rows, plane, base in planes_of(words):
        cells = (plane >> column & _COLUMN) * _GATHER >> 56
        court[rows + 1 + column] = cells.astype(np.uint8) + base


@of_lanes
def take_hand(turn: int, own: int, words: Lanes, court: Bytes) -> None:
    """Load the hands of a turn's seat, and whether it is in."""
    for house in range(HOUSE_COUNT):
        court[own + house] = (words[HANDS + turn] >> 4 * house).astype(np.uint8) & 15
    court[own + courts.OWN_IS_IN] = words[ACTIVE + turn].astype(np.uint8)


@of_lanes
def take_policy(
    turn: int, own: int, players: int, policies: Integers, words: Lanes, court: Bytes
) -> None:
    """Load the policy of a turn's seat."""
    policy = seat_of(turn, players, words) * kernel.POLICY_SIZE
    words[ERRS + turn] = policies[policy + kernel.ERRS]
    court[own + courts.BY_CARDS] = mask(policies[policy + kernel.BY_CARDS] != 0)


def count_cards(row: int, court: Bytes) -> Row:
    """Return the sum of the counts of all houses."""
    counts = court[row] + court[row + 1] + court[row + 2] + court[row + 3]
    return counts.astype(np.uint64)


@of_lanes
def count_left(turn: int, own: int, words: Lanes, court: Bytes) -> None:
    """Count the cards left to a turn's seat at the end of the rounds."""
    words[HANDS + turn] = count_cards(own, court)


@of_lanes
def store_results(words: Lanes, court: Bytes) -> None:
    """Store the results of a group's rounds."""
    words[PLACED] = count_cards(courts.LYING, court)
    words[LAST_TURN] = court[LAST_MOVE].astype(np.uint64)
    words[LAST_HOUSE] = court[LAST_CARD].astype(np.uint64)


@of_lanes
def remember(turn: int, court: Bytes) -> None:
    """Store the last placement of each lane."""
    is_in, house = court[courts.IS_IN], court[courts.IS_LOW] & 1 | court[courts.IS_HIGH] & 2
    court[LAST_MOVE] = either(is_in, turn, court[LAST_MOVE])
    court[LAST_CARD] = either(is_in, house, court[LAST_CARD])


@of_lanes
def is_anybody_in(court: Bytes) -> Truth:
    """Return whether any seat is in, in any lane."""
    somebody = court[SEATS + courts.OWN_IS_IN]
    for turn in range(1, MAX_PLAYERS):
        somebody = somebody | court[SEATS + courts.SEAT_ROWS * turn + courts.OWN_IS_IN]
    return (somebody != 0).any()


@in_groups
def play_together(
    variously: int,
    cards: int,
    players: int,
    width_limit: int,
    policies: Integers,
    court: Bytes,
    words: Lanes,
) -> None:
    """Play all lanes to the end of their rounds, without automated seats.

    `variously` is 0 if all seats always choose at random, or all the best move; `cards` is 0 if
    none chooses among cards. `policies` are those in the kernel's memory. The court is working
    memory: all zeros, except `AT_RANDOM`, which has all bits set unless no seat ever chooses at
    random.
    """
    for _ in when(take_bottom_rows(words, court)):
        for column in range(courts.COLUMNS):
            take_column(column, words, court)
    for turn in times(players):
        own = turn * courts.SEAT_ROWS + SEATS
        take_hand(turn, own, words, court)
        for _ in when(variously | cards):
            take_policy(turn, own, players, policies, words, court)
    for _ in as_long_as(lambda: is_anybody_in(court)):
        for turn in times(players):
            own = turn * courts.SEAT_ROWS + SEATS
            for _ in when(courts.survey(width_limit, own, court)):
                take_turn(turn, own, width_limit, variously, cards, words, court)
    for turn in times(players):
        count_left(turn, turn * courts.SEAT_ROWS + SEATS, words, court)
    store_results(words, court)


def take_turn(
    turn: int,
    own: int,
    width_limit: int,
    variously: int,
    cards: int,
    words: Lanes,
    court: Bytes,
) -> None:
    """Place a card for the seat of a turn, in the lanes where it can."""
    for _ in when(variously):
        courts.decide(turn, words, court)
    for _ in when(courts.choose_best(court)):
        courts.count_moves(court)
        for _ in when(courts.value_houses(own, court)):
            courts.value_ends(width_limit, court)
        for column in range(1, courts.COLUMNS):
            courts.value_slot(column, court)
        courts.keep_best(court)
    courts.count_moves(court)
    for _ in when(cards):
        courts.count_cards(own, court)
    courts.draw_move(words, court)
    courts.choose_house(court)
    for _ in when(cards):
        courts.find_slot(own, court)
    for _ in when(courts.put_card(own, court)):
        courts.put_at_ends(court)
    remember(turn, court)


def play_one_by_one(terms: Terms, memory: Integers, lanes: Lanes) -> None:
    """Play all lanes to the end of their rounds by the kernel."""
    for group in range(len(lanes)):
        for lane in range(int(lanes[group, USED, 0])):
            words = lanes[group]
            unload(terms, lane, words, memory)
            play_a_round_on(terms, memory)
            for turn in range(terms.players):
                seat = (int(words[FIRST_SEAT, lane]) + turn) % terms.players
                words[HANDS + turn, lane] = size_of(memory[board.HANDS + seat])
                if seat == memory[board.LAST_SEAT]:
                    words[LAST_TURN, lane] = turn
            words[PLACED, lane] = memory[board.PLACED]
            words[LAST_HOUSE, lane] = memory[board.LAST_HOUSE]
            words[NUMBER, lane] = memory[kernel.NUMBER]


def play_to_the_end(terms: Terms, memory: Integers, lanes: Lanes) -> None:
    """Play all lanes to the end of their rounds, each seat by its policy or procedure.

    `memory` is the kernel's, with the policies. Tables with automated seats use the kernel, since
    stacks would slow lanes down as much as lanes speed it up.
    """
    if terms.automated or not has_machine():
        fastest(play_one_by_one)(terms, memory, lanes)
    else:
        end = kernel.POLICIES + kernel.POLICY_SIZE * terms.players
        policies = np.asarray(memory[kernel.POLICIES : end], np.int64)
        errs, by_cards = policies.reshape(-1, kernel.POLICY_SIZE).T.tolist()
        variously, cards = any(errs) and min(errs) < kernel.ALWAYS, any(by_cards)
        court: Bytes = allocate_zeros((COURT_ROWS, LANES), np.uint8)
        court[courts.AT_RANDOM] = 255 * any(errs)
        play_together(variously, cards, terms.players, terms.width_limit, policies, court, lanes)


WORLD, MOVE = ROWS, ROWS + 1
"""The numbers of the world and of the move of a trial, each from 0."""


def draw_worlds(
    terms: Terms, plan: Integers, seed: int, first: int, count: int, memory: Integers
) -> Any:  # noqa: ANN401 - an array
    """Draw worlds `first`, `first + 1`, … as `trial_kernel.draw_worlds` does."""
    players, edges = terms.players, np.asarray(plan, np.int64)
    worlds = np.zeros((count, 2, players), np.int64)
    for begin, lanes in blocks(count):
        number = first + begin
        start_worlds(players, terms.automated, edges, seed, number, NUMBERS_A_WORLD, memory, lanes)
        for turn in range(players):
            seat = (memory[START + board.SEAT] + turn) % players
            copy_row(HANDS + turn, lanes, worlds[begin:, 0, seat])
            if terms.automated:
                copy_row(STACKS + seat, lanes, worlds[begin:, 1, seat])
    return worlds


def try_moves(
    terms: Terms,
    moves: Integers,
    by_cards_left: Integers,
    seed: int,
    first: int,
    worlds: Worlds,
    memory: Integers,
) -> Any:  # noqa: ANN401 - an array
    """Try each move in each of the worlds, as `trial_kernel.try_moves` does."""
    codes, points, drawn = (_words(each) for each in (moves, by_cards_left, worlds))
    players, count = terms.players, len(worlds)
    trials = count * len(moves)
    results = np.zeros(3 * trials, np.uint64)
    for begin, lanes in blocks(trials):
        start_trials(
            players, terms.hero, terms.automated, count, len(moves),
            codes, seed, first, begin, drawn, memory, lanes,
        )  # fmt: skip
        play_to_the_end(terms, memory, lanes)
        add_up_trials(players, terms.hero, points, begin, trials, results, lanes)
    return results.view(np.int64).reshape(3, len(moves), count).transpose(1, 2, 0)


def _words(numbers: Integers | Worlds) -> Words:
    return np.asarray(numbers, np.int64).reshape(-1).view(np.uint64)


@in_groups
def start_trials(
    players: int,
    hero: int,
    automated: int,
    count: int,
    move_count: int,
    moves: Words,
    seed: int,
    first_world: int,
    first: int,
    worlds: Words,
    memory: Integers,
    words: Lanes,
) -> None:
    """Begin trials `first`, `first + 1`, …: all worlds for the first move, then for the next."""
    next_seat = (hero + 1) % players
    number_trials(first, count * move_count - 1, count, first_world, seed, words)
    start_position(players, memory, words)
    for turn in times(players):
        seat = (next_seat + turn) % players
        start_hand(turn, seat, memory, words)
        enter(turn + HANDS, players * 2, seat, worlds, words)
        for _ in when(automated):
            enter(seat + STACKS, players * 2, players + seat, worlds, words)
    make_moves(next_seat, players - 1, moves, words)


@of_lanes
def number_trials(
    first: int, last: int, count: int, first_world: int, seed: int, words: Lanes
) -> None:
    """Number the trials and set their random numbers; spare lanes repeat the last trial."""
    trial = words[LANE] + first
    trial = either(word_mask(trial > last), last, trial)
    before = first // count
    after = trial - before * count
    # Vectors cannot be divided; a product is exact for fewer than 2**25 worlds.
    moves = after * (2**50 // count + 1) >> 50
    words[MOVE], words[WORLD] = moves + before, after - moves * count
    number = (words[WORLD] + first_world) * NUMBERS_A_WORLD + NUMBERS_TO_DRAW
    words[NUMBER] = number * STEP_ON + (seed & 2**64 - 1)


@of_lanes
def enter(row: int, size: int, at: int, worlds: Words, words: Lanes) -> None:
    """Load an item of each world, of some size, into a row."""
    words[row] = worlds[words[WORLD] * size + at]


@of_lanes
def make_moves(next_seat: int, last_turn: int, moves: Words, words: Lanes) -> None:
    """Make the moves of the trials; the next seat is then the first to move."""
    code = moves[words[MOVE]]
    house, cell = code >> 6, code & 63
    grows_left = word_mask(cell == LEFT_END) & 1
    cell = either(word_mask(cell == RIGHT_END), words[WIDTH], cell)
    for each in range(HOUSE_COUNT):
        card = (word_mask(house == each) & 1) << cell
        words[each] = words[each] << grows_left | card
    words[WIDTH] = words[WIDTH] + (word_mask(cell < ROW_BITS) & 1)
    words[PLACED] = words[PLACED] + 1
    words[FIRST_SEAT], words[LAST_TURN], words[LAST_HOUSE] = next_seat, last_turn, house
    hand = HANDS + last_turn
    words[hand] = words[hand] - (1 << house * COUNT_BITS)


@in_groups
def add_up_trials(
    players: int, hero: int, by_cards_left: Words, first: int, count: int, results: Words,
    words: Lanes,
) -> None:  # fmt: skip
    """Write the margin, the points and the win of trials `first`, `first + 1`, … of `count`."""
    for lane in times(words[USED, 0]):
        margin = words[LANE, lane] + first
        points, win = margin + count, margin + 2 * count
        for turn in times(players):
            # The player's turn is the last.
            end = words[HANDS + turn, lane] * HOUSE_COUNT + words[LAST_HOUSE, lane]
            is_last = word_mask(words[LAST_TURN, lane] == turn)
            score = by_cards_left[end * players + (hero + 1 + turn) % players]
            results[points] = score = score - (is_last & LAST_WORTH)
            results[margin] = results[margin] + score
            results[win] = is_last & 1
        results[margin] = results[margin] - results[points] * players
