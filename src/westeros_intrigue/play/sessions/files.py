"""The file of a game: always complete, and never over what another program has written."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import errno
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from westeros_intrigue.gamekit.errors import WesterosIntrigueError
from westeros_intrigue.gamekit.text import GAME_LIMIT
from westeros_intrigue.play.referee import RealGame
from westeros_intrigue.play.saved.session import AnySession

_SIZE_LIMIT: Final = 4 * GAME_LIMIT
"""The maximum size of a file, in bytes."""


class FileChanged(WesterosIntrigueError, RuntimeError):
    """Another program has written to a game's file since this program read or wrote it.

    >>> issubclass(FileChanged, RuntimeError)
    True
    """


class GameFile:
    """A game's file and the contents that this program last read or wrote.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> ours, theirs = GameFile(folder / "game.txt"), GameFile(folder / "game.txt")
    >>> ours.write("one move")
    >>> theirs.read().strip()
    'one move'
    >>> theirs.write("two moves")
    >>> ours.write("another second move")
    Traceback (most recent call last):
    westeros_intrigue.play.sessions.files.FileChanged: another program has written to game.txt \
since
    >>> ours.is_current(), theirs.is_current()
    (False, True)
    >>> from westeros_intrigue import Record, setup
    >>> from westeros_intrigue.play.sessions import Session
    >>> import westeros_intrigue
    >>> session = Session.resumed(westeros_intrigue, Record.from_state(setup(2, seed=1)))
    >>> theirs.save(session, str(session.record))
    >>> theirs.remove()
    >>> GameFile(folder / "game.txt").make()

    Args:
        path: the path of the file, which need not exist. Writing follows links.
        may_replace: True to write over a file that is there now; `remove` brings it back.
    """

    def __init__(self, path: Path, *, may_replace: bool = False) -> None:
        self.path: Path = path
        self._known: bytes | None = None
        self._replaced: bytes | None = None
        if may_replace:
            with suppress(FileNotFoundError):
                self._replaced = _content(path)

    @property
    def is_new(self) -> bool:
        """True if nothing has been read or written yet."""
        return not self._known

    def make(self) -> None:
        """Create an empty file, so that no other program uses the name.

        Raises:
            FileExistsError: the file already exists.
            OSError: the file cannot be created.
        """
        os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        self._known = b""

    def read(self) -> str:
        """Return the text of the file.

        Raises:
            OSError: the file cannot be read, or is too long for a game.
            UnicodeDecodeError: the file is not UTF-8.
        """
        content = _content(self.path)
        text = content.decode("utf-8-sig")
        self._known = content
        return text

    def write(self, text: str) -> None:
        """Replace the contents by the text and a line end; the file is always complete.

        Only the file's owner can read it.

        Raises:
            FileChanged: another program has changed the file since this program read or wrote it,
                or a new file already exists.
            OSError: the file cannot be written.
        """
        content = f"{text.rstrip()}\n".encode()
        # Path.resolve has a special error for a link that leads to itself.
        path = Path(os.path.realpath(self.path))
        with _lock(path.parent) as folder:
            self._check(path)
            _replace(path, content)
            if folder is not None:
                with suppress(OSError):  # some file systems cannot sync folders
                    os.fsync(folder)  # without it, a power cut could undo the renaming
        self._known = content

    def save(self, game: AnySession | RealGame, text: str) -> None:  # noqa: ARG002 - a table's
        """Save a game as it is now: here as its record, and at a table as what is new.

        Args:
            game: the game.
            text: its record.

        Raises:
            FileChanged: another program has changed the file since this program read or wrote it.
            OSError: the file cannot be written.
        """
        self.write(text)

    def is_current(self) -> bool:
        """Return True if other programs have not changed the file since this one used it."""
        try:
            return _content(self.path) == self._known
        except FileNotFoundError:
            return False

    def remove(self) -> None:
        """Remove the file, or bring back the one it replaced, unless another program changed it."""
        with suppress(FileChanged, FileNotFoundError):
            self._check(self.path)
            if self._replaced is None:
                self.path.unlink()
            else:
                _replace(Path(os.path.realpath(self.path)), self._replaced)

    def _check(self, path: Path) -> None:
        try:
            found: bytes | None = _content(path)
        except FileNotFoundError:
            return
        expected = self._replaced if self._known is None else self._known
        if found != expected:
            raise FileChanged(f"another program has written to {self.path.name} since")


def _content(path: Path) -> bytes:
    """Return the bytes of a file, up to a limit, since a device can have no end."""
    with path.open("rb") as file:
        content = file.read(_SIZE_LIMIT + 1)
    if len(content) > _SIZE_LIMIT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def _replace(path: Path, content: bytes) -> None:
    # One name for each game, so that the next write removes the leftovers of a killed program; of
    # abandoned games, `Folder.games` does. It is a hash, because a longer name could be too long.
    name = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]
    beside = path.with_name(f".{name}.part")
    try:
        beside.unlink(missing_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise


@contextmanager
def _lock(folder: Path) -> Iterator[int | None]:
    """Block other programs that write to the folder; yield its descriptor, if there is one."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows, nor in a browser
    except ImportError:
        yield None
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems have no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)
