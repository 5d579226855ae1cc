"""A placement of a game, judged by what its player could know."""

from __future__ import annotations

import attrs

from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value
from westeros_intrigue.players.analysis import Analysis
from westeros_intrigue.rules.slots import Move

TURNING_POINT = 1.0
"""So many points a placement must lose to be one."""


@public
@attrs.frozen
class JudgedPlacement(Value):
    """A placement of a game, and what its player could have known of the moves there were.

    >>> from westeros_intrigue import STANDARD, Record, analyse_record, greedy_player, play_game
    >>> final = play_game([greedy_player] * 2, seed=1, variant=STANDARD.with_rounds(1))
    >>> judged = analyse_record(Record.from_state(final), playouts=100).placements[4]
    >>> print(judged.player, judged.move, judged.analysis.best.move, round(judged.loss, 1))
    0 T5@a2 T4@a2 0.0
    """

    round_number: int
    """The round, counted from 1."""
    number: int
    """The placement of the round, counted from 1."""
    player: int
    """The seat that made it, from 0."""
    move: Move
    """What was placed where."""
    analysis: Analysis
    """All moves that the player had, judged from the player's view."""
    comment: str
    """What there is to say about it; empty if there is nothing."""

    @property
    def loss(self) -> float:
        """By how many points the move's margin is below that of the best one."""
        return self.analysis.loss(self.move)

    @property
    def is_turning_point(self) -> bool:
        """Whether it loses a point or more, and more than chance explains."""
        return self.loss >= TURNING_POINT and self.analysis.is_clear_loss(self.move)
