"""The folder of saved games that all front ends share, and its list of solved puzzles.

Files are always complete and never overwrite another program's game.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import datetime as dt
import hashlib
import os
import re
import secrets
import shlex
import stat
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.english import printable
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.gamekit.options import OptionKind, OptionValue
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.stores import TABLE_ID, Head
from westeros_intrigue.play.saved.folder_store import ENDING as ENDING_OF_TABLES, FolderStore
from westeros_intrigue.play.saved.reading import read_record, read_tag
from westeros_intrigue.play.saved.seats import names_of, owner_of
from westeros_intrigue.play.saved.session import AnySession, Session, continue_game
from westeros_intrigue.play.sessions.files import GameFile
from westeros_intrigue.play.sessions.table_files import game_file

FOLDER_VARIABLE = "WESTEROS_INTRIGUE_GAMES"
"""The environment variable that selects another folder."""
GAME_ID = TABLE_ID
"""The pattern of a game's id in a folder: the name of its file, without the ending."""
FILE_TAG = "File-"
"""The prefix of a record's tag that names an owner's file, before the name of the option."""
_OWN_FILES = "own-files"
_ENDING = ".txt"
_UNFINISHED = re.compile(r"\.[0-9a-f]{16}\.part")
_LEFT_AFTER = 24 * 60 * 60
"""The seconds after which an unfinished file is a leftover; writing takes milliseconds."""
_MOST_LISTED = 20
_MOST_IN_MEMORY = 100
_LOCKS = 64


@attrs.frozen
class SavedGame(values.Value):
    """A saved game, as shown in a list.

    >>> SavedGame("a", "Monopoly: Ada, Simple: Ada to move, 31 January 2027, 18:30", False).command
    'play'
    """

    id: str
    """The id of the game: the name of its file without the ending."""
    title: str
    """The game in one line: its name, its players, its state, and the time of the last change."""
    is_over: bool
    """True if the game is over."""
    command: str = "play"
    """The command that continues the game: `play`, or one for real cards."""
    game: str = ""
    """The key of the game."""
    names: tuple[str, ...] = ()
    """The names of the players, by seat."""
    people: tuple[int, ...] = ()
    """The seats of people."""
    state: str = ""
    """Whose turn it is, or who won, in words."""
    saved: dt.datetime | None = None
    """The time of the last change."""


