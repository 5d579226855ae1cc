"""The clock of a store, by which all its processes compare the times of entries.

The clocks of two machines differ, and can be set while a game is played.
"""

from __future__ import annotations

import time
from collections.abc import Callable


def read_clock() -> int:
    """Return the time in milliseconds since 1970 by the clock of this machine."""
    return time.time_ns() // 1_000_000


class StoreClock:
    """The time of a store, as it was asked for last, and what has passed since.

    Args:
        ask: returns the store's time in milliseconds since 1970; None for a store of files, whose
            clock is that of the machine.
    """

    def __init__(self, ask: Callable[[], int] | None = None) -> None:
        self._ask = ask
        self._known: tuple[int, int] | None = None
        """The store's time, and the nanoseconds of this process when the store told it."""

    def set(self) -> None:
        """Ask the store: the error is at most half the time that the answer takes."""
        if self._ask:
            begun = time.monotonic_ns()
            found = self._ask()
            self._known = found, (begun + time.monotonic_ns()) // 2

    def read(self) -> int:
        """Return the store's time in milliseconds since 1970."""
        if self._known is None:
            return read_clock()
        found, at = self._known
        return found + (time.monotonic_ns() - at) // 1_000_000
