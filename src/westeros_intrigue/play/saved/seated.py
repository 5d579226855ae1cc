"""A seat at a saved table: its view, its moves, and the events since a moment.

Each program that continues a table does so through a seat: an entry is in the store before anybody
sees what it does, so no program can forget to save.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterator, Mapping

import attrs

from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.errors import InvalidValue, PlayerFailed
from westeros_intrigue.gamekit.game import AnyPosition
from westeros_intrigue.gamekit.judging import SpeaksTo, Verdict, judge, speaking_to, told
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.records import PERSON
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.sentences import places
from westeros_intrigue.gamekit.stores import Entry, Store
from westeros_intrigue.play.saved.seats import check_name, names_of, stand_in_of
from westeros_intrigue.play.saved.table import (
    AnyTable,
    Draft,
    PrintedTable,
    SavedTable,
    append,
    begin_table,
    draft_of,
    fold,
)


def open_table(store: Store, table: str, files: Mapping[str, OptionValue] = {}) -> AnyTable:
    """Return a table as it is now.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from westeros_intrigue import Record, setup
    >>> from westeros_intrigue.play.saved import FolderStore, head_of
    >>> store = FolderStore(Path(tempfile.mkdtemp()))
    >>> store.create(head_of("winter", Record.from_state(setup(2, seed=1))))
    True
    >>> open_table(store, "winter").version
    0

    Args:
        store: the store.
        table: the id of the table.
        files: the owner's files that the game is played with, by option.

    Raises:
        InvalidValue: the store has no such table, or this version does not continue it.
        ValueError: the log is not one of the game.
    """
    head = store.head(table)
    if head is None:
        raise InvalidValue(f"there is no table {table}")
    return fold(begin_table(head, files), store.entries(table))


class Seated:
    """A person at a saved table, who sees the view of a seat, or that of a spectator.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from westeros_intrigue import Record, setup
    >>> from westeros_intrigue.play.saved import FolderStore, head_of
    >>> store = FolderStore(Path(tempfile.mkdtemp()))
    >>> tags = {"Seat-0": "person", "Seat-1": "greedy", "Seed": "5"}
    >>> record = Record.from_state(setup(2, seed=1), tags=tags)
    >>> store.create(head_of("winter", record))
    True
    >>> ada = Seated(store, "winter", "ada")
    >>> ada.seat, ada.sit("Ada"), ada.seat
    (None, 0, 0)
    >>> verdict = ada.judge("stark to a0")
    >>> ada.play(verdict.move, ada.table.moment)
    >>> ada.run()
    >>> Seated(store, "winter", "ada").told(1) == ada.told(1)
    True
    >>> ada.told(1)[0], ada.table.moment
    ('You place S5 in a0.', 2)
    >>> ada.undo()
    >>> ada.refresh().moment, ada.told(3)
    (0, ('The last decision is taken back.',))

    Args:
        store: the store of the table.
        table: the id of the table.
        person: the one who is there, by a name that is not secret.
        files: the owner's files that the game is played with, by option.

    Raises:
        InvalidValue: the store has no such table, or this version does not continue it.
        ValueError: the log is not one of the game.
    """

    def __init__(
        self, store: Store, table: str, person: str, files: Mapping[str, OptionValue] = {}
    ) -> None:
        """Open the table."""
        opened = open_table(store, table, files)
        if isinstance(opened, PrintedTable):
            raise InvalidValue(f"the table {table} has printed cards, and seats nobody here")
        self.store: Store = store
        self.person: str = person
        self.table: SavedTable = opened
        self._start: SavedTable = SavedTable.begun(opened.head, files)
        self._earlier: SavedTable = self._start
        """The table whose story was last told from there on, so that it is soon told again."""
        self._last: tuple[int | None, int, int] = (None, 0, 0)
        """A seat, the number of the last entry that was counted, and, of those, the number of the
        entry before the seat's last move."""

    @property
    def seat(self) -> int | None:
        """The seat, from 0; None for a spectator."""
        holders = self.table.holders
        is_seated = self.person and self.person in holders  # an empty name is that of a free seat
        return holders.index(self.person) if is_seated else None

    @property
    def view(self) -> AnyPosition:
        """The position as the seat sees it."""
        view: AnyPosition = self.table.game.observe(self.table.session.state, self.seat)
        return view

    @property
    def is_asked(self) -> bool:
        """True if the person must decide."""
        session, seat = self.table.session, self.seat
        is_to_move = seat is not None and session.state.active_player == seat
        return is_to_move and session.waits_for == "person"

    @property
    def names(self) -> list[str]:
        """The names of the seats for this reader, who is You."""
        session = self.table.session
        called = names_of(session.seats)
        return [
            YOU if at == self.seat else called[at] if self.table.holders[at] else f"player {at}"
            for at in range(session.state.players)
        ]

    @property
    def speaker(self) -> SpeaksTo:
        """The function that puts the game's sentences into this reader's words."""
        return speaking_to(self.table.game, self.view, self.seat, self.names)

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the finished game, best first; empty before the end."""
        session = self.table.session
        if not session.state.is_over:
            return ()
        return tuple(places(self.table.game.final_winner(session.state), self.names))

    def refresh(self) -> SavedTable:
        """Return the table with what others have appended since."""
        table = self.table
        self.table = _as_saved(fold(table, self.store.entries(table.head.id, table.version)))
        return self.table

    def sit(self, name: str = "", seat: int | None = None) -> int:
        """Take a free chair, or return to one's own; return its seat, from 0.

        Args:
            name: the name that others see; empty for none.
            seat: the seat that is wanted, from 0; None for the first that is free.

        Raises:
            InvalidValue: no such chair is free, the name is taken, or the one who is there has no
                name for the log.
        """
        if not self.person:
            raise InvalidValue("only somebody with a name for the log can sit down")

        def choose(table: SavedTable) -> list[Draft]:
            if self.person in table.holders:
                return []
            session = table.session
            free = [at for at in session.people if not table.holders[at]]
            if not free or (seat is not None and seat not in free):
                listed = english.join_words([str(at) for at in free], "or")
                there = f"free is {listed}" if free else "no chair is free"
                raise InvalidValue(f"nobody can sit down there now: {there}")
            at = free[0] if seat is None else seat
            others = [one.name for other, one in enumerate(session.seats) if other != at]
            return [("sit", at, check_name(name, others, table.game.PLAYERS))]

        self._append(choose)
        chair = self.seat
        assert chair is not None  # noqa: S101 - for the type checker: the fold has just seated them
        return chair

    def judge(self, text: str) -> Verdict:
        """Return the move that a text means, or the reasons why it is not a move.

        Args:
            text: a move in notation or in words.

        Raises:
            InvalidValue: the reader has no seat.
        """
        if self.seat is None:
            raise InvalidValue("a spectator has no move here: take a free chair first")
        return judge(self.table.game, self.view, text, self.speaker)

    def play(self, move: object, moment: int) -> None:
        """Make a move, unless the game has moved on since.

        Args:
            move: the move.
            moment: the moment that the player has seen, as `SavedTable.moment` counts.

        Raises:
            InvalidValue: the game has moved on, or the seat is not asked.
            ValueError: the rules refuse the move.
        """
        before = self.table

        def choose(table: SavedTable) -> list[Draft]:
            nonlocal before
            before = table
            if table.moment != moment or table.session.state.active_player != self.seat:
                raise InvalidValue(f"the game has moved on to moment {table.moment}: look again")
            return [("move", self.seat, str(move))]

        self._append(choose)
        self._earlier = before
        self._last = (self.seat, before.version + 1, before.version)

    def undo(self) -> None:
        """Take back the last decision of a person, as far as the rules of a table allow it.

        Raises:
            InvalidValue: there is nothing to undo, or a player has seen hidden cards since.
        """
        self._append(lambda _: [("undo", None, "")])

    def run(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Append the steps and the named players' moves up to a person's decision or the end.

        Each program at the table does this; the first to append a move has made it.

        Args:
            stop: once it returns True, a searching player makes the best move found so far.

        Raises:
            PlayerFailed: a named player failed, and the game has no other.
        """
        failures: set[tuple[int, int, str]] = set()

        def choose(table: SavedTable) -> list[Draft]:
            if table.session.waits_for != "step":
                return []
            try:
                return [draft_of(table.session.stepped(stop=stop).steps[-1])]
            except PlayerFailed as failed:
                failures.add((table.moment, failed.seat, failed.player))
                instead = table.session.substitute(failed.player)
                if not instead or (table.moment, failed.seat, instead) in failures:
                    raise
                # The seat stays its person's.
                if stand_in := table.session.seats[failed.seat].stand_in:
                    return [("lend", failed.seat, str(attrs.evolve(stand_in, who=instead)))]
                return [("bot", failed.seat, instead)]

        while self.table.session.waits_for == "step":
            self._append(choose)

    def told(self, since: int) -> tuple[str, ...]:
        """Return the events after an entry, in this reader's words.

        It consumes nothing: the same question has the same answer.

        Args:
            since: the number of the last entry that the reader knows; 0 for the beginning.
        """
        return tuple(self._sentences(since))

    @property
    def last_move(self) -> int:
        """The number of the entry before the seat's last move; 0 if it has made none."""
        seat, counted, last = self._last
        if seat != self.seat:
            seat, counted, last = self.seat, 0, 0
        for entry in self._entries(counted):
            if (entry.kind, entry.seat) == ("move", seat):
                last = entry.number - 1
            counted = entry.number
        self._last = (seat, counted, last)
        return last

    def _entries(self, after: int) -> list[Entry]:
        entries = self.store.entries(self.table.head.id, after)
        return [entry for entry in entries if entry.number <= self.table.version]

    def _sentences(self, since: int) -> Iterator[str]:
        before = self._start if since < self._earlier.version else self._earlier
        speaker, seat = self.speaker, self.seat
        for entry in self._entries(before.version):
            if before.version == since:
                self._earlier = before
            after = before.then(entry)
            if entry.number > since and entry.kind in _ABOUT_SEATS:
                yield english.as_sentence(speaker(_about_seat(entry, before)))
            elif entry.number > since:
                seen, shown = (at.game.observe(at.session.state, seat) for at in (before, after))
                yield from told(after.game, seen, shown, seat, speaker)
            before = after

    def _append(self, choose: Callable[[SavedTable], list[Draft]]) -> None:
        self.table = _as_saved(append(self.store, self.table, choose, self.person))


