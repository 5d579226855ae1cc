"""Rounds by the billion, counted where they are played: on any executor, in little memory.

Rules: round.end, round.throne, round.penalty.
"""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from math import sqrt
from typing import Self

import attrs
import numpy as np

from westeros_intrigue.base.sharing import shared_out
from westeros_intrigue.base.values import Value, check_integer
from westeros_intrigue.compiled.chunks import parts
from westeros_intrigue.compiled.policies import Policies, Policy
from westeros_intrigue.compiled.rounds import LAST_ROUND, Simulation, simulate_rounds
from westeros_intrigue.compiled.threads import Progress
from westeros_intrigue.drawing.notebook import html_table
from westeros_intrigue.rules.cards import DECK

ROUNDS_A_CHUNK = 1_000_000
ROUNDS_AT_ONCE = 50_000
"""How many rounds stand in memory at once where they are played."""


@attrs.frozen(repr=False)
class CountedRounds(Value):
    """What came of a simulation, as counts.

    >>> counted = count_rounds(4, 1000, seed=1)
    >>> counted, sum(counted.last_placers), sum(counted.cards_left[0])
    (<CountedRounds: 1000 rounds of 4 players>, 1000, 1000)
    >>> row = counted.to_rows()[0]
    >>> row["seat"], row["policy"], 1 < row["points"] < 4
    (0, 'distinct-moves', True)

    Rules: round.end, round.throne, round.penalty.
    """

    policies: tuple[Policy, ...]
    """For each seat, from 0, how it chooses its moves."""
    rounds: int
    """How many rounds were played."""
    last_placers: tuple[int, ...]
    """For each seat, from 0, in how many rounds it placed the last card."""
    cards_left: tuple[tuple[int, ...], ...]
    """For each seat, from 0, a row: at place n the number of rounds in which it kept n cards."""
    plies: tuple[int, ...]
    """At place n the number of rounds in which n cards were placed."""

    def __repr__(self) -> str:
        return f"<CountedRounds: {self.rounds} rounds of {len(self.policies)} players>"

    def __add__(self, other: Self) -> CountedRounds:
        return CountedRounds(
            self.policies,
            self.rounds + other.rounds,
            _sums(self.last_placers, other.last_placers),
            tuple(map(_sums, self.cards_left, other.cards_left)),
            _sums(self.plies, other.plies),
        )

    def to_rows(self) -> list[dict[str, str | int | float]]:
        """Return a flat row for each seat, from 0; a DataFrame of pandas takes them as they are.

        `points` are the mean penalty points of a round and `last_placed` the share of rounds in
        which the seat placed last, each with its standard error.
        """
        rows: list[dict[str, str | int | float]] = []
        for seat, (policy, kept) in enumerate(zip(self.policies, self.cards_left, strict=True)):
            points = sum(cards * count for cards, count in enumerate(kept)) / self.rounds
            square = sum(cards**2 * count for cards, count in enumerate(kept)) / self.rounds
            share = self.last_placers[seat] / self.rounds
            rows.append(
                {
                    "seat": seat,
                    "policy": policy.value,
                    "rounds": self.rounds,
                    "points": points,
                    "points_error": sqrt((square - points**2) / self.rounds),
                    "last_placed": share,
                    "last_placed_error": sqrt(share * (1 - share) / self.rounds),
                }
            )
        return rows

    def _repr_html_(self) -> str:
        """Return the rows as a table, for notebooks."""
        rows = self.to_rows()
        return html_table(repr(self)[1:-1], rows[0], [[*row.values()] for row in rows])


def count_rounds(
    players: int,
    rounds: int,
    *,
    policy: Policies = Policy.DISTINCT_MOVES,
    seed: int,
    start: int = 0,
    first_player: int = 0,
    rotate: bool = False,
    chunk: int = ROUNDS_A_CHUNK,
    executor: Executor | None = None,
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
        chunk: how many rounds a worker gets at a time.
        executor: any `concurrent.futures.Executor`; None plays here.
        progress: called in the calling thread, after each chunk, with the number of rounds played
            and of all rounds. What it raises ends the simulation.

    Raises:
        WrongType: an argument of another type.
        InvalidValue: a number out of its range; not as many policies as players.

    Rules: round.end, round.throne, round.penalty.
    """
    simulation = Simulation.checked(
        players, policy=policy, seed=seed, first_player=first_player, rotate=rotate
    )
    check_integer("start", start, 0, LAST_ROUND)
    check_integer("rounds", rounds, 1, LAST_ROUND + 1 - start)
    check_integer("chunk", chunk, 1)
    total = _counted(simulation, range(start, start))
    chunks = parts(range(start, start + rounds), chunk)
    with closing(shared_out(partial(_counted, simulation), chunks, executor)) as done:
        for counted in done:
            total += counted
            if progress is not None:
                progress(total.rounds, rounds)
    return total


def _counted(simulation: Simulation, numbers: range) -> CountedRounds:
    players = simulation.players
    last_placers = np.zeros(players, np.int64)
    cards_left = np.zeros((players, len(DECK) + 1), np.int64)
    plies = np.zeros(len(DECK) + 1, np.int64)
    for part in parts(numbers, ROUNDS_AT_ONCE):
        played = simulate_rounds(
            players,
            len(part),
            policy=simulation.policies,
            seed=simulation.seed,
            start=part.start,
            first_player=simulation.first_player,
            rotate=simulation.rotate,
        )
        last_placers += np.bincount(played.last_placer, minlength=players)
        plies += np.bincount(played.plies, minlength=plies.size)
        for seat in range(players):
            cards_left[seat] += np.bincount(played.cards_left[:, seat], minlength=plies.size)
    return CountedRounds(
        simulation.policies,
        len(numbers),
        tuple(last_placers.tolist()),
        tuple(map(tuple, cards_left.tolist())),
        tuple(plies.tolist()),
    )


def _sums(mine: tuple[int, ...], its: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(mine, its, strict=True))
