"""A port that a test may leave, and listen at again."""

from __future__ import annotations

import random
import socket
from contextlib import suppress

OWN = range(20_000, 32_768)
"""Ports that no system gives to those who ask for any, or connect to others: such a port may belong
to another process as soon as a server has left it, or before one starts."""


def own_port() -> int:
    """Return a port at which nobody listens."""
    numbers = random.SystemRandom()  # others draw the same in each process of the tests
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", numbers.choice(OWN)))
            return int(probe.getsockname()[1])
