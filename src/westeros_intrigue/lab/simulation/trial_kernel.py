"""Trials: a move and the rest of its round, played in a world drawn from a player's view.

All moves are tried in the same worlds with the same random numbers, which reduces the noise in
their differences. The functions of the same names in `native/rounds.h` do the same.

Inference computes the likelihood of the others' placements in a world. A world determines their
hands at each turn, and so the probability of each placement by a player with the policy of the
trials. Worlds are drawn by card: each card of a house in a hand is equally likely to be the one
placed.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from operator import sub

from westeros_intrigue.gamekit.chance import skip_numbers
from westeros_intrigue.lab.simulation.board import (
    HANDS,
    HOUSE_COUNT,
    LAST_HOUSE,
    LAST_SEAT,
    LAST_WORTH,
    SEAT,
    STACKS,
    WIDTH,
    Integers,
    Terms,
    count_moves,
    count_of,
    find_slots,
    one_of_each,
    put_card,
    size_of,
)
from westeros_intrigue.lab.simulation.kernel import (
    ALWAYS,
    BEST,
    ERRS,
    NUMBER,
    POLICIES,
    POLICY_SIZE,
    best_moves,
    draw_world,
    play_on,
    start,
)

NUMBERS_A_WORLD, NUMBERS_TO_DRAW = 256, 128
"""The numbers of random numbers reserved for each world, and for drawing it. Drawing uses at most
two for each card, as does each trial."""

MARGIN, POINTS, WIN = range(3)
"""The numbers of the end of a trial: the sum of the differences between each other score and the
player's; the player's points, minus 2 if the player placed last; and 1 if so, else 0."""
End = tuple[int, int, int]
END_SIZE = 3
Worlds = Integers
"""For each world, the hands of all seats, then their stacks."""
Tried = Integers
"""The margins of all trials, then their points, then their wins; trials of a move are together."""


def draw_worlds(  # noqa: PLR0917 - compiled functions have no keyword-only arguments
    terms: Terms, plan: Integers, seed: int, first: int, worlds: Worlds, memory: Integers
) -> None:
    """Draw worlds from number `first` on, as many as there is room for."""
    memory, players = [*map(int, memory)], terms.players
    for world in range(len(worlds) // (2 * players)):
        memory[NUMBER] = skip_numbers(seed, (first + world) * NUMBERS_A_WORLD)
        start(memory)
        draw_world(terms, plan, memory)
        for seat in range(players):
            worlds[2 * players * world + seat] = memory[HANDS + seat]
            worlds[2 * players * world + players + seat] = memory[STACKS + seat]


def try_moves(  # noqa: PLR0917 - for the same reason
    terms: Terms,
    moves: Integers,
    by_cards_left: Integers,
    seed: int,
    first: int,
    worlds: Worlds,
    tried: Tried,
    memory: Integers,
) -> None:
    """Try each move in each of the worlds, starting with the world `first`.

    `by_cards_left` contains the points by cards left, house of the last card, and seat.
    """
    players, hero, count = terms.players, terms.hero, len(worlds) // (2 * terms.players)
    memory, trials = [*map(int, memory)], count * len(moves)
    for trial in range(trials):
        move, world = divmod(trial, count)
        seats = 2 * players * world
        start(memory)
        memory[HANDS : HANDS + players] = worlds[seats : seats + players]
        memory[STACKS : STACKS + players] = worlds[seats + players : seats + 2 * players]
        put_card(memory, moves[move])
        memory[SEAT] = (hero + 1) % players
        memory[NUMBER] = skip_numbers(seed, (first + world) * NUMBERS_A_WORLD + NUMBERS_TO_DRAW)
        play_on(terms, memory)
        left = map(size_of, memory[HANDS : HANDS + players])
        points = [
            by_cards_left[(cards * HOUSE_COUNT + memory[LAST_HOUSE]) * players + seat]
            for seat, cards in enumerate(left)
        ]
        for kind, number in enumerate(end_of(points, memory[LAST_SEAT], hero)):
            tried[kind * trials + trial] = number


def end_of(points: list[int], last: int, hero: int) -> End:
    """Return the end of a trial, from the points of all seats and the seat that placed last."""
    points[last] -= LAST_WORTH
    return sum(points) - len(points) * points[hero], points[hero], int(last == hero)


def add_up(  # noqa: PLR0917 - for the same reason
    tried: Tried, moves: int, kind: int, win_worth: int, best: int, power: int
) -> list[int]:
    """Return the sum of the numbers of a kind in the ends of each move, or of their squares.

    A win counts as `win_worth` more. If `best` is a move, its numbers are subtracted. `power` is 1,
    or 2 for squares.
    """
    trials = len(tried) // END_SIZE
    count = trials // moves
    numbers = [
        tried[kind * trials + trial] + win_worth * tried[WIN * trials + trial]
        for trial in range(trials)
    ]
    rows = [numbers[count * move : count * (move + 1)] for move in range(moves)]
    if best >= 0:
        rows = [[*map(sub, row, rows[best])] for row in rows]
    return [sum(number**power for number in row) for row in rows]


CHOICE_WIDTH, CHOICE_SEAT, CHOICE_MOVE, CHOICE_PLACED, CHOICE_SIZE = 4, 5, 6, 7, 8
"""A choice: the planes of the court before it, and its width; the seat; the move in the kernel's
form; and the cards that the seat has placed since, this one included, counted as a hand."""
DOUBT = int(0.7 * ALWAYS)
"""The minimum share of random choices, in units of 2**-53, since real players differ from the
policy."""
WEIGHT_BITS = 30
"""The weight of the likeliest world, as a power of two."""


def weigh_worlds(
    terms: Terms, choices: Integers, worlds: Worlds, memory: Integers, weights: Integers
) -> None:
    """Find the likelihood of the others' choices in each world, relative to the likeliest one."""
    for world in range(len(weights)):
        weights[world] = 1 << WEIGHT_BITS
    for at in range(0, len(choices), CHOICE_SIZE):
        for house in range(HOUSE_COUNT):
            memory[house] = choices[at + house]
        memory[WIDTH] = choices[at + CHOICE_WIDTH]
        find_slots(terms, memory)
        greatest = 1
        for world in range(len(weights)):
            seat = 2 * terms.players * world + choices[at + CHOICE_SEAT]
            hand = worlds[seat] + choices[at + CHOICE_PLACED]
            likelihood = likelihood_of(terms, hand, choices, at, memory)
            weights[world] = weights[world] * (likelihood >> 21) >> 32
            greatest = max(greatest, weights[world])
        for world in range(len(weights)):
            weights[world] = (weights[world] << WEIGHT_BITS) // greatest


def likelihood_of(terms: Terms, hand: int, choices: Integers, at: int, memory: Integers) -> int:
    """Return the probability, times 2**53, that the seat of a choice, with a hand, makes it."""
    seat, code = choices[at + CHOICE_SEAT], choices[at + CHOICE_MOVE]
    errs = max(memory[POLICIES + POLICY_SIZE * seat + ERRS], DOUBT)
    likelihood = errs // count_moves(memory, one_of_each(hand))
    best_count = best_moves(terms, hand, memory)
    if best_count and memory[BEST + (code >> 6)] >> (code & 63) & 1:
        likelihood += (ALWAYS - errs) // best_count
    return likelihood // count_of(hand, code >> 6)
