"""`Simulation`: the terms that determine every round and game; and playouts.

Rules: setup.hand-size, round.rotation, round.count, solo.elsewhere.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

import attrs
import numpy as np

from westeros_intrigue.gamekit import chance, errors, limits, values
from westeros_intrigue.lab.simulation import board, counted, fast, kernel, packing, results, rounds
from westeros_intrigue.lab.simulation.results_file import code_of
from westeros_intrigue.lab.simulation.running import Progress, Run
from westeros_intrigue.rules import dealing, house_rules, moves, state, variants
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.game_events import Phase, check_phase
from westeros_intrigue.rules.view import Position, check_position

A_CHUNK = {"round": 1_000_000, "game": 100_000}
"""The number that an executor's worker counts at a time."""


P = TypeVar("P", bound=results.PlayedRounds)


@attrs.frozen(field_transformer=limits.add_checks)
class Simulation(values.Value):
    """The terms of a simulation, which determine the cards and moves of every round and game.

    Round or game i depends only on the terms and i, so any number of workers can play a simulation
    in parts. A seed deals the same cards to all policies.

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
        InvalidValue: a number is out of range, no policy has a name, there is not one policy for
            each player, or the variant fixes the first player despite `rotate`.
        InvalidVariant: the variant does not suit the players.

    Rules: setup.hand-size, turn.clockwise, round.rotation, round.count.
    """

    players: variants.PlayerCount
    """The number of players, 2 to 6."""
    policies: tuple[fast.Policy, ...] = attrs.field(converter=fast.policies_named)
    """The policy of each seat, from 0. A single policy, or its name, stands for all seats; it has
    no effect for automated seats."""
    seed: Annotated[int, limits.Range(0, fast.LAST_SEED)]
    """The seed of all random numbers, 0 to 2**64 - 1."""
    variant: variants.Variant = variants.STANDARD
    """The table; single rounds need `STANDARD`."""
    first_player: limits.Count = 0
    """The seat that starts round 0, or the first round of each game, from 0."""
    rotate: bool = False
    """True if the starting seat moves one to the left each single round."""

    def __attrs_post_init__(self) -> None:
        self.variant.check(self.players, self.first_player)
        of_seats = fast.policy_of_each(self.players, self.policies)
        object.__setattr__(self, "policies", of_seats)

    def rounds(self, numbers: range, run: Run = Run()) -> results.SimulatedRounds:  # noqa: B008 - frozen
        """Return single rounds of the standard game as arrays.

        Args:
            numbers: the numbers of the rounds, without gaps, from 0.
            run: the way to play them.

        Raises:
            InvalidValue: a number is out of range, the table is not the standard one, or the run
                has a file.
            MatchInterrupted: the executor failed.

        Rules: round.end, round.throne, round.penalty.
        """
        self._check_rounds(numbers, run)
        play = partial(_play_rounds, self)
        arrays = results.play_arrays(run, play, numbers, "round")
        terms = self.players, self.policies, self.seed
        return results.SimulatedRounds(*terms, numbers.start, *arrays)

    def games(self, numbers: range, run: Run = Run()) -> results.SimulatedGames:  # noqa: B008 - frozen
        """Return whole games of the variant as arrays.

        Args:
            numbers: the numbers of the games, without gaps, from 0.
            run: the way to play them.

        Raises:
            InvalidValue: a number is out of range, the variant has a house rule, or the run has a
                file.
            InvalidVariant: the Iron Throne cards are unknown.
            MatchInterrupted: the executor failed.

        Rules: setup.throne, round.count, final.total, option.anyone, solo.elsewhere.
        """
        self._check_games(numbers, run)
        play = partial(_play_games, self)
        arrays = results.play_arrays(run, play, numbers, "game")
        terms = self.players, self.policies, self.seed
        return results.SimulatedGames(*terms, numbers.start, *arrays)

    def count_rounds(self, numbers: range, run: Run = Run()) -> counted.CountedRounds:  # noqa: B008
        """Return the counts of `rounds`, without storing the rounds.

        A billion rounds need no more memory than a million. The run can store the counts of each
        chunk in a file, and resume from it.

        Args:
            numbers: the numbers of the rounds, without gaps, at least one.
            run: the way to play them.

        Raises:
            InvalidValue: a number is out of range, or another table than the standard one; the file
                of the run exists or is of another simulation.
            DecodingError: the file is damaged.
            MatchInterrupted: the executor failed.

        Rules: round.end, round.throne, round.penalty.
        """
        self._check_rounds(numbers, run, least=1)
        return self._count(
            counted.CountedRounds, self.rounds, results.counts_of_rounds, numbers, run
        )

    def count_games(self, numbers: range, run: Run = Run()) -> counted.CountedGames:  # noqa: B008
        """Return the counts of `games`, as `count_rounds` does.

        Args:
            numbers: the numbers of the games, without gaps, at least one.
            run: the way to play them.

        Raises:
            InvalidValue: a number is out of range; the file of the run exists or is of another
                simulation.
            InvalidVariant: the Iron Throne cards are unknown.
            DecodingError: the file is damaged.
            MatchInterrupted: the executor failed.

        Rules: round.penalty, final.total, final.shared.
        """
        self._check_games(numbers, run, least=1)
        return self._count(counted.CountedGames, self.games, results.counts_of_games, numbers, run)

    def _count(
        self,
        kind: type[counted.Counted],
        play: Callable[[range], P],
        counts_of: Callable[[P], counted.Counted],
        numbers: range,
        run: Run,
    ) -> counted.Counted:
        thing = kind.THING
        usual = results.usual_piece(thing) if run.executor is None else A_CHUNK[thing]
        count = partial(_play_and_count, play, counts_of)
        return counted.count_in_chunks(kind, self, numbers, count, run, usual, code_of({}))

    def trace(self, number: int) -> state.GameState:
        """Return one finished round with its cards and moves, each checked by `apply`.

        It is the first round of a game whose later rounds and Iron Throne cards are not dealt.

        >>> traced = Simulation(4, "greedy", seed=1).trace(0)
        >>> traced
        <GameState: 4 players, round 1 of 4, round-over>
        >>> [str(placement.move) for placement in traced.placements[:4]]
        ['L5@a0', 'T1@a-1', 'B4@a1', 'T4@b-1']

        Args:
            number: the round, from 0.

        Raises:
            InvalidValue: the number is out of range, or the table is not the standard one.

        Rules: setup.hand-size, setup.starter, turn.clockwise, turn.must-place.
        """
        number = values.check_integer("number", number, 0, fast.LAST_ROUND)
        self._check_rounds(range(number, number + 1), Run())
        deck = chance.shuffle(DECK, fast.RoundSource(self.seed, number))
        deal = dealing.Deal((dealing.deal_from_deck(deck, self.players),))
        starter = (self.first_player + number * self.rotate) % self.players
        traced = state.setup(self.players, deal=deal, first_player=starter)
        terms = packing.terms_of(self.players, self.variant)
        memory = [*map(int, packing.new_memory(self.policies, traced))]
        kernel.start(memory)
        drawn = number * fast.NUMBERS_A_ROUND + len(DECK) - 1
        memory[kernel.NUMBER] = chance.skip_numbers(self.seed, drawn)
        while board.start_turn(terms, memory):
            code, occupied = kernel.take_turn(terms, memory), traced._board.occupied
            # The kernel does not distinguish a house's cards: it counts from the lowest number.
            alike = [
                move
                for move in moves.legal_moves(traced)
                if packing.code_of(occupied, move) == code
            ]
            traced = moves.apply(traced, alike[memory[kernel.WHICH]])
        return traced

    def _check_rounds(self, numbers: range, run: Run, least: int = 0) -> None:
        if self.variant != variants.STANDARD:
            raise errors.InvalidValue(
                "single rounds are those of STANDARD: play games of this variant"
            )
        _check_work("rounds", numbers, fast.LAST_ROUND, least, run)

    def _check_games(self, numbers: range, run: Run, least: int = 0) -> None:
        packing.refuse_house_rule(self.variant)
        if not self.variant.throne_cards:
            raise variants.InvalidVariant(["unknown Iron Throne cards cannot be drawn"])
        last = fast.last_game(self.players, self.variant)
        _check_work("games", numbers, last, least, run)


