"""Conclusions from the others' placements about their hands.

Two kinds of players are imagined: one that places nearly like `LearnedPlayer`, and one that often
places otherwise. For each hand that another player may have had, the network shows how likely
its placements are for both. Moves are then tried with hands that are likely: the mover goes on like
`LearnedPlayer`, and the others like the first kind. `native/inference.h` contains the same
functions.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import MutableSequence
from math import exp

from westeros_intrigue.gamekit.chance import skip_numbers
from westeros_intrigue.lab.simulation.board import (
    COUNT_BITS,
    HANDS,
    LAST_SEAT,
    OUT,
    SEAT,
    Integers,
    Terms,
    start_turn,
)
from westeros_intrigue.lab.simulation.kernel import NUMBER, next_number
from westeros_intrigue.lab.simulation.lock_step import find_forced_move, look_at, place
from westeros_intrigue.lab.simulation.network import (
    ONE,
    Mind,
    Work,
    best_of,
    value_moves,
    value_moves_twice,
)
from westeros_intrigue.lab.simulation.trial_kernel import NUMBERS_A_WORLD

Likelihoods = MutableSequence[float]
"""A number for each hand; for compiled code, an array of them."""
Model = Likelihoods
"""The imagined other player: `MODEL_SIZE` numbers."""
SCALE, SLIP, LOOSE_SCALE, LOOSE_SLIP, MODEL_SIZE = range(5)
"""For the kind of players that places like the network, the loss of worth that divides the chance
of a placement by e, and the share of placements made at random; then both for the other kind."""
UNIT = 2.0 * ONE**2
"""The integer that represents a worth of 1."""
UNLIKELY = 1e-4
"""The likelihood, relative to the highest, below which a hand is no longer considered."""


def chance_of(work: Work, count: int, code: int, scale: float, slip: float) -> float:
    """Return the chance of a move by a player who loses little worth, and errs at times."""
    top, total, chosen = work.worths[best_of(work, count)], 0.0, 0.0
    for move in range(count):
        share = exp((work.worths[move] - top) / UNIT / scale)
        total += share
        if work.codes[move] == code:
            chosen = share
    return slip / count + (1 - slip) * chosen / total


def weigh_placement(  # noqa: PLR0917 - compiled functions have no keyword-only arguments
    terms: Terms, mind: Mind, model: Model, code: int, placed: int, memory: Integers,
    hands: Integers, alike: Likelihoods, loose: Likelihoods,
) -> None:  # fmt: skip
    """Multiply each hand's likelihoods by the placement's; `placed` is no longer in the hands."""
    place_of_hand, most = HANDS + memory[SEAT], 0.0
    look_at(terms, mind, memory)
    for at in range(len(hands)):
        hand = hands[at] - placed
        if alike[at] + loose[at] > 0 and find_forced_move(hand, memory) < 0:
            mind.board[place_of_hand] = hand
            count = value_moves_twice(terms, mind)
            alike[at] *= chance_of(mind.work, count, code, model[SCALE], model[SLIP])
            loose[at] *= chance_of(mind.work, count, code, model[LOOSE_SCALE], model[LOOSE_SLIP])
        most = max(most, alike[at] + loose[at])
    for at in range(len(hands)):
        if alike[at] + loose[at] < UNLIKELY * most:
            alike[at] = loose[at] = 0


def weigh_hands(  # noqa: PLR0917 - for the same reason
    terms: Terms, mind: Mind, model: Model, seat: int, way: Integers, memory: Integers,
    hands: Integers, alike: Likelihoods, loose: Likelihoods,
) -> None:  # fmt: skip
    """Multiply the likelihoods of each hand of a seat by those of its placements.

    `way` holds the codes of the round's placements, and `hands` the hands before them. `memory`
    contains the court and the hands of the other seats before them, and then those after them.
    """
    placed, memory[HANDS + seat] = 0, hands[0]
    for ply in range(len(way)):
        start_turn(terms, memory)
        if memory[SEAT] == seat:
            weigh_placement(terms, mind, model, way[ply], placed, memory, hands, alike, loose)
            placed += 1 << COUNT_BITS * (way[ply] >> 6)
        place(terms.players, way[ply], memory)
    start_turn(terms, memory)


def choose_nearly(
    terms: Terms, mind: Mind, scale: float, slip: float, memory: Integers
) -> int:  # fmt: skip
    """Draw the code of a move of the seat to move, by the chances of `chance_of`."""
    code = find_forced_move(memory[HANDS + memory[SEAT]], memory)
    if code >= 0:
        return code
    look_at(terms, mind, memory)
    work, count = mind.work, value_moves_twice(terms, mind)
    top, total = work.worths[best_of(work, count)], 0.0
    for move in range(count):
        total += exp((work.worths[move] - top) / UNIT / scale)
    left = next_number(memory) / (1 << 53)
    for move in range(count):
        share = exp((work.worths[move] - top) / UNIT / scale)
        left -= slip / count + (1 - slip) * share / total
        if left < 0:
            return work.codes[move]
    return work.codes[count - 1]


def try_hands(  # noqa: PLR0917 - for the same reason
    terms: Terms, mind: Mind, model: Model, codes: Integers, hands: Integers, seed: int, first: int,
    memory: Integers, wins: Integers,
) -> None:  # fmt: skip
    """End the round after each code of the seat to move, in each world.

    A world is the hands of the other seats, in the order of seats. All codes are tried with the
    same random numbers, those of the world's number, counted from `first`. `wins` has a number for
    each world, then those for the next code: 1 if the player to move places last, else 0.
    """
    viewer, others = memory[SEAT], terms.players - 1
    worlds = len(hands) // others
    for trial in range(len(codes) * worlds):
        index, at = divmod(trial, worlds)
        tried = memory[:]
        for other in range(others):
            tried[HANDS + other + (other >= viewer)] = hands[at * others + other]
        tried[NUMBER] = skip_numbers(seed, (first + at) * NUMBERS_A_WORLD)
        place(terms.players, codes[index], tried)
        while start_turn(terms, tried) and int(tried[OUT]).bit_count() < others:
            if tried[SEAT] != viewer:
                code = choose_nearly(terms, mind, model[SCALE], model[SLIP], tried)
            else:
                code = find_forced_move(tried[HANDS + viewer], tried)
                if code < 0:
                    look_at(terms, mind, tried)
                    code = mind.work.codes[best_of(mind.work, value_moves(terms, mind, 1))]
            place(terms.players, code, tried)
        wins[trial] = int(tried[LAST_SEAT] == viewer)
