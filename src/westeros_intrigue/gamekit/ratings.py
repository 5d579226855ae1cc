"""The search shared by games with hidden cards or dice, and the ratings of moves that it gives.

A search tries each move in the same worlds: states that are consistent with the player's view.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.chance import RandomSource, SplitMix, check_source
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.game import AnyGame, AnyPosition
from westeros_intrigue.gamekit.players import NamedPlayers

M = TypeVar("M")
W = TypeVar("W")


@attrs.frozen
class RatedMove(values.Value, Generic[M]):
    """A move, and its mean worth in the worlds where it was tried.

    >>> print(RatedMove("bid", 0.25, 0.02))
    bid: 25.0 ± 2.0 %
    """

    move: M
    """The move."""
    worth: float
    """The mean worth, from 0 to 1; more is better. `Ratings.measure` says what it measures."""
    error: float | None = None
    """The standard error of `worth`; None after a single world, which shows none."""

    def __str__(self) -> str:
        return f"{self.move}: {self.in_percent}"

    @property
    def in_percent(self) -> str:
        """The worth and its standard error in percent."""
        error = "" if self.error is None else f" ± {100 * self.error:.1f}"
        return f"{100 * self.worth:.1f}{error} %"


@attrs.frozen
class Ratings(values.Value, Generic[M]):
    """The moves that a search has tried, and their worth to the player who makes them.

    >>> from westeros_intrigue.gamekit import GAMES, rate_moves, read_line
    >>> game = GAMES["btwixt"]
    >>> hands = "*levy / oath, x - / pulling-the-strings, x feast"
    >>> state = read_line(game, f"summer 2 sansa-stark; {hands}; -, -, septa +[1]")
    >>> found = rate_moves(game, state, playouts=8)
    >>> found.player, found.worlds, found.measure, len(found.moves)
    (0, 4, 'the chance of winning the game', 2)
    """

    player: int
    """The seat to move, from 0."""
    measure: str
    """The meaning of the worth, as the end of a sentence, such as `the chance of winning`."""
    worlds: int
    """The number of worlds in which each move was tried."""
    moves: tuple[RatedMove[M], ...]
    """The moves, best first. A search can leave out moves that it considers poor."""

    def to_rows(self) -> list[dict[str, Any]]:
        """Return each move with its worth and standard error, for data frames.

        >>> Ratings(0, "the chance of winning", 4, (RatedMove("bid", 0.5, 0.25),)).to_rows()
        [{'move': 'bid', 'worth': 0.5, 'error': 0.25}]
        """
        return [
            {"move": str(each.move), "worth": each.worth, "error": each.error}
            for each in self.moves
        ]


@runtime_checkable
class RatesMoves(Protocol):
    """A method that a player can have besides being called for a move.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> players = GAMES["monopoly"].PLAYERS
    >>> [isinstance(players.parse(name), RatesMoves) for name in ("simple", "search:8")]
    [False, True]
    """

    def rate_moves(self, view: Any, rng: RandomSource, /, *, playouts: int) -> Ratings[Any]:  # noqa: ANN401 - of any game
        """Return the ratings of the moves that it would consider for the view's player.

        Args:
            view: the view of the seat that decides.
            rng: a source of random numbers, such as `random.Random(1)`.
            playouts: the number of tries that the moves share, at least one each.
        """
        ...


def rate_moves(
    game: AnyGame, position: AnyPosition, rng: RandomSource | None = None, *, playouts: int = 1000
) -> Ratings[Any]:
    """Return the ratings of the moves in a position by the strongest player of a game that can.

    The moves are rated from the player's view, so hidden cards of a state do not count. For the
    card game, `westeros_intrigue.lab.players.analyse` judges moves better.

    >>> from westeros_intrigue.gamekit import GAMES, read_line
    >>> game = GAMES["monopoly"]
    >>> found = rate_moves(game, game.setup(2, seed=1), playouts=20)
    >>> [str(each.move) for each in found.moves]
    ['stand-by', 'pass']

    Args:
        game: any game.
        position: a state, or the view of the player who is to move.
        rng: the source of random numbers; by default, the same ones each time.
        playouts: the number of tries that the moves share.

    Raises:
        InvalidValue: no player of the game rates moves, no player is to move, the view is not the
            view of one who is, or the number is out of range.
        WrongType: an argument has the wrong type.
    """
    values.check_integer("playouts", playouts, 1)
    if rng is not None:
        check_source(rng)
    player = _rater_of(game.PLAYERS)
    if player is None:
        raise InvalidValue(
            f"no player of {game.NAME} rates moves: give one of its PLAYERS a method rate_moves"
        )
    if not (seats := game.deciders(position)):
        raise InvalidValue("no player is to move, so there are no moves to rate")
    view = position
    with suppress(WrongType, InvalidValue):  # a view has no views
        view = game.observe(position, seats[0])
    return player.rate_moves(view, SplitMix(1, 0) if rng is None else rng, playouts=playouts)


def rate_in_worlds(
    player: int,
    measure: str,
    moves: Sequence[M],
    worlds: Iterable[W],
    worth: Callable[[W, M], float],
) -> Ratings[M]:
    """Return the ratings of moves, each tried in the same worlds.

    >>> found = rate_in_worlds(0, "luck", ["pass", "bid"], range(9), lambda world, _: world % 3 / 2)
    >>> print(found.worlds, *found.moves)
    9 pass: 50.0 ± 14.4 % bid: 50.0 ± 14.4 %

    Args:
        player: the seat to move, from 0.
        measure: the meaning of the worth, as the end of a sentence.
        moves: the moves.
        worlds: the worlds.
        worth: returns the worth of a move in a world, from 0 to 1.
    """
    found = [[worth(world, move) for move in moves] for world in worlds]
    columns = zip(*found, strict=True)
    rated = (RatedMove(move, *_mean(column)) for move, column in zip(moves, columns, strict=True))
    best_first = sorted(rated, key=lambda each: -each.worth)
    return Ratings(player, measure, len(found), tuple(best_first))


def surest_move(moves: Sequence[M], worlds: Iterable[W], worth: Callable[[W, M], float]) -> M:
    """Return the move that most surely gains over the first one.

    All moves are tried in the same worlds. A move is rated by its mean gain minus the standard
    error, so luck in a few worlds does not make it beat the first move.

    >>> surest_move(["pass", "bid"], range(9), lambda world, move: (move == "bid") * (world - 3))
    'bid'
    """
    gains: list[list[float]] = [[] for _ in moves]
    for world in worlds:
        first = worth(world, moves[0])
        for gained, move in zip(gains[1:], moves[1:], strict=True):
            gained.append(worth(world, move) - first)
    sure = [_sure_gain(gained) for gained in gains]
    return moves[sure.index(max(sure))]


def share_playouts(playouts: int, moves: Sequence[object]) -> int:
    """Return the number of worlds in which each move is tried, at least one.

    >>> share_playouts(1000, ["pass", "bid", "buy"])
    334
    """
    return -(-playouts // len(moves))


def _rater_of(known: NamedPlayers[Any]) -> RatesMoves | None:
    """Return the strongest player of a game itself that rates moves; None if there is none."""
    own = [entry for entry in known.values() if not entry.stands_for and not entry.package]
    made = (entry.make(1) for entry in reversed(own))
    return next((player for player in made if isinstance(player, RatesMoves)), None)


def _sure_gain(gained: Sequence[float]) -> float:
    """Return the mean gain minus its standard error; 0 for the first move, which gains nothing."""
    if not gained:
        return 0.0
    mean, error = _mean(gained)
    return mean - (error or 0.0)


def _mean(numbers: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean of numbers and its standard error; None as the error for a single number."""
    count = len(numbers)
    mean = sum(numbers) / count
    if count == 1:
        return mean, None
    squares = sum((number - mean) ** 2 for number in numbers)
    return mean, math.sqrt(squares / count / (count - 1))
