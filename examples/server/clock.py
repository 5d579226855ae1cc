"""The clock of a process, by which it compares times that the store has given to entries."""

from __future__ import annotations

import time


def read_clock() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
