"""The log of a process: each record is one line, and an outage of the store is two."""

from __future__ import annotations

import logging
import re
import threading
import time

FORMAT = "time=%(asctime)s level=%(levelname)s %(message)s"
LOG = logging.getLogger("server.store")
_LINE_ENDS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_LONGEST = 300  # characters of a driver's error


class OneLine(logging.Formatter):
    r"""Writes each record in one line, with escapes for the ends of lines, such as `\n`.

    Otherwise, a traceback or the error of a driver would stand in lines without time and level, and
    a text of a stranger could forge a line.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        return _LINE_ENDS.sub(lambda found: repr(found[0])[1:-1], super().format(record))


def set_up() -> None:
    """Write the log of the process to the standard error, from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(FORMAT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.captureWarnings(capture=True)
    threading.excepthook = _log_thread


def _log_thread(failed: threading.ExceptHookArgs) -> None:
    """Log the error that has ended a thread, which would otherwise stand there in many lines."""
    if failed.exc_value is not None:
        LOG.error("a thread has ended", exc_info=failed.exc_value)


def in_short(error: Exception) -> str:
    """Return the first line of a driver's error; others are hints for a person."""
    return str(error).strip().partition("\n")[0][:_LONGEST]


class Outage:
    """Whether a store answers, for any number of threads; it is logged when that changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._since: float | None = None
        self._failures = 0

    def note_failure(self, reason: str) -> None:
        """Count a call that the store did not answer."""
        with self._lock:
            is_new = self._since is None
            if is_new:
                self._since, self._failures = time.monotonic(), 0
            self._failures += 1
        if is_new:
            LOG.warning("the store does not answer: %s", reason)

    def note_answer(self) -> None:
        """End the outage, if there is one."""
        if self._since is None:  # mostly, so without the lock
            return
        with self._lock:
            since, failures = self._since, self._failures
            self._since = None
        if since is not None:
            seconds = time.monotonic() - since
            LOG.warning(
                "the store answers again, after %d failures in %.1f seconds", failures, seconds
            )