@attrs.frozen
class Folder:
    """A folder of games, created with the first game.

    The records contain every hand, so only their owner can read them.

    >>> import tempfile
    >>> from westeros_intrigue import Record, setup
    >>> folder = Folder(Path(tempfile.mkdtemp()))
    >>> file = folder.new_file("westeros-intrigue")
    >>> file.write(str(Record.from_state(setup(2, seed=1))))
    >>> [saved] = folder.games()
    >>> saved.title.partition(" turn")[0], folder.file(saved.id).read() == file.read()
    ('Westeros Intrigue: You, Greedy: round 1, your', True)
    >>> folder.rename(saved.id, "winter")
    >>> [game.id for game in folder.games()]
    ['winter']
    >>> folder.delete("winter")
    >>> list(folder.games())
    []

    Owners' files, such as an edition of Monopoly, are stored with the games:

    >>> from westeros_intrigue.games import monopoly
    >>> tags = folder.store_files(monopoly, {"edition": "{}"})
    >>> record = monopoly.Record.from_state(monopoly.setup(2, seed=1), tags=tags)
    >>> [*folder.own_files(str(record))]
    ['edition']

    A table that several programs continue at once is stored there too:

    >>> from westeros_intrigue.play.saved import head_of
    >>> folder.add_table(head_of("winter", record)).id, folder.tables.ids()
    ('winter', ['winter'])

    `usual` is this user's folder, and `token` the secret in the addresses of its games:

    >>> folder.token() == folder.token(), Folder.usual().path.is_absolute()
    (True, True)
    """

    path: Path
    """The path of the folder."""

    @classmethod
    def usual(cls) -> Folder:
        """Return this user's folder, which an environment variable can change.

        Raises:
            InvalidValue: the path needs a home folder, and there is none.
        """
        try:
            if named := os.environ.get(FOLDER_VARIABLE):
                return cls(Path(named).expanduser())
            return cls(_user_data(sys.platform) / "westeros-intrigue" / "games")
        except RuntimeError:
            told = f"there is no home folder for the games: set {FOLDER_VARIABLE} to another folder"
            raise InvalidValue(told) from None

    def _make(self) -> None:
        """Create the folder, which only its owner can open, unless it is there already.

        A folder that others can write to is used all the same, with a RuntimeWarning.

        Raises:
            OSError: the folder cannot be created.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._warn()

    def _warn(self) -> None:
        """Warn, once in a program, if all users of this machine can replace the games."""
        if sys.platform in {"win32", "emscripten"}:
            return  # where modes do not say who can write
        with suppress(OSError):
            if self.path.stat().st_mode & stat.S_IWOTH:
                path = str(self.path)
                warnings.warn(
                    f"all users of this machine can delete the games in {printable(path)} and put "
                    f"others in their place: chmod o-w {printable(shlex.quote(path))} prevents it",
                    RuntimeWarning,
                    stacklevel=1,  # one place, so that Python shows it once
                )

    def new_file(self, key: str) -> GameFile:
        """Return a new file for a game, named after the game and the time.

        Raises:
            OSError: the file cannot be created.
        """
        self._make()
        now = name_by_time(key)
        for number in count(1):
            file = self.file(now if number == 1 else f"{now}-{number}")
            with suppress(FileExistsError):
                file.make()
                return file
        raise AssertionError  # pragma: no cover - for the type checker: the loop does not end

    @property
    def tables(self) -> FolderStore:
        """The tables in the folder, each a head and a log that only grows."""
        return FolderStore(self.path)

    def add_table(self, head: Head) -> Head:
        """Keep a new table, and return its head as it is kept: with an id that no game here has.

        Args:
            head: the head.

        Raises:
            OSError: the table cannot be stored.
        """
        self._make()
        for number in count(1):
            kept = head if number == 1 else attrs.evolve(head, id=f"{head.id}-{number}")
            if not self.file(kept.id).path.exists() and self.tables.create(kept):
                return kept
        raise AssertionError  # pragma: no cover - for the type checker: the loop does not end

    def file(self, game: str) -> GameFile:
        """Return the file of a game, or of a table, whether or not it exists."""
        path = self.path / f"{game}{_ENDING}"
        table = self.path / f"{game}{ENDING_OF_TABLES}"
        is_table = not path.exists() and table.exists()
        return game_file(table, self.own_files) if is_table else GameFile(path)

    def games(self, first: Callable[[AnyGame], int] | None = None) -> Iterator[SavedGame]:
        """Yield the most recent games, latest first; skip files that are not games.

        What programs that were killed while they saved a game have left is removed after a day.

        Args:
            first: returns the number of seat 0 of a game in the front end, for unnamed people;
                None for 0.
        """
        self._sweep()
        self._warn()
        files = []
        endings = (_ENDING, ENDING_OF_TABLES)
        for file in chain.from_iterable(self.path.glob(f"*{ending}") for ending in endings):
            with suppress(OSError):  # another program has deleted it since
                if re.fullmatch(GAME_ID, file.stem):
                    files.append((file.stat().st_mtime, file.stem))
        for saved, game in sorted(files, reverse=True)[:_MOST_LISTED]:
            with suppress(WesterosIntrigueError, ValueError, OSError):  # the user changed the file
                text = self.file(game).read()
                played, record = read_record(text, self.own_files(text))
                session = Session.resumed(played, record)
                at = dt.datetime.fromtimestamp(saved).astimezone()
                names = names_of(session.seats, YOU, first(played) if first else 0)
                described = _describe_state(session, names)
                title = f"{played.NAME}: {', '.join(names)}: {described}"
                yield SavedGame(
                    game,
                    f"{title}, {at.day} {at:%B %Y, %H:%M}",
                    session.state.is_over,
                    owner_of(record),
                    played.KEY,
                    names,
                    session.people,
                    described,
                    at,
                )

    def _sweep(self) -> None:
        """Remove unfinished files that no program can still be writing."""
        oldest = time.time() - _LEFT_AFTER
        for folder in (self.path, self.path / _OWN_FILES):
            for file in folder.glob(".*.part"):
                with suppress(
                    OSError
                ):  # another program has removed it, or the folder is read-only
                    if _UNFINISHED.fullmatch(file.name) and file.lstat().st_mtime < oldest:
                        file.unlink()

    def delete(self, game: str) -> None:
        """Delete the file of a game, if it exists.

        Raises:
            OSError: the file cannot be deleted.
        """
        self.file(game).path.unlink(missing_ok=True)

    def rename(self, game: str, name: str) -> None:
        """Give the file of a game another name.

        Args:
            game: the name of the game.
            name: its new name.

        Raises:
            InvalidValue: no game can have the name, or another one has it.
            OSError: the file cannot be renamed.
        """
        if not re.fullmatch(GAME_ID, name):
            raise InvalidValue(
                "the name of a game must be up to 80 small letters, digits and dashes, not "
                f"{values.short_repr(name)}"
            )
        file = self.file(name)
        try:
            file.make()  # so that no other program uses the name
        except FileExistsError:
            raise InvalidValue(f"another game is called {name}") from None
        old = self.file(game).path
        if old.suffix == _ENDING:
            old.replace(file.path)
        else:
            old.replace(file.path.with_suffix(ENDING_OF_TABLES))
            file.path.unlink()

    def store_files(self, game: AnyGame, options: Mapping[str, OptionValue]) -> dict[str, str]:
        """Store the owner's files in a game's options, such as an edition.

        Return the record tags that refer to them.

        Args:
            game: the game.
            options: the options, some of which are contents of files.

        Raises:
            OSError: a file cannot be stored.
        """
        tags = {}
        folder = self.path / _OWN_FILES
        for option in game.OPTIONS:
            if option.kind is OptionKind.FILE and (content := options.get(option.name)):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                digest = hashlib.sha256(str(content).encode()).hexdigest()
                path = folder / f"{digest[:32]}.json"
                if not path.exists():
                    GameFile(path).write(str(content))
                tags[f"{FILE_TAG}{option.name}"] = path.name
        return tags

    def own_files(self, text: str) -> Mapping[str, OptionValue]:
        """Return the files that a game was played with, by option.

        Only files that `store_files` stored are returned: the record need not be trusted, and must
        not lead to other files.
        """
        found = {}
        for tag, value in filter(None, map(read_tag, text.splitlines())):
            if tag.startswith(FILE_TAG):
                with suppress(OSError, ValueError):  # also a path that no file can have
                    stored = GameFile(self.path / _OWN_FILES / Path(value).name)
                    found[tag.removeprefix(FILE_TAG)] = stored.read()
        return found

    def token(self) -> str:
        """Return the secret in these games' addresses, which prevents others from playing them.

        Raises:
            OSError: the secret cannot be stored.
        """
        self._make()
        file = GameFile(self.path / "token")
        with suppress(FileNotFoundError, UnicodeDecodeError):
            if re.fullmatch(r"[\w-]{16,}", kept := file.read().strip(), re.ASCII):
                return kept
        file.path.unlink(missing_ok=True)
        token = secrets.token_urlsafe(16)
        file.write(token)
        return token


def name_by_time(key: str) -> str:
    """Return a name for a new game, by its key and the time."""
    return f"{key}-{dt.datetime.now().astimezone():%Y-%m-%d-%H%M%S}"


def _describe_state(session: AnySession, names: Sequence[str]) -> str:
    """Return the round and whose turn it is, or the winner and the place of the only person."""
    state = session.state
    if not state.is_over:
        parts = [f"round {state.round_number}"] if hasattr(state, "round_number") else []
        if state.active_player is not None:
            mover = names[state.active_player]
            parts.append("your turn" if mover == YOU else f"{mover} to move")
        return ", ".join(parts) or "under way"
    final = session.game.final_winner(state)
    winners = " and ".join(names[seat] for seat in final.winners)
    own = next((place for place, seat in final.places if (seat,) == session.people), 1)
    return f"{winners} won" + (f", your place: {own} of {len(names)}" if own > 1 else "")


def _user_data(platform: str) -> Path:
    """Return the folder for a user's data on a platform, named as in `sys.platform`."""
    if platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local)
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


