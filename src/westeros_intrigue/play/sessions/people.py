"""The people at a table: one link for all of them, a secret for each, and who is away.

Each person who opens the link of a table sees its chairs and sits down in a free one. From then on
the person has a secret, which opens their seat from any browser. A person who is away keeps the
seat: see `seats.StandIn` for who plays it meanwhile.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final

import attrs

from westeros_intrigue.documents.values import CODECS
from westeros_intrigue.gamekit import documents, errors, limits, values
from westeros_intrigue.play.sessions.files import GameFile

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
_MOST_FORMER = 300
"""The number of screens of a game that have stopped showing a hand."""
_MOST_EARLIER = 20
"""The number of finished games at which the people of a table may look."""
_MOST_ENDED = 300
"""The number of links that have stopped working whose reasons are kept."""
_SIZE_LIMIT = 4_000_000
Text = Annotated[str, limits.Longest(1_000)]
# Fields of later versions: a file that lacks them is still read.
_Flag = Annotated[bool, limits.OnlyIfUnusual()]


def _draw() -> str:
    return secrets.token_urlsafe(16)


@attrs.frozen
class OtherScreen(values.Value):
    """Another screen of a person, by which they came in later."""

    secret: Text
    by: Text
    """The names of the people who let it in."""
    at: limits.Count = 0
    """The time when it was let in, in seconds of the system's clock."""
    is_known: _Flag = False
    """True once an earlier screen of the person has said that it is theirs."""


@attrs.frozen
class Chair(values.Value):
    """A seat for a person with a screen of their own, and the secrets by which people open it.

    On a server, a chair can have hashes of the secrets.

    >>> ben = Chair(1).taken("ben")
    >>> ben.is_free, ben.renewed("again").secret
    (False, 'again')
    >>> ben.lent("mira").stand_in, ben.lent("mira").taken_back() == ben
    ('mira', True)
    >>> ben.joined("phone", by="Ann").secrets
    ('ben', 'phone')
    """

    seat: limits.Count
    """The number of the seat, from 0."""
    secret: Text = ""
    """The secret of the person whose seat it is; empty until one sits down."""
    stand_in: Text = ""
    """The secret of another person who plays the seat for them; empty for none."""
    others: Annotated[tuple[OtherScreen, ...], limits.OnlyIfUnusual()] = ()
    """The person's other screens, the earliest first."""
    waits: Annotated[limits.Count | None, limits.OnlyIfUnusual()] = None
    """The deal during which the person sat down, who plays from the next one on; None for a person
    who plays."""
    seeks: _Flag = False
    """True if the person has asked for another person to play the seat."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets of all screens of the person."""
        own = (self.secret, *(each.secret for each in self.others))
        return tuple(filter(None, own))

    @property
    def is_free(self) -> bool:
        """True until a person sits down."""
        return not self.secret

    def taken(self, secret: str, waits: int | None = None) -> Chair:
        """Return the chair with a person who sits down in it.

        Args:
            secret: the secret of the person.
            waits: the deal that others play to its end; None if the person plays at once.
        """
        return Chair(self.seat, secret, waits=waits)

    def renewed(self, secret: str) -> Chair:
        """Return the chair with another secret for the same person, and no other screen."""
        return attrs.evolve(self, secret=secret, others=())

    def joined(self, secret: str, by: str) -> Chair:
        """Return the chair with another screen of the same person.

        Args:
            secret: the secret of the screen.
            by: the names of the people who let it in.
        """
        other = OtherScreen(secret, by, int(time.time()))
        return attrs.evolve(self, others=(*self.others, other))

    def lent(self, secret: str) -> Chair:
        """Return the chair with another person who plays for the one whose it is."""
        return attrs.evolve(self, stand_in=secret)

    def taken_back(self) -> Chair:
        """Return the chair, played by the person whose it is."""
        return attrs.evolve(self, stand_in="", seeks=False)


@attrs.frozen
class Former(values.Value):
    """A screen that has shown the hand of a seat of the game, and does so no longer."""

    seat: limits.Count
    secret: Text
    """The secret, which opens nothing any more; for a screen of the host, that of the host."""


