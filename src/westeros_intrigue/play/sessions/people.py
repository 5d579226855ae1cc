"""The people at a table: one link for all of them, a secret for each, and who is away.

Each person who opens the link of a table sees its chairs and sits down in a free one. From then on
the person has a secret, which opens their seat from any browser. A person who is away keeps the
seat: see `seats.StandIn` for who plays it meanwhile.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import secrets
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import attrs

from westeros_intrigue.documents.values import CODECS
from westeros_intrigue.gamekit import documents, errors, limits, values
from westeros_intrigue.play.sessions.chairs import Chair, NextSeats, Table, Text, Visit
from westeros_intrigue.play.sessions.files import FileChanged, GameFile

SECONDS_UNTIL_SHOWN: Final = 20
"""After this time, the whole table sees how long a person has been away."""
SECONDS_UNTIL_FREE: Final = 60
"""After this time, any person at the table may lend the seat of a person who is away."""
SECONDS_UNTIL_FREED: Final = 120
"""After this time without a move, all others may free the chair of the person to move."""

_MOST_TABLES = 500
"""The number of tables with links; beyond it, the oldest links are dropped."""
_MOST_SCREENS = 4
"""The number of other screens of a person."""
_MOST_ENDED = 300
"""The number of links that have stopped working whose reasons are kept."""
_SIZE_LIMIT = 4_000_000


def _draw() -> str:
    return secrets.token_urlsafe(16)


@attrs.frozen
class Ended(values.Value):
    """A link that has stopped working."""

    token: Text
    why: Text
    """One of `MOVED`, `CLOSED`, `TAKEN_BACK`, `RELIEVED`, `FREED`, `LEFT`, `DISOWNED`
    and `DELETED`."""


MOVED, CLOSED, DELETED = "moved", "closed", "deleted"
TAKEN_BACK = "taken-back"
"""The reason for a person who played for another, and whom that one has replaced."""
DISOWNED = "disowned"
"""The reason for a screen of which an earlier one of the same person says that it is not theirs."""
FREED, LEFT = "freed", "left"
"""The reasons for a person whose chair the others have freed, and for one who has left it."""
RELIEVED = "relieved"
"""The reason for a person who played for another, and whom the computer has replaced."""


@attrs.frozen
class _Kept(values.Value):
    """The contents of the file."""

    tables: tuple[Table, ...] = ()
    """The tables, the one changed last at the end."""
    ended: tuple[Ended, ...] = ()


@attrs.frozen
class _EarlierChair(values.Value):
    """A chair as older versions stored it, when each invitation was for one seat."""

    game: Text
    seat: limits.Count | None
    token: Text
    is_taken: bool


class People:
    """The people at the tables of a folder, in a file that only its owner can read.

    >>> import tempfile
    >>> people = People(Path(tempfile.mkdtemp()))
    >>> table = people.offer("game", 1)
    >>> people.find(table.link).is_newcomer, people.find("guessed")
    (True, None)
    >>> ben = people.sit("game", 1)
    >>> people.sit("game", 1) is None, people.find(ben).seat
    (True, 1)

    Ben continues on another phone; the link in the first one says so:

    >>> again = people.renew("game", 1)
    >>> people.find(ben), people.reason(ben), people.find(again).seat
    (None, 'moved', 1)

    Args:
        folder: the folder.
    """

    def __init__(self, folder: Path) -> None:
        """Read the file, if there is one; links that are not in it do not work."""
        self._file = GameFile(folder / "people")
        self._aside = folder / "people-unread"
        self._unread = ""
        self._earlier = folder / "chairs"
        self._lock = threading.Lock()
        self._kept = _Kept()
        self._refresh()

    def of(self, game: str) -> Table:
        """Return the table of a game; one without chairs if it has no links."""
        found = (each for each in self._kept.tables if each.game == game)
        return next(found, Table(game))

    def at(self, game: str) -> Table:
        """Return the table of a game, or of a finished one whose people have moved on."""
        for table in self._kept.tables:
            if game in table.earlier and game != table.game:
                return table.at_earlier(game)
        return self.of(game)

    def game_after(self, game: str) -> str:
        """Return the game to which the people of a finished one have moved on; empty for none."""
        tables = (each for each in self._kept.tables if game in each.earlier and each.game != game)
        return next((each.game for each in tables if each.chairs or each.guests), "")

    def find(self, token: str) -> Visit | None:
        """Return the place that a link opens; None if it opens none."""
        found = None
        for table in self._kept.tables:
            for visit in table.visits():
                # Every link is compared, so that the time says nothing about them.
                if secrets.compare_digest(visit.token.encode(), token.encode()):
                    found = visit
        return found

    def reason(self, token: str) -> str:
        """Return the reason why a link has stopped working; empty for one that never worked."""
        return next((each.why for each in self._kept.ended if each.token == token), "")

    def offer(
        self, game: str, seat: int | None = None, *, is_lobby: bool = False, former: str = ""
    ) -> Table:
        """Return the table with a free chair for a seat, and open to newcomers.

        A chair that a person has stays theirs.

        Args:
            game: the id of the game.
            seat: the seat; None for none.
            is_lobby: True if the game has not begun.
            former: the screen that has shown the hand until now; empty for none.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            table = attrs.evolve(self._open(game), has_begun=not is_lobby)
            if seat is not None and table.chair_of(seat) is None:
                table = table.left_by(seat, former).with_chair(Chair(seat))
            return self._store(table)

    def add_chair(self, game: str, seat: int) -> None:
        """Give a table a chair for a seat that a computer player has had; its link stays as it is.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table = self.of(game)
            if table.chair_of(seat) is None:
                self._store(table.with_chair(Chair(seat)))

    def begin(self, game: str) -> None:
        """Begin the game of a table, whose chairs are taken or left to the computer.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            self._store(attrs.evolve(self.of(game), has_begun=True))

    def welcome(self, game: str, seat: int) -> None:
        """Let a person who has waited in a chair play.

        Raises:
            OSError: the file cannot be written.
        """
        self._change(game, seat, waits=None)

    def seek(self, game: str, seat: int) -> None:
        """Let a newcomer play for the person of a chair, who asks for it.

        Raises:
            OSError: the file cannot be written.
        """
        self._change(game, seat, seeks=True)

    def free(self, game: str, seat: int, why: str) -> None:
        """Free the chair of a person, whose secrets end.

        Args:
            game: the id of the game.
            seat: the seat.
            why: `FREED` or `LEFT`.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table = self.of(game)
            chair = table.chair_of(seat) or Chair(seat)
            screens = (*chair.secrets, chair.stand_in)
            ended = [Ended(token, why) for token in screens]
            self._store(table.left_by(seat, *screens).with_chair(Chair(seat)), *ended)

    def _change(self, game: str, seat: int, **changes: Any) -> None:  # noqa: ANN401 - of a chair
        with self._lock:
            self._refresh()
            table = self.of(game)
            if chair := table.chair_of(seat):
                self._store(table.with_chair(attrs.evolve(chair, **changes)))

    def close(self, game: str) -> Table:
        """Return the table, closed to newcomers; a later link is another.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table = self.of(game)
            return self._store(attrs.evolve(table, link=""), Ended(table.link, CLOSED))

    def withdraw(self, game: str, seat: int) -> Table:
        """Return the table without the chair of a seat: its person is at the host's screen.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table = self.of(game)
            chair = table.chair_of(seat) or Chair(seat)
            chairs = tuple(each for each in table.chairs if each.seat != seat)
            ended = [Ended(token, MOVED) for token in (*chair.secrets, chair.stand_in)]
            return self._store(attrs.evolve(table, chairs=chairs), *ended)

    def sit(self, game: str, seat: int, waits: int | None = None) -> str | None:
        """Return the secret of a person who sits down; None if the chair is not free.

        Args:
            game: the id of the game.
            seat: the seat.
            waits: the deal that others play to its end; None if the person plays at once.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table, secret = self.of(game), _draw()
            chair = table.chair_of(seat)
            if chair is None or not chair.is_free:
                return None
            self._store(table.with_chair(chair.taken(secret, waits)))
        return secret

    def renew(self, game: str, seat: int) -> str | None:
        """Return a new secret for the person of a chair, whose earlier one stops working.

        It is None if no person has the chair.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table, secret = self.of(game), _draw()
            chair = table.chair_of(seat)
            if chair is None or chair.is_free:
                return None
            ended = [Ended(token, MOVED) for token in chair.secrets]
            left = table.left_by(seat, *chair.secrets)
            self._store(left.with_chair(chair.renewed(secret)), *ended)
        return secret

    def let_in(self, game: str, seat: int, by: str) -> str | None:
        """Return the secret of another screen for the person of a chair; the earlier ones stay.

        It is None if no person has the chair, or too many screens.

        Args:
            game: the id of the game.
            seat: the seat.
            by: the names of the people who let the person in.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table, secret = self.of(game), _draw()
            chair = table.chair_of(seat)
            if chair is None or chair.is_free or len(chair.others) >= _MOST_SCREENS:
                return None
            self._store(table.with_chair(chair.joined(secret, by)))
        return secret

    def judge_screen(self, game: str, seat: int, number: int, *, is_own: bool) -> None:
        """Keep another screen of a person for good, or end its secret.

        Args:
            game: the id of the game.
            seat: the seat.
            number: the number of the screen among `Chair.others`, from 0.
            is_own: True if the screen is that of the person.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table = self.of(game)
            chair = table.chair_of(seat) or Chair(seat)
            screen = chair.others[number]
            after = (attrs.evolve(screen, is_known=True),) if is_own else ()
            others = (*chair.others[:number], *after, *chair.others[number + 1 :])
            ended = () if is_own else (Ended(screen.secret, DISOWNED),)
            left = table if is_own else table.left_by(seat, screen.secret)
            self._store(left.with_chair(attrs.evolve(chair, others=others)), *ended)

    def lend(self, game: str, seat: int) -> str | None:
        """Return the secret of a newcomer who plays for the person of a chair.

        It is None if no person has the chair, or another plays for them.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table, secret = self.of(game), _draw()
            chair = table.chair_of(seat)
            if chair is None or chair.is_free or chair.stand_in:
                return None
            self._store(table.with_chair(chair.lent(secret)))
        return secret

    def take_back(self, game: str, seat: int, why: str = TAKEN_BACK) -> None:
        """End the secret of the person who plays for the one whose seat it is, if there is one.

        Args:
            game: the id of the game.
            seat: the seat.
            why: `TAKEN_BACK` or `RELIEVED`.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table = self.of(game)
            chair = table.chair_of(seat)
            if chair and (chair.stand_in or chair.seeks):
                ended = Ended(chair.stand_in, why)
                left = table.left_by(seat, chair.stand_in)
                self._store(left.with_chair(chair.taken_back()), ended)

    def move_on(self, game: str, earlier: str, people: Sequence[int], seats: NextSeats) -> None:
        """Take all people along from the table of an earlier game to that of another.

        Those who have played for others do not come along. All may still look at the earlier game.

        Args:
            game: the id of the next game.
            earlier: the id of the finished one.
            people: the seats of people in the finished one.
            seats: where they have their seats in the next one.

        Raises:
            FileChanged: another program has taken them along to another game.
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            if self.game_after(earlier):
                raise FileChanged("another program has begun the next game")
            table = self.of(earlier)
            after = table.moved_on(game, people, seats)
            if table in self._kept.tables or after.guests:
                ended = [Ended(chair.stand_in, TAKEN_BACK) for chair in table.chairs]
                self._store(after, *ended, earlier=earlier)

    def forget(self, game: str) -> None:
        """End all links of a game that has been deleted.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table = self.of(game)
            ended = [Ended(visit.token, DELETED) for visit in table.visits()]
            self._write(self._without(game), *ended)

    def _open(self, game: str) -> Table:
        """Return the table of a game, with a link for newcomers."""
        self._refresh()
        table = self.of(game)
        return attrs.evolve(table, link=table.link or _draw(), watch=table.watch or _draw())

    def _without(self, *games: str) -> _Kept:
        tables = tuple(each for each in self._kept.tables if each.game not in games)
        return attrs.evolve(self._kept, tables=tables)

    def _store(self, table: Table, *ended: Ended, earlier: str = "") -> Table:
        if table != self.of(table.game) or ended:
            others = self._without(table.game, earlier)
            tables = (*others.tables, table)[-_MOST_TABLES:]
            self._write(attrs.evolve(others, tables=tables), *ended)
        return table

    def _write(self, kept: _Kept, *ended: Ended) -> None:
        every = (*kept.ended, *(each for each in ended if each.token))
        after = attrs.evolve(kept, ended=every[-_MOST_ENDED:])
        if self._unread:
            # Links of a later version would be lost with the file.
            GameFile(self._aside, may_replace=True).write(self._unread)
            self._unread = ""
        self._file.write(documents.dump(_KEPT.write(after)))
        self._kept = after

    def _refresh(self) -> None:
        """Read the file again if another program has changed it."""
        with suppress(OSError, errors.WesterosIntrigueError, UnicodeDecodeError):
            if self._file.is_new and not self._file.path.exists():
                text = self._earlier.read_text("utf-8")
                self._kept = _from_earlier(_EARLIER.read(documents.parse(text, _SIZE_LIMIT)))
            elif not self._file.is_current():
                self._unread = self._file.read()
                self._kept = _KEPT.read(documents.parse(self._unread, _SIZE_LIMIT))
                self._unread = ""


_KEPT = CODECS.codec_for(_Kept)
_EARLIER = CODECS.codec_for(tuple[_EarlierChair, ...])


def _from_earlier(chairs: tuple[_EarlierChair, ...]) -> _Kept:
    """Return the tables of an older version; an invitation becomes the link of its table."""
    tables: dict[str, Table] = {}
    for chair in chairs:
        table = tables.get(chair.game, Table(chair.game))
        if chair.seat is None:
            table = attrs.evolve(table, watch=chair.token)
        elif chair.is_taken:
            table = table.with_chair(Chair(chair.seat).taken(chair.token))
        else:
            table = attrs.evolve(table, link=table.link or chair.token)
            table = table.with_chair(Chair(chair.seat))
        tables[chair.game] = table
    whole = (attrs.evolve(each, watch=each.watch or _draw()) for each in tables.values())
    return _Kept(tuple(whole))
