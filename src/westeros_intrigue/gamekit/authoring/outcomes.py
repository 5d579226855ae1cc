"""Checks of the values that an author's methods return about chance and the end of the game.

`GameOf.chance` states chance as outcomes with weights, `GameOf.scores` the score of each seat.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, TypeVar

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.authoring.position import Position
from westeros_intrigue.gamekit.chance import RandomSource, random_below
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.results import FinalResult, rank_seats

S = TypeVar("S", bound=Position)

Outcomes = Sequence[tuple[S, int]]
"""Positions to which chance can lead, each with its weight."""
_MOST_STEPS = 10_000


class StatedChance:
    """A source of random numbers that refuses to draw, for games that state all chance."""

    def __init__(self, game: str, method: str) -> None:
        """Store the game and its method for the message."""
        self._game, self._method = game, method

    def random(self) -> NoReturn:
        """Raise InvalidValue: the outcomes of chance are unknown."""
        raise InvalidValue(
            f"{self._method} of {self._game} draws from rng, so the outcomes of chance and their "
            "probabilities are unknown: return them from chance"
        )


class OpenChance:
    """The source of random numbers of a game that began at a line without a seed."""

    def random(self) -> NoReturn:
        """Raise InvalidValue: chance must be supplied."""
        raise InvalidValue(
            "chance comes next, and the line at which the game began has none: end the line with "
            "a seed, such as by-seed 7, or call supply_chance"
        )


def check_outcomes(
    outcomes: object, check: Callable[[str, object], None]
) -> tuple[tuple[Any, int], ...]:
    """Return the outcomes that an author's `chance` returned.

    Raises:
        WrongType: they are not pairs of a position and an int.
        InvalidValue: a weight is less than 1.
    """
    if not isinstance(outcomes, Iterable):
        raise WrongType(f"chance must return pairs, not {values.short_repr(outcomes)}")
    pairs = []
    for number, outcome in enumerate(outcomes):
        if not (isinstance(outcome, tuple) and len(outcome) == 2):
            raise WrongType(
                "chance must return pairs of a position and its weight, not "
                f"{values.short_repr(outcome)}"
            )
        position, weight = outcome
        check("chance", position)
        if type(weight) is not int or weight < 1:  # its name is written only if it is needed
            weight = values.check_integer(f"chance[{number}][1]", weight, 1)
        pairs.append((position, weight))
    return tuple(pairs)


def draw_outcome(outcomes: Outcomes[S], rng: RandomSource) -> S:
    """Return a position, drawn by the weights.

    >>> import random
    >>> from westeros_intrigue.gamekit import Position
    >>> draw_outcome([(Position(players=2), 1), (Position(players=3), 9)], random.Random(1)).players
    3
    """
    number = random_below(sum(weight for _, weight in outcomes), rng)
    for position, weight in outcomes:
        number -= weight
        if number < 0:
            return position
    raise AssertionError("a number below the sum of the weights belongs to an outcome")


def settle(state: S, chance: Callable[[S], Outcomes[S]], rng: RandomSource) -> S:
    """Return the position in which a player decides or the game is over, after drawn outcomes.

    Raises:
        InvalidValue: chance never ends.
    """
    for _ in range(_MOST_STEPS):
        if not (outcomes := chance(state)):
            return state
        state = draw_outcome(outcomes, rng)
    raise InvalidValue(
        f"chance does not end: after {count_things(_MOST_STEPS, 'step')}, it still returns "
        "outcomes; return () when a player decides"
    )


def rank_scores(scores: Iterable[object], players: int) -> FinalResult[Any]:
    """Return the result of a game with these scores, one for each seat; the highest wins.

    Raises:
        WrongType: they are not scores that can be compared.
        InvalidValue: there is not one for each seat.
    """
    worth = limits.check_parts(
        [lambda _, score: score], "scores", scores, length=limits.Length(players, players)
    )
    for seat, score in enumerate(worth):
        if score != score:  # noqa: PLR0124 - only NaN differs from itself
            raise WrongType(
                f"scores returned {score} for player {seat}, which is neither more nor less "
                "than any score: return numbers that can be compared"
            )
    try:
        ranking = rank_seats(worth)
    except TypeError as error:
        raise WrongType(f"scores returned {worth}, which have no order: {error}") from None
    totals = worth if all(type(each) is int for each in worth) else ()
    return FinalResult(ranking[0], totals, ranking, None)
