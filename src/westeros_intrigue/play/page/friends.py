"""Games with friends at screens of their own: what a link allows, and the news of a game.

`sessions.people` holds the people, their links and their absence. Here are the requests that each
link allows, the answers about chairs, and the lines over which screens hear of each change.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from queue import SimpleQueue
from typing import TypeAlias

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.play.page import messages, requests
from westeros_intrigue.play.page.positions import names_at, show_seats
from westeros_intrigue.play.sessions import PERSON, AnySession
from westeros_intrigue.play.sessions.chairs import Table, Visit
from westeros_intrigue.play.sessions.people import (
    CLOSED,
    DELETED,
    DISOWNED,
    FREED,
    LEFT,
    MOVED,
    RELIEVED,
    SECONDS_UNTIL_FREE,
    TAKEN_BACK,
)
from westeros_intrigue.play.sessions.presence import Presence


def draw_code(text: str) -> str:
    """Return the QR code of a text as SVG, dark on light; empty without the extra `cli`.

    >>> draw_code("http://192.0.2.7:8321/#2Ks9r0xfRpmZyHdIrVtMzg")[:24]
    '<svg viewBox="0 0 37 37"'
    """
    try:
        import segno  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        return ""
    return segno.make_qr(text).svg_inline(omitsize=True, light="#fff")


Addresses: TypeAlias = Callable[[str], tuple[str, ...]]
"""A function from a token to its addresses, the best ones for other machines first."""

_OF_A_SEAT = (requests.Look, requests.Write, requests.Now)
_OF_A_GAME = (
    requests.Beat,
    requests.Friends,
    requests.Admit,
    requests.Vouch,
    requests.Lend,
    requests.Seek,
    requests.Free,
    requests.TakeBack,
    requests.Replace,
    requests.Review,
    requests.Copy,
    requests.Again,
    requests.React,
)
_OF_ALL = (requests.Choices, requests.Rules, requests.Status, requests.Practise)
_OF_THE_PAST = (
    requests.Beat,
    requests.Look,
    requests.Write,
    requests.Review,
    requests.Copy,
    requests.Again,
)
_TO_WATCH = (requests.Beat, requests.Look, requests.Write, requests.Review, requests.Copy)
_TO_ENTER = (requests.Join, requests.Claimed, requests.Withdraw)
"""The requests of a newcomer, and of a spectator who sits down."""


def check_visit(request: requests.Request, visit: Visit) -> None:
    """Raise `Unable` for requests that a visitor's link does not allow."""
    if isinstance(request, _OF_ALL):
        return
    if visit.is_newcomer:
        if not isinstance(request, _TO_ENTER):
            raise messages.Unable("not-yours", "sit down first: this link opens no seat by itself")
        return
    if visit.is_guest and isinstance(request, _TO_ENTER):
        raise messages.Unable("not-yours", "you watch this game, and play in the next one")
    if visit.is_watching and isinstance(request, _TO_ENTER):
        return
    if isinstance(request, requests.Tables) and visit.seat is not None:
        return  # to choose the next game
    allowed = (*_OF_A_SEAT, *_OF_A_GAME) if visit.seat is not None else _TO_WATCH
    is_own = isinstance(request, allowed) and (
        request.game == visit.game
        or (visit.has_been_at(request.game) and isinstance(request, _OF_THE_PAST))
    )
    is_others = isinstance(request, _OF_A_SEAT) and request.seat != visit.seat_in(request.game)
    if not is_own or is_others:
        raise messages.Unable("not-yours", "this link is for one seat only")


_ENDED = {
    MOVED: "The person of this seat plays from another browser now, or at the host's screen.",
    CLOSED: "The host has closed the table to newcomers. Its players can still come in.",
    FREED: "The others at the table have freed this chair, and the computer plays on.",
    LEFT: "You have left this chair before the game began. The table's link leads back to it.",
    DISOWNED: "The person of this seat says that it was not them who came in here.",
    TAKEN_BACK: "The person for whom you played is back. Thank you for playing on!",
    RELIEVED: "The computer plays for this person now. Thank you for playing on!",
    DELETED: "The host has deleted this game.",
    "": "This address leads to no table. It may not be complete: ask for the link again.",
}


