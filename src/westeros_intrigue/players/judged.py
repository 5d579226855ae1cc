"""A placement of a game, judged from its player's view."""

from __future__ import annotations

import attrs

from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value
from westeros_intrigue.players.analysis import Analysis
from westeros_intrigue.rules.slots import Move

TURNING_POINT = 1.0
"""The number of points that a placement must lose to be a turning point."""


@public
@attrs.frozen
class JudgedPlacement(Value):
    """A placement of a game, with an analysis of all moves from its player's view.

    >>> from westeros_intrigue import STANDARD, Record, greedy_player, play_game
    >>> from westeros_intrigue.players import analyse_record
    >>> final = play_game([greedy_player] * 2, seed=1, variant=STANDARD.with_rounds(1))
    >>> judged = analyse_record(Record.from_state(final), playouts=100).placements[4]
    >>> print(judged.player, judged.move, judged.analysis.best.move, round(judged.loss, 1))
    0 T5@a2 S5@b-2 1.6
    """

    round_number: int
    """The round, counted from 1."""
    number: int
    """The placement of the round, counted from 1."""
    player: int
    """The seat that made it, from 0."""
    move: Move
    """The move."""
    analysis: Analysis
    """The analysis of all moves that the player had."""
    comment: str
    """A comment on a turning point; otherwise empty."""

    @property
    def loss(self) -> float:
        """The difference between the margins of the best move and of this one, in points."""
        return self.analysis.loss(self.move)

    @property
    def is_turning_point(self) -> bool:
        """True if the placement loses at least a point, and more than chance explains."""
        return self.loss >= TURNING_POINT and self.analysis.is_clear_loss(self.move)
