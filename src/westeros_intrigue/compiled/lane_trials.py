"""Trials in lanes: the worlds and the results of `trial_kernel`, number for number."""

from __future__ import annotations

from westeros_intrigue.compiled.board import HANDS, STACKS, Integers, Terms
from westeros_intrigue.compiled.compiler import compiled
from westeros_intrigue.compiled.lane_bits import LANES, Lanes, blocks
from westeros_intrigue.compiled.lane_deals import load, unload, unload_end
from westeros_intrigue.compiled.lane_rounds import start_worlds
from westeros_intrigue.compiled.lanes import play_to_the_end
from westeros_intrigue.compiled.trial_kernel import (
    NUMBERS_A_WORLD,
    SUMS_SIZE,
    add_up,
    enter_world,
    make_move,
)


def draw_worlds(  # noqa: PLR0917 - the arguments of `trial_kernel.draw_worlds`
    terms: Terms, plan: Integers, seed: int, first: int, memory: Integers, worlds: Integers
) -> None:
    """Draw worlds `first`, `first + 1`, … as `trial_kernel.draw_worlds` does."""
    for begin, lanes in blocks(len(worlds) // (2 * terms.players)):
        start_worlds(terms, plan, seed, first + begin, NUMBERS_A_WORLD, memory, lanes)
        write_worlds(terms, begin, worlds, memory, lanes)


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
def write_worlds(
    terms: Terms, first: int, worlds: Integers, memory: Integers, lanes: Lanes
) -> None:
    """Write the hands and stacks of lanes to worlds `first`, `first + 1`, …."""
    players = terms.players
    for world in range(first, min(len(worlds) // (2 * players), first + len(lanes) * LANES)):
        group, lane = (world - first) // LANES, (world - first) % LANES
        unload(terms, lane, lanes[group], memory)
        for seat in range(players):
            worlds[2 * players * world + seat] = memory[HANDS + seat]
            worlds[2 * players * world + players + seat] = memory[STACKS + seat]


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
    count = len(worlds) // (2 * terms.players)
    last, made = count * len(moves) - 1, -1
    for group in range(len(lanes)):
        for lane in range(LANES):
            trial = min(first + group * LANES + lane, last)
            if trial // count != made:
                made = trial // count
                make_move(terms, moves[made], memory)
            enter_world(terms, seed, first_world, trial % count, worlds, memory)
            load(terms, memory, lane, lanes[group])


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
