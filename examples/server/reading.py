"""Reads the files of a request in a process of its own, which ends if it takes too long.

A file, such as a form of an edition, is the longest text that a stranger sends. No thread that is
at work on one can be stopped, so a thread reads only what this process has read quickly before.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time

from server.host import Refused
from server.setting import LARGEST, Setting
from westeros_intrigue.gamekit import GAMES

LOG = logging.getLogger("server.reading")
LONGEST_REASON = 300  # characters
SECONDS = 1.0  # of the CPU, for all files of a request
PATIENCE = 10  # seconds until the process ends, which also has to start
AT_ONCE = 2  # processes
MOST_WAITING = 8  # requests; later ones are asked to come again


class Reader:
    """Checks the files of requests, a few at a time."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def check(self, text: str) -> None:
        """Raise Refused if a request has files that take too long to read.

        Whatever else is wrong with the request, creating the table finds out.
        """
        if not has_files(text):
            return
        if self._waiting >= MOST_WAITING:
            raise Refused(503, "many files are being read: send this one again in a few seconds")
        self._waiting += 1
        try:
            async with self._places:
                seconds = await read_apart(text)
        finally:
            self._waiting -= 1
        if seconds is None or seconds > SECONDS:
            raise Refused(400, f"a file takes more than {SECONDS:.0f} second to read: shorten it")


def has_files(text: str) -> bool:
    """Return True if a request sets an option that is a file."""
    try:
        return bool(Setting.parse(text).files)
    except (ValueError, TypeError):
        return False


async def read_apart(text: str, patience: float = PATIENCE) -> float | None:
    """Return the CPU seconds in which another process reads a request; None if it has no result."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server.reading"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        async with asyncio.timeout(patience):
            output, told = await process.communicate(text.encode())
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        reason = told.decode(errors="replace").strip().rpartition("\n")[2]
        LOG.error("a process that reads files has failed: %s", reason[:LONGEST_REASON])
        return None
    return float(json.loads(output))


def read(text: str) -> float:
    """Read the files of a request, right or wrong; return the CPU seconds that it takes."""
    begun = time.process_time()
    try:
        setting = Setting.parse(text)
        GAMES[setting.game].new_game(setting.players, setting.options, seed=0)
    except (ValueError, TypeError):
        pass  # the host says what is wrong
    return time.process_time() - begun


if __name__ == "__main__":
    print(json.dumps(read(sys.stdin.buffer.read(4 * LARGEST).decode())))
