"""Terminals for the tests of the command line: fake ones, and an emulator."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import pytest

from helpers.patience import PATIENCE
from westeros_intrigue.play.terminal import run_command
from westeros_intrigue.play.terminal.commands import parse_arguments
from westeros_intrigue.play.terminal.screen import Terminal

CARD = re.compile(r"\b[SLBT][1-9]\b")
SIZE = {"COLUMNS": "80", "LINES": "24"}

Answer = str | type[BaseException] | None
"""What is typed: a line, an exception such as KeyboardInterrupt, or None for the end of input."""


class Screen(io.StringIO):
    """What is written, with what a terminal tells about itself."""

    def __init__(self, *, is_terminal: bool = True, encoding: str = "utf-8") -> None:
        super().__init__()
        self._is_terminal = is_terminal
        self._encoding = encoding
        self.emulator = Emulator()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._is_terminal

    def write(self, text: str) -> int:
        text.encode(self._encoding)
        self.emulator.feed(text)
        return super().write(text)


class Typist(io.StringIO):
    """Types what a function answers to what is on the screen since the last answer."""

    def __init__(
        self, answer: Callable[[str], Answer], screen: Screen, *, is_terminal: bool
    ) -> None:
        super().__init__()
        self._answer = answer
        self._screen = screen
        self._seen = 0
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    def readline(self, _size: int | None = -1) -> str:  # type: ignore[override]
        text = self._screen.getvalue()
        new, self._seen = text[self._seen :], len(text)
        answered = self._answer(new)
        if answered is None:
            return ""
        if isinstance(answered, str):
            if self._is_terminal:
                self._screen.write(answered.replace("\x1b", "^[") + "\n")  # as terminals echo
            return answered + "\n"
        raise answered


class Result:
    """What a command came to."""

    def __init__(self, code: int, screen: Screen, errors: Screen, waits: list[float]) -> None:
        self.code = code
        self.waits = waits
        self.screen = screen
        self.out = screen.getvalue()
        self.err = errors.getvalue()

    @property
    def plain(self) -> str:
        """What was written, without escape codes."""
        return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", self.out)


def command(
    *arguments: str,
    typed: Iterable[Answer] | Callable[[str], Answer] = (),
    is_terminal: bool = False,
    environment: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
) -> Result:
    """Run a command in this process, with a fake terminal."""
    screen = Screen(is_terminal=is_terminal, encoding=encoding)
    errors = Screen(is_terminal=is_terminal, encoding=encoding)
    if callable(typed):
        answer = typed
    else:
        lines = iter(typed)

        def answer(_: str) -> Answer:
            return next(lines, None)

    typist = Typist(answer, screen, is_terminal=is_terminal)
    parsed = parse_arguments(arguments)
    terminal = Terminal(typist, screen, errors, {**SIZE, **(environment or {})}, parsed.colour)
    # A fake has no keyboard whose buffer could be emptied, and nobody watches.
    terminal.forget_typed_ahead = lambda: None  # type: ignore[method-assign]
    waits: list[float] = []
    terminal.sleep = waits.append
    with pytest.MonkeyPatch.context() as patch:
        # On a busy machine anybody may think long enough for the screen to show it.
        patch.setattr("westeros_intrigue.play.terminal.screen._BEFORE_THINKING_SHOWS", PATIENCE)
        return Result(run_command(parsed.run, terminal), screen, errors, waits)


class Emulator:
    """The screen of a terminal, and all that can be scrolled back to.

    It is a pessimist: what scrolls off, or is erased from the screen, can be scrolled back to,
    on whichever screen it was; only erasing what the terminal keeps takes it away.
    """

    def __init__(self, height: int = 24, width: int = 80) -> None:
        self._height = height
        self._width = width
        self._rows = [""]
        self._other_rows: list[str] | None = None
        self.kept: list[str] = []

    def feed(self, text: str) -> None:
        """Show a text."""
        for part in re.findall(r"\x1b\[[?0-9;]*[A-Za-z]|\n|[^\x1b\n]+", text):
            if part == "\n":
                self._rows.append("")
            elif part.startswith("\x1b"):
                self._escape(part[2:])
            else:
                self._rows[-1] += part.replace("\r", "")
        while len(self._rows) > self._height:
            self.kept.append(self._rows.pop(0))

    def _escape(self, code: str) -> None:
        if code == "2J":
            self.kept += self._rows
            self._rows = [""]
        elif code == "3J":
            self.kept = []
        elif code == "?1049h":
            self._other_rows, self._rows = self._rows, [""]
        elif code == "?1049l":
            self.kept += self._rows
            self._rows = self._other_rows or [""]
            self._other_rows = None
        else:
            assert code in {"H", "2K", "1A", "?25l", "?25h"} or code.endswith("m"), code

    @property
    def everything(self) -> str:
        """All that can be seen, by scrolling back too."""
        return "\n".join([*(self._other_rows or []), *self.kept, *self._rows])


class Follower:
    """Plays by taking the hint at each prompt, and first types something else there."""

    def __init__(
        self,
        *,
        before: Callable[[str], Sequence[Answer]] = lambda _: (),
        stop_after: int | None = None,
    ) -> None:
        self._before = before
        self._left = stop_after
        self._waiting: list[Answer] = []
        self._last_prompt = ""
        self.prompts = 0

    def __call__(self, new: str) -> Answer:
        prompt = new[new.rfind("\n") + 1 :]
        hint = re.search(r"Best move: (\S+) in ([^\s.]+)", new)
        if self._waiting:
            return self._waiting.pop(0)
        if hint and "card and slot" in prompt:
            return f"{hint[1]} {hint[2]}"
        self.prompts += 1
        assert self.prompts < 2000, "a game does not come to its end"
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                return None
        self._waiting = [*self._before(prompt)]
        self._waiting.append("hint" if "card and slot" in prompt else "")
        return self._waiting.pop(0)


def program(
    *arguments: str,
    typed: str | bytes = "",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the installed program, with pipes."""
    return subprocess.run(
        [sys.executable, "-m", "westeros_intrigue", *arguments],
        input=typed if isinstance(typed, bytes) else typed.encode(),
        capture_output=True, check=False, timeout=PATIENCE, cwd=folder,
        env={**os.environ, **(environment or {})},
    )  # fmt: skip
