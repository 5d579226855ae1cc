"""The tree of a game with hidden information: exact values, best responses and equilibria."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Generic

import attrs

from westeros_intrigue.gamekit import GameOf, replace_item, values
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.lab.solving.rules import (
    MOST_POSITIONS,
    M,
    Returns,
    S,
    Strategy,
    Values,
    mean_of,
    rules_of,
    too_large,
)


@attrs.frozen
class InformationSet(Generic[S, M]):
    """The positions that a seat cannot distinguish, since it has seen and done the same.

    >>> from poker import kuhn
    >>> first: InformationSet = GameTree(kuhn).information_sets[0]
    >>> first.seat, first.view.cards, first.moves
    (0, (0, -1), ('pass', 'bet'))
    """

    seat: int
    """The seat that decides, from 0."""
    view: S
    """Its view."""
    moves: tuple[M, ...]
    """Its legal moves."""


@attrs.frozen
class _Node:
    """A position of a game tree."""

    information_set: int | None
    """The number of the information set; None for chance and for the end."""
    children: tuple[int, ...]
    shares: tuple[float, ...]
    """The probabilities of the children of chance; empty in a decision."""
    returns: Values
    """The returns of the end of a game; empty elsewhere."""


class GameTree(Generic[S, M]):
    """The tree of a small game with hidden information, for exact values and equilibria.

    A seat remembers all its views and moves. Seats that decide at the same time follow each other
    in the tree without knowing the others' choices.

    >>> from attrs import frozen
    >>> from westeros_intrigue.gamekit import GameOf, Position, replace_item
    >>> @frozen
    ... class Pennies(Position):
    ...     shown: tuple[int | None, ...] = (None, None)
    >>> class MatchingPennies(GameOf[Pennies, int]):
    ...     '''Show heads, 1, or tails, 0, at the same time. Player 0 wins equal coins.'''
    ...
    ...     MAX_PLAYERS = 2
    ...
    ...     def start(self, players, rng):
    ...         return Pennies(players=players, to_move=(0, 1))
    ...
    ...     def moves(self, state, seat):
    ...         return (0, 1)
    ...
    ...     def play(self, state, seat, move, rng):
    ...         shown = replace_item(state.shown, seat, move)
    ...         state = state.replace(shown=shown, to_move={*state.to_move} - {seat})
    ...         return state.announce(f"player {seat} shows {move}", to=[seat])
    ...
    ...     def scores(self, state):
    ...         won = 1 if state.shown[0] == state.shown[1] else -1
    ...         return (won, -won)
    ...
    ...     def hide(self, state, seat):
    ...         own = [coin if at == seat else None for at, coin in enumerate(state.shown)]
    ...         return state.replace(shown=tuple(own))
    ...
    ...     def guess(self, view, rng):
    ...         return view
    >>> tree = GameTree(MatchingPennies())
    >>> len(tree.information_sets), tree.positions, tree.exploitability(tree.uniform)
    (2, 7, 0.0)
    >>> def heads(view):
    ...     return {1: 1.0}
    >>> tree.values([heads, tree.uniform]), tree.best_response([heads, heads], 1)[0]
    ((0.0, 0.0), 1.0)
    >>> tree.exploitability(tree.find_equilibrium(iterations=10))
    0.0

    Args:
        game: a game that states its chance.
        players: the number of seats; None for two if possible.
        options: values of the game's `OPTIONS`, by name.
        returns: the worth of the end of a game.
        most_positions: the maximum number of positions.

    Raises:
        InvalidValue: the game draws chance from `rng`, or is too large.
    """

    def __init__(
        self,
        game: GameOf[S, M],
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
        *,
        returns: Returns = "scores",
        most_positions: int = MOST_POSITIONS,
    ) -> None:
        self._rules = rules_of(game, players, options, returns)
        self._most = values.check_integer("most_positions", most_positions, 1)
        self._nodes: list[_Node] = []
        self.information_sets: list[InformationSet[S, M]] = []
        """The information sets, in the order in which a walk through the tree finds them."""
        self._numbers: dict[object, int] = {}
        self._histories: dict[object, int] = {}
        self._root = self._grow(self._rules.root, (0,) * self._rules.players)
        del self._histories

    @property
    def positions(self) -> int:
        """The number of positions, including those in which chance decides."""
        return len(self._nodes)

    def _grow(self, state: S, histories: tuple[int, ...]) -> int:
        """Add a position and all that follow, and return its number.

        A history is the number of what a seat has seen and done so far.
        """
        if len(self._nodes) > self._most:
            raise too_large(self._most)
        rules, number = self._rules, len(self._nodes)
        self._nodes.append(_Node(None, (), (), ()))
        if outcomes := rules.outcomes(state):
            children = tuple(self._grow(outcome, histories) for outcome, _ in outcomes)
            shares = tuple(share for _, share in outcomes)
            self._nodes[number] = _Node(None, children, shares, ())
        elif not state.to_move:
            self._nodes[number] = _Node(None, (), (), rules.worth(state))
        else:
            seat = state.to_move[0]
            view = rules.game.observe(state, seat)
            seen = self._remember(histories[seat], view)
            if seen not in self._numbers:
                self._numbers[seen] = len(self.information_sets)
                self.information_sets.append(
                    InformationSet(seat, view, tuple(rules.game.moves(view, seat)))
                )
            information_set = self._numbers[seen]
            children = tuple(
                self._grow(
                    rules.after(state, move),
                    replace_item(histories, seat, self._remember(seen, move)),
                )
                for move in self.information_sets[information_set].moves
            )
            self._nodes[number] = _Node(information_set, children, (), ())
        return number

    def _remember(self, history: int, fact: object) -> int:
        return self._histories.setdefault((history, fact), len(self._histories) + 1)

    def uniform(self, view: S) -> dict[M, float]:
        """Return equal probabilities for all moves: the strategy of a player at random."""
        moves = self._rules.game.legal_moves(view)
        return dict.fromkeys(moves, 1 / len(moves))

    def values(self, strategies: Sequence[Strategy]) -> Values:
        """Return the expected returns of the seats, each of which follows its strategy.

        Raises:
            InvalidValue: there is not one strategy a seat, or the probabilities of a view do not
                sum to 1.
        """
        return self._expect(self._root, self._table_of(strategies))

    def best_response(self, strategies: Sequence[Strategy], seat: int) -> tuple[float, dict[S, M]]:
        """Return the most that a seat can expect against the others, and its move for each view.

        Args:
            strategies: the strategy of each seat; the seat's own one is ignored.
            seat: the seat that responds, from 0.

        Raises:
            InvalidValue: the seat is out of range, or as for `values`.
        """
        seat = values.check_integer("seat", seat, 0, self._rules.players - 1)
        return _Response(self, self._table_of(strategies), seat).find()

    def exploitability(self, strategy: Strategy) -> float:
        """Return the gain of best responses over a strategy, as the mean over all seats.

        0 means that the strategy is an equilibrium. This is the measure of OpenSpiel.
        """
        strategies = [strategy] * self._rules.players
        expected = self.values(strategies)
        best = [self.best_response(strategies, seat)[0] for seat in range(len(expected))]
        return sum(map(float.__sub__, best, expected)) / len(expected)

    def find_equilibrium(self, iterations: int = 1000) -> Strategy:
        """Return a strategy that all seats can follow, by counterfactual regret minimization.

        Its exploitability falls with the number of iterations. With more than two players, or in a
        game that is not zero-sum, it can stay above 0.

        Raises:
            InvalidValue: the number is less than 1.
        """
        iterations = values.check_integer("iterations", iterations, 1)
        learning = _Regrets(self)
        for number in range(iterations):
            for seat in range(self._rules.players):
                learning.improve(self._root, seat, number + 1)
        shares = learning.mean_strategy()
        found = {
            each.view: dict(zip(each.moves, share, strict=True))
            for each, share in zip(self.information_sets, shares, strict=True)
        }
        return found.__getitem__

    def _table_of(self, strategies: Sequence[Strategy]) -> list[tuple[float, ...]]:
        """Return the probabilities of the moves of each information set."""
        values.check_type("strategies", strategies, Sequence)
        seats = self._rules.players
        if len(strategies) != seats:
            raise InvalidValue(
                f"there are {count_things(seats, 'seat')}, and {len(strategies)} strategies"
            )
        table = []
        for each in self.information_sets:
            chosen = strategies[each.seat](each.view)
            shares = tuple(float(chosen.get(move, 0.0)) for move in each.moves)
            if abs(sum(shares) - 1) > 1e-9 or min(shares) < 0:
                raise InvalidValue(
                    f"a strategy must return probabilities of the moves {each.moves} that sum to "
                    f"1, not {values.short_repr(chosen)}"
                )
            table.append(shares)
        return table

    def _expect(self, number: int, table: Sequence[Sequence[float]]) -> Values:
        node = self._nodes[number]
        if not node.children:
            return node.returns
        shares = node.shares if node.information_set is None else table[node.information_set]
        return mean_of(
            (self._expect(child, table), share)
            for child, share in zip(node.children, shares, strict=True)
        )


class _Response(Generic[S, M]):
    """The best response of a seat to the strategies of the others."""

    def __init__(self, tree: GameTree[S, M], table: Sequence[Sequence[float]], seat: int) -> None:
        self._tree, self._table, self._seat = tree, table, seat
        self._reached: dict[int, list[tuple[int, float]]] = defaultdict(list)
        """For each information set of the seat, its positions, and how often others reach them."""
        self._best: dict[int, int] = {}
        self._reach(tree._root, 1.0)

    def find(self) -> tuple[float, dict[S, M]]:
        value = self._value(self._tree._root)
        moves = {}
        for number in self._reached:
            each = self._tree.information_sets[number]
            moves[each.view] = each.moves[self._choose(number)]
        return value, moves

    def _is_own(self, number: int | None) -> bool:
        return number is not None and self._tree.information_sets[number].seat == self._seat

    def _reach(self, number: int, share: float) -> None:
        node = self._tree._nodes[number]
        own = node.information_set
        if own is not None and self._is_own(own):
            self._reached[own].append((number, share))
            for child in node.children:
                self._reach(child, share)
            return
        shares = node.shares if own is None else self._table[own]
        for child, part in zip(node.children, shares, strict=False):
            self._reach(child, share * part)

    def _choose(self, number: int) -> int:
        """Return the index of the best move of an information set."""
        if number not in self._best:
            nodes = self._tree._nodes
            worth = [
                sum(
                    share * self._value(nodes[at].children[index])
                    for at, share in self._reached[number]
                )
                for index in range(len(self._tree.information_sets[number].moves))
            ]
            self._best[number] = worth.index(max(worth))
        return self._best[number]

    def _value(self, number: int) -> float:
        node = self._tree._nodes[number]
        own = node.information_set
        if not node.children:
            return node.returns[self._seat]
        if own is not None and self._is_own(own):
            return self._value(node.children[self._choose(own)])
        shares = node.shares if own is None else self._table[own]
        return sum(
            share * self._value(child)
            for child, share in zip(node.children, shares, strict=True)
            if share
        )


@attrs.frozen
class _Turn:
    """The walk of a seat that learns."""

    seat: int
    weight: int
    """The weight of the strategy that is played: later ones are better."""
    gains: dict[int, list[float]] = attrs.field(factory=dict)
    """For each information set, what each move gains over the strategy."""


class _Regrets:
    """The regrets of a self-play, never below 0, and the sum of the strategies played."""

    def __init__(self, tree: GameTree[Any, Any]) -> None:
        self._tree = tree
        sizes = [len(each.moves) for each in tree.information_sets]
        self._regrets = [[0.0] * size for size in sizes]
        self._played = [[0.0] * size for size in sizes]

    def mean_strategy(self) -> list[list[float]]:
        return [_normalize(played) for played in self._played]

    def improve(self, root: int, seat: int, weight: int) -> None:
        """Let a seat learn from one walk through the tree."""
        turn = _Turn(seat, weight)
        self._walk(root, (1.0, 1.0), turn)
        for number, gains in turn.gains.items():
            regrets = self._regrets[number]
            for index, gain in enumerate(gains):
                regrets[index] = max(0.0, regrets[index] + gain)

    def _walk(self, number: int, reach: tuple[float, float], turn: _Turn) -> float:
        """Return the expected return of the seat that learns, and add its gains by each move.

        The reach is how often the seat's own moves lead here, and those of the others and chance.
        """
        node = self._tree._nodes[number]
        if not node.children:
            return node.returns[turn.seat]
        at, (own, others) = node.information_set, reach
        shares = node.shares if at is None else _normalize(self._regrets[at])
        if at is None or self._tree.information_sets[at].seat != turn.seat:
            return sum(
                share * self._walk(child, (own, others * share), turn)
                for child, share in zip(node.children, shares, strict=True)
            )
        worth = [
            self._walk(child, (own * share, others), turn)
            for child, share in zip(node.children, shares, strict=True)
        ]
        mean = sum(map(float.__mul__, worth, shares))
        gains = turn.gains.setdefault(at, [0.0] * len(worth))
        for index, value in enumerate(worth):
            gains[index] += others * (value - mean)
            self._played[at][index] += turn.weight * own * shares[index]
        return mean


def _normalize(weights: Sequence[float]) -> list[float]:
    """Return weights as probabilities; equal ones if all weights are 0."""
    total = sum(weights)
    return [each / total for each in weights] if total else [1 / len(weights)] * len(weights)
