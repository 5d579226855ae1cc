"""Trials: a move and the rest of its round, played in a world drawn from a player's view.

All moves are tried in the same worlds with the same random numbers, which reduces the noise in
their differences. `lanes.play` does the same if numba is installed.
"""

from __future__ import annotations

from westeros_intrigue.gamekit.chance import skip_numbers
from westeros_intrigue.lab.simulation.board import (
    HANDS,
    HOUSE_COUNT,
    LAST_HOUSE,
    LAST_SEAT,
    LAST_WORTH,
    SEAT,
    STACKS,
    Integers,
    Terms,
    put_card,
    size_of,
)
from westeros_intrigue.lab.simulation.kernel import NUMBER, draw_world, play_on, start

NUMBERS_A_WORLD, NUMBERS_TO_DRAW = 256, 128
"""The numbers of random numbers reserved for each world, and for drawing it. Drawing uses at most
two for each card, as does each trial."""


def draw_worlds(  # noqa: PLR0917 - as in `lanes.play`
    terms: Terms, plan: Integers, seed: int, first: int, count: int, memory: Integers
) -> Integers:
    """Draw worlds `first`, `first + 1`, …: for each world and seat, the hand, then the stack."""
    memory = [*map(int, memory)]  # Python's integers never overflow
    worlds: Integers = []
    for world in range(first, first + count):
        memory[NUMBER] = skip_numbers(seed, world * NUMBERS_A_WORLD)
        start(memory)
        draw_world(terms, plan, memory)
        worlds += memory[HANDS : HANDS + terms.players] + memory[STACKS : STACKS + terms.players]
    return worlds


def try_moves(  # noqa: PLR0917 - for the same reason
    terms: Terms,
    moves: Integers,
    by_cards_left: Integers,
    seed: int,
    first: int,
    worlds: Integers,
    memory: Integers,
) -> list[list[list[int]]]:
    """Try each move in each of the worlds, starting with the world `first`.

    `by_cards_left` has the points by cards left, house of the last card, and seat. Return the
    margins, the points, and 1 where the player placed last: a row for each move, with a number for
    each world. The margin is the sum of the differences between each other score and the player's.
    """
    players, hero = terms.players, terms.hero
    results: list[list[list[int]]] = [[], [], []]
    memory, worlds = [*map(int, memory)], [*map(int, worlds)]
    for move in moves:
        for rows in results:
            rows.append([])
        for world in range(len(worlds) // (2 * players)):
            start(memory)
            hands, stacks = 2 * players * world, 2 * players * world + players
            memory[HANDS : HANDS + players] = worlds[hands:stacks]
            memory[STACKS : STACKS + players] = worlds[stacks : stacks + players]
            put_card(memory, 0, move)
            memory[SEAT] = (hero + 1) % players
            memory[NUMBER] = skip_numbers(seed, (first + world) * NUMBERS_A_WORLD + NUMBERS_TO_DRAW)
            play_on(terms, memory)
            last, house = memory[LAST_SEAT], memory[LAST_HOUSE]
            left = [size_of(hand) for hand in memory[HANDS : HANDS + players]]
            scores = [
                by_cards_left[(left[seat] * HOUSE_COUNT + house) * players + seat]
                - LAST_WORTH * (seat == last)
                for seat in range(players)
            ]
            margin = sum(scores) - players * scores[hero]
            found = margin, scores[hero], int(last == hero)
            for rows, number in zip(results, found, strict=True):
                rows[-1].append(number)
    return results