_LINE = re.compile(r"(\d{1,4}) (\d{4}-\d\d-\d\d)( daily)?")


@attrs.frozen
class OpenGame:
    """A game in progress with its file."""

    file: GameFile
    session: AnySession

    @property
    def id(self) -> str:
        """The id of the game: the name of its file without the ending."""
        return self.file.path.stem


class UnknownGame(WesterosIntrigueError, LookupError):
    """A folder has no game with this id, or its file is not a record.

    >>> issubclass(UnknownGame, LookupError)
    True
    """


class OpenGames:
    """The open games of a folder, in memory as long as their files are unchanged.

    >>> import tempfile, westeros_intrigue
    >>> from westeros_intrigue.play.sessions import Seat
    >>> games = OpenGames(Folder(Path(tempfile.mkdtemp())))
    >>> seats = (Seat("Ada", "person"), Seat("", "greedy"))
    >>> state = westeros_intrigue.setup(2, seed=1)
    >>> game = games.add(Session.begun(westeros_intrigue, state, seats, seed=1))
    >>> _ = games.save(game.file, game.session.reseated(0, Seat("Ben", "person")))
    >>> with games.opening(game.id) as found:
    ...     found.session.seats[0].name
    'Ben'

    Args:
        folder: the folder.
    """

    def __init__(self, folder: Folder) -> None:
        """Start without any game."""
        self.folder: Folder = folder
        self._games: dict[str, OpenGame] = {}
        self._memory = threading.Lock()
        self._locks = [threading.Lock() for _ in range(_LOCKS)]

    def add(self, session: AnySession) -> OpenGame:
        """Return a new game, saved to a new file.

        Raises:
            OSError: the file cannot be written.
        """
        return self.save(self.folder.new_file(session.game.KEY), session)

    @contextmanager
    def opening(self, game_id: str) -> Iterator[OpenGame]:
        """Yield a game as in its file, which another program can have written.

        Other threads that open the game wait.

        Raises:
            UnknownGame: the folder has no such game.
        """
        with self._locks[hash(game_id) % _LOCKS]:
            yield self._find(game_id)

    def save(self, file: GameFile, session: AnySession) -> OpenGame:
        """Return the game, saved to its file.

        Raises:
            FileChanged: another program has written to the file.
            OSError: the file cannot be written.
        """
        file.save(session, str(session.record))
        return self._remember(OpenGame(file, session))

    def resume(self, text: str) -> AnySession:
        """Return the game of a record, which need not be trusted.

        Raises:
            InvalidValue: the game is an unfinished game with real cards, or the cards of later
                rounds are missing.
            ValueError: the text is not a record.
        """
        game, record = read_record(text, self.folder.own_files(text))
        return continue_game(game, record, owner_of(record) if record.state.is_over else "play")

    def _find(self, game_id: str) -> OpenGame:
        with self._memory:
            game = self._games.get(game_id)
        if game is None or not game.file.is_current():
            file = game.file if game else self.folder.file(game_id)
            try:
                return self._remember(OpenGame(file, self.resume(file.read())))
            except FileNotFoundError:
                raise UnknownGame(f"no game {game_id} is stored here") from None
            except (WesterosIntrigueError, UnicodeDecodeError) as error:
                raise UnknownGame(f"game {game_id} cannot be read: {error}") from None
        return game

    def _remember(self, game: OpenGame) -> OpenGame:
        with self._memory:
            self._games.pop(game.id, None)
            self._games[game.id] = game
            if len(self._games) > _MOST_IN_MEMORY:
                del self._games[next(iter(self._games))]
        return game


