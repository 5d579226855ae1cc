"""Hints: the move that a search would make in a player's place, with its reasons in words."""

from __future__ import annotations

from collections.abc import Callable

from westeros_intrigue import View
from westeros_intrigue.players import analyse
from westeros_intrigue.players.analysis import times_in_100
from westeros_intrigue.players.reasons import advice, placed

_PLAYOUTS = 1000


def hint(view: View, *, numbers: bool = True, stop: Callable[[], bool] | None = None) -> str:
    """Return the placement that comes out best in playouts, its chance, and the reasons for it.

    Its card is named with its number, or, as printed cards have none, by its house alone. Once
    `stop` returns True, the playouts so far decide.
    """
    analysis = analyse(view, playouts=_PLAYOUTS, stop=stop)
    best = analysis.best
    return (
        f"A search would place {placed(best.move, numbers=numbers)}. Played out, that wins the "
        f"round {times_in_100(best.win)} in 100. {advice(view, analysis, numbers=numbers)}"
    )
