"""A player that searches a tree of what everybody may know: information-set Monte Carlo."""

from __future__ import annotations

import time
from math import inf, log, sqrt

import attrs

from westeros_intrigue.base.chance import RandomSource, random_below
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled.trials import Trials
from westeros_intrigue.players.settings import STYLES, Searcher
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, distinct_moves
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.view import View

EXPLORATION = 4.0
"""How many points a move may seem worse and be tried all the same, about: it is the best of those
that were compared."""


_Place = tuple[House, Slot]
"""A move, whichever card of the house is placed: a world deals them by chance."""


@attrs.define
class _Node:
    """What is known of a move after those before it: how often it could be made, and was."""

    available: int = 0
    visits: int = 0
    total: float = 0.0
    """The sum of the margins of the player who makes the move."""
    replies: dict[_Place, _Node] = attrs.Factory(dict)

    def visits_of(self, move: Move) -> int:
        """Return how often a move was tried after this one."""
        return self.replies[_place(move)].visits

    def hope(self) -> float:
        """Return the mean margin with the exploration added; the untried come first."""
        if self.visits == 0:
            return inf
        return self.total / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)


@public
@attrs.frozen
class TreeSearchPlayer(Searcher, Value):
    """A player that searches a tree of moves, each playout in a newly drawn world.

    All worlds share one tree, since the moves before tell everybody the same (information-set
    Monte Carlo tree search). In the tree each player goes for their own margin, the mean of the
    others' points less their own; from its end on the policy plays. It makes the move that was
    tried most often. The same numbers of `rng` give the same moves, with the extra `fast` or
    without it.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> player = TreeSearchPlayer(50)
    >>> str(player(observe(setup(4, seed=1), 0), random.Random(1)))
    'L3@a0'

    Raises:
        InvalidValue: an argument out of its range.

    Rules: turn.must-place, info.leftover, info.elimination, round.throne, round.penalty.
    """

    def _best(self, view: View, moves: tuple[Move, ...], rng: RandomSource) -> Move:
        root, worlds = _Node(), self._worlds(view, rng)
        started, count = time.monotonic(), 0
        while count == 0 or self._goes_on(count, time.monotonic() - started):
            self._descend(next(worlds), root, rng)
            count += 1
        return max(moves, key=root.visits_of)

    def _descend(self, state: GameState, node: _Node, rng: RandomSource) -> None:
        """Go down the tree in a world to a move not tried yet, and play the round out."""
        path: list[tuple[int, _Node]] = []
        is_new = False
        while (seat := state.active_player) is not None and not is_new:
            moves = distinct_moves(state)
            move = moves[0]
            if seat not in state.variant.automated:
                move, node = _chosen(moves, node)
                path.append((seat, node))
                is_new = node.visits == 0
            state = apply(state, move)
        points = Trials(state, STYLES[self.policy], random_below(2**32, rng)).points()
        for seat, visited in path:
            others = (sum(points) - points[seat]) / (len(points) - 1)
            visited.visits += 1
            visited.total += others - points[seat]


def _place(move: Move) -> _Place:
    return move.card.house, move.slot


def _chosen(moves: tuple[Move, ...], node: _Node) -> tuple[Move, _Node]:
    """Return the most hopeful move in a world, with what is known of it."""
    for move in moves:
        node.replies.setdefault(_place(move), _Node()).available += 1
    best = max(moves, key=lambda move: node.replies[_place(move)].hope())
    return best, node.replies[_place(best)]
