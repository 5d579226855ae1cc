"""What a search would do in a player's place, and why, in plain words."""

from __future__ import annotations

from westeros_intrigue import View, analyse
from westeros_intrigue.players.analysis import times_in_100
from westeros_intrigue.players.reasons import why

_PLAYOUTS = 1000


def hint(view: View, *, numbers: bool = True) -> str:
    """Return the placement that comes out best in playouts, how well, and what it does.

    Its card is named with its number, or, as printed cards have none, by its house alone.
    """
    best, *others = analyse(view, playouts=_PLAYOUTS).moves
    move = best.move
    card = move.card if numbers else f"a {move.card.house} card"
    text = (
        f"A search would place {card} in {move.slot}. Played out, that wins the round "
        f"{times_in_100(best.win)} in 100."
    )
    reason = why(view, move, [other.move for other in others])
    return f"{text} It {reason}." if reason else text
