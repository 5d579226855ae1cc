"""The common base of the players that search, with their settings and the checks of them."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import attrs

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.limits import Range
from westeros_intrigue.base.values import brief, check_one_of, instance
from westeros_intrigue.compiled.policies import Policy, policy_named
from westeros_intrigue.compiled.trials import Trials, worlds_of
from westeros_intrigue.knowledge.worlds import Determinizer
from westeros_intrigue.players.endings import best_when_solved, is_ending
from westeros_intrigue.players.simple import moves_of, with_any_card
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View

WORLDS_A_LOOK = 8
"""The number of worlds drawn between two looks at the clock, or to select from."""
MOST_WORLDS = 4096
"""The largest number of worlds that are drawn at once."""
CANDIDATES = 8
"""The number of worlds that a player with inference draws for each one that it uses."""

Moves = tuple[Move, ...]
Stop = Callable[[], bool] | None
"""Returns True once a search is to end; None for one that goes on to its end."""
PLAYED = (Policy.RANDOM, Policy.GREEDY, Policy.EPSILON_GREEDY)
"""The policies of the seats of a playout."""


def policy_to_play(value: Policy | str) -> Policy:
    """Return the policy of the seats of a playout, from itself or its value.

    Raises:
        InvalidValue: no policy has that name, or seats of a playout do not choose by it.
    """
    policy = policy_named(value)
    check_one_of("the policy of a playout", policy.value, [each.value for each in PLAYED])
    return policy


def seconds_or_none(_instance: object, _attribute: attrs.Attribute[Any], value: object) -> None:
    """Check a number of seconds.

    Raises:
        InvalidValue: the number is not positive, or infinite.
    """
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise WrongType(f"seconds must be a number or None, not {brief(value)}")
    if not 0 < value < inf:
        raise InvalidValue(f"seconds must be more than 0 and finite, not {brief(value)}")


class Thinker:
    """A player that chooses between its moves by playouts in drawn worlds."""

    __slots__ = ()

    playouts: int
    inference: bool

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the best move found, with a random card of its house.

        The errors are those of `choose`.
        """
        return self.choose(view, rng)

    def choose(
        self, view: View, rng: RandomSource, *, stop: Callable[[], bool] | None = None
    ) -> Move:
        """Return the best move found, or the best so far once `stop` returns True.

        >>> import random
        >>> from westeros_intrigue import observe, setup
        >>> from westeros_intrigue.players import MonteCarloPlayer
        >>> view = observe(setup(4, seed=1), 0)
        >>> str(MonteCarloPlayer(10**6).choose(view, random.Random(1), stop=lambda: True))
        'S5@a0'

        Args:
            view: what the player knows.
            rng: the source of chance.
            stop: called every few worlds; without it the search goes on to its end. Until it
                returns True, the same numbers of `rng` lead to the same moves as without it.

        Raises:
            InvalidValue: the viewer is not to move, or no deal is consistent with the view.
        """
        moves = moves_of(view, rng)
        best = moves[0] if len(moves) == 1 else self._best(view, moves, rng, stop)
        return with_any_card(best, view, rng)

    @abstractmethod
    def _best(self, view: View, moves: Moves, rng: RandomSource, stop: Stop) -> Move:
        """Return the best of several moves, or the best so far once `stop` returns True."""

    @property
    def _candidates(self) -> int:
        return CANDIDATES if self.inference else 1


@attrs.frozen
class Searcher(Thinker):
    """A player that tries its moves in drawn worlds, with its settings."""

    playouts: int = attrs.field(default=1000, validator=Range(1))
    """The number of playouts for a move; slightly more with `MonteCarloPlayer`, which tries each
    move at least once."""
    policy: Policy = attrs.field(default=Policy.EPSILON_GREEDY, converter=policy_to_play)
    """The policy of all seats in playouts, or its value, such as `"random"`."""
    seconds: float | None = attrs.field(default=None, validator=seconds_or_none)
    """The time for a move, in place of a number of playouts; None for the number. Games with it are
    not reproducible."""
    inference: bool = attrs.field(default=False, validator=instance(bool))
    """True to weigh worlds by the placements of the others, on the assumption that they also choose
    by the policy; False to weigh all worlds equally."""
    solve_last: int = attrs.field(default=0, validator=Range(0))
    """The number of cards in all hands up to which each world is solved instead of played out, if
    the solver can: for two seats, or one player against automated seats, without options that
    change points. A world is solved to its end, even beyond `seconds`. Solving
    has not been found to improve play."""

    def _best(self, view: View, moves: Moves, rng: RandomSource, stop: Stop) -> Move:
        if is_ending(view, self.solve_last):
            return best_when_solved(moves, self._affordable(view, len(moves), rng))
        return self._found(view, moves, rng, stop)

    def _affordable(
        self, view: View, cost: int, rng: RandomSource, stop: Stop = None
    ) -> Iterator[GameState]:
        """Yield worlds, each at the cost of some playouts, within the budget or until `stop`."""
        worlds, started, spent = self._worlds(view, rng), time.monotonic(), 0
        goes_on = True
        while goes_on and not (stop and stop()):
            yield next(worlds)
            spent += cost
            elapsed = time.monotonic() - started
            goes_on = spent < self.playouts if self.seconds is None else elapsed < self.seconds

    def _worlds(self, view: View, rng: RandomSource) -> Iterator[GameState]:
        """Yield random worlds without end."""
        determinizer = Determinizer(view)
        while not self.inference:
            yield determinizer.draw(rng, later_rounds=False)
        trials = Trials(view, self.policy, 0, candidates=CANDIDATES)
        count = min(WORLDS_A_LOOK, self.playouts)
        while True:
            drawn = [determinizer.draw(rng, later_rounds=False) for _ in range(count * CANDIDATES)]
            for world in trials.likely(worlds_of(drawn), count):
                yield drawn[world]

    @abstractmethod
    def _found(self, view: View, moves: Moves, rng: RandomSource, stop: Stop) -> Move:
        """Return the best of several moves by playouts."""
