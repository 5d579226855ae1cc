"""What a search would do in a player's place, and why, in plain words."""

from __future__ import annotations

from westeros_intrigue import View, analyse
from westeros_intrigue.players.analysis import times_in_100
from westeros_intrigue.players.reasons import why

_PLAYOUTS = 1000


def hint(view: View, *, numbers: bool = True) -> str:
    """Return the placement that comes out best in playouts, how well, and what sets it apart.

    Its card is named with its number, or, as printed cards have none, by its house alone.
    """
    analysis = analyse(view, playouts=_PLAYOUTS)
    best, *others = analysis.moves
    move = best.move
    card = move.card if numbers else f"a {move.card.house} card"
    text = (
        f"A search would place {card} in {move.slot}. Played out, that wins the round "
        f"{times_in_100(best.win)} in 100."
    )
    if reason := why(view, move, [other.move for other in others]):
        text += f" It {reason}."
    if others and not any(analysis.is_clear_loss(other.move) for other in others):
        text += " No other placement is clearly worse."
    return text
