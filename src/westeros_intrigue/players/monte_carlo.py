"""A player that tries its moves in drawn worlds: flat Monte Carlo."""

from __future__ import annotations

import time
from math import ceil, log2

import attrs

from westeros_intrigue.base.chance import RandomSource, random_below
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled.trials import Trials
from westeros_intrigue.players.settings import MOST_WORLDS, WORLDS_A_LOOK, Moves, Searcher, Stop
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View


@public
@attrs.frozen
class MonteCarloPlayer(Searcher, Value):
    """A player that tries its moves in drawn worlds and makes the one that comes out best.

    A playout makes one of the moves in a world that agrees with the view, and then plays the round
    to its end, all seats choosing by the policy. All moves are tried
    in the same worlds. After a share of the playouts the worse half of the moves is dropped, until
    one is left (sequential halving). What counts is the margin: the mean of the others' points less
    the player's own, with 2 points off for the player who places last and draws the Iron Throne
    card.

    With the extra `fast` the playouts are compiled. Without it they are the same, but slower:
    the same numbers of `rng` lead to the same moves.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> player = MonteCarloPlayer(100)
    >>> str(player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T9@a0'

    Raises:
        InvalidValue: an argument out of its range.

    Rules: turn.must-place, info.leftover, info.elimination, round.throne, round.penalty.
    """

    def _found(self, view: View, moves: Moves, rng: RandomSource, stop: Stop) -> Move:
        seed = random_below(2**32, rng)
        trials = Trials(view, self.policy, seed, candidates=self._candidates)
        margins = dict.fromkeys(moves, 0)
        stages, worlds, started = ceil(log2(len(moves))), 0, time.monotonic()
        for stage in range(1, stages + 1):
            left = max(1, self.playouts // (stages * len(margins)))
            goes_on = True
            while goes_on and not (stop and stop()):
                count = WORLDS_A_LOOK if stop or self.seconds is not None else MOST_WORLDS
                if self.seconds is None:
                    count = min(count, left)
                tried = trials.of(tuple(margins), worlds, trials.worlds(worlds, count))
                for move, found in zip(margins, tried, strict=True):
                    margins[move] += sum(found.margins)
                worlds += count
                left -= count
                elapsed = time.monotonic() - started
                goes_on = (
                    left > 0 if self.seconds is None else elapsed < self.seconds * stage / stages
                )
            # Of equal moves the first: which one is as good as the other.
            best = sorted(margins, key=lambda move: -margins[move])
            margins = {move: margins[move] for move in best[: (len(best) + 1) // 2]}
        return next(iter(margins))
