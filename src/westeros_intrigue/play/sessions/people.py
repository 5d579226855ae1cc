"""The people at a table: one link for all of them, a secret for each, and who is away.

Each person who opens the link of a table sees its chairs and sits down in a free one. From then on
the person has a secret, which opens their seat from any browser. A person who is away keeps the
seat: see `seats.StandIn` for who plays it meanwhile.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import attrs

from westeros_intrigue.documents.values import CODECS
from westeros_intrigue.gamekit import documents, errors, limits, values
from westeros_intrigue.play.sessions.folder import GameFile

SECONDS_UNTIL_SHOWN: Final = 20
"""After this time, the whole table sees how long a person has been away."""
SECONDS_UNTIL_FREE: Final = 60
"""After this time, any person at the table may lend the seat of a person who is away."""

_MOST_TABLES = 500
"""The number of tables with links; beyond it, the oldest links are dropped."""
_MOST_ENDED = 300
"""The number of links that have stopped working whose reasons are kept."""
_SIZE_LIMIT = 4_000_000
Text = Annotated[str, limits.Longest(1_000)]


def _draw() -> str:
    return secrets.token_urlsafe(16)


@attrs.frozen
class Chair(values.Value):
    """A seat for a person with a screen of their own, and the secrets by which people open it.

    On a server, a chair can have hashes of the secrets.

    >>> ben = Chair(1).taken("ben")
    >>> ben.is_free, ben.renewed("again").secret
    (False, 'again')
    >>> ben.lent("mira"), ben.lent("mira").taken_back() == ben
    (Chair(seat=1, secret='ben', stand_in='mira'), True)
    """

    seat: limits.Count
    """The number of the seat, from 0."""
    secret: Text = ""
    """The secret of the person whose seat it is; empty until one sits down."""
    stand_in: Text = ""
    """The secret of another person who plays the seat for them; empty for none."""

    @property
    def is_free(self) -> bool:
        """True until a person sits down."""
        return not self.secret

    def taken(self, secret: str) -> Chair:
        """Return the chair with a person who sits down in it."""
        return Chair(self.seat, secret)

    def renewed(self, secret: str) -> Chair:
        """Return the chair with another secret for the same person."""
        return attrs.evolve(self, secret=secret)

    def lent(self, secret: str) -> Chair:
        """Return the chair with another person who plays for the one whose it is."""
        return attrs.evolve(self, stand_in=secret)

    def taken_back(self) -> Chair:
        """Return the chair, played by the person whose it is."""
        return attrs.evolve(self, stand_in="")


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
        found = {host} if chair is None else {chair.secret, chair.stand_in}
        return frozenset(filter(None, found))

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

    @property
    def is_watching(self) -> bool:
        """True for a spectator."""
        return self.seat is None and not self.is_newcomer


@attrs.frozen
class Ended(values.Value):
    """A link that has stopped working."""

    token: Text
    why: Text
    """One of `MOVED`, `CLOSED`, `TAKEN_BACK`, `RELIEVED` and `DELETED`."""


MOVED, CLOSED, DELETED = "moved", "closed", "deleted"
TAKEN_BACK = "taken-back"
"""The reason for a person who played for another, and whom that one has replaced."""
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

    def offer(self, game: str, seat: int | None = None) -> Table:
        """Return the table with a free chair for a seat, and open to newcomers.

        A chair that a person has stays theirs.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            table = self._open(game)
            if seat is not None and table.chair_of(seat) is None:
                table = table.with_chair(Chair(seat))
            return self._store(table)

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
            ended = [Ended(token, MOVED) for token in (chair.secret, chair.stand_in)]
            return self._store(attrs.evolve(table, chairs=chairs), *ended)

    def sit(self, game: str, seat: int) -> str | None:
        """Return the secret of a person who sits down; None if the chair is not free.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            table, secret = self.of(game), _draw()
            chair = table.chair_of(seat)
            if chair is None or not chair.is_free:
                return None
            self._store(table.with_chair(chair.taken(secret)))
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
            self._store(table.with_chair(chair.renewed(secret)), Ended(chair.secret, MOVED))
        return secret

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
            if chair and chair.stand_in:
                ended = Ended(chair.stand_in, why)
                self._store(table.with_chair(chair.taken_back()), ended)

    def move_on(self, game: str, earlier: str) -> None:
        """Take all people along from the table of an earlier game to that of another.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._refresh()
            if (table := self.of(earlier)) in self._kept.tables:
                self._store(attrs.evolve(table, game=game), earlier=earlier)

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
        yield Visit(table.game, table.watch)
    for chair in table.chairs:
        if chair.secret:
            yield Visit(table.game, chair.secret, chair.seat)
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


