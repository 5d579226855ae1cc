"""The folder of the games of all front ends."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import re
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

import attrs

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.options import OptionKind, OptionValue
from westeros_intrigue.base.tags import read_tag
from westeros_intrigue.base.values import Value, counted
from westeros_intrigue.game import GAMES, AnyGame
from westeros_intrigue.sessions.files import GameFile
from westeros_intrigue.sessions.records import read_record
from westeros_intrigue.sessions.seats import YOU, names_of
from westeros_intrigue.sessions.session import Session

FOLDER_VARIABLE = "WESTEROS_INTRIGUE_GAMES"
"""The environment variable that names another folder."""
GAME_ID = "[a-z0-9][a-z0-9-]{0,79}"
"""The pattern of what identifies a game in a folder: the name of its file, without the ending."""
FILE_TAG = "File-"
"""The tag of a record that names a file of the owner's, before the name of the option."""
_OWN_FILES = "own-files"
_ENDING = ".txt"
_MOST_LISTED = 20


@attrs.frozen
class SavedGame(Value):
    """A game of the folder, as a list shows it.

    >>> saved = dt.datetime(2027, 1, 31, 18, 30)
    >>> SavedGame("a", "monopoly", ("Ada", "Simple"), 7, False, saved).title
    'Monopoly: Game of Thrones Edition: Ada, Simple: 7 steps, 31 January 2027, 18:30'
    """

    id: str
    """The name of its file without the ending, which identifies it."""
    game: str
    """The key of the game in `GAMES`."""
    names: tuple[str, ...]
    """The names of the seats."""
    moment: int
    """The number of steps so far."""
    is_over: bool
    """True if the game is over."""
    saved: dt.datetime
    """The time of the last change."""

    @property
    def state(self) -> str:
        """The number of steps so far, or that the game is over."""
        return "over" if self.is_over else counted(self.moment, "step")

    @property
    def title(self) -> str:
        """The game in a line."""
        saved = f"{self.saved.day} {self.saved:%B %Y, %H:%M}"
        return f"{GAMES[self.game].NAME}: {', '.join(self.names)}: {self.state}, {saved}"


@attrs.frozen
class Folder:
    """A folder of games; it is made for the first game.

    The records contain every hand, so only their owner may read them.

    >>> import tempfile
    >>> from westeros_intrigue import Record, setup
    >>> folder = Folder(Path(tempfile.mkdtemp()))
    >>> file = folder.new_file("westeros-intrigue")
    >>> file.write(str(Record.from_state(setup(2, seed=1))))
    >>> [saved] = folder.games()
    >>> saved.names, saved.state, folder.file(saved.id).read() == file.read()
    (('You', 'Greedy'), '0 steps', True)

    The files of the owner's, such as an edition of Monopoly, are stored with the games:

    >>> from westeros_intrigue import monopoly
    >>> tags = folder.store_files(monopoly, {"edition": "{}"})
    >>> record = monopoly.Record.from_state(monopoly.setup(2, seed=1), tags=tags)
    >>> [*folder.own_files(str(record))]
    ['edition']

    `usual` is the folder of this user, and `token` the secret in the addresses of its games:

    >>> folder.token() == folder.token(), Folder.usual().path.is_absolute()
    (True, True)
    """

    path: Path
    """The place of the folder."""

    @classmethod
    def usual(cls) -> Folder:
        """Return the folder of this user, which the environment may name."""
        if named := os.environ.get(FOLDER_VARIABLE):
            return cls(Path(named).expanduser())
        return cls(_user_data(sys.platform) / "westeros-intrigue" / "games")

    def new_file(self, key: str) -> GameFile:
        """Return a new file for a game, named after its kind and the time.

        Raises:
            OSError: the file cannot be made.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        now = f"{key}-{dt.datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
        for number in count(1):
            file = self.file(now if number == 1 else f"{now}-{number}")
            with suppress(FileExistsError):
                file.make()
                return file
        raise AssertionError  # pragma: no cover - for the type checker: the loop does not end

    def file(self, game: str) -> GameFile:
        """Return the file of a game, whether it is there or not."""
        return GameFile(self.path / f"{game}{_ENDING}")

    def games(self) -> Iterator[SavedGame]:
        """Yield the games that were written last, the latest first; no file that is not a game.

        Raises:
            OSError: the folder cannot be read.
        """
        files = [
            (file.stat().st_mtime, file.stem)
            for file in self.path.glob(f"*{_ENDING}")
            if re.fullmatch(GAME_ID, file.stem)
        ]
        for saved, game in sorted(files, reverse=True)[:_MOST_LISTED]:
            with suppress(WesterosIntrigueError, ValueError, OSError):  # somebody changed the file
                text = self.file(game).read()
                session = Session.resumed(*read_record(text, self.own_files(text)))
                yield SavedGame(
                    game,
                    session.game.KEY,
                    names_of(session.seats, YOU),
                    session.moment,
                    session.state.is_over,
                    dt.datetime.fromtimestamp(saved).astimezone(),
                )

    def store_files(self, game: AnyGame, options: Mapping[str, OptionValue]) -> dict[str, str]:
        """Store the owner's files among the options of a game, such as an edition.

        It returns the tags of a record that lead to them.

        Raises:
            OSError: one cannot be stored.
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
                tags[f"{FILE_TAG}{option.name}"] = str(path.absolute())
        return tags

    def own_files(self, text: str) -> Mapping[str, OptionValue]:
        """Return the files with which a game was played, by their options.

        They are those of `store_files` that the record names: its text may come from anywhere, and
        must not lead elsewhere.
        """
        found = {}
        for tag in filter(None, map(read_tag, text.splitlines())):
            name, path = tag[0].removeprefix(FILE_TAG), self.path / _OWN_FILES / Path(tag[1]).name
            if name != tag[0] and path.absolute() == Path(tag[1]):
                with suppress(OSError, UnicodeDecodeError):
                    found[name] = GameFile(path).read()
        return found

    def token(self) -> str:
        """Return what an address of these games contains, so that nobody else can play them.

        Raises:
            OSError: it cannot be stored.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = GameFile(self.path / "token")
        with suppress(FileNotFoundError):
            if kept := file.read().strip():
                return kept
        token = secrets.token_urlsafe(16)
        file.write(token)
        return token


def _user_data(platform: str) -> Path:
    """Return where the programs of a user store data on a platform, named as by `sys.platform`."""
    if platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local)
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
