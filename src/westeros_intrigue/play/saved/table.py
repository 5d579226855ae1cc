"""The game that the head and the log of a saved table stand for, and whose the seats are.

A table is immutable. `then` returns the one after an entry, by the rules of the game, so a log that
no game leads to is refused, by whichever program wrote it.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Self, TypeAlias

import attrs

from westeros_intrigue import Record, __version__
from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, AnyGame, find_game
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.records import PERSON, other_rules, with_rules
from westeros_intrigue.gamekit.stores import Entry, Head, Store
from westeros_intrigue.gamekit.text import title_pattern
from westeros_intrigue.play.referee import MADE_UP, RealGame
from westeros_intrigue.play.saved.lines import read_clock
from westeros_intrigue.play.saved.seats import (
    AUTOMATED,
    Seat,
    StandIn,
    owner_of,
    stand_in_of,
)
from westeros_intrigue.play.saved.session import AnyRecord, AnySession, Step, continue_game

PRINTED: Final = "printed"
"""The value of a head's `cards` for a table whose cards people hold."""
Draft: TypeAlias = tuple[str, int | None, str]
"""The kind, the seat and the text of the next entry."""


@attrs.frozen(slots=False)
class SavedTable:
    """A game in progress, as a head and its log say.

    The kinds of entries, by what they have beside the seat:

    - `move`: a move in notation, by a person or, as it was decided then, by a named player;
    - `step`: nothing; what follows without a decision, such as a deal;
    - `undo`: nothing; the last decision of a person is taken back, and stays in the log;
    - `sit`: the name of the person who has the seat from now on;
    - `name`: another name of the person who has the seat;
    - `bot`: the player who has it from now on;
    - `lend`: the stand-in who plays it for its person; `back` ends that.

    A person's seat is for whoever has sat down there. An entry is refused if somebody else decides
    for the seat, takes its decision back, names it or gives it away, since no honest program
    appends it. Only `person`, the program of the store's owner, does so for all who sit before it.
    Anybody appends what named players and stand-ins decide, and a stand-in for a person who is
    away. The table cannot know who appends, who is away or which free seat is whose: a program that
    appends for others checks that `by` is who asks, and the rest.

    >>> from westeros_intrigue.games import btwixt
    >>> from westeros_intrigue.play.saved.session import Session
    >>> seats = (Seat("Ada", PERSON), Seat("", "simple"), Seat("", "simple"))
    >>> session = Session.begun(btwixt, btwixt.setup(3, seed=1), seats, seed=1)
    >>> table = SavedTable.begun(head_of("winter", session.record))
    >>> table = table.then(Entry(1, "sit", 0, "Ada", "ada"))
    >>> table = table.then(Entry(2, "move", 0, "leader jon-snow", "ada"))
    >>> table.version, table.moment, table.holders
    (2, 1, ('ada', '', ''))
    >>> table.then(Entry(3, "move", 0, "bid 5"))
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: seat 0 is not asked now: player 1 is to move
    >>> table.then(Entry(3, "undo", None, "", "ben"))
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: undo is for ada, who has seat 0, not for 'ben'
    """

    head: Head
    """The head of the table."""
    game: AnyGame
    """The game."""
    session: AnySession
    """The game in progress."""
    holders: tuple[str, ...]
    """For each seat, the person who has sat down there, as in `by` of an entry; else empty."""
    version: int = 0
    """The number of the last entry."""

    @classmethod
    def begun(cls, head: Head, files: Mapping[str, OptionValue] = {}) -> Self:
        """Return the table before its first entry.

        Args:
            head: the head.
            files: the owner's files that the game is played with, by option.

        Raises:
            InvalidValue: this version of the library does not continue the game.
            ValueError: the head has no record.
        """
        game, record = _start_of(head, files)
        # A game with real cards can only be looked at here, once it is over.
        owner = owner_of(record) if record.state.is_over else "play"
        session = continue_game(game, record, owner)
        return cls(head, game, session, ("",) * session.state.players)

    @property
    def moment(self) -> int:
        """The number of steps from the first state to this one."""
        return self.session.moment

    @property
    def record(self) -> AnyRecord:
        """The record of the game so far; **it contains all hidden information**."""
        return self.session.record

    def then(self, entry: Entry) -> Self:
        """Return the table after its next entry.

        Raises:
            InvalidValue: the entry does not come next, or cannot happen at the table.
            ValueError: the rules refuse its move.
        """
        _check_next(self.version, entry)
        do = _KINDS.get(entry.kind)
        if do is None:
            raise _no_such_kind(entry, _KINDS)
        holders = self.holders
        if entry.kind == "sit" and holders[_seat(entry, len(holders) - 1)] not in {"", entry.by}:
            raise InvalidValue(f"seat {entry.seat} is taken: another has sat down there")
        session = do(self.session, entry)
        _check_by(self, entry)
        if entry.kind in _SITTING:
            who = entry.by if entry.kind == "sit" else ""
            holders = values.replace_item(holders, _seat(entry), who)
        return attrs.evolve(self, session=session, holders=holders, version=entry.number)