class Presence:
    """The people at their screens, the absence of others, and the readers of past moments.

    Screens are named by their secrets.

    >>> seconds = iter([0, 5, 30, 31])
    >>> presence = Presence(lambda: next(seconds))
    >>> presence.enter("game", "ben"), presence.leave("game", "ben")
    (True, True)
    >>> presence.seconds_away("game", "ben"), presence.seconds_away("game", "ben")
    (5, 30)
    >>> presence.enter("game", "ben"), presence.seconds_away("game", "ben")
    (True, 0)

    Args:
        clock: returns the time in seconds, from any beginning.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without people."""
        self._clock = clock
        self._lock = threading.Lock()
        self._lines: dict[tuple[str, str], int] = {}
        self._gone: dict[tuple[str, str], float] = {}
        self._shown: dict[tuple[str, str], tuple[int, bool]] = {}

    def enter(self, game: str, who: str) -> bool:
        """Add a line to a screen; return True for its first."""
        with self._lock:
            count = self._lines.get((game, who), 0)
            self._lines[game, who] = count + 1
            self._gone.pop((game, who), None)
            return not count

    def leave(self, game: str, who: str) -> bool:
        """Remove a line of a screen; return True for its last."""
        with self._lock:
            count = self._lines.get((game, who), 0)
            if count > 1:
                self._lines[game, who] = count - 1
                return False
            self._lines.pop((game, who), None)
            self._shown.pop((game, who), None)
            self._gone[game, who] = self._clock()
            return True

    def is_there(self, game: str, who: str) -> bool:
        """Return True if a person is at this screen."""
        return (game, who) in self._lines

    def seconds_away(self, game: str, who: str) -> int:
        """Return the seconds for which a screen has been alone; 0 if a person is there.

        For a screen that has never been seen, the seconds count from the first question.
        """
        with self._lock:
            if (game, who) in self._lines:
                return 0
            now = self._clock()
            return int(now - self._gone.setdefault((game, who), now))

    def show(self, game: str, who: str, moment: int, *, is_held: bool) -> bool:
        """Note the moment that a screen shows; return True if that changes who is reading.

        A message that was overtaken by a later one, with a later moment, changes nothing.

        >>> presence = Presence()
        >>> presence.enter("game", "ben")
        True
        >>> presence.show("game", "ben", 60, is_held=False)
        False
        >>> presence.show("game", "ben", 57, is_held=True), presence.is_reading("game", "ben")
        (False, False)

        Args:
            game: the id of the game.
            who: the secret of the screen.
            moment: the moment.
            is_held: True if the screen stays there, although the game goes on.
        """
        with self._lock:
            latest, was_held = self._shown.get((game, who), (-1, False))
            if (game, who) not in self._lines or moment < latest:
                return False
            self._shown[game, who] = moment, is_held
            return was_held != is_held

    def forget_moments(self, game: str) -> None:
        """Forget what screens show, since the game has gone back to an earlier moment."""
        with self._lock:
            self._shown = {key: shown for key, shown in self._shown.items() if key[0] != game}

    def is_reading(self, game: str, who: str) -> bool:
        """Return True if a screen stays at a moment that is past."""
        return self._shown.get((game, who), (0, False))[1]


@attrs.frozen
class Claim(values.Value):
    """A newcomer who says that a seat is theirs."""

    number: str
    """The number of the claim, which only the newcomer knows."""
    game: str
    seat: int


_MOST_CLAIMS = 100


class Claims:
    """Newcomers who ask for their seats from another browser, until a person lets them in.

    >>> claims = Claims()
    >>> claim = claims.make("game", 1)
    >>> [each.seat for each in claims.of("game")], claims.secret(claim.number)
    ([1], None)
    >>> claims.answer("game", 1, "secret")
    >>> [*claims.of("game")], claims.secret(claim.number)
    ([], 'secret')
    """

    def __init__(self) -> None:
        """Start without any."""
        self._lock = threading.Lock()
        self._claims: dict[str, Claim] = {}
        self._secrets: dict[str, str] = {}

    def make(self, game: str, seat: int) -> Claim:
        """Return a claim to a seat, instead of any earlier one."""
        claim = Claim(_draw(), game, seat)
        with self._lock:
            self._drop(game, seat)
            self._claims[claim.number] = claim
            while len(self._claims) > _MOST_CLAIMS:
                del self._claims[next(iter(self._claims))]
        return claim

    def of(self, game: str) -> Iterator[Claim]:
        """Yield the open claims of a game."""
        yield from [each for each in self._claims.values() if each.game == game]

    def is_open(self, number: str) -> bool:
        """Return True if no person has answered a claim."""
        return number in self._claims

    def answer(self, game: str, seat: int, secret: str) -> None:
        """Let whoever claims a seat have it, by its new secret; an empty one refuses them."""
        with self._lock:
            for number in self._drop(game, seat):
                self._secrets[number] = secret
            while len(self._secrets) > _MOST_CLAIMS:
                del self._secrets[next(iter(self._secrets))]

    def secret(self, number: str) -> str | None:
        """Return the secret for a claim, empty if it is refused, None without an answer."""
        return self._secrets.get(number)

    def _drop(self, game: str, seat: int) -> list[str]:
        found = [each for each in self._claims.values() if (each.game, each.seat) == (game, seat)]
        for claim in found:
            del self._claims[claim.number]
        return [claim.number for claim in found]
