"""Trials in lanes: the worlds and the results of `trial_kernel`, number for number."""

from __future__ import annotations

from westeros_intrigue.compiled.board import (
    COUNT_BITS,
    LAST_HOUSE,
    SEAT,
    Integers,
    Terms,
)
from westeros_intrigue.compiled.compiler import compiled
from westeros_intrigue.compiled.lane_bits import (
    FIRST_SEAT,
    HANDS,
    LANES,
    NUMBER,
    STACKS,
    Lanes,
    blocks,
)
from westeros_intrigue.compiled.lane_deals import start_hand, start_position, unload_end
from westeros_intrigue.compiled.lane_rounds import start_worlds
from westeros_intrigue.compiled.lanes import play_to_the_end
from westeros_intrigue.compiled.trial_kernel import (
    NUMBERS_A_WORLD,
    SUMS_SIZE,
    add_up,
    make_move,
    number_of,
)


def draw_worlds(  # noqa: PLR0917 - the arguments of `trial_kernel.draw_worlds`
    terms: Terms, plan: Integers, seed: int, first: int, memory: Integers, worlds: Integers
) -> None:
    """Draw worlds `first`, `first + 1`, … as `trial_kernel.draw_worlds` does."""
    for begin, lanes in blocks(len(worlds) // (2 * terms.players)):
        start_worlds(terms, plan, seed, first + begin, NUMBERS_A_WORLD, memory, lanes)
        write_worlds(terms, begin, worlds, lanes)


def try_moves(  # noqa: PLR0917 - the arguments of `trial_kernel.try_moves`
    terms: Terms,
    moves: Integers,
    by_cards_left: Integers,
    seed: int,
    first: int,
    worlds: Integers,
    memory: Integers,
    found: Integers,
) -> None:
    """Try each move in each of the worlds, as `trial_kernel.try_moves` does."""
    for begin, lanes in blocks(len(found) - SUMS_SIZE * len(moves)):
        start_trials(terms, moves, seed, first, begin, worlds, memory, lanes)
        play_to_the_end(terms, memory, lanes)
        add_up_trials(terms, len(moves), by_cards_left, begin, memory, lanes, found)


@compiled
def write_worlds(terms: Terms, first: int, worlds: Integers, lanes: Lanes) -> None:
    """Write the hands and stacks of lanes to worlds `first`, `first + 1`, …."""
    players = terms.players
    for world in range(first, min(len(worlds) // (2 * players), first + len(lanes) * LANES)):
        words, lane = lanes[(world - first) // LANES], (world - first) % LANES
        for turn in range(players):
            seat = (int(words[FIRST_SEAT, lane]) + turn) % players
            worlds[2 * players * world + seat] = words[HANDS + turn, lane]
            if terms.automated:
                worlds[2 * players * world + players + seat] = words[STACKS + seat, lane]


@compiled
def start_trials(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms,
    moves: Integers,
    seed: int,
    first_world: int,
    first: int,
    worlds: Integers,
    memory: Integers,
    lanes: Lanes,
) -> None:
    """Begin trials `first`, `first + 1`, …: the worlds for the first move, then for the next."""
    players = terms.players
    count = len(worlds) // (2 * players)
    last, made = count * len(moves) - 1, -1
    for group in range(len(lanes)):
        words = lanes[group]
        for lane in range(LANES):
            trial = min(first + group * LANES + lane, last)
            if lane == 0 or trial // count != made:
                made = trial // count
                make_move(terms, moves[made], memory)
                start_position(players, lane, 0, memory, words)
                for turn in range(players):
                    start_hand(turn, (memory[SEAT] + turn) % players, lane, 0, memory, words)
            world = trial % count
            words[NUMBER, lane] = number_of(seed, first_world + world)
            for turn in range(players):
                seat = (memory[SEAT] + turn) % players
                hand = worlds[2 * players * world + seat]
                if turn == players - 1:
                    hand -= 1 << COUNT_BITS * memory[LAST_HOUSE]
                words[HANDS + turn, lane] = hand
                if terms.automated:
                    words[STACKS + seat, lane] = worlds[2 * players * world + players + seat]


@compiled
def add_up_trials(  # noqa: PLR0917 - for the same reason
    terms: Terms,
    move_count: int,
    by_cards_left: Integers,
    first: int,
    memory: Integers,
    lanes: Lanes,
    found: Integers,
) -> None:
    """Add the results of trials to those of their moves, as `trial_kernel.try_moves` does."""
    sums = SUMS_SIZE * move_count
    trials = len(found) - sums
    count = trials // move_count
    for trial in range(first, min(trials, first + len(lanes) * LANES)):
        group, lane = (trial - first) // LANES, (trial - first) % LANES
        unload_end(terms.players, lane, lanes[group], memory)
        margin = add_up(terms, by_cards_left, SUMS_SIZE * (trial // count), memory, found)
        found[sums + trial] = margin
