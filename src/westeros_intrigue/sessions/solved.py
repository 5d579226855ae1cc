"""The puzzles that somebody has solved, in a file beside the games."""

from __future__ import annotations

import datetime as dt
import re
from contextlib import suppress

import attrs

from westeros_intrigue.sessions.files import GameFile
from westeros_intrigue.sessions.folder import Folder

_LINE = re.compile(r"(\d{1,4}) (\d{4}-\d\d-\d\d)( daily)?")


@attrs.frozen
class SolvedPuzzles:
    """The puzzles that are solved, by number, each with the first day of it.

    >>> import tempfile
    >>> from pathlib import Path
    >>> folder, day = Folder(Path(tempfile.mkdtemp())), dt.date(2027, 1, 31)
    >>> SolvedPuzzles.add(folder, 7, day, is_daily=True)
    >>> solved = SolvedPuzzles.load(folder)
    >>> solved.in_words, solved.streak(day)
    (['   7  31 January 2027'], 1)
    """

    days: dict[int, dt.date]
    """For each solved puzzle, by its number from 1, the first day on which it was solved."""
    daily: frozenset[dt.date]
    """The days whose puzzle was solved on the day itself."""

    @classmethod
    def load(cls, folder: Folder) -> SolvedPuzzles:
        """Return what a folder knows; lines that nobody can read do not count."""
        text = ""
        with suppress(OSError, UnicodeDecodeError):
            text = _file(folder).read()
        days: dict[int, dt.date] = {}
        daily = set()
        for found in map(_LINE.fullmatch, text.splitlines()):
            with suppress(ValueError):  # no such date
                if found:
                    day = dt.date.fromisoformat(found[2])
                    days.setdefault(int(found[1]), day)
                    daily |= {day} if found[3] else set()
        return cls(days, frozenset(daily))

    @staticmethod
    def add(folder: Folder, number: int, day: dt.date, *, is_daily: bool) -> None:
        """Add a puzzle, by its number from 1, that was solved on a day.

        Raises:
            OSError: the file cannot be written.
        """
        folder.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = _file(folder)
        text = ""
        with suppress(FileNotFoundError, UnicodeDecodeError):
            text = file.read()
        line = f"{number} {day}{' daily' if is_daily else ''}"
        if line not in text.splitlines():
            file.write(f"{text}{line}")

    @property
    def in_words(self) -> list[str]:
        """A line for each puzzle, in the order of their numbers, with its day."""
        days = sorted(self.days.items())
        return [f"{number:>4}  {day.day} {day:%B %Y}" for number, day in days]

    def streak(self, day: dt.date) -> int:
        """Return for how many days up to this one the daily puzzle was solved without a gap."""
        count = 0
        while day - dt.timedelta(count) in self.daily:
            count += 1
        return count


def _file(folder: Folder) -> GameFile:
    return GameFile(folder.path / "solved-puzzles")
