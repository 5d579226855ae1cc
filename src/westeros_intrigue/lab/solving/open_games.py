"""Exact values of games in which nothing is hidden, and a search that looks ahead."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Generic

import attrs

from westeros_intrigue.gamekit import GameOf, Position, values
from westeros_intrigue.gamekit.authoring.position import extra_fields
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.lab.solving.rules import (
    MOST_POSITIONS,
    M,
    Returns,
    Rules,
    S,
    Values,
    mean_of,
    rules_of,
    too_large,
)

_CLOSE = 1e-13
_MOST_SWEEPS = 100_000


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
    _keys: Callable[[S], object]
    _numbers: Mapping[object, int]
    _expected: Sequence[Values]

    @property
    def values(self) -> Values:
        """The expected returns of the seats at the start, before any chance."""
        return self.values_of(self._rules.root)

    @property
    def positions(self) -> int:
        """The number of different positions."""
        return len(self._numbers)

    def values_of(self, state: S) -> Values:
        """Return the expected returns of the seats in a position.

        Raises:
            InvalidValue: no game at this table leads to the position.
        """
        number = self._numbers.get(self._keys(state))
        if number is None:
            raise InvalidValue("no game at this table leads to the position")
        return self._expected[number]

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
    most_positions: int = MOST_POSITIONS,
) -> Solution[S, M]:
    """Return the exact values of a game in which nothing is hidden.

    Each seat maximizes its own expected return. Positions can recur, as in Pig, where a turn can
    lead back to where it began: values are then improved until they no longer change.

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
        InvalidValue: the game hides something, draws chance from `rng`, or is too large.
    """
    rules = rules_of(game, players, options, returns)
    if type(game).hide is not GameOf.hide:
        raise InvalidValue(f"{game.NAME} hides something: GameTree finds equilibria of such games")
    for keys in (_content_of, _content_and_turn):
        if solution := _solve(rules, keys, most_positions):
            return solution
    raise AssertionError("positions with their turns have one score")


def _content_of(position: Position) -> object:
    names = extra_fields(type(position))
    return (position.to_move, *(getattr(position, name) for name in names))


def _content_and_turn(position: Position) -> object:
    return (position.turn, _content_of(position))


def _solve(
    rules: Rules[S, M], keys: Callable[[S], object], most_positions: int
) -> Solution[S, M] | None:
    """Return the solution; None if positions with equal keys have different scores."""
    numbers: dict[object, int] = {}
    links: list[tuple[int | None, list[tuple[int, float]]]] = []
    expected: list[Values] = []
    waiting: list[S] = []

    def number_of(position: S) -> int:
        key = keys(position)
        if key not in numbers:
            if len(numbers) == most_positions:
                raise too_large(most_positions)
            numbers[key] = len(numbers)
            waiting.append(position)
        return numbers[key]

    number_of(rules.root)
    ends: dict[int, Values] = {}
    for number in itertools.count():
        if number == len(waiting):
            break
        position = waiting[number]
        expected.append((0.0,) * position.players)
        if outcomes := rules.outcomes(position):
            links.append((None, [(number_of(outcome), share) for outcome, share in outcomes]))
        elif position.to_move:
            seat = position.to_move[0]
            following = [rules.after(position, move) for move in rules.game.moves(position, seat)]
            for after in following:
                if not after.to_move and not rules.outcomes(after):
                    worth = rules.worth(after)
                    if ends.setdefault(number_of(after), worth) != worth:
                        return None
            links.append((seat, [(number_of(after), 1.0) for after in following]))
        else:
            expected[number] = rules.worth(position)
            links.append((None, []))
    _improve(links, expected)
    return Solution(rules, keys, numbers, expected)


def _improve(
    links: Sequence[tuple[int | None, Sequence[tuple[int, float]]]], expected: list[Values]
) -> None:
    """Replace the values of positions by what follows, until they no longer change."""
    for _ in range(_MOST_SWEEPS):
        change = 0.0
        # Later positions come first: without a way back, two sweeps are enough.
        for number in range(len(links) - 1, -1, -1):
            seat, following = links[number]
            if not following:
                continue
            if seat is None:
                new = mean_of((expected[after], share) for after, share in following)
            else:
                new = max((expected[after] for after, _ in following), key=itemgetter(seat))
            change = max(change, *(abs(a - b) for a, b in zip(new, expected[number], strict=True)))
            expected[number] = new
        if change < _CLOSE:
            return
    raise InvalidValue("the values of the positions do not converge: the game may never end")
