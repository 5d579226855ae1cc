"""Simulations: the terms that fix every round and game, as a value and as functions for one call.

Only playing the rounds needs an extra.

Rules: setup.hand-size, round.rotation, round.count, solo.elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from typing import TYPE_CHECKING

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.values import Value, check_field, check_integer, check_type
from westeros_intrigue.lab.simulation.counted import CountedGames, CountedRounds
from westeros_intrigue.lab.simulation.fast import (
    LAST_ROUND,
    LAST_SEED,
    Policies,
    Policy,
    last_game,
    policies_named,
    policy_of_each,
)
from westeros_intrigue.lab.simulation.running import Progress, Run
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    STANDARD,
    InvalidVariant,
    Variant,
)

if TYPE_CHECKING:  # its import needs NumPy
    from westeros_intrigue.lab.simulation.results import (
        SimulatedGames,
        SimulatedRounds,
        TracedRound,
    )


@attrs.frozen
class Simulation(Value):
    """The terms of a simulation: they fix the cards and the moves of every round and game.

    Round or game i depends on the terms and i alone, so a simulation can be played in parts, by any
    number of workers. The same seed deals the same cards to any policies.

    >>> simulation = Simulation(4, "greedy", seed=1)
    >>> simulation.rounds(range(1000))
    <SimulatedRounds: 1000 rounds of 4 players, greedy, seed 1>
    >>> simulation.count_games(range(100)) + simulation.count_games(range(100, 300))
    <CountedGames: 300 games of 4 players>

    A sweep is a list of values:

    >>> from westeros_intrigue import STANDARD
    >>> tables = [Simulation(4, "random", 1, STANDARD.with_rounds(rounds)) for rounds in (1, 4)]
    >>> [round(table.count_games(range(1000)).means(0)["wins"].value, 3) for table in tables]
    [0.182, 0.229]
    >>> simulation.count_rounds(range(1000))
    <CountedRounds: 1000 rounds of 4 players>
    >>> simulation.games(range(10))
    <SimulatedGames: 10 games of 4 players, greedy, seed 1>

    Raises:
        InvalidValue: a number out of its range; a name is not a policy's; not as many policies as
            players; with `rotate`, the variant fixes the first player.
        InvalidVariant: the variant does not suit the players.

    Rules: setup.hand-size, turn.clockwise, round.rotation, round.count.
    """

    players: int
    """The number of players, 2 to 6."""
    policies: tuple[Policy, ...] = attrs.field(converter=policies_named)
    """For each seat, from 0, its policy. One policy, or its name, stands for all seats; that of an
    automated seat has no effect."""
    seed: int
    """The seed of all chance, 0 to 2**64 - 1."""
    variant: Variant = STANDARD
    """The table; single rounds are those of `STANDARD`."""
    first_player: int = 0
    """The seat that starts round 0, or the first round of each game, from 0."""
    rotate: bool = False
    """True if the seat to the left of the one before starts each single round."""

    def __attrs_post_init__(self) -> None:
        check_field(self, "players", MIN_PLAYERS, MAX_PLAYERS)
        if len(self.policies) == 1:
            object.__setattr__(self, "policies", self.policies * self.players)
        policy_of_each(self.players, self.policies)
        check_field(self, "seed", 0, LAST_SEED)
        check_type("variant", self.variant, Variant)
        check_field(self, "first_player", 0, self.players - 1)
        check_type("rotate", self.rotate, bool)
        self.variant.check(self.players, self.first_player)

    def rounds(self, numbers: range, run: Run = Run()) -> SimulatedRounds:  # noqa: B008 - frozen
        """Return single rounds of the standard game as arrays.

        Args:
            numbers: the numbers of the rounds, without gaps, from 0.
            run: how they are played.

        Raises:
            InvalidValue: a number out of its range, or another table than the standard one.

        Rules: round.end, round.throne, round.penalty.
        """
        from westeros_intrigue.lab.simulation import engine  # noqa: PLC0415 - an extra

        self._check_rounds(numbers)
        return engine.rounds(self, numbers, run)

    def games(self, numbers: range, run: Run = Run()) -> SimulatedGames:  # noqa: B008 - frozen
        """Return whole games of the variant as arrays.

        Args:
            numbers: the numbers of the games, without gaps, from 0.
            run: how they are played.

        Raises:
            InvalidValue: a number out of its range.
            InvalidVariant: the Iron Throne cards are unknown.

        Rules: setup.throne, round.count, final.total, option.anyone, solo.elsewhere.
        """
        from westeros_intrigue.lab.simulation import engine  # noqa: PLC0415 - an extra

        self._check_games(numbers)
        return engine.games(self, numbers, run)

    def count_rounds(self, numbers: range, run: Run = Run()) -> CountedRounds:  # noqa: B008
        """Return the counts of `rounds`, which are counted where they are played.

        A billion rounds thus need no more memory than a million.

        Args:
            numbers: the numbers of the rounds, without gaps, at least one.
            run: how they are played.

        Raises:
            InvalidValue: a number out of its range, or another table than the standard one.

        Rules: round.end, round.throne, round.penalty.
        """
        from westeros_intrigue.lab.simulation import engine  # noqa: PLC0415 - an extra

        self._check_rounds(numbers, least=1)
        return engine.count_rounds(self, numbers, run)

    def count_games(self, numbers: range, run: Run = Run()) -> CountedGames:  # noqa: B008
        """Return the counts of `games`, which are counted where they are played.

        Args:
            numbers: the numbers of the games, without gaps, at least one.
            run: how they are played.

        Raises:
            InvalidValue: a number out of its range.
            InvalidVariant: the Iron Throne cards are unknown.

        Rules: round.penalty, final.total, final.shared.
        """
        from westeros_intrigue.lab.simulation import engine  # noqa: PLC0415 - an extra

        self._check_games(numbers, least=1)
        return engine.count_games(self, numbers, run)

    def trace(self, number: int) -> TracedRound:
        """Return the cards and the moves of one round.

        >>> traced = Simulation(4, "greedy", seed=1).trace(0)
        >>> [str(move) for move in traced.moves[:4]]
        ['L5@a0', 'T1@a-1', 'B4@a1', 'T4@b-1']
        >>> traced.replay()
        <GameState: 4 players, round 1 of 4, round-over>

        Args:
            number: the round, from 0.

        Raises:
            InvalidValue: the number is out of its range, or another table than the standard one.

        Rules: setup.hand-size, setup.starter, turn.clockwise, turn.must-place.
        """
        from westeros_intrigue.lab.simulation import engine  # noqa: PLC0415 - an extra

        number = check_integer("number", number, 0, LAST_ROUND)
        self._check_rounds(range(number, number + 1))
        return engine.trace(self, number)

    def _check_rounds(self, numbers: range, least: int = 0) -> None:
        if self.variant != STANDARD:
            raise InvalidValue("single rounds are those of STANDARD: play games of this variant")
        _check_range("rounds", numbers, LAST_ROUND, least)

    def _check_games(self, numbers: range, least: int = 0) -> None:
        if not self.variant.throne_cards:
            raise InvalidVariant(["unknown Iron Throne cards cannot be drawn"])
        _check_range("games", numbers, last_game(self.players, self.variant), least)


def _check_range(name: str, numbers: range, last: int, least: int) -> None:
    check_type(name, numbers, range)
    if numbers.step != 1:
        raise InvalidValue(f"{name} must be without gaps, not {numbers}")
    check_integer("start", numbers.start, 0, last)
    check_integer(name, numbers.stop - numbers.start, least, last + 1 - numbers.start)


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
    and on who starts. The same rounds come out for any number of threads or of rounds, and
    a long simulation can be played in parts, each with its `start`. With the same seed, the same
    cards are dealt under any policy.

    The first call on a machine compiles for about a second, and stores the result.
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
        threads: the number of threads that share the work, at least 1: see `available_cores`.
        executor: any `concurrent.futures.Executor` instead; None plays here.
        progress: called in the calling thread, after each fifty thousand rounds or chunk of an
            executor, with the number played and of all. What it raises ends the simulation.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.

    Rules: setup.hand-size, setup.unused, setup.starter, turn.clockwise, turn.must-place,
    round.end, and all of court and elimination.
    """
    simulation = Simulation(players, policy, seed=seed, first_player=first_player, rotate=rotate)
    return simulation.rounds(
        _range("rounds", start, rounds), Run(threads, executor, progress=progress)
    )


