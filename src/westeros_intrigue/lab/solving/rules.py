"""The moves and chance of a game, one step at a time, and the worth of its end."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

import attrs

from westeros_intrigue.gamekit import GameOf, Position, values
from westeros_intrigue.gamekit.authoring.outcomes import StatedChance
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.options import OptionValue, check_options

S = TypeVar("S", bound=Position)
M = TypeVar("M")

Returns = Literal["scores", "victory"]
"""The worth of the end of a game for a seat: its score, or a share of the victory, which is 1."""
Values = tuple[float, ...]
"""The expected return of each seat, from 0."""
Strategy = Callable[[Any], Mapping[Any, float]]
"""A function of a view that returns the probability of each move; moves left out have none."""
MOST_POSITIONS = 200_000


@attrs.frozen
class Rules(values.Value, Generic[S, M]):
    """The moves and chance of a game, one step at a time."""

    game: GameOf[S, M]
    players: int
    options: Mapping[str, OptionValue]
    returns: Returns

    @cached_property
    def root(self) -> S:
        """The first position, before any chance."""
        game = self.game
        checked = {**game._usual_options, **check_options(game.OPTIONS, self.options)}
        return game._begin(self.players, 0, checked, StatedChance(game.NAME, "start"))

    def outcomes(self, state: S) -> list[tuple[S, float]]:
        """Return the outcomes of chance with their probabilities; [] if it does not come next."""
        weighed = self.game._outcomes(state)
        total = sum(weight for _, weight in weighed)
        return [(outcome, weight / total) for outcome, weight in weighed]

    def after(self, state: S, move: M) -> S:
        """Return the position after a move of the first seat to move."""
        rng = StatedChance(self.game.NAME, "play")
        return self.game._move(state, state.to_move[0], move, rng)

    def worth(self, state: S) -> Values:
        """Return the returns of the end of a game."""
        if self.returns == "victory":
            winners = self.game.final_winner(state).winners
            return tuple((seat in winners) / len(winners) for seat in range(state.players))
        scores = self.game.scores(state)
        if not all(isinstance(score, int | float) for score in scores):
            raise WrongType(
                f"scores returned {scores}, which are not numbers: pass returns='victory'"
            )
        return tuple(map(float, scores))


def rules_of(
    game: GameOf[S, M],
    players: int | None,
    options: Mapping[str, OptionValue],
    returns: Returns,
) -> Rules[S, M]:
    """Check the arguments of a solution, and return the rules of its game."""
    values.check_type("game", game, GameOf)
    count = max(2, game.MIN_PLAYERS) if players is None else players
    count = values.check_integer("players", count, game.MIN_PLAYERS, game.MAX_PLAYERS)
    values.check_one_of("returns", returns, ("scores", "victory"))
    return Rules(game, count, options, returns)


def mean_of(parts: Iterable[tuple[Values, float]]) -> Values:
    """Return the mean of returns by their probabilities."""
    weighed = [[share * value for value in expected] for expected, share in parts]
    return tuple(map(sum, zip(*weighed, strict=True)))


def too_large(most: int) -> InvalidValue:
    """Return the error for a game with more positions than the maximum."""
    return InvalidValue(
        f"the game has more than {count_things(most, 'position')}: solve a smaller one, or pass a "
        "larger most_positions"
    )
