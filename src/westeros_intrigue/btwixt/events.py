"""What happened between two states, and what each viewer may be told of it.

Rules: info.taken, info.draft, info.ally-deck, ally.looks, draft.secret.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.btwixt.moves import Move
from westeros_intrigue.btwixt.play import apply
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import DecisionKind, given
from westeros_intrigue.btwixt.zones import hand_viewers


@attrs.frozen
class Event(Value):
    """A move that was made."""

    player: int
    """The seat that made it."""
    kind: DecisionKind
    """The question that it answered."""
    move: Move
    """The move. Whom it may be shown, `viewers` names."""
    viewers: frozenset[int] | None
    """The seats that see which move it was; None for everybody."""


def events(before: GameState, after: GameState) -> tuple[Event, ...]:
    """Return what happened from one state of a game to a later one.

    >>> from westeros_intrigue.btwixt import parse_move, setup
    >>> before = setup(3, seed=1)
    >>> after = apply(before, parse_move("leader jon-snow"))
    >>> [sentence(event, None) for event in events(before, after)]
    ['player 0: leader jon-snow']

    Raises:
        InvalidValue: the second state does not come after the first.
        WrongType: an argument is no GameState.

    Rules: info.public.
    """
    check_type("before", before, GameState)
    check_type("after", after, GameState)
    if before.moves is None or after.moves is None or before.chance != after.chance:
        raise InvalidValue("the states are not of one game")
    if after.moves[: len(before.moves)] != before.moves:
        raise InvalidValue("the second state does not come after the first")
    return tuple(_events(before, after.moves[len(before.moves) :]))


def sentence(event: Event, viewer: int | None) -> str | None:
    """Return what a viewer may be told of an event; None if it is nothing.

    Args:
        event: what happened.
        viewer: the seat of the viewer, from 0; None for a spectator.

    Raises:
        WrongType: `event` is no Event.

    Rules: info.taken, info.ally-deck, draft.secret.
    """
    check_type("event", event, Event)
    if event.viewers is None or viewer in event.viewers:
        return f"player {event.player}: {event.move}"
    return f"player {event.player} {_UNSEEN[event.kind]}"


_UNSEEN = {
    DecisionKind.DRAFT: "drafts a card",
    DecisionKind.TAKE: "takes a card unseen",
    DecisionKind.RETURN: "puts an ally back unseen",
}


def _events(state: GameState, moves: tuple[Move, ...]) -> Iterator[Event]:
    for index, move in enumerate(moves):
        step = state.table.agenda[0]
        seat, kind = given(step.seat), DecisionKind(step.kind.value)
        viewers = {seat} if kind in _UNSEEN else None
        if viewers and step.other is not None:
            viewers |= hand_viewers(state.table, seat) | hand_viewers(state.table, step.other)
        yield Event(seat, kind, move, None if viewers is None else frozenset(viewers))
        if index + 1 < len(moves):
            state = apply(state, move)