_ABOUT_SEATS: Mapping[str, str] = {
    "sit": "player {seat} sits down",
    "bot": "{was} of player {seat} cannot decide: {text} plays",
    "lend": "player {seat} lets {text} play",
    "back": "player {seat} plays again",
    "undo": "the last decision is taken back",
}
"""The sentences about entries that are not of the game."""
_LEAVES = "player {seat} leaves the seat to {text}"
"""The sentence about a person whose seat a player has from now on."""


def _about_seat(entry: Entry, before: SavedTable) -> str:
    form, text = _ABOUT_SEATS[entry.kind], entry.text
    if entry.seat is None:
        return form
    seat = before.session.seats[entry.seat]
    if entry.kind == "bot" and seat.player == PERSON:
        form = _LEAVES
    elif entry.kind == "lend":
        stand_in = stand_in_of(text, entry.seat, before.game.PLAYERS)
        has_failed = seat.stand_in is not None and seat.stand_in.name == stand_in.name
        form = _ABOUT_SEATS["bot"] if has_failed else form
        text = stand_in.who if has_failed else stand_in.name
    return form.format(seat=entry.seat, was=seat.player, text=text)


def _as_saved(table: AnyTable) -> SavedTable:
    assert isinstance(table, SavedTable)  # noqa: S101 - for the type checker: `then` keeps the kind
    return table
