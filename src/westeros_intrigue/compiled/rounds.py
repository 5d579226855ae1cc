"""Many rounds at once: what is asked for, the work in pieces, and the arrays that come of it.

Rules: setup.hand-size, setup.starter, setup.first-player, court.width, round.end, round.rotation.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing
from itertools import islice

import attrs
import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeAliasType

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_integer, check_type, tuple_of
from westeros_intrigue.compiled import kernel
from westeros_intrigue.rules.variants import STANDARD, check_players

ROUNDS_A_PIECE = 2000
"""How many rounds are played between two looks at progress and Ctrl-C: a few hundredths of a
second."""
LAST_SEED = 2**64 - 1
LAST_ROUND = 2**64 // kernel.NUMBERS_A_ROUND - 1
"""Beyond it the generator would come round to the numbers of round 0."""

Progress = TypeAliasType("Progress", "Callable[[int, int], object]")
"""Called with the number of rounds played so far, and of all rounds asked for."""


class Policy(enum.Enum):
    """How a seat chooses its moves in a simulation.

    >>> Policy.GREEDY
    Policy.GREEDY
    """

    LEGAL_MOVES = "legal-moves"
    """At random, uniform over `legal_moves`: a house counts by its cards in the hand."""
    DISTINCT_MOVES = "distinct-moves"
    """At random, uniform over `distinct_moves`, as `players.random_player` does."""
    GREEDY = "greedy"
    """As `players.greedy_player` does."""

    def __repr__(self) -> str:
        return f"Policy.{self.name}"


_CODES = {
    Policy.LEGAL_MOVES: kernel.LEGAL_MOVES,
    Policy.DISTINCT_MOVES: kernel.DISTINCT_MOVES,
    Policy.GREEDY: kernel.GREEDY,
}

Policies = TypeAliasType("Policies", "Policy | Iterable[Policy]")
"""One policy for all seats, or one for each from seat 0."""


@attrs.frozen
class Simulation(Value):
    """What fixes every round of a simulation, whatever their number."""

    players: int
    policies: tuple[Policy, ...]
    seed: int
    first_player: int
    rotate: bool

    @classmethod
    def checked(
        cls, players: int, *, policy: Policies, seed: int, first_player: int, rotate: bool
    ) -> Simulation:
        """Return the simulation if there is such a one.

        Raises:
            WrongType: an argument of another type.
            InvalidValue: a number out of its range; not as many policies as players.
        """
        check_players(players)
        check_integer("seed", seed, 0, LAST_SEED)
        check_integer("first_player", first_player, 0, players - 1)
        check_type("rotate", rotate, bool)
        if isinstance(policy, Policy):
            policies = (policy,) * players
        else:
            policies = tuple_of("policy", Policy, policy)
        if len(policies) != players:
            raise InvalidValue(
                f"each of {players} seats has a policy, and {len(policies)} are given"
            )
        return cls(players, policies, seed, first_player, rotate)

    def starting_player(self, number: int) -> int:
        """Return the seat that starts a round, by its number from 0."""
        return (self.first_player + number * self.rotate) % self.players

    def play(self, first: int, outcomes: kernel.Outcomes) -> kernel.Integers:
        """Play as many rounds as `outcomes` has room for; return the table as it is after them."""
        table = kernel.new_table()
        terms = kernel.Terms(
            players=self.players,
            hand_size=STANDARD.hand_size(self.players, 1),
            starter_count=STANDARD.starter_count(self.players, 1),
            width_limit=STANDARD.width_limit(self.players),
            first_player=self.first_player,
            rotation=int(self.rotate),
            policies=np.array([_CODES[policy] for policy in self.policies], np.int64),
            seed=np.uint64(self.seed),
        )
        kernel.play_rounds(terms, first, outcomes, table, np.zeros(1, np.uint64))
        return table


def _arrays_equal(one: object, other: object) -> bool:
    return np.array_equal(np.asarray(one), np.asarray(other))


def _read_only(array: NDArray[np.int16]) -> NDArray[np.int16]:
    frozen = np.array(array, np.int16)
    frozen.flags.writeable = False
    return frozen


_BY_ITEMS = attrs.cmp_using(eq=_arrays_equal)


@attrs.frozen(repr=False, unsafe_hash=False)
class SimulatedRounds(Value):
    """The rounds of a simulation as arrays, one item or row for each round.

    The arrays are of 16-bit integers and cannot be written to. Two simulations are equal when
    their terms and all their arrays are; they have no hash.

    >>> simulated = simulate_rounds(4, 10, seed=1)
    >>> simulated.cards_left.shape, len(simulated)
    ((10, 4), 10)
    >>> bool((simulated.court_size == simulated.plies).all())
    True
    >>> set(simulated.starting_player.tolist())
    {0}

    Rules: round.end, round.throne, round.penalty.
    """

    players: int
    """How many players there are, 2 to 6."""
    policies: tuple[Policy, ...]
    """For each seat, from 0, how it chooses its moves."""
    seed: int
    """The seed that fixes the rounds."""
    start: int
    """The number of the first of these rounds, from 0."""
    first_player: int
    """The seat that starts round 0, counted from 0."""
    rotate: bool
    """Whether each round is started by the seat to the left of the one before."""
    cards_left: NDArray[np.int16] = attrs.field(converter=_read_only, eq=_BY_ITEMS)
    """A row for each round, in it for each seat, from 0, the cards left: its penalty points."""
    last_placer: NDArray[np.int16] = attrs.field(converter=_read_only, eq=_BY_ITEMS)
    """For each round the seat that placed the last card, from 0: it draws the Iron Throne card."""
    plies: NDArray[np.int16] = attrs.field(converter=_read_only, eq=_BY_ITEMS)
    """For each round how many cards were placed."""
    last_house: NDArray[np.int16] = attrs.field(converter=_read_only, eq=_BY_ITEMS)
    """For each round the house of the last card, by `House.index`: what House Affiliation and
    Rivalry look at."""

    def __len__(self) -> int:
        return len(self.plies)

    def __repr__(self) -> str:
        policies = ", ".join(policy.value for policy in dict.fromkeys(self.policies))
        return (
            f"<SimulatedRounds: {len(self)} rounds of {self.players} players, {policies}, "
            f"seed {self.seed}>"
        )

    @property
    def court_size(self) -> NDArray[np.int16]:
        """For each round how many cards the court holds at its end, the starter included."""
        return self.plies + np.int16(STANDARD.starter_count(self.players, 1))

    @property
    def starting_player(self) -> NDArray[np.int16]:
        """For each round the seat that started it, from 0 (rule round.rotation with `rotate`)."""
        numbers = np.arange(self.start, self.start + len(self))
        seats = (self.first_player + self.rotate * numbers) % self.players
        return seats.astype(np.int16)


def simulate_rounds(
    players: int,
    rounds: int,
    *,
    policy: Policies = Policy.DISTINCT_MOVES,
    seed: int,
    start: int = 0,
    first_player: int = 0,
    rotate: bool = False,
    threads: int = 1,
    progress: Progress | None = None,
) -> SimulatedRounds:
    """Play many single rounds of the standard game and return what came of them, as arrays.

    The deal of a round depends on the seed and its number alone, its moves also on the policies
    and on who starts. So the same rounds come out whatever the number of threads or of rounds, and
    a long simulation can be played in parts, each with its `start`. With the same seed, the same
    cards are dealt under any policy.

    The first call on a machine compiles, which takes some seconds; numba keeps the result.
    Ctrl-C ends a simulation within a tenth of a second or so.

    >>> simulated = simulate_rounds(4, 1000, policy=Policy.GREEDY, seed=1)
    >>> simulated
    <SimulatedRounds: 1000 rounds of 4 players, greedy, seed 1>
    >>> simulated.cards_left.shape, int(simulated.plies[0])
    ((1000, 4), 34)

    Args:
        players: 2 to 6.
        rounds: how many rounds, at least 0.
        policy: how all seats choose, or for each seat, from 0, how it does.
        seed: 0 to 2**64 - 1.
        start: the number of the first round, from 0.
        first_player: the seat that starts round 0, counted from 0.
        rotate: whether each round is started by the seat to the left of the one before.
        threads: how many threads share the work, at least 1; `available_cores` tells how many
            there is use for.
        progress: called in the calling thread, after each two thousand rounds or so, with the
            number of rounds played and of all rounds. What it raises ends the simulation.

    Raises:
        WrongType: an argument of another type.
        InvalidValue: a number out of its range; not as many policies as players.

    Rules: setup.hand-size, setup.unused, setup.starter, turn.clockwise, turn.must-place,
    round.end, and all of court and elimination.
    """
    simulation = Simulation.checked(
        players, policy=policy, seed=seed, first_player=first_player, rotate=rotate
    )
    check_integer("start", start, 0, LAST_ROUND)
    check_integer("rounds", rounds, 0, LAST_ROUND + 1 - start)
    check_integer("threads", threads, 1)
    outcomes = kernel.Outcomes(
        cards_left=np.zeros((rounds, players), np.int16),
        last_placer=np.zeros(rounds, np.int16),
        plies=np.zeros(rounds, np.int16),
        last_house=np.zeros(rounds, np.int16),
    )

    def play(piece: slice) -> int:
        simulation.play(start + piece.start, kernel.Outcomes(*(field[piece] for field in outcomes)))
        return len(outcomes.plies[piece])

    # Compile here and now, where Ctrl-C works, and not in a thread.
    play(slice(0, 0))
    pieces = (slice(at, at + ROUNDS_A_PIECE) for at in range(0, rounds, ROUNDS_A_PIECE))
    played = 0
    # Closed at once: otherwise an exception, as long as it lives, would keep the threads too.
    with closing(_played(play, pieces, threads)) as done:
        for newly_played in done:
            played += newly_played
            if progress is not None:
                progress(played, rounds)
    return SimulatedRounds(
        players, simulation.policies, seed, start, first_player, rotate, *outcomes
    )


def available_cores() -> int:
    """Return how many cores this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _played(
    play: Callable[[slice], int], pieces: Iterator[slice], threads: int
) -> Generator[int, None, None]:
    """Play the pieces, and yield what `play` returns as they are done."""
    if threads == 1:
        yield from map(play, pieces)
        return
    with ThreadPoolExecutor(threads) as executor:
        # Only a few wait their turn, so that an exception ends the others before they begin.
        waiting = {executor.submit(play, piece) for piece in islice(pieces, 2 * threads)}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {executor.submit(play, piece) for piece in islice(pieces, len(done))}
                for future in done:
                    yield future.result()
        finally:
            executor.shutdown(cancel_futures=True)
