"""A game that people sit at: its record is kept, and they can leave it, go on, and take back."""

from __future__ import annotations

import abc
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from westeros_intrigue import Record
from westeros_intrigue.cli import files
from westeros_intrigue.cli.placing import Placing
from westeros_intrigue.cli.results import Ending
from westeros_intrigue.cli.seats import Seating
from westeros_intrigue.cli.terminal import PROGRAM, Refused, Shown, Stopped, Terminal

Moment = TypeVar("Moment")


class Sitting(Placing, Generic[Moment]):
    """A game under way, of which a record is kept; its old tags give way to who sits where."""

    COMMAND: ClassVar[str]
    """What to type to go on with the game."""
    HAS_NUMBERS: ClassVar[bool] = True
    """Whether the record has the numbers of cards, which printed cards lack."""

    def __init__(
        self, terminal: Terminal, seating: Seating, path: Path, tags: Mapping[str, str]
    ) -> None:
        super().__init__(terminal)
        self.seating = seating
        self.path = path
        self.tags = tags
        self.past: list[Moment] = []
        """What `undo` goes back to, the first first."""
        self.news: list[Shown] = []
        """What is to be shown above the next page."""
        self.last_round: list[Shown] = []
        """How the game's last round ended, to be shown once more at the end."""
        self._fault = ""
        """Why the record could not be kept last time; empty if it was."""
        self.is_worth_keeping: bool = False
        """Whether the record is to stay even if nothing has been placed."""
        self.commands["save"] = self._save

    @property
    def _is_shared(self) -> bool:
        """Whether people must not see each other's hands."""
        return False

    @abc.abstractmethod
    def _record(self) -> Record:
        """Return the record of the game so far."""

    @abc.abstractmethod
    def _go_to(self, moment: Moment) -> None:
        """Go on from a moment of the game, and keep the record."""

    @abc.abstractmethod
    def _play_on(self) -> Ending:
        """Play to the end."""

    def _so_far(self) -> Sequence[Shown]:
        """Return what people see who leave."""
        return ()

    def play(self) -> None:
        """Play to the end, and keep the record; who leaves before is told how to go on."""
        self._write(self.path)
        self.news.append(f"The record of the game is kept in {self.path}.")
        try:
            with self.terminal.own_screen(is_private=self._is_shared):
                ending = self._play_on()
                ending.turn_over(self.terminal)
        except (Stopped, KeyboardInterrupt):
            self._leave()
            raise
        self.terminal.show("", *self.last_round, *ending.lines(), "")
        self._check_kept()
        self.terminal.line(f"The record of the game: {self.path}")

    def _take_back(self) -> bool:
        if self.past:
            self._go_to(self.past.pop())
            return True
        return False

    def _keep(self) -> None:
        """Keep the record; where that fails, the game need not end."""
        try:
            self._write(self.path)
            self._fault = ""
        except Refused as refused:
            self._fault = str(refused)

    def _taken_news(self) -> list[Shown]:
        """Return what is to be shown above a page; the next page has it no more."""
        news, self.news = self.news, []
        if self._fault:
            news = [*news, f"{self._fault}; try save FILE."]
        return [*news, ""] if news else []

    def _save(self, name: str) -> None:
        """Write the record of the game so far to a file somebody names, or where it is anyway."""
        path = files.path_of(name) if name else self.path
        if path != self.path and files.is_there(path):
            raise Refused(f"{path} exists already; choose another name")
        self._write(path)
        self.is_worth_keeping = True
        self.terminal.say(f"The game so far is kept in {path}.")

    def _write(self, path: Path) -> None:
        files.save_record(self._record(), path, numbers=self.HAS_NUMBERS)

    def _leave(self) -> None:
        """Say where the game is kept, if anything has been placed."""
        if not self.past and not self.is_worth_keeping:
            self.path.unlink(missing_ok=True)
            self.terminal.show("Goodbye. Nothing was placed, so nothing is kept.")
            return
        self._check_kept()
        self.terminal.show(*self._so_far(), f"The game is kept in {self.path}. To go on with it:")
        self.terminal.line(f"  {PROGRAM} {self.COMMAND} --resume {shlex.quote(str(self.path))}")

    def _check_kept(self) -> None:
        if self._fault:
            raise Refused(self._fault)
