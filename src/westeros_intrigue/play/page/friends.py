"""Games with friends: seats played through links, on other screens.

A chair begins with an invitation. The first visitor to accept it gets a secret, and the invitation
stops working. The secret opens only this seat, until the player leaves or the seat is offered
again. Listeners receive every change in a game.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import TypeAlias

import attrs

from westeros_intrigue.gamekit import documents, errors, limits, values
from westeros_intrigue.play.page import messages, requests
from westeros_intrigue.play.page.messages import GameId, Text
from westeros_intrigue.play.page.positions import show_seats
from westeros_intrigue.play.sessions import AnySession, GameFile, names_of

_MOST_CHAIRS = 2_000
"""The maximum number of chairs; beyond it, the oldest are dropped."""


@attrs.frozen
class Chair(values.Value):
    """A seat in a game that a friend plays or is invited to play, or a place to watch."""

    game: GameId
    seat: limits.Count | None
    """The seat; None for a place to watch."""
    token: Text
    """The invitation or, once a friend has taken the seat, the secret; also to watch."""
    is_taken: bool
    """True for a secret, False for an invitation."""


class Chairs:
    """The chairs for the games in a folder, in a file that only its owner can read.

    >>> import tempfile
    >>> chairs = Chairs(Path(tempfile.mkdtemp()))
    >>> chair = chairs.occupy(chairs.invite("game", 1))
    >>> chairs.find(chair.token) == chair
    True
    >>> chairs.leave("game", 1)
    >>> chairs.find(chair.token) is None
    True

    Args:
        folder: the folder.
    """

    def __init__(self, folder: Path) -> None:
        """Read the file, if there is one; links that are not in it no longer work."""
        self._file = GameFile(folder / "chairs")
        self._lock = threading.Lock()
        self._chairs: tuple[Chair, ...] = ()
        self._refresh()

    def of(self, game: str) -> dict[int | None, Chair]:
        """Return the chairs of a game, by seat."""
        return {chair.seat: chair for chair in self._chairs if chair.game == game}

    def find(self, token: str) -> Chair | None:
        """Return the chair with a secret or an invitation; None for any other text."""
        found = None
        for chair in self._chairs:
            if secrets.compare_digest(chair.token.encode(), token.encode()):
                found = chair
        return found

    def invite(self, game: str, seat: int | None) -> Chair:
        """Return a new chair for a seat or for watching; links of an earlier chair stop working.

        Raises:
            OSError: the file cannot be written.
        """
        chair = Chair(game, seat, secrets.token_urlsafe(16), is_taken=seat is None)
        with self._lock:
            self._refresh()
            self._write((*self._without(game, seat), chair)[-_MOST_CHAIRS:])
        return chair

    def occupy(self, chair: Chair) -> Chair | None:
        """Return the chair with a new secret, or None if it is occupied or no longer offered.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            if chair not in self._chairs:
                return None
            taken = Chair(chair.game, chair.seat, secrets.token_urlsafe(16), is_taken=True)
            self._write((*self._without(chair.game, chair.seat), taken))
        return taken

    def move_chairs(self, game: str, earlier: str) -> None:
        """Give the friends from an earlier game the same seats in another.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            self._write(
                tuple(
                    attrs.evolve(each, game=game) if each.game == earlier else each
                    for each in self._chairs
                )
            )

    def leave(self, game: str, seat: int | None) -> None:
        """Remove the chair of a seat, with its secret.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            self._write(self._without(game, seat))

    def _refresh(self) -> None:
        """Read the file again if another program has changed it."""
        with suppress(OSError, errors.WesterosIntrigueError, UnicodeDecodeError):
            if not self._file.is_current():
                self._chairs = _CHAIRS.read(documents.parse(self._file.read(), _SIZE_LIMIT))

    def _without(self, game: str, seat: int | None) -> tuple[Chair, ...]:
        return tuple(each for each in self._chairs if (each.game, each.seat) != (game, seat))

    def _write(self, chairs: tuple[Chair, ...]) -> None:
        if chairs != self._chairs:
            self._file.write(documents.dump(_CHAIRS.write(chairs)))
            self._chairs = chairs


_CHAIRS = messages.CODECS.codec_for(tuple[Chair, ...])
_SIZE_LIMIT = 1_000 * _MOST_CHAIRS


def draw_code(text: str) -> str:
    """Return the QR code of a text as SVG, dark on light; empty without the extra `cli`.

    >>> draw_code("http://192.0.2.7:8321/2Ks9r0xfRpmZyHdIrVtMzg/")[:24]
    '<svg viewBox="0 0 37 37"'
    """
    try:
        import segno  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        return ""
    return segno.make_qr(text).svg_inline(omitsize=True, light="#fff")


Addresses: TypeAlias = Callable[[str], tuple[str, ...]]
"""A function from a token to its addresses, the best ones for other machines first."""

_OF_A_SEAT = (requests.Look, requests.Now)
_OF_A_GAME = (requests.Replace, requests.Review, requests.Copy, requests.Again, requests.Read)
_OF_ALL = (requests.Choices, requests.Rules, requests.Status, requests.Practise)
_TO_WATCH = (requests.Look, requests.Review, requests.Copy)


