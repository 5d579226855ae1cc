"""A game that people sit at: it is saved at every step, and they can leave it and go on."""

from __future__ import annotations

import shlex
from typing import ClassVar

from westeros_intrigue.cli import files
from westeros_intrigue.cli.output import PROGRAM, Refused, Stopped
from westeros_intrigue.cli.prompt import Prompt, Word
from westeros_intrigue.cli.terminal import Shown, Terminal
from westeros_intrigue.sessions import GameFile


class Sitting(Prompt):
    """A game under way, whose record is in a file: an old one stays until something happens."""

    COMMAND: ClassVar[str] = "play"
    """The command that goes on with the game."""
    AFTERWARDS: ClassVar[str] = "replay {}"
    """The command that shows the game when it is over, with a place for the file."""

    _fault: str = ""
    """Why the record could not be saved last time; empty if it was."""

    def __init__(self, terminal: Terminal, file: GameFile) -> None:
        super().__init__(terminal)
        self.file = file
        self.news: list[Shown] = []
        """The lines above the next page."""
        self.is_worth_keeping: bool = not file.is_new
        """True if the record stays even if nothing has happened."""

    def words(self) -> list[Word]:
        *others, leave = super().words()
        return [
            *others,
            Word("save FILE", "also save the game so far to another file", self._save),
            Word(leave.usage, "leave; the game is saved, and can be continued"),
        ]

    def record_text(self) -> str:
        """Return the record of the game so far."""
        raise NotImplementedError

    def play_on(self) -> list[Shown]:
        """Play to the end, and return what to show of it."""
        raise NotImplementedError

    @property
    def is_shared(self) -> bool:
        """True if people must not see each other's secrets."""
        return False

    def so_far(self) -> list[Shown]:
        """Return what people see who leave."""
        return []

    def play(self) -> None:
        """Play to the end; on an early exit, print how to resume."""
        if self.file.is_new:
            files.write(self.file, self.record_text())
        self.news.append(f"The game is saved to {self.file.path}.")
        try:
            with self.terminal.own_screen(is_private=self.is_shared):
                ending = self.play_on()
        except (Stopped, KeyboardInterrupt):
            self._leave()
            raise
        self.terminal.show("", *ending, "")
        self._check_kept()
        self.terminal.line(f"The record of the game: {self.file.path}")
        self.terminal.line(f"  {PROGRAM} {self.AFTERWARDS.format(self._quoted)}")

    def keep(self) -> None:
        """Save the record; where that fails, the game need not end."""
        self.is_worth_keeping = True
        try:
            files.write(self.file, self.record_text())
            self._fault = ""
        except Refused as refused:
            self._fault = str(refused)

    def taken_news(self) -> list[Shown]:
        """Return the lines above a page; the next page has it no more."""
        news, self.news = self.news, []
        if self._fault:
            news = [*news, f"{self._fault}; try save FILE."]
        return [*news, ""] if news else []

    def _save(self, name: str) -> None:
        """Write the record to a new file, or to that of the game, which a fault may change."""
        is_own = not name or files.path_of(name) == self.file.path
        file = self.file if is_own else files.new_file(name)
        files.write(file, self.record_text())
        self.is_worth_keeping = True
        self.terminal.say(f"The game so far is saved to {file.path}.")
        if self._fault:
            self.file, self._fault = file, ""
            self.terminal.say("The game goes on in this file.")

    def _leave(self) -> None:
        """Print the file of the game, if anything has happened."""
        if not self.is_worth_keeping:
            self.file.remove()
            self.terminal.show("Goodbye. Nothing happened, so nothing is saved.")
            return
        self._check_kept()
        self.terminal.show(*self.so_far(), f"Saved to {self.file.path}. To continue:")
        self.terminal.line(f"  {PROGRAM} {self.COMMAND} --resume {self._quoted}")

    @property
    def _quoted(self) -> str:
        return shlex.quote(str(self.file.path))

    def _check_kept(self) -> None:
        if self._fault:
            raise Refused(self._fault)
