"""A player that searches a tree of public moves: information-set Monte Carlo tree search."""

from __future__ import annotations

from math import inf, log, sqrt

import attrs

from westeros_intrigue.base.chance import RandomSource, random_below
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled.trials import Trials
from westeros_intrigue.players.settings import Moves, Searcher, Stop
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, distinct_moves
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.view import View

EXPLORATION = 4.0
"""The weight of exploration, in points: the best of the values that were compared."""


_Place = tuple[House, Slot]
"""A move without the card's number, which is random in each world."""


@attrs.define
class _Node:
    """The statistics of a move in the tree: its availability, its visits and its values."""

    available: int = 0
    visits: int = 0
    total: float = 0.0
    """The sum of the margins of the player who makes the move."""
    replies: dict[_Place, _Node] = attrs.Factory(dict)

    def visits_of(self, move: Move) -> int:
        """Return the number of times that a move was tried after this one."""
        return self.replies[_place(move)].visits

    def hope(self) -> float:
        """Return the mean margin plus the exploration term; infinity for an untried move."""
        if self.visits == 0:
            return inf
        return self.total / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)


@public
@attrs.frozen
class TreeSearchPlayer(Searcher, Value):
    """A player that searches a tree of moves, with a new random world for each playout.

    All worlds share one tree, since moves are public (information-set Monte Carlo tree search). In
    the tree each player maximizes their own margin, the mean of the others' points minus their own;
    below its leaves the policy plays. The player makes the move that was tried most often. The same
    numbers of `rng` lead to the same moves, with or without the extra `fast`.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> player = TreeSearchPlayer(50)
    >>> str(player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T4@a0'

    Raises:
        InvalidValue: an argument is out of range.

    Rules: turn.must-place, info.leftover, info.elimination, round.throne, round.penalty.
    """

    def _found(self, view: View, moves: Moves, rng: RandomSource, stop: Stop) -> Move:
        root = _Node()
        for world in self._affordable(view, 1, rng, stop):
            self._descend(world, root, rng)
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
        points = Trials(state, self.policy, random_below(2**32, rng)).points()
        for seat, visited in path:
            others = (sum(points) - points[seat]) / (len(points) - 1)
            visited.visits += 1
            visited.total += others - points[seat]


def _place(move: Move) -> _Place:
    return move.card.house, move.slot


def _chosen(moves: tuple[Move, ...], node: _Node) -> tuple[Move, _Node]:
    """Return the move to try in a world, with its node."""
    for move in moves:
        node.replies.setdefault(_place(move), _Node()).available += 1
    best = max(moves, key=lambda move: node.replies[_place(move)].hope())
    return best, node.replies[_place(best)]
