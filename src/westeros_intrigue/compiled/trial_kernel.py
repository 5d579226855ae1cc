"""Trials: a move and the rest of its round, played in a world drawn from what a player knows.

As in `kernel`, plain Python that numba compiles where it is installed. All moves are tried in the
same worlds and with the same random numbers, so that their differences owe less to chance.
"""

from __future__ import annotations

from westeros_intrigue.base.chance import skipped
from westeros_intrigue.compiled.bits import HOUSE_COUNT
from westeros_intrigue.compiled.board import (
    COUNT_BITS,
    HANDS,
    LAST_HOUSE,
    LAST_SEAT,
    LAST_WORTH,
    SEAT,
    STACKS,
    Integers,
    Terms,
    put,
    size_of,
)
from westeros_intrigue.compiled.kernel import NUMBER, draw_world, play_on, start

POINTS, POINTS_SQUARED, WINS, SUMS_SIZE = 0, 1, 2, 3
"""The sums over the trials of a move."""

NUMBERS_A_WORLD, NUMBERS_TO_DRAW = 256, 128
"""The counts of random numbers reserved for each world, and for drawing it. Drawing uses at most
two for each card, and so does each trial."""


def draw_worlds(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms, plan: Integers, seed: int, first: int, memory: Integers, worlds: Integers
) -> None:
    """Draw worlds `first`, `first + 1`, …: for each world and seat the hand, then the stack."""
    players = terms.players
    for world in range(len(worlds) // (2 * players)):
        memory[NUMBER] = skipped(seed, (first + world) * NUMBERS_A_WORLD)
        start(memory)
        draw_world(terms, plan, memory)
        for seat in range(players):
            worlds[2 * players * world + seat] = memory[HANDS + seat]
            worlds[2 * players * world + players + seat] = memory[STACKS + seat]


def make_move(terms: Terms, move: int, memory: Integers) -> None:
    """Make a move on the board that all trials begin with."""
    start(memory)
    put(memory, 0, move)
    memory[SEAT] = terms.hero + 1 if terms.hero + 1 < terms.players else 0


def number_of(seed: int, world: int) -> int:
    """Return where the generator stands as the trials in a world begin."""
    return skipped(seed, world * NUMBERS_A_WORLD + NUMBERS_TO_DRAW)


def enter_world(  # noqa: PLR0917 - for the same reason
    terms: Terms, seed: int, first: int, world: int, worlds: Integers, memory: Integers
) -> None:
    """Enter one of the worlds, of which the first has the number `first`, after a move."""
    memory[NUMBER] = number_of(seed, first + world)
    for seat in range(terms.players):
        memory[HANDS + seat] = worlds[2 * terms.players * world + seat]
        memory[STACKS + seat] = worlds[2 * terms.players * world + terms.players + seat]
    memory[HANDS + terms.hero] -= 1 << COUNT_BITS * memory[LAST_HOUSE]


def add_up(
    terms: Terms, by_cards_left: Integers, sums: int, memory: Integers, found: Integers
) -> int:
    """Add the result of a trial to the sums of its move, and return the margin.

    The margin is the others' score less the player's, the player's once for each of them.
    """
    points, margin = 0, 0
    for seat in range(terms.players):
        left = size_of(memory[HANDS + seat])
        of_seat = by_cards_left[(left * HOUSE_COUNT + memory[LAST_HOUSE]) * terms.players + seat]
        if seat == memory[LAST_SEAT]:
            of_seat -= LAST_WORTH
        if seat == terms.hero:
            points = of_seat
            margin -= of_seat * (terms.players - 1)
        else:
            margin += of_seat
    found[sums + POINTS] += points
    found[sums + POINTS_SQUARED] += points * points
    found[sums + WINS] += 1 if memory[LAST_SEAT] == terms.hero else 0
    return margin


def try_moves(  # noqa: PLR0917 - for the same reason
    terms: Terms,
    moves: Integers,
    by_cards_left: Integers,
    seed: int,
    first: int,
    worlds: Integers,
    memory: Integers,
    found: Integers,
) -> None:
    """Try each move in each of the worlds, and write the results to `found`.

    `by_cards_left` has the points by cards left, house of the last card, and seat. `first` is the
    number of the first world; the numbers of the trials follow from it. `found` begins with the
    sums of each move; then come its margins, world by world, for each move.
    """
    count = len(worlds) // (2 * terms.players)
    for world in range(count):
        for tried in range(len(moves)):
            make_move(terms, moves[tried], memory)
            enter_world(terms, seed, first, world, worlds, memory)
            play_on(terms, memory)
            margin = add_up(terms, by_cards_left, SUMS_SIZE * tried, memory, found)
            found[SUMS_SIZE * len(moves) + count * tried + world] = margin