def _check_work(name: str, numbers: range, last: int, least: int, run: Run) -> None:
    values.check_type("run", run, Run)
    values.check_type(name, numbers, range)
    if numbers.step != 1:
        raise errors.InvalidValue(f"{name} must be without gaps, not {numbers}")
    values.check_integer("start", numbers.start, 0, last)
    values.check_integer(name, numbers.stop - numbers.start, least, last + 1 - numbers.start)


def _play_and_count(
    play: Callable[[range], P], counts_of: Callable[[P], counted.Counted], numbers: range
) -> counted.Counted:
    return counts_of(play(numbers))


def _play_rounds(simulation: Simulation, numbers: range) -> results.Arrays:
    players, table = simulation.players, variants.STANDARD
    arrays = results.room_for_rounds(players, len(numbers))
    fast.fastest(rounds.play_rounds)(
        packing.terms_of(players, table), packing.new_memory(simulation.policies),
        table.hand_size(players, 1), table.starter_count(players, 1),
        simulation.first_player, int(simulation.rotate),
        fast.as_signed(simulation.seed), numbers.start, arrays,
    )  # fmt: skip
    return arrays


def _play_games(simulation: Simulation, numbers: range) -> results.Arrays:
    variant, players = simulation.variant, simulation.players
    round_numbers = range(1, variant.rounds_for(players) + 1)
    facts = fast.integers(
        fact
        for number in round_numbers
        for fact in (
            variant.hand_size(players, number),
            variant.starter_count(players, number),
            variant.cards_in_game(number),
        )
    )
    throne_cards = np.empty((len(numbers), len(round_numbers)), np.int16)
    arrays = results.room_for_rounds(players, len(numbers), len(round_numbers))
    fast.fastest(rounds.play_games)(
        packing.terms_of(players, variant), packing.new_memory(simulation.policies),
        facts, len(variant.throne_cards), fast.numbers_a_game(players, variant),
        simulation.first_player, fast.as_signed(simulation.seed), numbers.start,
        (*arrays, throne_cards),
    )  # fmt: skip
    cards_left, last_placer, _, last_house = arrays
    ends = results.ends_of(variant, throne_cards, cards_left, last_placer, last_house)
    return (*arrays, throne_cards, *ends)