@attrs.frozen(slots=False)
class PrintedTable:
    """A game with printed cards, as a head and its log say.

    The kinds of entries are `enter`, with an entry of the referee as text, `undo`, which takes the
    last one back, and `first`, whose seat begins the game instead of another.

    >>> from westeros_intrigue import STANDARD
    >>> table = PrintedTable.begun(head_with_printed_cards("winter", RealGame.new(2, STANDARD, 0)))
    >>> table.then(Entry(1, "enter", None, "S a0")).real.entries
    ('S a0',)
    """

    head: Head
    """The head of the table."""
    game: AnyGame
    """The card game."""
    real: RealGame
    """The entries so far."""
    version: int = 0
    """The number of the last entry."""

    @classmethod
    def begun(cls, head: Head) -> Self:
        """Return the table before its first entry.

        Raises:
            InvalidValue: this version of the library does not continue the game.
            ValueError: the head has no record.
        """
        game, record = _start_of(head, {})
        if not isinstance(record, Record):
            raise InvalidValue(f"{game.NAME} is not played with printed cards here")
        if "Referee" in dict(record.tags):
            return cls(head, game, RealGame.of_record(record))
        return cls(head, game, RealGame.new(record.players, record.variant, record.first_player))

    @property
    def moment(self) -> int:
        """The number of entries of the referee."""
        return len(self.real.entries)

    @property
    def record(self) -> Record:
        """The record of the game so far, whose hands are made up."""
        tags = with_rules({"Referee": f"the court; {MADE_UP}"}, Record.RULES_VERSION)
        return self.real.record.with_tags(tags).with_count()

    def then(self, entry: Entry) -> Self:
        """Return the table after its next entry.

        Raises:
            InvalidValue: the entry does not come next, or cannot happen at the table.
            NotationError: its text is not understood.
        """
        _check_next(self.version, entry)
        match entry.kind:
            case "enter":
                if (at := self.real.table).view.is_over and at.to_show is None:
                    raise InvalidValue("the game is over")
                real = self.real.entered(entry.text)
            case "undo":
                if not self.real.entries:
                    raise InvalidValue("there is nothing to undo")
                real = self.real.undone(1)
            case "first":
                real = _begin_by(self.real, _seat(entry))
            case _:
                raise _no_such_kind(entry, ("enter", "undo", "first"))
        return attrs.evolve(self, real=real, version=entry.number)


AnyTable: TypeAlias = SavedTable | PrintedTable
"""A saved table of either kind."""


def head_of(table: str, record: AnyRecord) -> Head:
    """Return the head of a table that begins with the record of a game.

    >>> from westeros_intrigue import setup
    >>> head_of("winter", Record.from_state(setup(2, seed=1))).game
    'westeros-intrigue'

    Args:
        table: the id of the table.
        record: the record, with tags for the seats.

    Raises:
        InvalidValue: no game of `GAMES` has such records, so no program could open the table.
    """
    title = record.TITLE
    key = next((key for key, game in GAMES.items() if title == game.Record.TITLE), None)
    if key is None:
        raise InvalidValue(f"GAMES has no game with the title {title}: add the game's package")
    return Head(table, key, str(record), record.RULES_VERSION, __version__, read_clock())


