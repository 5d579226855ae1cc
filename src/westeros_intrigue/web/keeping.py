"""Where games are kept: a folder with a record for each, by the game's id."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import attrs

from westeros_intrigue.text.records import Record

_ENDING = ".txt"
_MOST_LISTED = 20


@attrs.frozen
class Folder:
    """A folder of games; it is made when the first game is kept.

    The records hold every hand, so nobody but their owner may read them.
    """

    path: Path

    def new_id(self) -> str:
        """Return an id that nobody can guess."""
        return secrets.token_hex(8)

    def read(self, game: str) -> Record | None:
        """Return the record of a game, or None if there is no such game.

        Raises:
            OSError: the file cannot be read.
            NotationError: somebody has changed it.
            InvalidRecord: as above.
        """
        try:
            text = self._file(game).read_text(encoding="utf-8", errors="replace")
            return Record.parse(text)
        except FileNotFoundError:
            return None

    def write(self, game: str, record: Record) -> None:
        """Keep the record of a game; its file is whole at any time.

        Raises:
            OSError: it cannot be written.
        """
        self._write(self._file(game), f"{record}\n")

    def token(self) -> str:
        """Return what an address of these games holds, so that nobody else can play them.

        Raises:
            OSError: it cannot be kept.
        """
        file = self.path / "token"
        kept = file.read_text(encoding="utf-8").strip() if file.exists() else ""
        if kept:
            return kept
        token = secrets.token_urlsafe(16)
        self._write(file, token)
        return token

    def _write(self, file: Path, text: str) -> None:
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = file.with_suffix(".part")
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8", newline="\n") as opened:  # noqa: PTH123 - its rights
            opened.write(text)
        beside.replace(file)

    def latest(self) -> list[str]:
        """Return the ids of the games that were played last, the latest first."""
        files = sorted(
            self.path.glob("[0-9a-f]" * 16 + _ENDING), key=lambda file: -file.stat().st_mtime_ns
        )
        return [file.stem for file in files[:_MOST_LISTED]]

    def _file(self, game: str) -> Path:
        return self.path / f"{game}{_ENDING}"