@attrs.frozen(repr=False, eq=False)
class Playouts(results.PlayedRounds, values.Value):
    """The results of a position, played to the end of the round many times.

    >>> from westeros_intrigue import setup
    >>> from westeros_intrigue.lab.simulation import Policy
    >>> played = playouts(setup(3, seed=1), Policy.GREEDY, 100, seed=1)
    >>> played, played.cards_left.shape
    (<Playouts: 100 rounds of 3 players, greedy, seed 1>, (100, 3))

    Rules: round.end, round.throne, round.penalty.
    """


def playouts(
    position: Position,
    policies: fast.Policies,
    count: int,
    *,
    seed: int,
    start: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Playouts:
    """Play a position to the end of the round many times, and return the results as arrays.

    From a view, each playout draws a new world, with the probabilities of `Determinizer`. From a
    state, each playout uses the real hidden cards. Playout i depends only on the position, the
    seed, the policies and i.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.lab.simulation import Policy
    >>> view = observe(setup(4, seed=1), 0)
    >>> played = playouts(view, Policy.RANDOM, 1000, seed=1)
    >>> played.cards_left.mean(axis=0).round(1)
    array([2.2, 2.6, 2.8, 2.8])

    Args:
        position: a state or a view in `Phase.PLAYING`, of any variant.
        policies: the policy of all seats, or a policy for each seat, from 0. Automated seats always
            follow their procedure.
        count: the number of playouts, at least 0.
        seed: 0 to 2**64 - 1.
        start: the number of the first playout, from 0.
        threads: the number of threads that share the work, at least 1.
        progress: called in the calling thread after every fifty thousand playouts, with the number
            played and the total. An exception from it ends the playouts.

    Raises:
        WrongPhase: no player is to move.
        InvalidValue: a number is out of range, there is not one policy for each player, or no deal
            agrees with the view.

    Rules: round.end, info.leftover, info.elimination, info.memory, solo.public.
    """
    check_position(position)
    check_phase(position.phase, Phase.PLAYING, "a position is played to its end")
    players, variant = position.players, position.variant
    of_seats = fast.policy_of_each(players, fast.policies_named(policies))
    seed = values.check_integer("seed", seed, 0, fast.LAST_SEED)
    start = values.check_integer("start", start, 0, fast.LAST_ROUND)
    count = values.check_integer("count", count, 0, fast.LAST_ROUND + 1 - start)
    packing.refuse_house_rule(variant, "total", *house_rules.BEGINNING)
    terms = packing.terms_of(players, variant)
    plan = fast.integers(packing.plan_of(position))

    def play(numbers: range) -> results.Arrays:
        arrays = results.room_for_rounds(players, len(numbers))
        fast.fastest(rounds.play_worlds)(
            terms, plan, fast.as_signed(seed), numbers.start,
            packing.new_memory(of_seats, position), arrays,
        )  # fmt: skip
        return arrays

    run, numbers = Run(threads, progress=progress), range(start, start + count)
    arrays = results.play_arrays(run, play, numbers, "playout")
    return Playouts(players, of_seats, seed, start, *arrays)