def check_visit(request: requests.Request, chair: Chair) -> None:
    """Raise `Unable` for requests that a seat's link does not allow."""
    is_newcomer = isinstance(request, requests.Join) and not chair.is_taken
    if is_newcomer or isinstance(request, _OF_ALL):
        return
    allowed = (*_OF_A_SEAT, *_OF_A_GAME) if chair.seat is not None else _TO_WATCH
    is_own = isinstance(request, allowed) and request.game == chair.game
    is_others = isinstance(request, _OF_A_SEAT) and request.seat != chair.seat
    if not (chair.is_taken and is_own) or is_others:
        raise messages.Unable("not-yours", "this link is for one seat only")


def list_links(
    chairs: Collection[Chair], addresses: Addresses, *, is_shared: bool
) -> Iterator[messages.Link]:
    """Yield the links to a game's chairs, with QR codes if other machines can open them."""
    for chair in sorted(chairs, key=lambda each: (each.seat is None, each.seat or 0)):
        is_taken = chair.is_taken and chair.seat is not None
        found = () if is_taken else addresses(chair.token)
        code = draw_code(found[0]) if found and is_shared else ""
        yield messages.Link(chair.seat, is_taken, found, code)


def offer_seat(session: AnySession, chair: Chair) -> messages.SeatOffer:
    """Return the offer of a chair to a visitor."""
    return messages.SeatOffer(
        game=chair.game,
        name=session.game.NAME,
        seat=chair.seat,
        seats=show_seats(session, names_of(session.seats, first=1)),
        is_yours=chair.is_taken,
        usual=session.game.PLAYERS.usual,
    )


_MOST_LISTENERS = 16
"""The maximum number of lines to one seat, or to the host; a browser that reconnects leaves its old
line open for a while."""
_MOST_WATCHING = 400
"""The maximum number of spectators' lines to all games; each takes a thread of the server. They
take no line from those who play."""

HOST = "host"
"""The value instead of a secret if the host is listening."""
SEATS = "seats"
"""The news that a person has come or left, or that a seat has another player."""
FULL = "full"
"""The news that a line is not heard, since there are too many."""
News: TypeAlias = "SimpleQueue[tuple[str, str]]"
"""Changes in games: the name of a line, with the moment that its game has reached, `seats`, `full`,
or the id of another game at the same table."""


@attrs.frozen
class Line(values.Value):
    """The news that a screen listens to."""

    name: str
    """The name that the browser chose."""
    game: str
    who: str
    """The secret of the chair that listens, or `HOST`."""
    is_watching: bool = False
    """True for a spectator. All spectators of a game share a secret."""


class Listeners:
    """The listeners of all games.

    >>> listeners, news = Listeners(), SimpleQueue()
    >>> with listeners.listening(Line("mine", "game", "secret"), news):
    ...     listeners.announce("game", "5")
    ...     (
    ...         news.get(),
    ...         news.get(),
    ...         listeners.is_there("game", "secret"),
    ...         listeners.is_there("game", "x"),
    ...     )
    (('mine', 'seats'), ('mine', '5'), True, False)
    """

    def __init__(self, on_change: Callable[[str, str], object] | None = None) -> None:
        """Start without listeners; `on_change` also gets each change."""
        self._lock = threading.Lock()
        self._on_change = on_change
        self._reading: set[tuple[str, str]] = set()
        self._lines: dict[str, list[tuple[Line, News]]] = {}

    @contextmanager
    def listening(self, line: Line, news: News) -> Iterator[bool]:
        """Put further changes into a queue; yield False if there are too many listeners."""
        heard = (line, news)
        with self._lock:
            lines = self._lines.setdefault(line.game, [])
            same = sum(other.who == line.who for other, _ in lines)
            if is_heard := self._has_room(line, same):
                lines.append(heard)
        if is_heard and not same:
            self.announce(line.game, SEATS)
        try:
            yield is_heard
        finally:
            with self._lock:
                lines = self._lines.get(line.game, [])
                lines[:] = [each for each in lines if each is not heard]
                if not lines:
                    self._lines.pop(line.game, None)
            if is_heard and not self.is_there(line.game, line.who):
                self._reading.discard((line.game, line.who))
                self.announce(line.game, SEATS)

    def _has_room(self, line: Line, same: int) -> bool:
        """Return True if a line can be heard beside all others; `same` of them have its secret."""
        if not line.is_watching:
            return same < _MOST_LISTENERS
        every = chain.from_iterable(self._lines.values())
        return sum(other.is_watching for other, _ in every) < _MOST_WATCHING

    def read(self, game: str, who: str, *, is_reading: bool) -> None:
        """Record and announce whether a listening screen shows the end of a round.

        >>> listeners = Listeners()
        >>> with listeners.listening(Line("mine", "game", "secret"), SimpleQueue()):
        ...     listeners.read("game", "secret", is_reading=True)
        ...     listeners.is_read("game", "secret")
        True
        >>> listeners.is_read("game", "secret")
        False
        """
        change = self._reading.add if is_reading else self._reading.discard
        if self.is_there(game, who):
            change((game, who))
            self.announce(game, SEATS)

    def is_read(self, game: str, who: str) -> bool:
        """Return True if a screen shows the end of a round."""
        return (game, who) in self._reading

    def announce(self, game: str, text: str) -> None:
        """Inform all listeners of a game."""
        with self._lock:
            for line, news in self._lines.get(game, ()):
                news.put((line.name, text))
        if self._on_change:
            self._on_change(game, text)

    def is_heard(self, game: str) -> bool:
        """Return True if a game has listeners."""
        with self._lock:
            return game in self._lines

    def is_there(self, game: str, who: str) -> bool:
        """Return True if there is a listener with this secret."""
        with self._lock:
            return any(line.who == who for line, _ in self._lines.get(game, ()))