@attrs.frozen
class Table(values.Value):
    """The links of the table of a game.

    >>> table = Table("game", "link", "watch", (Chair(1, "ben"), Chair(2)))
    >>> table.player_of(1), table.player_of(2), table.player_of(0)
    ('ben', '', None)
    """

    game: Text
    """The id of the game."""
    link: Text = ""
    """The token of the link for newcomers; empty while the table is closed."""
    watch: Text = ""
    """The secret that all spectators share."""
    chairs: tuple[Chair, ...] = ()
    """The chairs, by seat. The other people of the game sit at the host's screen."""
    has_begun: _Flag = True
    """False as long as people come: until then, no screen shows a hand."""
    earlier: Annotated[tuple[Text, ...], limits.OnlyIfUnusual()] = ()
    """The finished games of the same people, at which they may still look."""
    former: Annotated[tuple[Former, ...], limits.OnlyIfUnusual()] = ()
    """The screens of those who have left a seat of this game, the latest last."""

    @property
    def is_lobby(self) -> bool:
        """True as long as people come, and the game has not begun."""
        return bool(self.chairs) and not self.has_begun

    def chair_of(self, seat: int | None) -> Chair | None:
        """Return the chair of a seat; None for a seat at the host's screen."""
        return next((each for each in self.chairs if each.seat == seat), None)

    def player_of(self, seat: int) -> str | None:
        """Return the secret of the person who plays in a chair, empty for a free one.

        It is None for a seat at the host's screen.
        """
        chair = self.chair_of(seat)
        return None if chair is None else chair.stand_in or chair.secret

    def screens_of(self, seat: int, host: str) -> frozenset[str]:
        """Return the secrets of the screens that show a person's hand.

        Args:
            seat: the seat.
            host: the secret of the host's screen, for a seat without a chair.
        """
        chair = self.chair_of(seat)
        found = {host} if chair is None else {*chair.secrets, chair.stand_in}
        return frozenset(filter(None, found))

    def screens_of_player(self, seat: int) -> tuple[str, ...] | None:
        """Return the secrets of the one who plays in a chair; empty for a free one.

        It is None for a seat at the host's screen.
        """
        chair = self.chair_of(seat)
        if chair is None:
            return None
        return (chair.stand_in,) if chair.stand_in else chair.secrets

    def left_by(self, seat: int, *screens: str) -> Table:
        """Return the table after screens that have shown a seat's hand stop doing so."""
        if self.is_lobby:  # no screen has shown a hand
            return self
        left = (Former(seat, each) for each in screens if each)
        former = (
            *(each for each in self.former if each.seat != seat or each.secret not in screens),
            *left,
        )
        return attrs.evolve(self, former=former[-_MOST_FORMER:])

    def with_chair(self, chair: Chair) -> Table:
        """Return the table with a chair, instead of any other for its seat."""
        others = (each for each in self.chairs if each.seat != chair.seat)
        chairs = sorted((*others, chair), key=lambda each: each.seat)
        return attrs.evolve(self, chairs=tuple(chairs))


@attrs.frozen
class Visit(values.Value):
    """The place that a link opens: a seat, the table for a newcomer, or a place to watch."""

    game: str
    token: str
    seat: int | None = None
    """The seat; None for a newcomer or a spectator."""
    is_newcomer: bool = False
    """True for the link of the table."""
    is_stand_in: bool = False
    """True if the visitor plays the seat for the person whose it is."""
    earlier: tuple[str, ...] = ()
    """The finished games of the same people, at which the visitor may still look."""

    @property
    def is_watching(self) -> bool:
        """True for a spectator."""
        return self.seat is None and not self.is_newcomer


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
                return attrs.evolve(table, game=game)
        return self.of(game)

    def game_after(self, game: str) -> str:
        """Return the game to which the people of a finished one have moved on; empty for none."""
        tables = (each for each in self._kept.tables if game in each.earlier and each.chairs)
        return next((each.game for each in tables if each.game != game), "")

    def find(self, token: str) -> Visit | None:
        """Return the place that a link opens; None if it opens none."""
        found = None
        for table in self._kept.tables:
            for visit in _visits(table):
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

    def move_on(self, game: str, earlier: str) -> None:
        """Take all people along from the table of an earlier game to that of another.

        Those who have played for others do not come along. All may still look at the earlier game.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            if (table := self.of(earlier)) in self._kept.tables:
                ended = [Ended(chair.stand_in, TAKEN_BACK) for chair in table.chairs]
                chairs = tuple(attrs.evolve(each.taken_back(), waits=None) for each in table.chairs)
                games = (*table.earlier, earlier)[-_MOST_EARLIER:]
                table = attrs.evolve(table, game=game, chairs=chairs, earlier=games, former=())
                self._store(table, *ended, earlier=earlier)

    def forget(self, game: str) -> None:
        """End all links of a game that has been deleted.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table = self.of(game)
            ended = [Ended(visit.token, DELETED) for visit in _visits(table)]
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
        self._file.write(documents.dump(_KEPT.write(after)))
        self._kept = after

    def _refresh(self) -> None:
        """Read the file again if another program has changed it."""
        with suppress(OSError, errors.WesterosIntrigueError, UnicodeDecodeError):
            if self._file.is_new and not self._file.path.exists():
                text = self._earlier.read_text("utf-8")
                self._kept = _from_earlier(_EARLIER.read(documents.parse(text, _SIZE_LIMIT)))
            elif not self._file.is_current():
                self._kept = _KEPT.read(documents.parse(self._file.read(), _SIZE_LIMIT))


_KEPT = CODECS.codec_for(_Kept)
_EARLIER = CODECS.codec_for(tuple[_EarlierChair, ...])


def _visits(table: Table) -> Iterator[Visit]:
    """Yield the places that the links of a table open."""
    if table.link:
        yield Visit(table.game, table.link, is_newcomer=True)
    if table.watch:
        yield Visit(table.game, table.watch, earlier=table.earlier)
    for chair in table.chairs:
        for secret in chair.secrets:
            yield Visit(table.game, secret, chair.seat, earlier=table.earlier)
        if chair.stand_in:
            yield Visit(table.game, chair.stand_in, chair.seat, is_stand_in=True)


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