def head_with_printed_cards(table: str, real: RealGame) -> Head:
    """Return the head of a table with printed cards, before its first entry.

    Args:
        table: the id of the table.
        real: the game before the first card.
    """
    head = head_of(table, real.record)
    return attrs.evolve(head, start=real.record.to_text(numbers=False), cards=PRINTED)


def begin_table(head: Head, files: Mapping[str, OptionValue] = {}) -> AnyTable:
    """Return the table of a head, before its first entry.

    Args:
        head: the head.
        files: the owner's files that the game is played with, by option.

    Raises:
        InvalidValue: this version of the library does not continue the game.
        ValueError: the head has no record.
    """
    return PrintedTable.begun(head) if head.cards == PRINTED else SavedTable.begun(head, files)


def fold(table: AnyTable, entries: Iterable[Entry]) -> AnyTable:
    """Return a table after entries that follow its last one.

    Raises:
        InvalidValue: an entry, which the message names, does not come next, or cannot happen at the
            table; or the rules refuse its move.
    """
    for entry in entries:
        try:
            table = table.then(entry)
        except ValueError as error:
            raise InvalidValue(f"entry {entry.number} of the log is refused: {error}") from error
    return table


def append(
    store: Store, table: AnyTable, choose: Callable[[Any], Sequence[Draft]], by: str
) -> AnyTable:
    """Append what is chosen at a table as it is then; if another program was first, choose again.

    The rules refuse an entry before a store keeps it, and nobody sees it before that.

    Args:
        store: the store of the table.
        table: the table as it is known.
        choose: returns the entries, one after another, for the table; () for none.
        by: the person or program that appends them.

    Raises:
        InvalidValue: the rules refuse an entry, or the table is no longer in the store.
        OSError: the store cannot keep it.
    """
    while drafts := choose(table := fold(table, store.entries(table.head.id, table.version))):
        after, entries = table, list[Entry]()
        for kind, seat, text in drafts:
            entry = Entry(after.version + 1, kind, seat, text, by)
            after = after.then(entry)
            entries.append(entry)
        if store.append(table.head.id, *entries):
            return after
        if store.head(table.head.id) is None:
            raise InvalidValue(f"the table {table.head.id} is no longer here")
    return table


def draft_of(step: Step[Any]) -> Draft:
    """Return the entry for a step of a game."""
    return ("step", None, "") if step.seat is None else ("move", step.seat, str(step.move))


def _start_of(head: Head, files: Mapping[str, OptionValue]) -> tuple[AnyGame, AnyRecord]:
    if head.cards not in {"", PRINTED}:
        raise InvalidValue(
            f"the table {head.id} is of a kind that this version does not know: "
            f"{values.short_repr(head.cards)}"
        )
    game = find_game(head.game)
    if not title_pattern(game.Record.TITLE).match(head.start):
        raise InvalidValue(
            f"the table {head.id} is of {values.short_repr(head.game)}, and its record of another "
            "game"
        )
    record: AnyRecord = game.Record.parse(head.start, files)
    made_by = [("Rules", str(head.rules)), ("Library", f"westeros_intrigue {head.library}")]
    if other := record.other_rules or other_rules(made_by, record.RULES_VERSION):
        raise InvalidValue(
            f"{other}: continue it with a version of the library that plays those rules"
        )
    return game, record


def _check_next(version: int, entry: Entry) -> None:
    if entry.number != version + 1:
        raise InvalidValue(f"entry {entry.number} does not follow entry {version}")


def _no_such_kind(entry: Entry, kinds: Iterable[str]) -> InvalidValue:
    listed = ", ".join(kinds)
    return InvalidValue(f"entry {entry.number} is one of {listed}, not {entry.kind}")