@attrs.frozen
class SolvedPuzzles:
    """The solved puzzles, each with the first day, and the days whose puzzle was solved.

    >>> import tempfile
    >>> from pathlib import Path
    >>> folder, day = Folder(Path(tempfile.mkdtemp())), dt.date(2027, 1, 31)
    >>> SolvedPuzzles.add(folder, 7, day, is_daily=True)
    >>> solved = SolvedPuzzles.load(folder)
    >>> solved.days, solved.streak(day)
    ({7: '2027-01-31'}, 1)
    """

    days: dict[int, str]
    """For each solved puzzle, by number from 1, the first day on which it was solved."""
    daily: frozenset[str]
    """The days on which that day's puzzle was solved, such as `2027-01-31`."""

    @classmethod
    def load(cls, folder: Folder) -> SolvedPuzzles:
        """Return the list in a folder; unreadable lines are ignored."""
        text = ""
        with suppress(OSError, UnicodeDecodeError):
            text = _file(folder).read()
        lines = [*filter(None, map(_LINE.fullmatch, text.splitlines()))]
        daily = frozenset(line[2] for line in lines if line[3])
        return cls({int(line[1]): line[2] for line in reversed(lines)}, daily)

    @staticmethod
    def add(folder: Folder, number: int, day: dt.date, *, is_daily: bool) -> None:
        """Add a puzzle, by number from 1, that was solved on a day.

        Args:
            folder: the folder that has the list.
            number: the number of the puzzle, from 1.
            day: the day on which it was solved.
            is_daily: whether it was the puzzle of that day.

        Raises:
            OSError: the file cannot be written.
        """
        folder._make()
        file = _file(folder)
        text = ""
        with suppress(FileNotFoundError, UnicodeDecodeError):
            text = file.read()
        line = f"{number} {day}{' daily' if is_daily else ''}"
        if line not in text.splitlines():
            file.write(f"{text}{line}")

    def streak(self, day: dt.date) -> int:
        """Return the number of consecutive days, up to this one, with a solved daily puzzle."""
        count = 0
        while str(day - dt.timedelta(count)) in self.daily:
            count += 1
        return count


def _file(folder: Folder) -> GameFile:
    return GameFile(folder.path / "solved-puzzles")
