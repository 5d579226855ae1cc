"""A saved table as a game's file: what a program saves becomes entries of the table's log."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.records import PERSON
from westeros_intrigue.gamekit.stores import Entry, Store
from westeros_intrigue.play.referee import RealGame
from westeros_intrigue.play.saved import BrokenTable, FolderStore, PrintedTable
from westeros_intrigue.play.saved.folder_store import ENDING
from westeros_intrigue.play.saved.seats import Seat
from westeros_intrigue.play.saved.session import AnySession
from westeros_intrigue.play.saved.table import (
    AnyTable,
    Draft,
    SavedTable,
    begin_table,
    draft_of,
    fold,
)
from westeros_intrigue.play.sessions.files import FileChanged, GameFile

FilesOf = Callable[[str], Mapping[str, OptionValue]]
"""Returns the owner's files that the game of a record was played with, by option."""


class TableFile(GameFile):
    """The file of a saved table, which several programs continue at once.

    >>> import tempfile
    >>> from westeros_intrigue.games import btwixt
    >>> from westeros_intrigue.play.saved import head_of
    >>> from westeros_intrigue.play.sessions import Session
    >>> folder = Path(tempfile.mkdtemp())
    >>> seats = (Seat("Ada", PERSON), Seat("", "simple"), Seat("", "simple"))
    >>> session = Session.begun(btwixt, btwixt.setup(3, seed=1), seats, seed=1)
    >>> FolderStore(folder).create(head_of("winter", session.record))
    True
    >>> file = TableFile(folder / "winter.table")
    >>> file.read() == f"{session.record}"
    True
    >>> file.save(session.moved(0, btwixt.parse_move("leader jon-snow")), "")
    >>> [entry.text for entry in FolderStore(folder).entries("winter")]
    ['leader jon-snow']
    >>> TableFile(folder / "winter.table").read().splitlines()[-1]
    'leader jon-snow'

    Args:
        path: the path of the file.
        files_of: returns the owner's files of a record.
    """

    def __init__(self, path: Path, files_of: FilesOf = lambda _: {}) -> None:
        super().__init__(path)
        self._store: Store = FolderStore(path.parent)
        self._files_of = files_of
        self._table: AnyTable | None = None

    @property
    def is_new(self) -> bool:
        """False: a table begins with its head."""
        return False

    def read(self) -> str:
        """Return the record of the game so far.

        Raises:
            OSError: the file cannot be read.
            WesterosIntrigueError: the table is broken, or this version does not continue it.
        """
        head = self._store.head(self.path.stem)
        if head is None:
            raise FileNotFoundError(2, "No such file or directory", str(self.path))
        begun = begin_table(head, self._files_of(head.start))
        self._table = table = fold(begun, self._store.entries(head.id))
        if isinstance(table, PrintedTable):
            return table.record.to_text(numbers=False)
        return str(table.record)

    def save(self, game: AnySession | RealGame, text: str) -> None:  # noqa: ARG002 - a record's
        """Append what happened in a game since it was read or saved.

        Raises:
            FileChanged: another program has appended to the table since, or the table refuses what
                happened, such as another person in a seat that is taken.
            OSError: the file cannot be written.
        """
        if self._table is None:
            self.read()
        table = self._table
        assert table is not None  # noqa: S101 - for the type checker: `read` has set it
        if isinstance(table, PrintedTable) is not isinstance(game, RealGame):
            raise FileChanged(f"{self.path.name} is a table of another kind")
        entries = list[Entry]()
        try:
            drafts = (
                _drafts_of_printed(table, game)
                if isinstance(table, PrintedTable) and isinstance(game, RealGame)
                else _drafts_of_session(table, game)  # type: ignore[arg-type]  # by the test above
            )
            for kind, seat, words in drafts:
                entries.append(Entry(table.version + 1, kind, seat, words, PERSON))
                table = table.then(entries[-1])
        except ValueError as error:
            raise FileChanged(f"{self.path.name} cannot go on like this: {error}") from error
        if entries and not self._store.append(self.path.stem, *entries):
            raise FileChanged(f"another program has played at {self.path.name} since")
        self._table = table

    def write(self, text: str) -> None:  # noqa: ARG002 - as above
        """Refuse a text: a table keeps what happens, each by itself.

        Raises:
            FileChanged: always.
        """
        raise FileChanged(f"{self.path.name} is a table, and no text of a record")

    def is_current(self) -> bool:
        """Return True if other programs have appended nothing since this one used the table."""
        if self._table is None:
            return False
        with suppress(BrokenTable):  # reading it again says what is broken
            is_there = self._store.head(self.path.stem) is not None
            return is_there and not self._store.entries(self.path.stem, self._table.version)
        return False

    def remove(self) -> None:
        """Leave the table: it was there before, and others can sit at it."""


