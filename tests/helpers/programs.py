"""A program in a process group of its own, as a shell starts one, for the tests; not on Windows."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from helpers.patience import PATIENCE


@contextmanager
def running(line: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """Run a program; at the end nothing of it or of its workers is left, whatever failed."""
    with subprocess.Popen(
        line, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def press_ctrl_c(process: subprocess.Popen[str]) -> None:
    """Interrupt a program and its workers, as a terminal does."""
    os.killpg(process.pid, signal.SIGINT)


def ended(process: subprocess.Popen[str], *, again: bool = False) -> str:
    """Return what a program printed as errors until its end.

    With `again`, Ctrl-C is pressed every ten seconds: a pool of Python's own may wait for ever for
    a worker that was interrupted before its first piece, until somebody presses once more.
    """
    for _ in range(PATIENCE // 10 if again else 0):
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=10)[1]
        press_ctrl_c(process)
    return process.communicate(timeout=PATIENCE)[1]