def refuse_link(reason: str) -> messages.Fault:
    """Return the answer to a link that opens nothing, for a reason as in `people`.

    >>> refuse_link("deleted").text
    'The host has deleted this game.'
    """
    return messages.Fault("no-such-link", _ENDED[reason])


def find_link(table: Table, addresses: Addresses, *, is_shared: bool) -> messages.Link | None:
    """Return the link of a table, with a QR code if other machines can open it."""
    if not table.link:
        return None
    found = addresses(table.link)
    return messages.Link(found, draw_code(found[0]) if found and is_shared else "")


_SECONDS_OF_NEWS = 30
HOST = "host"
"""The value instead of a secret for the host's screen."""


def name_screen(table: Table, seat: int, presence: Presence) -> str:
    """Return the screen of the one who plays a person's seat, as `Presence` names it.

    It is the screen at which that person is, or was last.
    """
    screens = table.screens_of_player(seat)
    if screens is None:
        return HOST
    return presence.nearest(table.game, screens or [name_free_chair(seat)])


def name_free_chair(seat: int | None) -> str:
    """Return the name of the screen that a free chair will have."""
    return f"chair {seat}"


def seconds_until_free(seconds: int) -> int:
    """Return the seconds until any person may lend the seat of one who has been away so long.

    The rule is one for all, the host included.

    >>> seconds_until_free(45), seconds_until_free(99)
    (15, 0)
    """
    return max(SECONDS_UNTIL_FREE - seconds, 0)


def show_chairs(
    session: AnySession, table: Table, presence: Presence
) -> Iterator[messages.ChairOffer]:
    """Yield the chairs of a table."""
    for chair in table.chairs:
        if chair.seat not in session.people:
            continue
        stand_in = session.seats[chair.seat].stand_in
        screen = presence.nearest(table.game, chair.secrets or [name_free_chair(chair.seat)])
        is_there = bool(chair.secret) and presence.is_there(table.game, screen)
        is_played = stand_in is not None and stand_in.who == PERSON
        yield messages.ChairOffer(
            seat=chair.seat,
            is_free=not chair.secret,
            is_there=is_there,
            can_be_lent=chair.seeks and not is_played,
        )


def list_arrivals(table: Table, visitor: Visit | None) -> Iterator[messages.Arrival]:
    """Yield the screens that were let in, until an earlier one has said whose they are.

    The first screen of a person is asked, and those that are known to be theirs. For the other
    people, it is news for half a minute.
    """
    for chair in table.chairs:
        earlier = [chair.secret]
        for number, screen in enumerate(chair.others):
            if not screen.is_known:
                is_asked = visitor is not None and visitor.token in earlier
                if is_asked or time.time() - screen.at < _SECONDS_OF_NEWS:
                    yield messages.Arrival(chair.seat, number, screen.by, is_asked)
            else:
                earlier.append(screen.secret)


def offer_seat(
    session: AnySession, table: Table, visit: Visit, presence: Presence
) -> messages.SeatOffer:
    """Return the place that a visitor's link opens."""
    names = names_at(session)
    at_host = [seat for seat in session.people if table.chair_of(seat) is None]
    return messages.SeatOffer(
        game=visit.game,
        name=session.game.NAME,
        seat=visit.seat,
        seats=show_seats(session, names),
        chairs=tuple(show_chairs(session, table, presence)),
        is_yours=not visit.is_newcomer,
        is_stand_in=visit.is_stand_in,
        is_guest=visit.is_guest,
        host=next((names[seat] for seat in (*at_host, *session.people)), ""),
    )


