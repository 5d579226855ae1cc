"""`Simulation`: the terms that fix every round and game. Only playing them needs an extra.

Rules: setup.hand-size, round.rotation, round.count, solo.elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_field, check_integer, check_type
from westeros_intrigue.compiled.counted import CountedGames, CountedRounds
from westeros_intrigue.compiled.policies import Policy, policies_named, policy_of_each
from westeros_intrigue.compiled.running import Run
from westeros_intrigue.compiled.sources import LAST_ROUND, LAST_SEED, last_game
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    STANDARD,
    InvalidVariant,
    Variant,
)

if TYPE_CHECKING:
    from westeros_intrigue.compiled.games import SimulatedGames
    from westeros_intrigue.compiled.rounds import SimulatedRounds, TracedRound


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
        from westeros_intrigue.compiled import engine  # noqa: PLC0415 - an extra

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
        from westeros_intrigue.compiled import engine  # noqa: PLC0415 - an extra

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
        from westeros_intrigue.compiled import engine  # noqa: PLC0415 - an extra

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
        from westeros_intrigue.compiled import engine  # noqa: PLC0415 - an extra

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
        from westeros_intrigue.compiled import engine  # noqa: PLC0415 - an extra

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
