"""Rounds and games by the billion, counted where they are played, in little memory."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from functools import partial, reduce
from operator import add
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.sharing import shared_out
from westeros_intrigue.base.values import check_integer
from westeros_intrigue.compiled.chunks import parts
from westeros_intrigue.compiled.counted import CountedGames, CountedRounds, Histogram
from westeros_intrigue.compiled.games import GAMES_AT_ONCE, SimulatedGames, simulate_games
from westeros_intrigue.compiled.policies import Policies, Policy
from westeros_intrigue.compiled.rounds import ROUNDS_AT_ONCE, SimulatedRounds, simulate_rounds
from westeros_intrigue.compiled.sources import LAST_ROUND, last_game
from westeros_intrigue.compiled.threads import Progress
from westeros_intrigue.rules.variants import STANDARD, Variant

ROUNDS_A_CHUNK = 1_000_000
GAMES_A_CHUNK = 100_000

Counts = TypeVar("Counts", CountedRounds, CountedGames)


def count_rounds(
    players: int,
    rounds: int,
    *,
    policy: Policies = Policy.RANDOM,
    seed: int,
    start: int = 0,
    first_player: int = 0,
    rotate: bool = False,
    threads: int = 1,
    chunk: int = ROUNDS_A_CHUNK,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Progress | None = None,
) -> CountedRounds:
    """Play the rounds of `simulate_rounds` and return their counts.

    They are counted where they are played, so a billion rounds take no more memory than a
    million, and the counts are the same whatever the executor.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     shared = count_rounds(2, 5000, seed=1, chunk=1000, executor=executor)
    >>> shared == count_rounds(2, 5000, seed=1)
    True

    Args:
        players: 2 to 6.
        rounds: how many rounds, at least 1.
        policy: how all seats choose, or for each seat, from 0, how it does.
        seed: 0 to 2**64 - 1.
        start: the number of the first round, from 0.
        first_player: the seat that starts round 0, counted from 0.
        rotate: whether each round is started by the seat to the left of the one before.
        threads: how many threads share the work, at least 1. With an executor, each worker has
            so many.
        chunk: how many rounds a worker gets at a time.
        executor: any `concurrent.futures.Executor`, or a function that makes one; None plays here.
        progress: called in the calling thread, after each chunk, with the number of rounds played
            and of all rounds. What it raises ends the simulation.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.

    Rules: round.end, round.throne, round.penalty.
    """
    simulate = partial(
        simulate_rounds,
        players,
        policy=policy,
        seed=seed,
        first_player=first_player,
        rotate=rotate,
        threads=threads,
    )
    # It knows which arguments suit, and compiles here.
    simulate = partial(simulate, policy=simulate(0, start=start).policies)
    check_integer("rounds", rounds, 1, LAST_ROUND + 1 - start)
    count = partial(_counted, simulate, _counted_rounds, ROUNDS_AT_ONCE)
    return _added_up(count, range(start, start + rounds), chunk, executor, progress)


def count_games(
    players: int,
    games: int,
    *,
    policy: Policies = Policy.RANDOM,
    seed: int,
    start: int = 0,
    first_player: int = 0,
    variant: Variant = STANDARD,
    threads: int = 1,
    chunk: int = GAMES_A_CHUNK,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Progress | None = None,
) -> CountedGames:
    """Play the games of `simulate_games` and return their counts, as `count_rounds` does.

    >>> from westeros_intrigue import SOLO_SCHEMING
    >>> counted = count_games(4, 1000, policy=Policy.GREEDY, seed=1, variant=SOLO_SCHEMING)
    >>> counted, len(counted.points[3])
    (<CountedGames: 1000 games of 4 players>, 1000)

    Args:
        players: 2 to 6.
        games: how many games, at least 1.
        policy: how all seats choose, or for each seat, from 0, how it does. An automated seat
            follows its procedure, whatever is given for it.
        seed: 0 to 2**64 - 1.
        start: the number of the first game, from 0.
        first_player: the seat that starts the first round of each game, counted from 0.
        variant: the table.
        threads: how many threads share the work, at least 1. With an executor, each worker has
            so many.
        chunk: how many games a worker gets at a time.
        executor: any `concurrent.futures.Executor`, or a function that makes one; None plays here.
        progress: called in the calling thread, after each chunk, with the number of games played
            and of all games. What it raises ends the simulation.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.
        InvalidVariant: the variant does not suit the players.

    Rules: round.penalty, final.total, final.shared, solo.elsewhere.
    """
    simulate = partial(
        simulate_games,
        players,
        policy=policy,
        seed=seed,
        first_player=first_player,
        variant=variant,
        threads=threads,
    )
    # It knows which arguments suit, and compiles here.
    simulate = partial(simulate, policy=simulate(0, start=start).policies)
    check_integer("games", games, 1, last_game(players, variant) + 1 - start)
    count = partial(_counted, simulate, _counted_games, GAMES_AT_ONCE)
    return _added_up(count, range(start, start + games), chunk, executor, progress)


def _added_up(
    count: Callable[[range], Counts],
    numbers: range,
    chunk: int,
    executor: Executor | Callable[[], Executor] | None,
    progress: Progress | None,
) -> Counts:
    check_integer("chunk", chunk, 1)
    total: Counts | None = None
    with closing(shared_out(count, parts(numbers, chunk), executor)) as done:
        for new in done:
            total = new if total is None else total + new
            if progress is not None:
                progress(len(total), len(numbers))
    assert total is not None  # noqa: S101 - for the type checker: there is a chunk
    return total


def _counted(
    simulate: Callable[..., Any], count: Callable[[Any], Counts], at_once: int, numbers: range
) -> Counts:
    played = (simulate(len(part), start=part.start) for part in parts(numbers, at_once))
    return reduce(add, map(count, played))


def _counted_rounds(played: SimulatedRounds) -> CountedRounds:
    last_placers = np.bincount(played.last_placer, minlength=played.players)
    return CountedRounds(
        played.policies,
        _of_seats(played.cards_left),
        tuple(last_placers.tolist()),
        _histogram(played.court_size),
    )


def _counted_games(played: SimulatedGames) -> CountedGames:
    winners = played.is_winner * played.is_winner.sum(axis=1, keepdims=True, dtype=np.int16)
    return CountedGames(
        played.policies,
        _of_seats(winners),
        _of_seats(played.penalty_points.sum(axis=1, dtype=np.int16)),
        _of_seats(played.totals),
    )


def _of_seats(numbers: NDArray[np.int16]) -> tuple[Histogram, ...]:
    return tuple(map(_histogram, numbers.T))


def _histogram(numbers: NDArray[np.int16]) -> Histogram:
    lowest = int(numbers.min())
    times = enumerate(np.bincount(numbers - lowest).tolist(), start=lowest)
    return Histogram(tuple((number, count) for number, count in times if count))
