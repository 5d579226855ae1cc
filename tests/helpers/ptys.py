"""The command line in a real terminal, for the tests; not on Windows."""

from __future__ import annotations

import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fcntl import ioctl
from pathlib import Path

from helpers.patience import PATIENCE
from helpers.terminals import Emulator

# The leader of the session outlives the program: as a leader ends, Linux drops what it wrote last
# and nobody has read. It writes the program's number and, at the end, its exit code. As a shell
# does, it passes on that the window was closed, which Linux tells the leader alone.
_LEADER = """
import fcntl, os, runpy, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
for number in (signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
told = int(sys.argv.pop(1))
if program := os.fork():
    signal.signal(signal.SIGHUP, lambda number, _: os.kill(program, number))
    os.closerange(0, 3)
    os.write(told, b"%9d" % program)
    os.write(told, b"%9d" % os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
    while True:
        signal.pause()
os.close(told)
os.setpgid(0, 0)  # a job, as a shell starts it: the kernel stops no orphaned group
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
os.tcsetpgrp(0, os.getpid())
signal.signal(signal.SIGTTOU, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""
_RUN = "runpy.run_module('westeros_intrigue', run_name='__main__', alter_sys=True)"


class Pty:
    """A program in a real terminal of 24 lines and 80 columns."""

    def __init__(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *,
        edits_lines: bool,
    ) -> None:
        self._main, there = pty.openpty()
        self.resize(24, 80)
        start = _LEADER if edits_lines else f"{_LEADER}sys.modules['prompt_toolkit'] = None\n"
        self._told, told = os.pipe()
        self._leader = subprocess.Popen(
            [sys.executable, "-c", start + _RUN, str(told), *arguments], pass_fds=[told],
            stdin=there, stdout=there, stderr=there, start_new_session=True, cwd=folder,
            env={**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **environment},
        )  # fmt: skip
        os.close(told)
        os.close(there)
        self.pid = self._next_number(PATIENCE)
        self.output = b""
        self.emulator = Emulator()
        self._read = 0

    def read_until(self, *ends: str, seconds: float = PATIENCE) -> str:
        """Return what is shown until one of the texts stands at its end, or the program ends."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            new = self.output[self._read :].decode(errors="replace").replace("\r\n", "\n")
            if ends and new.endswith(ends):
                self._read = len(self.output)
                self.emulator.feed(new)
                return new
            if not select.select([self._main], [], [], 0.2)[0]:
                continue
            try:
                more = os.read(self._main, 65536)
            except OSError:  # Linux says so when the program has closed the terminal
                more = b""
            if not more:
                self.emulator.feed(new)
                return new
            self.output += more
        message = f"waited for {ends} and saw {new[-300:]!r}"
        raise AssertionError(message)

    def read_to(self, text: str, seconds: float = PATIENCE) -> None:
        """Read until a text is shown, and no further."""
        deadline = time.monotonic() + seconds
        while text not in self.text[self._read :]:
            assert time.monotonic() < deadline, self.text[-300:]
            if select.select([self._main], [], [], 0.2)[0]:
                self.output += os.read(self._main, 65536)
        self._read = self.text.index(text, self._read) + len(text)

    def type(self, text: str | bytes) -> None:
        """Press keys."""
        os.write(self._main, text if isinstance(text, bytes) else text.encode())

    @property
    def text(self) -> str:
        """All that was shown."""
        return self.output.decode(errors="replace").replace("\r\n", "\n")

    def resize(self, height: int, width: int) -> None:
        """Change the size of the window."""
        ioctl(self._main, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def close_window(self) -> None:
        """Close the terminal under the program."""
        os.close(self._main)
        self._main = -1

    def ended(self, seconds: float = PATIENCE) -> int:
        """Wait for the end of the program, and return its exit code."""
        return self._next_number(seconds)

    def _next_number(self, seconds: float) -> int:
        if not select.select([self._told], [], [], seconds)[0]:
            raise TimeoutError
        return int(os.read(self._told, 9))

    def close(self) -> None:
        """End the program if it has not ended."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._leader.kill()
        self._leader.wait()
        os.close(self._told)
        if self._main >= 0:
            os.close(self._main)


@contextmanager
def in_pty(
    *arguments: str,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    edits_lines: bool = False,
) -> Iterator[Pty]:
    """Run the program in a real terminal; without prompt_toolkit unless lines are edited."""
    running = Pty(arguments, folder, environment or {}, edits_lines=edits_lines)
    try:
        yield running
    finally:
        running.close()
