"""A game of the page: the words of its messages about a game under way.

Rules: turn.clockwise, round.end, final.reveal.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, TypeAlias

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View
from westeros_intrigue.sessions import (
    AnySession,
    Folder,
    Seat,
    Session,
    continued,
    names_of,
    owner_of,
    read_record,
)
from westeros_intrigue.sessions.seats import YOU

PageSession: TypeAlias = Session[GameState, View, Move]


@attrs.frozen
class Screen(Value):
    """The screen at which somebody looks at a game."""

    here: tuple[int, ...]
    """The seats of the people at this screen."""
    away: tuple[int, ...] = ()
    """The seats of people whose screens are not there."""
    can_undo: bool = True
    """False where a step back would undo what friends have done."""


def resumed(folder: Folder, text: str) -> Session[Any, Any, Any]:
    """Return the game of a record, which may come from anywhere.

    Raises:
        InvalidValue: it is a game of real cards that is not over, or the cards of later rounds are
            missing.
        ValueError: it is not a record.
    """
    game, record = read_record(text, folder.own_files(text))
    return continued(game, record, owner_of(record) if record.state.is_over else "play")


def seats_shown(session: AnySession, viewer: int | None = None, first: int = 1) -> tuple[Seat, ...]:
    """Return the seats with the names that the page has for them, numbered from `first`."""
    names = names_in(session, viewer, first)
    return tuple(Seat(name, seat.who) for name, seat in zip(names, session.seats, strict=True))


def names_in(session: AnySession, viewer: int | None, first: int = 1) -> tuple[str, ...]:
    """Return what the seats are called on the page; the only person is You to themselves."""
    return names_of(session.seats, "" if viewer is None else YOU, first)


def waits_for(session: AnySession) -> str:
    """Return for what the game waits, in the words of the messages."""
    return "round" if session.state.phase is Phase.ROUND_OVER else session.waits_for


def course(session: PageSession) -> tuple[tuple[int, GameState, GameState], ...]:
    """Return for each placement of the game the moment and the states before and after it."""
    return tuple(
        (moment, before, after)
        for moment, (before, after) in enumerate(pairwise(session.record.replay()))
        if len(after.placements) > len(before.placements)
    )
