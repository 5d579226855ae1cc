"""Locks between programs: the system's, or a file that one program alone can create."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import errno
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

ABANDONED_AFTER: Final = 30.0
"""The seconds after which a lock file that stays the same belongs to a program that was killed."""
_PAUSE: Final = 0.005
_WITHOUT_LOCKS: Final = {
    errno.EINVAL,
    errno.ENOLCK,
    errno.ENOSYS,
    errno.ENOTSUP,
    errno.EOPNOTSUPP,
}
"""The errors of file systems that have no locks."""


@contextmanager
def lock(descriptor: int, beside: Path) -> Iterator[None]:
    """Keep other programs and threads from a file, as long as they ask for the same lock.

    Args:
        descriptor: the open file. The system frees its lock if the program is killed.
        beside: the path of the lock file that serves where the system has no locks.
    """
    try:
        import fcntl  # noqa: PLC0415 - not on Windows, nor in a browser
    except ImportError:
        with lock_by_file(beside):
            yield
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno not in _WITHOUT_LOCKS:
            raise
        with lock_by_file(beside):
            yield
        return
    try:
        yield
    finally:
        # A process that was forked meanwhile has the same lock, and keeps it if it is only closed.
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def lock_by_file(path: Path) -> Iterator[None]:
    """Create a lock file, when no other program has it, and remove it at the end.

    The file of a killed program goes after half a minute, so a program that is stopped for longer
    in the middle of its work is no longer alone when it continues.
    """
    ours = secrets.token_bytes(8)
    theirs, since = b"", time.monotonic()
    latest = since + 4 * ABANDONED_AFTER
    while True:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except (FileExistsError, PermissionError):  # the second on Windows, while one is deleted
            if not os.access(path.parent, os.W_OK) or time.monotonic() > latest:
                raise
        else:
            os.write(descriptor, ours)
            os.close(descriptor)
            break
        if (content := _content(path)) != theirs:
            theirs, since = content, time.monotonic()
        elif time.monotonic() - since > ABANDONED_AFTER:
            # Renamed first, so that of several programs only one removes it.
            aside = path.with_name(f"{path.name}.{ours.hex()}")
            with suppress(OSError):
                path.rename(aside)
                aside.unlink()
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        if _content(path) == ours:
            path.unlink(missing_ok=True)


def _content(path: Path) -> bytes:
    with suppress(OSError):
        return path.read_bytes()
    return b""