def game_file(path: Path, files_of: FilesOf = lambda _: {}) -> GameFile:
    """Return the file of a game, which is a saved table if its name says so and it is there.

    Args:
        path: the path of the file.
        files_of: returns the owner's files of a record.
    """
    is_table = path.suffix == ENDING and path.exists()
    return TableFile(path, files_of) if is_table else GameFile(path)


def _drafts_of_session(table: SavedTable, session: AnySession) -> list[Draft]:
    """Return the entries that lead from a table to a game that continues it.

    Only a person in their seat takes a decision back, so what has been undone depends on who sat
    there meanwhile: those of before, those of now, or all who had a stand-in before.
    """
    before = table.session.seats
    refusal = InvalidValue("the game does not continue the table as it was read")
    for seats in dict.fromkeys((before, session.seats, tuple(map(Seat.taken_back, before)))):
        try:
            return _drafts_by(seats, table, session)
        except InvalidValue as error:
            refusal = error
    raise refusal


def _drafts_by(seats: Sequence[Seat], table: SavedTable, session: AnySession) -> list[Draft]:
    """Return the entries if these people and players take decisions back."""
    drafts, after = list[Draft](), table

    def add(draft: Draft) -> None:
        nonlocal after
        drafts.append(draft)
        after = after.then(Entry(after.version + 1, *draft, PERSON))

    def reseat(wanted: Sequence[Seat]) -> None:
        for number, pair in enumerate(zip(after.session.seats, wanted, strict=True)):
            for draft in _changes_of_seat(number, *pair):
                add(draft)

    known = {step.moment: step for step in table.session.steps}
    news = [step for step in session.steps if known.get(step.moment) != step]
    first = news[0].moment if news else session.moment
    if after.moment > first:
        reseat(seats)
    while after.moment > first:
        add(("undo", None, ""))
    reseat(session.seats)
    for step in session.steps:
        if step.moment >= after.moment:
            add(draft_of(step))
    if after.session.state != session.state:
        raise InvalidValue("the game does not continue the table as it was read")
    return drafts


def _changes_of_seat(number: int, before: Seat, after: Seat) -> list[Draft]:
    changes = list[Draft]()
    if after.who not in {PERSON, before.who}:
        changes.append(("bot", number, after.who))
    elif after.who == PERSON and (before.who, before.name) != (PERSON, after.name):
        changes.append(("name" if before.who == PERSON else "sit", number, after.name))
    if after.stand_in and before.stand_in != after.stand_in:
        changes.append(("lend", number, str(after.stand_in)))
    elif before.stand_in and not after.stand_in and after.who == PERSON:
        changes.append(("back", number, ""))
    return changes


def _drafts_of_printed(table: PrintedTable, game: RealGame) -> list[Draft]:
    """Return the entries that lead from a table to a game with printed cards."""
    before, after = table.real.entries, game.entries
    first, wanted = table.real.tables[0].view, game.tables[0].view
    common = 0
    if first == wanted:
        pairs = zip(before, after, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    drafts: list[Draft] = [("undo", None, "")] * (len(before) - common)
    if first != wanted:
        drafts.append(("first", game.tables[0].seat, ""))
    return drafts + [("enter", None, entry) for entry in after[common:]]
