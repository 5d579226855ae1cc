"""`Simulation`: the terms that fix every round and game, and the methods that play them.

Rules: setup.hand-size, round.rotation, round.count, solo.elsewhere.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import add

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.chance import shuffled
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_integer, check_type
from westeros_intrigue.compiled import board, game_kernel, kernel
from westeros_intrigue.compiled.arrays import Arrays, joined
from westeros_intrigue.compiled.counted import CountedGames, CountedRounds
from westeros_intrigue.compiled.fast import signed, zeros
from westeros_intrigue.compiled.game_terms import game_terms
from westeros_intrigue.compiled.games import SimulatedGames, counts_of_games, new_ends, rank_players
from westeros_intrigue.compiled.lane_bits import GROUPS, LANES, blocks
from westeros_intrigue.compiled.lane_deals import unload
from westeros_intrigue.compiled.lane_rounds import (
    deal_round,
    deal_rounds,
    shuffle_for_games,
    write_down,
)
from westeros_intrigue.compiled.lanes import play_to_the_end
from westeros_intrigue.compiled.packing import POLICIES, new_memory, terms_of
from westeros_intrigue.compiled.policies import Policy, policies_named, policy_of_each
from westeros_intrigue.compiled.rounds import SimulatedRounds, counts_of_rounds
from westeros_intrigue.compiled.running import Run
from westeros_intrigue.compiled.sources import (
    LAST_ROUND,
    LAST_SEED,
    RoundSource,
    last_game,
)
from westeros_intrigue.compiled.traces import TracedRound, traced_moves
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.dealing import deal_from_deck
from westeros_intrigue.rules.points import points_by_cards_left
from westeros_intrigue.rules.variants import STANDARD, Variant, check_players

ROUNDS_A_PIECE, GAMES_A_PIECE = 2000, 500
"""The number played here between two looks at progress and Ctrl-C."""
ROUNDS_AT_ONCE, GAMES_AT_ONCE = 100_000, 10_000
"""The number in the memory of a worker at once."""
ROUNDS_A_CHUNK, GAMES_A_CHUNK = 1_000_000, 100_000
"""The number that a worker counts at a time."""


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
        if len(self.policies) == 1:
            object.__setattr__(self, "policies", self.policies * check_players(self.players))
        policy_of_each(check_players(self.players), self.policies)
        check_integer("seed", self.seed, 0, LAST_SEED)
        check_type("variant", self.variant, Variant)
        check_integer("first_player", self.first_player, 0, self.players - 1)
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
        self._check_rounds(numbers)
        parts = run.in_order(
            self._played_rounds, numbers, here=ROUNDS_A_PIECE, elsewhere=ROUNDS_AT_ONCE
        )
        return SimulatedRounds(
            self.players, self.policies, self.seed, numbers.start, self.first_player, self.rotate,
            *joined(parts),
        )  # fmt: skip

    def games(self, numbers: range, run: Run = Run()) -> SimulatedGames:  # noqa: B008 - frozen
        """Return whole games of the variant as arrays.

        Args:
            numbers: the numbers of the games, without gaps, from 0.
            run: how they are played.

        Raises:
            InvalidValue: a number out of its range.

        Rules: setup.throne, round.count, final.total, option.anyone, solo.elsewhere.
        """
        self._check_games(numbers)
        parts = run.in_order(
            self._played_games, numbers, here=GAMES_A_PIECE, elsewhere=GAMES_AT_ONCE
        )
        return SimulatedGames(
            self.players, self.variant, self.policies, self.seed, numbers.start, self.first_player,
            *joined(parts),
        )  # fmt: skip

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
        self._check_rounds(numbers, least=1)
        self._played_rounds(numbers[:0])  # Compile here.
        return run.total(
            self._counted_rounds, numbers, here=ROUNDS_AT_ONCE, elsewhere=ROUNDS_A_CHUNK
        )

    def count_games(self, numbers: range, run: Run = Run()) -> CountedGames:  # noqa: B008
        """Return the counts of `games`, which are counted where they are played.

        Args:
            numbers: the numbers of the games, without gaps, at least one.
            run: how they are played.

        Raises:
            InvalidValue: a number out of its range.

        Rules: round.penalty, final.total, final.shared.
        """
        self._check_games(numbers, least=1)
        self._played_games(numbers[:0])
        return run.total(self._counted_games, numbers, here=GAMES_AT_ONCE, elsewhere=GAMES_A_CHUNK)

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
        check_integer("number", number, 0, LAST_ROUND)
        self._check_rounds(range(number, number + 1))
        deal = deal_from_deck(shuffled(DECK, RoundSource(self.seed, number)), self.players)
        terms, memory = self._round_terms, list(map(int, self._memory))
        _, lanes = next(blocks(1))
        deal_rounds(terms, number, lanes)
        unload(terms.table, 0, lanes[0], memory)
        starter = memory[board.SEAT]
        return TracedRound(deal, starter, traced_moves(deal, terms.table, memory))

    def _check_rounds(self, numbers: range, least: int = 0) -> None:
        if self.variant != STANDARD:
            raise InvalidValue("single rounds are those of STANDARD: play games of this variant")
        _check_range("rounds", numbers, LAST_ROUND, least)

    def _check_games(self, numbers: range, least: int = 0) -> None:
        _check_range("games", numbers, last_game(self.players, self.variant), least)

    def _counted_rounds(self, numbers: range) -> CountedRounds:
        parts = _parts(numbers, ROUNDS_AT_ONCE)
        return reduce(add, (counts_of_rounds(self.rounds(part)) for part in parts))

    def _counted_games(self, numbers: range) -> CountedGames:
        parts = _parts(numbers, GAMES_AT_ONCE)
        return reduce(add, (counts_of_games(self.games(part)) for part in parts))

    def _played_rounds(self, numbers: range) -> Arrays:
        terms, memory = self._round_terms, self._memory
        outcomes = game_kernel.new_outcomes(len(numbers), self.players)
        for first, lanes in blocks(len(numbers)):
            deal_rounds(terms, numbers.start + first, lanes)
            play_to_the_end(terms.table, memory, lanes)
            write_down(self.players, first, 1, terms.starter_count, outcomes, memory, lanes)
        return outcomes

    @property
    def _memory(self) -> board.Integers:
        return new_memory([POLICIES[policy] for policy in self.policies])

    @property
    def _round_terms(self) -> game_kernel.RoundTerms:
        return game_kernel.RoundTerms(
            table=terms_of(self.players, STANDARD),
            hand_size=STANDARD.hand_size(self.players, 1),
            starter_count=STANDARD.starter_count(self.players, 1),
            first_player=self.first_player,
            rotation=int(self.rotate),
            seed=signed(self.seed),
        )

    def _played_games(self, numbers: range) -> Arrays:
        variant, players = self.variant, self.players
        terms = game_terms(players, variant, self.first_player, self.seed)
        rounds, memory = len(terms.hand_sizes), self._memory
        shape = (len(numbers), rounds)
        outcomes = game_kernel.new_outcomes(len(numbers) * rounds, players)
        throne_cards = np.zeros(shape, np.int16)
        decks = np.zeros((GROUPS, rounds, 2, LANES), np.uint64)
        deck = np.zeros((rounds, kernel.DECK_SIZE), np.int64)
        cards = zeros(max(kernel.DECK_SIZE, terms.throne_count))
        for first, lanes in blocks(len(numbers)):
            drawn = throne_cards[first : first + LANES * len(lanes)]
            start = numbers.start + first
            shuffle_for_games(terms, start, drawn, decks, deck, cards, memory, lanes)
            for each in range(rounds):
                deal_round(terms, each, (self.first_player + each) % players, decks, lanes)
                play_to_the_end(terms.table, memory, lanes)
                number, starters = rounds * first + each, int(terms.starter_counts[each])
                write_down(players, number, rounds, starters, outcomes, memory, lanes)
        cards_left = outcomes.cards_left.reshape(*shape, players)
        last_placer, last_house, plies = (
            field.reshape(shape)
            for field in (outcomes.last_placer, outcomes.last_house, outcomes.plies)
        )
        ends = new_ends(*shape, players)
        values = np.array([card.value for card in variant.throne_cards], np.int64)
        icons = np.array([card.icons for card in variant.throne_cards], np.int64)
        points = _points(variant, players)
        rank_players(points, values, icons, outcomes, throne_cards, ends)
        return cards_left, last_placer, last_house, plies, throne_cards, *ends


def _check_range(name: str, numbers: range, last: int, least: int) -> None:
    check_type(name, numbers, range)
    if numbers.step != 1:
        raise InvalidValue(f"{name} must be without gaps, not {numbers}")
    check_integer("start", numbers.start, 0, last)
    check_integer(name, numbers.stop - numbers.start, least, last + 1 - numbers.start)


def _parts(numbers: range, size: int) -> list[range]:
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


@lru_cache(maxsize=64)
def _points(variant: Variant, players: int) -> NDArray[np.int16]:
    """Return the points by cards left, house of the last card, and seat."""
    return np.array(points_by_cards_left(variant, players), np.int16)
