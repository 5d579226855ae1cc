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

from westeros_intrigue.lab.simulation import kernel
from westeros_intrigue.lab.simulation.board import (
    BOARD_SIZE,
    COUNT_BITS,
    HANDS,
    HOUSE_COUNT,
    LAST_HOUSE,
    LAST_SEAT,
    LAST_WORTH,
    LEFT_END,
    OUT,
    PLACED,
    RIGHT_END,
    ROW_BITS,
    SEAT,
    STACK_SIZES,
    STACKS,
    WIDTH,
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
)
from westeros_intrigue.lab.simulation.lanes.machine import (
    ACTIVE,
    ERRS,
    LANE,
    LANES,
    LAST_TURN,
    NUMBER,
    STEP_ON,
    USED,
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
from westeros_intrigue.lab.simulation.trial_kernel import (
    NUMBERS_A_WORLD,
    NUMBERS_TO_DRAW,
    WIN,
    Worlds,
)
from westeros_intrigue.rules.variants import MAX_PLAYERS

COURT_ROWS = courts.SEATS + MAX_PLAYERS * courts.SEAT_ROWS

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
def take_round(players: int, chooses: int, policies: Integers, words: Lanes, court: Bytes) -> Truth:
    """Load hands, policies, and the bottom rows of courts; return whether there is more.

    Policies are loaded only if `chooses` is not 0.
    """
    planes = planes_of(words)
    for rows, plane, base in planes:
        cells = plane.astype(np.uint8)
        for column in range(courts.COLUMNS):
            court[rows + 1 + column] = (cells >> column & 1) + base
    for house in range(HOUSE_COUNT):
        court[courts.LYING + house] = count(words[house]).astype(np.uint8)
    court[courts.WIDTH] = words[WIDTH].astype(np.uint8)
    court[courts.LAST_MOVE] = words[LAST_TURN].astype(np.uint8)
    court[courts.LAST_CARD] = words[LAST_HOUSE].astype(np.uint8)
    for turn in times(players):
        own = turn * courts.SEAT_ROWS + courts.SEATS
        for house in range(HOUSE_COUNT):
            court[own + house] = (words[HANDS + turn] >> 4 * house).astype(np.uint8) & 15
        court[own + courts.OWN_IS_IN] = words[ACTIVE + turn].astype(np.uint8)
        for _ in when(chooses):
            policy = seat_of(turn, players, words) * kernel.POLICY_SIZE
            words[ERRS + turn] = policies[policy + kernel.ERRS]
            court[own + courts.BY_CARDS] = mask(policies[policy + kernel.BY_CARDS] != 0)
    return (planes[-1][1] > _BOTTOM_ROW).any()


@of_lanes
def take_column(column: int, words: Lanes, court: Bytes) -> None:
    """Load a column again, including the cards above the bottom row."""
    for rows, plane, base in planes_of(words):
        cells = (plane >> column & _COLUMN) * _GATHER >> 56
        court[rows + 1 + column] = cells.astype(np.uint8) + base


@of_lanes
def store_results(players: int, words: Lanes, court: Bytes) -> None:
    """Store the results of a group's rounds, with the cards left to the seat of each turn."""
    for turn in times(players):
        words[HANDS + turn] = courts.sum_up(turn * courts.SEAT_ROWS + courts.SEATS, court)
    words[PLACED] = courts.sum_up(courts.LYING, court)
    words[LAST_TURN] = court[courts.LAST_MOVE].astype(np.uint64)
    words[LAST_HOUSE] = court[courts.LAST_CARD].astype(np.uint64)


@of_lanes
def is_anybody_in(court: Bytes) -> Truth:
    """Return whether any seat is in, in any lane."""
    somebody = court[courts.SEATS + courts.OWN_IS_IN]
    for turn in range(1, MAX_PLAYERS):
        somebody = somebody | court[courts.SEATS + courts.SEAT_ROWS * turn + courts.OWN_IS_IN]
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
    for _ in when(take_round(players, variously | cards, policies, words, court)):
        for column in range(courts.COLUMNS):
            take_column(column, words, court)
    for _ in as_long_as(lambda: is_anybody_in(court)):
        for turn in times(players):
            own = turn * courts.SEAT_ROWS + courts.SEATS
            for _ in when(courts.survey(width_limit, own, court)):
                take_turn(turn, own, width_limit, variously, cards, words, court)
    store_results(players, words, court)


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
    for _ in when(courts.put_card(turn, own, court)):
        courts.put_at_ends(court)


def play_one_by_one(terms: Terms, memory: Integers, lanes: Lanes) -> None:
    """Play all lanes to the end of their rounds by the kernel."""
    players = terms.players
    for group in range(len(lanes)):
        words = lanes[group]
        for lane in range(int(words[USED, 0])):
            for item in range(BOARD_SIZE):
                memory[item] = int(words[item, lane])
            memory[kernel.NUMBER] = int(words[NUMBER, lane])
            memory[OUT], first = 0, memory[SEAT]
            memory[LAST_SEAT] = (first + memory[LAST_SEAT]) % players
            for turn in range(players):
                seat = (first + turn) % players
                memory[HANDS + seat] = int(words[HANDS + turn, lane])
                memory[STACK_SIZES + seat] = size_of(memory[HANDS + seat])
                if words[ACTIVE + turn, lane] == 0:
                    memory[OUT] |= 1 << seat
            play_a_round_on(terms, memory)
            for turn in range(players):
                words[HANDS + turn, lane] = size_of(memory[HANDS + (first + turn) % players])
            words[LAST_TURN, lane] = (memory[LAST_SEAT] + players - first) % players
            words[PLACED, lane] = memory[PLACED]
            words[LAST_HOUSE, lane] = memory[LAST_HOUSE]
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
            seat = (memory[START + SEAT] + turn) % players
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
    codes, points, drawn = _words(moves), _words(by_cards_left), _words(worlds)
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


def add_up(
    tried: Any,  # noqa: ANN401 - an array
    kind: int,
    win_worth: int,
    best: int,
    power: int,
) -> Any:  # noqa: ANN401 - a list
    """Add up the ends of each move, as `trial_kernel.add_up` does."""
    # Compiled, a process would wait half a second for numba before its first search.
    numbers = tried[:, :, kind]
    if win_worth:
        numbers = numbers + win_worth * tried[:, :, WIN]
    if best >= 0:
        numbers = numbers - numbers[best]
    if power > 1:
        numbers = numbers * numbers
    return numbers.sum(axis=1).tolist()


def _words(numbers: Integers | Worlds) -> Words:
    return np.asarray(numbers, np.int64).reshape(-1).view(np.uint64)


@in_groups
@of_lanes
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
    trial, last = words[LANE] + first, count * move_count - 1
    trial = either(word_mask(trial > last), last, trial)  # spare lanes repeat the last trial
    before = first // count
    after = trial - before * count
    # Vectors cannot be divided; a product is exact for fewer than 2**25 worlds.
    later_moves = after * (2**50 // count + 1) >> 50
    world = after - later_moves * count
    number = (world + first_world) * NUMBERS_A_WORLD + NUMBERS_TO_DRAW
    words[NUMBER] = number * STEP_ON + (seed & 2**64 - 1)
    start_position(players, memory, words)
    for turn in times(players):
        seat = (hero + 1 + turn) % players
        start_hand(turn, seat, memory, words)
        words[HANDS + turn] = worlds[world * (players * 2) + seat]
        for _ in when(automated):
            words[STACKS + seat] = worlds[world * (players * 2) + (players + seat)]
    make_move(moves[later_moves + before], players - 1, words)
    words[SEAT] = (hero + 1) % players


def make_move(code: Row, turn: int, words: Lanes) -> None:
    """Make a move in the kernel's form for the seat of a turn."""
    house, cell = code >> 6, code & 63
    grows_left = word_mask(cell == LEFT_END) & 1
    cell = either(word_mask(cell == RIGHT_END), words[WIDTH], cell)
    for plane in range(HOUSE_COUNT):
        card = (word_mask(house == plane) & 1) << cell
        words[plane] = words[plane] << grows_left | card
    words[WIDTH] = words[WIDTH] + (word_mask(cell < ROW_BITS) & 1)
    words[PLACED] = words[PLACED] + 1
    words[LAST_TURN], words[LAST_HOUSE] = turn, house
    words[HANDS + turn] = words[HANDS + turn] - (1 << house * COUNT_BITS)


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
