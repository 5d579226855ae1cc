"""Many rounds at once: what is asked for, the work in pieces, and the arrays that come of it."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.values import Value, check_integer, check_type
from westeros_intrigue.compiled import kernel, lanes
from westeros_intrigue.compiled.arrays import BY_ITEMS, read_only
from westeros_intrigue.compiled.chunks import simulated_in_chunks
from westeros_intrigue.compiled.codes import policy_codes
from westeros_intrigue.compiled.policies import Policies, Policy, policy_of_each
from westeros_intrigue.compiled.sources import LAST_ROUND, LAST_SEED
from westeros_intrigue.compiled.threads import Progress, play_in_pieces
from westeros_intrigue.rules.variants import STANDARD, check_players

ROUNDS_A_PIECE = 2000
"""How many rounds are played between two looks at progress and Ctrl-C: a few hundredths of a
second."""
ROUNDS_AT_ONCE = 100_000
"""How many rounds stand in the memory of a worker at once."""


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
            InvalidValue: a number out of its range; not as many policies as players.
        """
        check_players(players)
        check_integer("seed", seed, 0, LAST_SEED)
        check_integer("first_player", first_player, 0, players - 1)
        check_type("rotate", rotate, bool)
        policies = policy_of_each(players, policy)
        return cls(players, policies, seed, first_player, rotate)

    def starting_player(self, number: int) -> int:
        """Return the seat that starts a round, by its number from 0."""
        return (self.first_player + number * self.rotate) % self.players

    @property
    def _terms(self) -> kernel.Terms:
        return kernel.Terms(
            players=self.players,
            hand_size=STANDARD.hand_size(self.players, 1),
            starter_count=STANDARD.starter_count(self.players, 1),
            width_limit=STANDARD.width_limit(self.players),
            first_player=self.first_player,
            rotation=int(self.rotate),
            policies=policy_codes(self.policies, STANDARD),
            seed=np.uint64(self.seed),
        )

    def play(self, first: int, outcomes: kernel.Outcomes) -> None:
        """Play as many rounds as `outcomes` has room for."""
        if {*self.policies} != {Policy.RANDOM}:
            self.trace(first, outcomes)
            return
        terms = self._terms
        dealt = range(self.players * terms.hand_size)
        cards_of = [
            sum(1 << card for card in dealt[seat :: self.players]) for seat in range(self.players)
        ]
        lanes.play_rounds(terms, first, outcomes, np.array(cards_of, np.uint64), lanes.new_lanes())

    def trace(self, first: int, outcomes: kernel.Outcomes) -> kernel.Integers:
        """Play rounds one after another; return the table with the moves of the last."""
        table = kernel.new_table()
        kernel.play_rounds(self._terms, first, outcomes, table, np.zeros(1, np.uint64))
        return table


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
    cards_left: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """A row for each round, in it for each seat, from 0, the cards left: its penalty points."""
    last_placer: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round the seat that placed the last card, from 0: it draws the Iron Throne card."""
    plies: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round how many cards were placed."""
    last_house: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
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
    policy: Policies = Policy.RANDOM,
    seed: int,
    start: int = 0,
    first_player: int = 0,
    rotate: bool = False,
    threads: int = 1,
    executor: Executor | None = None,
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
        threads: how many threads share the work, at least 1; `available_cores` says how many there
            is use for. With an executor, each chunk has so many.
        executor: any `concurrent.futures.Executor`, whose workers play a hundred thousand rounds at
            a time; None plays here. The rounds are the same.
        progress: called in the calling thread, after each two thousand rounds or so, with the
            number of rounds played and of all rounds; with an executor, after each chunk. What it
            raises ends the simulation.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.

    Rules: setup.hand-size, setup.unused, setup.starter, turn.clockwise, turn.must-place,
    round.end, and all of court and elimination.
    """
    simulation = Simulation.checked(
        players, policy=policy, seed=seed, first_player=first_player, rotate=rotate
    )
    check_integer("start", start, 0, LAST_ROUND)
    check_integer("rounds", rounds, 0, LAST_ROUND + 1 - start)
    if executor is not None:
        simulate = partial(
            simulate_rounds,
            players,
            policy=simulation.policies,
            seed=seed,
            first_player=first_player,
            rotate=rotate,
            threads=threads,
        )
        numbers = range(start, start + rounds)
        return simulated_in_chunks(simulate, numbers, ROUNDS_AT_ONCE, executor, progress)
    outcomes = kernel.new_outcomes(rounds, players)

    def play(piece: slice) -> None:
        simulation.play(start + piece.start, kernel.Outcomes(*(field[piece] for field in outcomes)))

    play_in_pieces(play, rounds, ROUNDS_A_PIECE, threads=threads, progress=progress)
    return SimulatedRounds(
        players, simulation.policies, seed, start, first_player, rotate, *outcomes
    )