def simulate_games(
    players: int,
    games: int,
    *,
    policy: Policies = Policy.RANDOM,
    seed: int,
    start: int = 0,
    first_player: int = 0,
    variant: Variant = STANDARD,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> SimulatedGames:
    """Play many whole games of any variant and return what came of them, as arrays.

    The chance of a game depends on the seed, its number and the variant alone, its moves also on
    the policies and on who starts.

    >>> from westeros_intrigue import SOLO_SCHEMING
    >>> games = simulate_games(4, 1000, policy=Policy.GREEDY, seed=1, variant=SOLO_SCHEMING)
    >>> games
    <SimulatedGames: 1000 games of 4 players, greedy, seed 1>

    Args:
        players: 2 to 6.
        games: how many games, at least 0.
        policy: as for rounds; an automated seat follows its procedure in any case.
        seed: 0 to 2**64 - 1.
        start: the number of the first game, from 0.
        first_player: the seat that starts the first round of each game, counted from 0.
        variant: the table.
        threads: the number of threads that share the work, at least 1.
        executor: any `concurrent.futures.Executor` instead; None plays here.
        progress: called as for rounds, after each ten thousand games or chunk of an executor.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.
        InvalidVariant: the variant does not suit the players.

    Rules: setup.throne, round.count, round.rotation, final.total, option.anyone, solo.elsewhere.
    """
    simulation = Simulation(players, policy, seed=seed, variant=variant, first_player=first_player)
    return simulation.games(
        _range("games", start, games), Run(threads, executor, progress=progress)
    )


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
    chunk: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Progress | None = None,
) -> CountedRounds:
    """Play the rounds of `simulate_rounds` and return their counts.

    They are counted where they are played, so a billion rounds need no more memory than a
    million, and the counts are the same whatever the executor.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     shared = count_rounds(2, 5000, seed=1, chunk=1000, executor=executor)
    >>> shared == count_rounds(2, 5000, seed=1)
    True

    Args:
        players: 2 to 6.
        rounds: how many rounds, at least 1.
        policy: as for `simulate_rounds`.
        seed: 0 to 2**64 - 1.
        start: the number of the first round, from 0.
        first_player: the seat that starts round 0, counted from 0.
        rotate: whether each round is started by the seat to the left of the one before.
        threads: the number of threads that share the work, at least 1.
        chunk: the number of rounds that a worker gets at a time.
        executor: any `concurrent.futures.Executor`, or a function that makes one, instead.
        progress: called as for `simulate_rounds`, after each chunk.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.

    Rules: round.end, round.throne, round.penalty.
    """
    simulation = Simulation(players, policy, seed=seed, first_player=first_player, rotate=rotate)
    numbers = _range("rounds", start, rounds)
    return simulation.count_rounds(numbers, Run(threads, executor, chunk, progress))


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
    chunk: int | None = None,
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
        policy: as for rounds; an automated seat follows its procedure in any case.
        seed: 0 to 2**64 - 1.
        start: the number of the first game, from 0.
        first_player: the seat that starts the first round of each game, counted from 0.
        variant: the table.
        threads: the number of threads that share the work, at least 1.
        chunk: the number of games that a worker gets at a time.
        executor: any `concurrent.futures.Executor`, or a function that makes one, instead.
        progress: called as for `simulate_rounds`, after each chunk.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.
        InvalidVariant: the variant does not suit the players.

    Rules: round.penalty, final.total, final.shared, solo.elsewhere.
    """
    simulation = Simulation(players, policy, seed=seed, variant=variant, first_player=first_player)
    numbers = _range("games", start, games)
    return simulation.count_games(numbers, Run(threads, executor, chunk, progress))


def trace_round(
    players: int,
    number: int,
    *,
    policy: Policies = Policy.RANDOM,
    seed: int,
    first_player: int = 0,
    rotate: bool = False,
) -> TracedRound:
    """Return the cards and moves of one round of `simulate_rounds` with the same arguments.

    >>> traced = trace_round(4, 0, policy=Policy.GREEDY, seed=1)
    >>> [str(move) for move in traced.moves[:4]]
    ['L5@a0', 'T1@a-1', 'B4@a1', 'T4@b-1']
    >>> traced.replay()
    <GameState: 4 players, round 1 of 4, round-over>

    Args:
        players: 2 to 6.
        number: the round, from 0.
        policy: as for `simulate_rounds`.
        seed: 0 to 2**64 - 1.
        first_player: the seat that starts round 0, counted from 0.
        rotate: whether each round is started by the seat to the left of the one before.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.

    Rules: setup.hand-size, setup.starter, turn.clockwise, turn.must-place.
    """
    simulation = Simulation(players, policy, seed=seed, first_player=first_player, rotate=rotate)
    return simulation.trace(number)


def _range(name: str, start: int, count: int) -> range:
    start = check_integer("start", start)
    return range(start, start + check_integer(name, count))
