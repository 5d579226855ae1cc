"""Trials of moves: their results in worlds drawn from a player's view."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from math import sqrt
from operator import add
from typing import Any

from westeros_intrigue.gamekit.chance import SplitMix, random_below
from westeros_intrigue.lab.simulation import packing, trial_kernel
from westeros_intrigue.lab.simulation.fast import Policy, as_signed, fastest, integers, zeros
from westeros_intrigue.lab.simulation.trial_kernel import Tried, Worlds
from westeros_intrigue.rules import cards, following, moves as rules_of_moves
from westeros_intrigue.rules.house_games import HouseRules, find_game_of_moves
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.view import Position

WORLDS_A_LOOK = 8
"""The number of worlds drawn between checks whether to stop."""
MOST_WORLDS = 4096
"""The maximum number of worlds drawn together."""

Stop = Callable[[], bool] | None
"""Returns True once a search must stop; None to complete the search."""


def measure(  # noqa: PLR0917 - the arguments of `trial_kernel.add_up`
    batches: Iterable[Tried],
    moves: int,
    kind: int,
    win_worth: int = 0,
    best: int = -1,
    power: int = 1,
) -> tuple[list[int], int]:
    """Return the sums of the ends of some moves, and how many ends of each move there are.

    The other arguments are those of `trial_kernel.add_up`.
    """
    sums, worlds = [0] * moves, 0
    for tried in batches:
        more = fastest(trial_kernel.add_up)(tried, moves, kind, win_worth, best, power)
        sums = [*map(add, sums, more)]
        worlds += worlds_in([tried], moves)
    return sums, worlds


def worlds_in(batches: Iterable[Tried], moves: int) -> int:
    """Return the number of worlds in which each of some moves was tried."""
    return sum(len(tried) // (trial_kernel.END_SIZE * moves) for tried in batches)


def means_of(
    batches: Sequence[Tried], moves: int, kind: int, win_worth: int = 0, best: int = -1
) -> list[tuple[float, float]]:
    """Return the mean for each move, and its standard error, which is 0 for a single world."""
    means = []
    sums, count = measure(batches, moves, kind, win_worth, best)
    squares, _ = measure(batches, moves, kind, win_worth, best, 2)
    for total, of_squares in zip(sums, squares, strict=True):
        mean = total / count
        variance = max(0, of_squares / count - mean * mean)
        means.append((mean, sqrt(variance / max(1, count - 1))))
    return means


class Trials:
    """The trials of one position, for the seat to move; random numbers depend only on the seed."""

    def __init__(
        self, position: Position, policy: Policy, seed: int, *, candidates: int = 1
    ) -> None:
        """Set up the parts common to all trials, with the same policy for all seats.

        Candidates for a world that agree better with the others' placements are more likely to be
        used. `InvalidValue` is raised if no deal agrees with the view.
        """
        self.position = position
        self._seed = as_signed(seed)
        self._terms = packing.terms_of(
            position.players, position.variant, position.active_player or 0
        )
        self._plan = integers(packing.plan_of(position))
        self._memory = packing.new_memory([policy] * position.players, position)
        choices = packing.choices_in(position) if candidates > 1 else []
        self._choices = integers(choices)
        self._candidates = candidates if choices else 1

    def worlds(self, first: int, count: int) -> Worlds:
        """Draw the worlds from number `first` on."""
        of_world = 2 * self._terms.players
        worlds = zeros(of_world * count * self._candidates)
        fastest(trial_kernel.draw_worlds)(
            self._terms, self._plan, self._seed, first * self._candidates, worlds, self._memory
        )
        if self._candidates > 1:
            kept = [of_world * world for world in self.likely(worlds, count)]
            seats = (worlds[start : start + of_world] for start in kept)
            worlds = integers(chain.from_iterable(seats))
        return worlds

    def weights(self, worlds: Worlds) -> list[int]:
        """Return the weights of some worlds: how well they agree with the others' placements."""
        weights = zeros(len(worlds) // (2 * self._terms.players))
        weigh = fastest(trial_kernel.weigh_worlds)
        weigh(self._terms, self._choices, worlds, self._memory, weights)
        return [*weights]

    def likely(self, worlds: Worlds, count: int) -> list[int]:
        """Choose `count` of some worlds, approximately in proportion to their weights."""
        upto = list(accumulate(self.weights(worlds)))
        return [bisect(upto, upto[-1] * (2 * place + 1) // (2 * count)) for place in range(count)]

    def of(self, moves: Sequence[cards.Move], first: int, worlds: Worlds) -> Tried:
        """Try each move in each of the worlds, which were drawn from number `first` on."""
        position, players = self.position, self._terms.players
        codes = integers(packing.code_of(position._board.occupied, move) for move in moves)
        points = packing.flat_points(position.variant, players)
        tried = zeros(trial_kernel.END_SIZE * len(codes) * len(worlds) // (2 * players))
        fastest(trial_kernel.try_moves)(
            self._terms, codes, points, self._seed, first, worlds, tried, self._memory
        )
        return tried

    def in_batches(
        self, moves: Sequence[cards.Move], numbers: range, stop: Stop = None
    ) -> Iterator[Tried]:
        """Try each move in the worlds with some numbers, until `stop` returns True.

        World 0 and those drawn with it are always tried.
        """
        size = WORLDS_A_LOOK if stop else MOST_WORLDS
        for first in range(0, len(numbers), size):
            worlds = numbers[first : first + size]
            if stop and worlds.start and stop():
                return
            yield self.of(moves, worlds.start, self.worlds(worlds.start, len(worlds)))


class _CheckedTrials(Trials):
    """Trials by the checked rules and a house rule about moves; all seats choose at random."""

    def __init__(self, position: Position, seed: int, game: HouseRules) -> None:
        self.position, self._seed, self._game = position, seed, game

    def worlds(self, first: int, count: int) -> Any:  # noqa: ANN401 - states instead of numbers
        if isinstance(self.position, GameState):
            return [self.position] * count
        draw = self._game.determinize
        return [draw(self.position, self._chance(at)) for at in range(first, first + count)]

    def of(self, moves: Sequence[cards.Move], first: int, worlds: Any) -> Tried:  # noqa: ANN401
        seat, ends = self.position.active_player or 0, []
        distinct_moves = self._game.distinct_moves
        # These are legal moves, which the card game's function makes without asking again.
        apply = self._game.apply if "apply" in self._game.replaced else rules_of_moves.apply
        for move in moves:
            for number, world in enumerate(worlds, first):
                state, rng = apply(world, move), self._chance(-1 - number)
                while choices := distinct_moves(state):
                    state = apply(state, choices[random_below(len(choices), rng)])
                result = following.finish_round(state.table)
                points = [*result.penalty_points]
                ends.append(trial_kernel.end_of(points, result.last_placer, seat))
        tried: Tried = integers(chain.from_iterable(zip(*ends, strict=True)))
        return tried

    def _chance(self, number: int) -> SplitMix:
        return SplitMix(self._seed, number * _NUMBERS_A_ROUND)


CANDIDATES = 8
"""The number of worlds that are drawn with inference for each one used."""


def trials_of(position: Position, policy: Policy, seed: int, *, inference: bool = False) -> Trials:
    """Return the trials of a position: by the kernel, unless a house rule is about moves."""
    if (game := find_game_of_moves(position.variant)) is not None:
        return _CheckedTrials(position, seed, game)
    return Trials(position, policy, seed, candidates=CANDIDATES if inference else 1)


_NUMBERS_A_ROUND = 1 << 20
