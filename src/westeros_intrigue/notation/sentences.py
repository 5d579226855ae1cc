"""Events in words for each viewer.

Rules: info.public, info.throne, info.throne-automated.
"""

from __future__ import annotations

from westeros_intrigue.gamekit import packaging, values
from westeros_intrigue.rules import history


@packaging.public
def sentence(event: history.Event, viewer: int | None) -> str | None:
    """Return an event in words, as a viewer may know it.

    >>> from westeros_intrigue import apply, events, legal_moves, setup
    >>> before = setup(4, seed=3)
    >>> after = apply(before, legal_moves(before)[0])
    >>> sentence(events(before, after)[0], None)
    'player 0 places S2 in a0'
    >>> sentence(events(before, after)[0], 0)
    'you place S2 in a0'

    Args:
        event: an event of a state or of a view.
        viewer: the seat, from 0, of the viewer, whom the sentence addresses as "you"; None for a
            spectator.

    Rules: info.public, info.throne, info.throne-automated.
    """
    match event:
        case history.RoundStart(starting_player=seat, round_number=number):
            return _clause(seat, viewer, "start", f"round {number}")
        case history.Placement(player=seat, move=move):
            return _clause(seat, viewer, "place", f"{move.card} in {move.slot}")
        case history.Elimination():
            return _elimination(event, viewer)
    return None if isinstance(event, history.TurnStart) else str(history.seen_by(event, viewer))


def _clause(seat: int, viewer: int | None, verb: str, rest: str) -> str:
    return f"you {verb} {rest}" if seat == viewer else f"player {seat} {verb}s {rest}"


def _elimination(event: history.Elimination, viewer: int | None) -> str:
    own, other = ("you", "are", "have"), (f"player {event.player}", "is", "has")
    who, are, have = own if event.player == viewer else other
    if not event.cards_left:
        return f"{who} {have} placed every card and {are} out"
    return (
        f"{who} cannot place and {are} out, with {values.count_things(event.cards_left, 'card')} "
        "left"
    )