_MOST_LISTENERS = 16
"""The maximum number of lines to one seat, or to the host; a browser that reconnects leaves its old
line open for a while."""
_MOST_WATCHING = 100
"""The maximum number of spectators' lines to one game. They take no line from those who play, nor
from the spectators of other games."""
_MOST_OF_ADDRESS = 16
"""The maximum number of spectators' lines from one address."""

SEATS = "seats"
"""The news that a person has come or left, or that a seat has another player."""
FULL = "full"
"""The news that a line is not heard, since there are too many."""
REACTION = "reaction"
"""The news of a reaction: this word, the seat and the sign."""
News: TypeAlias = "SimpleQueue[tuple[str, str]]"
"""Changes in games: the name of a line, with the moment that its game has reached, `seats`, `full`,
a reaction, or the id of another game at the same table."""


@attrs.frozen
class Line(values.Value):
    """The news that a screen listens to."""

    name: str
    """The name that the browser chose."""
    game: str
    who: str
    """The secret that listens, or `HOST`."""
    is_watching: bool = False
    """True for a spectator or a newcomer. All spectators of a game share a secret."""
    address: str = ""
    """The address of the browser; empty if it is unknown."""


class Listeners:
    """The listeners of all games.

    >>> listeners, news = Listeners(), SimpleQueue()
    >>> with listeners.listening(Line("mine", "game", "secret"), news):
    ...     listeners.announce("game", "5")
    ...     (
    ...         news.get(),
    ...         news.get(),
    ...         listeners.presence.is_there("game", "secret"),
    ...         listeners.presence.is_there("game", "x"),
    ...     )
    (('mine', 'seats'), ('mine', '5'), True, False)
    """

    def __init__(self, on_change: Callable[[str, str], object] | None = None) -> None:
        """Start without listeners; `on_change` also gets each change."""
        self.presence: Presence = Presence()
        self._lock = threading.Lock()
        self._on_change = on_change
        self._lines: dict[str, list[tuple[Line, News]]] = {}

    @contextmanager
    def listening(self, line: Line, news: News) -> Iterator[bool]:
        """Put further changes into a queue; yield False if there are too many listeners."""
        heard = (line, news)
        with self._lock:
            lines = self._lines.setdefault(line.game, [])
            if is_heard := self._has_room(line):
                lines.append(heard)
        if is_heard and self.presence.enter(line.game, line.who):
            self.announce(line.game, SEATS)
        try:
            yield is_heard
        finally:
            with self._lock:
                lines = self._lines.get(line.game, [])
                lines[:] = [each for each in lines if each is not heard]
                if not lines:
                    self._lines.pop(line.game, None)
            if is_heard and self.presence.leave(line.game, line.who):
                self.announce(line.game, SEATS)

    def _has_room(self, line: Line) -> bool:
        """Return True if a line can be heard beside all others."""
        every = chain.from_iterable(self._lines.values())
        if line.is_watching:
            watching = [other for other, _ in every if other.is_watching]
            near = sum(other.address == line.address for other in watching if line.address)
            there = sum(other.game == line.game for other in watching)
            return there < _MOST_WATCHING and near < _MOST_OF_ADDRESS
        return sum((other.game, other.who) == (line.game, line.who) for other, _ in every) < (
            _MOST_LISTENERS
        )

    def count_watching(self, game: str, secret: str) -> int:
        """Return the number of lines of a game's spectators, who share a secret."""
        with self._lock:
            return sum(line.who == secret for line, _ in self._lines.get(game, ()))

    def announce(self, game: str, text: str) -> None:
        """Inform all listeners of a game."""
        self.tell_all(game, text)
        if self._on_change:
            self._on_change(game, text)

    def tell_all(self, game: str, text: str) -> None:
        """Inform all listeners of something that changes nothing in the game."""
        with self._lock:
            for line, news in self._lines.get(game, ()):
                news.put((line.name, text))

    def is_heard(self, game: str) -> bool:
        """Return True if a game has listeners."""
        with self._lock:
            return game in self._lines
