"""What a game is worth to each seat, as numbers to be made as high as possible.

Rules: round.penalty, final.reveal, final.total, final.lowest, final.icons, final.shared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import brief
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.scoring import final_winner

Rewards = Literal["points", "victory"]
"""What a game is worth: its points, or a share of the victory."""

MOST_POINTS = 28
"""The most points of a round: 27 cards left, and one by rule option.rivalry."""


def check_rewards(rewards: object) -> None:
    """Check that `rewards` names one of them.

    Raises:
        InvalidValue: it does not.
    """
    if rewards not in get_args(Rewards):
        named = " or ".join(map(repr, get_args(Rewards)))
        raise InvalidValue(f"rewards must be {named}, not {brief(rewards)}")


def lowest(rewards: Rewards, rounds: int) -> float:
    """Return what no game of so many rounds brings less than; -1 for "victory", as a punishment."""
    return -float(MOST_POINTS * rounds) if rewards == "points" else -1.0


def highest(rewards: Rewards, rounds: int) -> float:
    """Return what no game of so many rounds brings more than."""
    return 3.0 * rounds if rewards == "points" else 1.0


def returns(state: GameState, rewards: Rewards) -> tuple[float, ...]:
    """Return for each seat, from 0, what the game has brought it so far.

    All of it is known to everybody: the Iron Throne cards count when they are revealed. With
    "points", a point is worth -1, and a point that a card takes off 1; at the end it is the total
    with its sign turned. With "victory" it is 0 until the end, then 1 for the winner, who shares it
    with others if the victory is shared.
    """
    return _RETURNS[rewards](state)


def _points(state: GameState) -> tuple[float, ...]:
    counted = final_winner(state).totals if state.is_over else state.penalty_points
    return tuple(float(-points) for points in counted)


def _victory(state: GameState) -> tuple[float, ...]:
    winners = final_winner(state).winners if state.is_over else ()
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(state.players))


_RETURNS: dict[Rewards, Callable[[GameState], tuple[float, ...]]] = {
    "points": _points,
    "victory": _victory,
}
