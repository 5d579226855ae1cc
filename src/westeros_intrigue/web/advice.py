"""The page's advice about placements: hints, broken rules, and judgements after a game."""

from __future__ import annotations

from typing import Any

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.game import AnyGame
from westeros_intrigue.players.analysis import analyse
from westeros_intrigue.players.reasons import better, why
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import Violation
from westeros_intrigue.web.answers import Advice, Reason

_PLAYOUTS = 400
"""About a third of a second without the extra `fast`, and two in a browser."""


def advice(view: View) -> Advice:
    """Return the placement that comes out best for the player to move, with what speaks for it."""
    best, *others = (judged.move for judged in analyse(view, playouts=_PLAYOUTS).moves)
    reason = why(view, best, others)
    return Advice(str(best), f"{_placed(best)} looks best.{f' It {reason}.' if reason else ''}")


def reasons_against(game: AnyGame, view: Any, written: str) -> tuple[Reason, ...]:  # noqa: ANN401 - a view of the game
    """Return what is wrong with a move that its viewer has written; nothing if it is legal."""
    try:
        found = game.explain(view, game.parse_move(written))
    except ValueError as error:
        found = (error,)
    return tuple(map(_reason, found))


def _reason(fault: object) -> Reason:
    if isinstance(fault, Violation):
        return Reason(fault.code.value, fault.rule, str(fault))
    return Reason("refused", "", str(fault))


@attrs.frozen
class Judgement(Value):
    """The worth of a placement, by what its player could know."""

    text: str
    win: int
    """The chance to win the round after it, in percent."""
    loss: int
    """The hundredths of a point that it lost against the best placement."""
    better: Move | None
    """The best placement, if it was clearly better."""


def judgement(view: View, move: Move) -> Judgement:
    """Return the judgement of a placement."""
    analysis = analyse(view, playouts=_PLAYOUTS)
    best, made = analysis.best, analysis.of(move)
    win, loss = round(100 * made.win), max(0, round(100 * analysis.loss(move)))
    if len(analysis.moves) == 1:
        return Judgement("It was the only legal placement.", win, 0, None)
    if not analysis.is_clear_loss(move):
        return Judgement("No other placement was clearly better.", win, 0, None)
    said = "".join(f" It {reason}." for reason in better(view, best, made))
    text = f"{_placed(best.move)} was better, by {analysis.loss(move):.1f} points.{said}"
    return Judgement(text, win, loss, best.move)


def _placed(move: Move) -> str:
    return f"{move.card} in {move.slot}"
