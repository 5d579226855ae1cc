"""The chairs of friends: seats that are played through links, on screens of their own.

A chair begins with an invitation. The first to accept it gets a secret, and the invitation leads
nobody else to the seat. The secret opens this seat alone, until the seat is left or offered again.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

import attrs

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.limits import Count
from westeros_intrigue.base.values import Value
from westeros_intrigue.data.jsontext import dump, parse
from westeros_intrigue.sessions import GameFile
from westeros_intrigue.web.messages import CODECS, GameId, Text

_MOST_CHAIRS = 2_000
"""The oldest are dropped beyond."""


@attrs.frozen
class Chair(Value):
    """A seat of a game that a friend plays, or is invited to."""

    game: GameId
    seat: Count
    invitation: Text
    secret: Text
    """Empty until somebody sits down."""


@attrs.frozen
class Visitor(Value):
    """Somebody who came through the link of a chair."""

    chair: Chair
    is_seated: bool
    """True for the secret of the chair, False for its invitation."""


class Chairs:
    """The chairs of a folder of games, in a file that only its owner may read.

    >>> import tempfile
    >>> chairs = Chairs(Path(tempfile.mkdtemp()))
    >>> chair = chairs.take(chairs.invite("game", 1))
    >>> chairs.opened_by(chair.secret) == Visitor(chair, is_seated=True)
    True
    >>> chairs.leave("game", 1)
    >>> chairs.opened_by(chair.secret) is None
    True

    Args:
        folder: the folder.
    """

    def __init__(self, folder: Path) -> None:
        """Read the file, if there is one; links that it does not contain are dead."""
        self._file = GameFile(folder / "chairs")
        self._lock = threading.Lock()
        self._chairs: tuple[Chair, ...] = ()
        self._refresh()

    def of(self, game: str) -> dict[int, Chair]:
        """Return the chairs of a game by seat."""
        return {chair.seat: chair for chair in self._chairs if chair.game == game}

    def opened_by(self, token: str) -> Visitor | None:
        """Return the one who has a secret or an invitation; None for any other text."""
        found = None
        for chair in self._chairs:
            for each in filter(None, (chair.secret, chair.invitation)):
                if secrets.compare_digest(each.encode(), token.encode()):
                    found = Visitor(chair, is_seated=each == chair.secret)
        return found

    def invite(self, game: str, seat: int) -> Chair:
        """Return a new chair for a seat; links of an earlier one no longer open it.

        Raises:
            OSError: the file cannot be written.
        """
        chair = Chair(game, seat, secrets.token_urlsafe(16), "")
        with self._lock:
            self._refresh()
            self._write((*self._without(game, seat), chair)[-_MOST_CHAIRS:])
        return chair

    def take(self, chair: Chair) -> Chair | None:
        """Return the chair with a secret, or None if it is occupied or no longer offered.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            if chair.secret or chair not in self._chairs:
                return None
            taken = attrs.evolve(chair, secret=secrets.token_urlsafe(16))
            self._write((*self._without(chair.game, chair.seat), taken))
        return taken

    def bring(self, game: str, earlier: str, seats: Collection[int]) -> None:
        """Let the friends of an earlier game sit in these seats of another.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            self._write(
                tuple(
                    attrs.evolve(each, game=game)
                    if each.game == earlier and each.seat in seats
                    else each
                    for each in self._chairs
                )
            )

    def leave(self, game: str, seat: int) -> None:
        """Drop the chair of a seat, with its secret.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            self._write(self._without(game, seat))

    def _refresh(self) -> None:
        """Read what another program has written meanwhile."""
        with suppress(OSError, WesterosIntrigueError, UnicodeDecodeError):
            if not self._file.is_current():
                self._chairs = _CHAIRS.read(parse(self._file.read(), _SIZE_LIMIT))

    def _without(self, game: str, seat: int) -> tuple[Chair, ...]:
        return tuple(each for each in self._chairs if (each.game, each.seat) != (game, seat))

    def _write(self, chairs: tuple[Chair, ...]) -> None:
        if chairs != self._chairs:
            self._file.write(dump(_CHAIRS.write(chairs)))
            self._chairs = chairs


_CHAIRS = CODECS.codec_for(tuple[Chair, ...])
_SIZE_LIMIT = 1_000 * _MOST_CHAIRS
