"""Exact values of games in which nothing is hidden, and a search that looks ahead."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Mapping, Sequence
from typing import Generic

import attrs

from westeros_intrigue.gamekit import GameOf, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.lab.solving.improving import find_values
from westeros_intrigue.lab.solving.packed import Positions
from westeros_intrigue.lab.solving.rules import (
    M,
    Returns,
    Rules,
    S,
    Values,
    mean_of,
    rules_of,
)

MOST_OPEN_POSITIONS = 3_000_000
"""The maximum number of positions of an open game, which then need half a gigabyte."""


def expectiminimax(
    game: GameOf[S, M],
    state: S,
    depth: int,
    worth: Callable[[S], Sequence[float]],
    *,
    returns: Returns = "victory",
) -> tuple[M, Values]:
    """Return the best move by looking some moves ahead, and the expected returns of all seats.

    Each seat chooses what is best for it, and chance counts by its probability. Nothing is hidden
    from the search, so use it for open games.

    >>> from attrs import frozen
    >>> from westeros_intrigue.gamekit import GameOf, Position
    >>> @frozen
    ... class Pile(Position):
    ...     stones: int = 5
    >>> class Last(GameOf[Pile, int]):
    ...     '''Take one or two stones. The last stone wins.'''
    ...
    ...     def start(self, players, rng):
    ...         return Pile(players=players)
    ...
    ...     def moves(self, state, seat):
    ...         return range(1, min(2, state.stones) + 1)
    ...
    ...     def play(self, state, seat, move, rng):
    ...         left = state.stones - move
    ...         following = (seat + 1) % state.players if left else None
    ...         return state.replace(stones=left, to_move=following)
    ...
    ...     def scores(self, state):
    ...         winner = (state.turn - 1) % state.players
    ...         return [seat == winner for seat in range(state.players)]
    >>> expectiminimax(Last(), Last().setup(2, seed=1), 9, lambda state: (0.5, 0.5))
    (2, (1.0, 0.0))

    Args:
        game: a game that states its chance.
        state: the position in which a player decides.
        depth: the number of moves to look ahead, at least 1.
        worth: the returns expected in a position in which the search stops.
        returns: the worth of the end of a game.

    Raises:
        InvalidValue: the game is over, or draws chance from `rng`.
    """
    rules = rules_of(game, state.players, state.options, returns)
    depth = values.check_integer("depth", depth, 1)
    if not state.to_move:
        raise InvalidValue("the game is over, so no move is the best")

    def look(position: S, left: int) -> Values:
        if outcomes := rules.outcomes(position):
            return mean_of((look(outcome, left), share) for outcome, share in outcomes)
        if not position.to_move:
            return rules.worth(position)
        if not left:
            return tuple(map(float, worth(position)))
        seat = position.to_move[0]
        found = (look(rules.after(position, move), left - 1) for move in moves_of(position))
        return max(found, key=lambda expected: expected[seat])

    def moves_of(position: S) -> Sequence[M]:
        return game.moves(position, position.to_move[0])

    seat = state.to_move[0]
    rated = [(move, look(rules.after(state, move), depth - 1)) for move in moves_of(state)]
    return max(rated, key=lambda each: each[1][seat])


@attrs.frozen
class Solution(Generic[S, M]):
    """The values of all positions of an open game, in which each seat plays its best.

    >>> from nim import nim
    >>> solution: Solution = solve(nim, 2, {"stones": 5}, returns="victory")
    >>> solution.values, solution.positions, solution.best_moves(nim.new_game(2, {"stones": 5}))
    ((1.0, 0.0), 14, (1,))
    >>> solution.values_of(nim.apply(nim.new_game(2, {"stones": 5}), 2))
    (0.0, 1.0)
    """

    _rules: Rules[S, M]
    _found: Positions[S, M]
    _expected: Sequence[Sequence[float]]

    @property
    def values(self) -> Values:
        """The expected returns of the seats at the start, before any chance."""
        return self.values_of(self._rules.root)

    @property
    def positions(self) -> int:
        """The number of different positions."""
        return len(self._found)

    def values_of(self, state: S) -> Values:
        """Return the expected returns of the seats in a position.

        Raises:
            InvalidValue: no game at this table leads to the position.
        """
        packed = self._found.packer.find(state)
        number = None if packed is None else self._found.numbers.get(packed)
        if number is None:
            raise InvalidValue("no game at this table leads to the position")
        return tuple(of_seat[number] for of_seat in self._expected)

    def best_moves(self, state: S) -> tuple[M, ...]:
        """Return the moves of the first seat to move that lose nothing, in order.

        Raises:
            InvalidValue: the game is over, or does not lead to the position.
        """
        if not state.to_move:
            raise InvalidValue("the game is over, so no move is the best")
        seat, rules = state.to_move[0], self._rules
        rated = [
            (self.values_of(rules.after(state, move))[seat], move)
            for move in rules.game.moves(state, seat)
        ]
        best = max(value for value, _ in rated)
        return tuple(move for value, move in rated if value > best - 1e-9)


def solve(
    game: GameOf[S, M],
    players: int | None = None,
    options: Mapping[str, OptionValue] = {},
    *,
    returns: Returns = "scores",
    most_positions: int = MOST_OPEN_POSITIONS,
) -> Solution[S, M]:
    """Return the exact values of a game in which nothing is hidden.

    Each seat maximizes its own expected return. Positions can recur, as in Pig, where a turn can
    lead back to where it began: values are then improved until they no longer change.

    A position takes about 150 bytes, and 20 to 60 microseconds, most of them in the game's own
    methods: Pig to 100, with 2.1 million positions, is solved in a minute.

    >>> from attrs import frozen
    >>> from westeros_intrigue.gamekit import GameOf, Position
    >>> @frozen
    ... class Coin(Position):
    ...     bet: int = 0
    ...     heads: int | None = None
    >>> class Toss(GameOf[Coin, int]):
    ...     '''Bet on a coin that falls on heads in two of three throws.'''
    ...
    ...     def start(self, players, rng):
    ...         return Coin(players=players)
    ...
    ...     def moves(self, state, seat):
    ...         return (0, 1)
    ...
    ...     def play(self, state, seat, move, rng):
    ...         return state.replace(bet=move, to_move=None)
    ...
    ...     def chance(self, state):
    ...         if state.to_move or state.heads is not None:
    ...             return ()
    ...         return [(state.replace(heads=1), 2), (state.replace(heads=0), 1)]
    ...
    ...     def scores(self, state):
    ...         won = 1 if state.bet == state.heads else -1
    ...         return (won, -won)
    >>> solution = solve(Toss(), 2)
    >>> [round(value, 3) for value in solution.values], solution.best_moves(Toss().setup(2, seed=1))
    ([0.333, -0.333], (1,))

    Args:
        game: a game that states its chance.
        players: the number of seats; None for two if possible.
        options: values of the game's `OPTIONS`, by name.
        returns: the worth of the end of a game.
        most_positions: the maximum number of different positions.

    Raises:
        InvalidValue: the game hides something, draws chance from `rng`, or is too large. In a game
            of which the positions have no bound, the message names the field that grows.
    """
    rules = rules_of(game, players, options, returns)
    if game._hides:
        raise InvalidValue(f"{game.NAME} hides something: GameTree finds equilibria of such games")
    most = values.check_integer("most_positions", most_positions, 1)
    for has_turn in (False, True):
        found = Positions(rules, most, has_turn=has_turn)
        if found.is_clear:
            return Solution(rules, found, find_values(found.links, found.ends))
    raise AssertionError("positions with their turns have one score")