def _seat(entry: Entry, most: int | None = None) -> int:
    if entry.seat is None:
        raise InvalidValue(f"entry {entry.number}, {entry.kind}, lacks its seat")
    return values.check_integer("seat", entry.seat, 0, most)


def _check_by(table: SavedTable, entry: Entry) -> None:
    """Check that an entry about a person's seat is by whoever has sat down there."""
    seat = _seat_of_person(table.session, entry)
    if seat is None or entry.by in {holder := table.holders[seat], PERSON}:
        return
    whose = f"{holder}, who has seat {seat}" if holder else f"the person of seat {seat}"
    by = values.short_repr(entry.by) if entry.by else "a program without a name"
    raise InvalidValue(f"{entry.kind} is for {whose}, not for {by}")


def _seat_of_person(session: AnySession, entry: Entry) -> int | None:
    """Return the seat that an entry is for, if only its person appends it; None for any other."""
    if entry.kind == "undo":
        seat: int | None = session.past[-1][1].active_player
        return seat
    if entry.seat is None or session.seats[entry.seat].who != PERSON:
        return None
    match entry.kind:
        case "move":
            is_own = session.is_played_by_person(entry.seat)
        case "lend":  # others do it for a person who is away
            stand_in = stand_in_of(entry.text, entry.seat, session.game.PLAYERS)
            # Each program there can append another player instead of one that has failed.
            is_own = stand_in.is_asked and session.seats[entry.seat].stand_in is None
        case _:
            is_own = entry.kind in {"name", "bot", "back"}
    return entry.seat if is_own else None


def _begin_by(real: RealGame, seat: int) -> RealGame:
    if real.entries:
        raise InvalidValue("the first player is known once something has been entered")
    start = real.tables[0].view
    values.check_integer("seat", seat, 0, start.players - 1)
    return RealGame.new(start.players, start.variant, seat)


def _play_move(session: AnySession, entry: Entry) -> AnySession:
    seat = _seat(entry)
    if session.state.active_player != seat:
        asked = session.state.active_player
        whose = "nobody" if asked is None else f"player {asked}"
        raise InvalidValue(f"seat {seat} is not asked now: {whose} is to move")
    move = session.game.parse_move(entry.text)
    if session.is_played_by_person(seat):
        return session.moved(seat, move)
    return session.decided(seat, move)


def _give_to_player(session: AnySession, entry: Entry) -> AnySession:
    seat, players = _seat(entry, len(session.seats) - 1), session.game.PLAYERS
    if session.seats[seat].who == AUTOMATED:
        raise InvalidValue(f"the rules play seat {seat}, and no player does")
    if not players.has(entry.text):
        named = values.short_repr(entry.text)
        raise InvalidValue(f"seat {seat} is for {players.listed}, not {named}")
    return session.reseated(seat, Seat("", entry.text))


def _lend(session: AnySession, entry: Entry) -> AnySession:
    seat = _seat(entry)
    stand_in: StandIn = stand_in_of(entry.text, seat, session.game.PLAYERS)
    return session.lent(seat, stand_in)


def _name_seat(session: AnySession, entry: Entry) -> AnySession:
    seat = _seat(entry, len(session.seats) - 1)
    if session.seats[seat].who != PERSON:
        raise InvalidValue(f"seat {seat} belongs to a player, and has its name")
    return session.reseated(seat, attrs.evolve(session.seats[seat], name=entry.text))


_KINDS: Mapping[str, Callable[[AnySession, Entry], AnySession]] = {
    "move": _play_move,
    "step": lambda session, _: session.proceeded(),
    "undo": lambda session, _: session.undone(),
    "sit": lambda session, entry: session.reseated(_seat(entry), Seat(entry.text, PERSON)),
    "name": _name_seat,
    "bot": _give_to_player,
    "lend": _lend,
    "back": lambda session, entry: session.taken_back(_seat(entry)),
}
_SITTING = {"sit", "bot"}
