"""The files of games: whole at any time, and never written over somebody else's game."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.record_files import GAME_LIMIT

_SIZE_LIMIT: Final = 4 * GAME_LIMIT
"""The most bytes of a file."""


class FileChanged(WesterosIntrigueError, RuntimeError):
    """Another program has written to the file of a game since this one read or wrote it.

    >>> issubclass(FileChanged, RuntimeError)
    True
    """


class GameFile:
    r"""The file of a game, and its content as this program knows it.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> ours, theirs = GameFile(folder / "game.txt"), GameFile(folder / "game.txt")
    >>> ours.write("one move")
    >>> theirs.read()
    'one move\n'
    >>> theirs.write("two moves")
    >>> ours.write("another second move")
    Traceback (most recent call last):
    westeros_intrigue.sessions.FileChanged: another program has written to game.txt since
    >>> ours.is_current(), theirs.is_current()
    (False, True)
    >>> theirs.remove()
    >>> GameFile(folder / "game.txt").make()

    Args:
        path: the place of the file, present or future. A link leads to the file that is written.
    """

    def __init__(self, path: Path) -> None:
        self.path: Path = path
        self._known: bytes | None = None

    @property
    def is_new(self) -> bool:
        """True if nothing has been read or written yet."""
        return not self._known

    def make(self) -> None:
        """Make an empty file, so that no other program uses its name.

        Raises:
            FileExistsError: it is already there.
            OSError: it cannot be made.
        """
        os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        self._known = b""

    def read(self) -> str:
        """Return the text of the file.

        Raises:
            OSError: the file cannot be read, or is longer than any of a game.
            UnicodeDecodeError: it is not UTF-8.
        """
        content = _content(self.path)
        text = content.decode("utf-8-sig")
        self._known = content
        return text

    def write(self, text: str) -> None:
        """Write the text and a line end in place of the content, which is whole at any time.

        Only the owner of the file may read it.

        Raises:
            FileChanged: the content is not the one that this program has read or written last, or
                a new file is already there.
            OSError: the file cannot be written.
        """
        content = f"{text.rstrip()}\n".encode()
        # Path.resolve has an error of its own for a link that leads to itself.
        path = Path(os.path.realpath(self.path))
        with _locked(path.parent) as folder:
            self._check(path)
            _replace(path, content)
            if folder is not None:
                with suppress(OSError):  # some file systems sync no folders
                    os.fsync(folder)  # without it a power cut could undo the renaming
        self._known = content

    def is_current(self) -> bool:
        """Return whether the content is still what this program has read or written last."""
        try:
            return _content(self.path) == self._known
        except FileNotFoundError:
            return False

    def remove(self) -> None:
        """Remove the file, unless another program has written to it."""
        with suppress(FileChanged, FileNotFoundError):
            self._check(self.path)
            self.path.unlink()

    def _check(self, path: Path) -> None:
        try:
            found: bytes | None = _content(path)
        except FileNotFoundError:
            return
        if found != self._known:
            raise FileChanged(f"another program has written to {self.path.name} since")


def _content(path: Path) -> bytes:
    """Return the bytes of a file, of which a device may have no end."""
    with path.open("rb") as file:
        content = file.read(_SIZE_LIMIT + 1)
    if len(content) > _SIZE_LIMIT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def _replace(path: Path, content: bytes) -> None:
    # One name for each game, so that the next write removes what a killed program has left.
    # It is a hash, because a name with something added can be too long.
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
def _locked(folder: Path) -> Iterator[int | None]:
    """Make other programs wait that write to a file of the folder; yield its descriptor, if any."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows, nor in a browser
    except ImportError:
        yield None
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems know no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)
