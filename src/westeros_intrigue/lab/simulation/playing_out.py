"""Playouts: a position played to the round's end many times, as arrays."""

from __future__ import annotations

from functools import partial

import attrs

from westeros_intrigue.gamekit.errors import WrongPhase
from westeros_intrigue.gamekit.values import Value, check_integer
from westeros_intrigue.lab.simulation.fast import (
    LAST_ROUND,
    LAST_SEED,
    NUMBERS_A_ROUND,
    Policies,
    as_signed,
    integers,
    policy_of_each,
)
from westeros_intrigue.lab.simulation.lanes import (
    blocks,
    play_to_the_end,
    start_worlds,
    write_results,
)
from westeros_intrigue.lab.simulation.packing import new_memory, plan_of, terms_of
from westeros_intrigue.lab.simulation.results import (
    Arrays,
    PlayedRounds,
    fill_arrays,
    room_for_rounds,
)
from westeros_intrigue.lab.simulation.running import Progress, Run
from westeros_intrigue.rules.history import Phase
from westeros_intrigue.rules.state import Position, check_position

PLAYOUTS_A_PIECE = 50_000
"""The number played between two looks at progress and Ctrl-C."""


@attrs.frozen(repr=False, unsafe_hash=False)
class Playouts(PlayedRounds, Value):
    """The results of a position, played to the round's end again and again.

    >>> from westeros_intrigue import setup
    >>> from westeros_intrigue.lab.simulation import Policy
    >>> played = playouts(setup(3, seed=1), Policy.GREEDY, 100, seed=1)
    >>> played, played.cards_left.shape
    (<Playouts: 100 rounds of 3 players, greedy, seed 1>, (100, 3))

    Rules: round.end, round.throne, round.penalty.
    """


def playouts(
    position: Position,
    policies: Policies,
    count: int,
    *,
    seed: int,
    start: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Playouts:
    """Play a position to the round's end many times, and return the results as arrays.

    From a view each playout draws its own world, with the chances of `Determinizer`: all that
    the viewer cannot see is shared out again. From a state each playout has the real hidden cards.
    Playout i depends on the position, the seed, the policies and i alone.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.lab.simulation import Policy
    >>> view = observe(setup(4, seed=1), 0)
    >>> played = playouts(view, Policy.RANDOM, 1000, seed=1)
    >>> played.cards_left.mean(axis=0).round(1)
    array([2.2, 2.6, 2.8, 2.8])

    Args:
        position: a state or a view in `Phase.PLAYING`, of any variant.
        policies: how all seats choose, or for each seat, from 0, how it does. An automated seat
            follows its procedure in any case.
        count: how many playouts, at least 0.
        seed: 0 to 2**64 - 1.
        start: the number of the first playout, from 0.
        threads: how many threads share the work, at least 1.
        progress: called in the calling thread, after each fifty thousand playouts, with
            the number played and of all. What it raises ends the playouts.

    Raises:
        WrongPhase: there is nobody to place a card.
        InvalidValue: a number out of its range; not as many policies as players; no deal agrees
            with the view.

    Rules: round.end, info.leftover, info.elimination, info.memory, solo.public.
    """
    check_position(position)
    if position.phase is not Phase.PLAYING:
        raise WrongPhase(f"playouts are for {Phase.PLAYING}, and the game is in {position.phase}")
    players, variant = position.players, position.variant
    of_seats = policy_of_each(players, policies)
    seed = check_integer("seed", seed, 0, LAST_SEED)
    start = check_integer("start", start, 0, LAST_ROUND)
    count = check_integer("count", count, 0, LAST_ROUND + 1 - start)
    terms, plan = terms_of(players, variant), integers(plan_of(position))

    def play(numbers: range, arrays: Arrays) -> None:
        memory = new_memory(of_seats, position)
        placed = position._board.occupied.bit_count()
        for first, lanes in blocks(len(numbers)):
            number = numbers.start + first
            start_worlds(terms, plan, as_signed(seed), number, NUMBERS_A_ROUND, memory, lanes)
            play_to_the_end(terms, memory, lanes)
            write_results(first, 1, placed, arrays, lanes)

    run, room = Run(threads, progress=progress), partial(room_for_rounds, players)
    arrays = fill_arrays(run, play, room, range(start, start + count), PLAYOUTS_A_PIECE)
    return Playouts(players, of_seats, seed, start, *arrays)
