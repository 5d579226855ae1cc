"""Bytes that arrive over a connection until a time: for the page's server, and for its guests."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import socket
import time
from io import RawIOBase

from typing_extensions import Buffer


class Incoming(RawIOBase):
    """The bytes of a connection, as long as there is time.

    A time for each byte alone does not limit anything: the wait for a program that sends a byte a
    second would not end.

    >>> ours, theirs = socket.socketpair()
    >>> incoming = Incoming(ours, most_idle=30)
    >>> theirs.send(b"a byte")
    6
    >>> incoming.read(6)
    b'a byte'
    >>> incoming.ends = time.monotonic()
    >>> incoming.read(1)
    Traceback (most recent call last):
    TimeoutError: there is no more time
    >>> incoming.close(), ours.close(), theirs.close()
    (None, None, None)

    Args:
        connection: the connection, which stays open until it and this are closed.
        most_idle: the time in seconds to wait for the next bytes.
    """

    def __init__(self, connection: socket.socket, most_idle: float) -> None:
        """Start without a limit for all bytes together."""
        self._connection = connection
        self._bytes = connection.makefile("rb", buffering=0)
        self._most_idle = most_idle
        self.ends: float = float("inf")
        """The time by which all must have arrived, as `time.monotonic` counts."""

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Buffer) -> int | None:
        """Wait for bytes, and return their number.

        Raises:
            TimeoutError: nothing has arrived for too long, or there is no more time.
        """
        left = self.ends - time.monotonic()
        if left <= 0:
            raise TimeoutError("there is no more time")
        self._connection.settimeout(min(left, self._most_idle))
        return self._bytes.readinto(buffer)

    def close(self) -> None:
        """Close these bytes; the connection closes with the last of its readers."""
        self._bytes.close()
        super().close()
