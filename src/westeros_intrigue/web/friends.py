"""Seats at several screens: their links, and what a visitor through one may ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.sessions import PERSON, AnySession, Seat, names_of
from westeros_intrigue.sessions.seats import check_name
from westeros_intrigue.web.answers import Chaired, Link, Unable
from westeros_intrigue.web.chairs import Chair, Visitor
from westeros_intrigue.web.qr import draw_code
from westeros_intrigue.web.requests import (
    Choices,
    Copy,
    Hint,
    Join,
    Look,
    Play,
    Replace,
    Request,
    Review,
    Rules,
    Status,
    Step,
)
from westeros_intrigue.web.sessions import seats_shown

Addresses: TypeAlias = Callable[[str], tuple[str, ...]]
"""A function from a token to the addresses with it, the best for other machines first."""

_OF_A_SEAT = (Look, Play, Step, Hint, Replace)
_OF_A_GAME = (Review, Copy)


def check_visit(request: Request, visitor: Visitor) -> None:
    """Raise `Unable` for what the link of a seat does not allow."""
    chair = visitor.chair
    is_newcomer = isinstance(request, Join) and not visitor.is_seated
    if is_newcomer or isinstance(request, Choices | Rules | Status):
        return
    is_own = isinstance(request, (*_OF_A_SEAT, *_OF_A_GAME)) and request.game == chair.game
    if isinstance(request, _OF_A_SEAT):
        is_own = is_own and request.seat == chair.seat
    if not (visitor.is_seated and is_own):
        raise Unable("not-yours", "this link is for one seat alone")


def check_leaving(request: Replace, session: AnySession, visitor: Visitor | None) -> None:
    """Raise `Unable` for a player in whose hands a friend may not leave a seat."""
    usual = session.game.PLAYERS.usual
    if visitor is not None and request.who != usual:
        raise Unable("not-yours", f"a seat that has a link is left to {usual}")


def chaired(visitor: Visitor, session: AnySession) -> Chaired:
    """Return where somebody has come to."""
    chair = visitor.chair
    return Chaired(
        game=chair.game,
        name=session.game.NAME,
        seat=chair.seat,
        seats=seats_shown(session),
        is_taken=bool(chair.secret),
        is_yours=visitor.is_seated,
        usual=session.game.PLAYERS.usual,
    )


def links(chairs: Collection[Chair], addresses: Addresses, *, is_shared: bool) -> Iterator[Link]:
    """Yield the links of the chairs of a game, with codes if other machines can open them."""
    for chair in sorted(chairs, key=lambda each: each.seat):
        found = () if chair.secret else addresses(chair.invitation)
        code = draw_code(found[0]) if found and is_shared else ""
        yield Link(chair.seat, bool(chair.secret), found, code)


def invited(session: AnySession, seat: int) -> AnySession:
    """Return the game with a seat for a friend.

    Raises:
        Unable: the seat is not for a person.
    """
    if seat in session.people:
        return session
    return replaced(session, seat, PERSON)


def replaced(session: AnySession, seat: int, who: str, name: str = "") -> AnySession:
    """Return the game with somebody else in a seat.

    Raises:
        Unable: the seat does not exist, or nobody of that name can sit there.
    """
    others = [each for at, each in enumerate(names_of(session.seats, first=1)) if at != seat]
    try:
        check_name(name, others, session.game.PLAYERS)
        return session.reseated(seat, Seat(name, who))
    except InvalidValue as error:
        raise Unable("cannot-be", str(error)) from None
