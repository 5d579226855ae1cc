"""`referee`: judges a game that people play with real cards, and counts their points."""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

import attrs
from rich.console import Group

from westeros_intrigue import (
    Court,
    House,
    IronThroneCard,
    NotationError,
    Record,
    Slot,
    View,
    Violation,
)
from westeros_intrigue.cli import display, files, seats
from westeros_intrigue.cli.arguments import Options, Parser, flags_in, options_in
from westeros_intrigue.cli.entries import (
    OUT,
    canonical,
    entered,
    entries_of,
    played,
    why_not,
    wrong_entries,
)
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.cli.placing import Placing
from westeros_intrigue.cli.prompt import Word
from westeros_intrigue.cli.real_records import MADE_UP, record_of
from westeros_intrigue.cli.real_table import NotPossible, RealTable
from westeros_intrigue.cli.results import Ending, missing_card, round_table
from westeros_intrigue.cli.sitting import Sitting
from westeros_intrigue.cli.terminal import SMALL, CardSize, Shown, Terminal, headline
from westeros_intrigue.cli.typed import Wanted, read_throne_cards
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS
from westeros_intrigue.sessions import GameFile
from westeros_intrigue.sessions.seats import shown_name, tags_of

_INTRODUCTION = (
    "I follow a game with real cards: type what is placed, and I show whether it may lie there, "
    "whose turn it is, and the points. ? helps."
)

_MOST_SUSPECTS = 8
_NOW_SHOW = "Now show the Iron Throne cards. Enter each as value/icons, such as 3/7."


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    seats.add_names(parser)
    parser.add_table("as many as names; without names it is asked")
    files.add_record(parser)


def run(options: Options, terminal: Terminal) -> int:
    """Judge a game, new or resumed, from its first card to the ranking, and save its record."""
    if options.resume is not None:
        record, file = resumed(options, "referee")
        Referee(terminal, seats.seating_in(record), file, record).play()
        return 0
    usual = len(options.name)
    if not (usual or options.players or options_in(options, Parser.game).get("solo")):
        usual = _asked_players(terminal)
    seating = seats.real_seating(options, usual)
    Referee(terminal, seating, files.new_file(options.record, "referee")).play()
    return 0


def resumed(options: Options, command: str) -> tuple[Record, GameFile]:
    """Return the game with real cards that is continued, and its file."""
    if contrary := flags_in(options, "name", "players", "seat"):
        raise Refused(f"{options.resume} fixes the table: leave out {', '.join(contrary)}", 2)
    _, record, file = files.resumed(options, command)
    assert isinstance(record, Record)  # noqa: S101 - for the type checker: no other has a referee
    return record, file


def _asked_players(terminal: Terminal) -> int:
    while True:
        typed = terminal.ask(f"How many players, {MIN_PLAYERS} to {MAX_PLAYERS}? ")
        if re.fullmatch(f"[{MIN_PLAYERS}-{MAX_PLAYERS}]", typed):
            return int(typed)
        terminal.say(f"A number from {MIN_PLAYERS} to {MAX_PLAYERS}, please; or quit.")


class Referee(Placing, Sitting):
    """The referee of a game, which can resume a record, and may know one player's hand."""

    COMMAND: ClassVar[str] = "referee"
    EXAMPLE: ClassVar[str] = "S b2"

    def __init__(
        self,
        terminal: Terminal,
        seating: seats.Seating,
        file: GameFile,
        record: Record | None = None,
        player: int | None = None,
    ) -> None:
        super().__init__(terminal, file)
        self.seating: seats.Seating = seating
        self._tags = dict(record.tags) if record else {}
        self.news: list[Shown] = [_INTRODUCTION]
        self._piles: dict[int, tuple[IronThroneCard, ...]] = {}
        """By their seat, the Iron Throne cards that have been shown."""
        self._entries: list[str] = [*entries_of(record, player)] if record else []
        new = RealTable.new(seating.players, seating.variant, seating.first_player, player)
        self._tables: list[RealTable] = [new, *played(new, self._entries)]
        """The table before the first entry, and after each."""

    def words(self) -> list[Word]:
        """Return what can be typed: what is placed or shown, and the commands."""
        *words, leave = super().words()[4:]
        words = [
            Word("why S b2", "why this may or may not be done; why S shows its slots", self._why),
            *words,
            Word("undo 3", "remove the last three entries"),
            Word("log", "all entries by number", self._log),
            Word("fix 7 S b2", "entry 7 was S b2; what follows must still be possible", self._fix),
            Word("suspect S b2", "S lies in b2: which entry may be wrong?", self._suspect),
            Word("seat 1 Cem", "Cem takes over seat 1 from somebody who leaves", self._seat),
            leave,
        ]
        if (seat := self._to_show) is not None:
            shown = f"{self._pile_of(seat)}: the points off, a slash and the icons of each"
            return [Word("3/7 1/2", shown), *words]
        return [
            Word("S b2", "a Stark card was placed in slot b2"),
            Word("S", "the slots open to a Stark card; then type the number of one"),
            Word("S", "for an automated house: the house of each card that it turns over"),
            Word("out", "the player to move says that no card fits", lambda _: self._enter(OUT)),
            *words,
        ]

    def take_back(self) -> bool:
        """Drop the chosen card, or undo the last entry."""
        if super().take_back():
            return True
        if not self._entries:
            return False
        self._go_to(self._entries[:-1], self._tables[:-1])
        return True

    def _undo(self, argument: str) -> None:
        if not argument:
            super()._undo(argument)
            return
        count = self._number(argument)
        if not count:
            raise Refused(f"Type a number of entries, at most {len(self._entries)}")
        self._go_to(self._entries[:-count], self._tables[:-count])

    def _number(self, typed: str) -> int:
        """Return a number from 1 to that of the entries; 0 for anything else."""
        number = int(typed[:4]) if typed.isdecimal() else 0
        return number if number <= len(self._entries) else 0

    def _log(self, _argument: str) -> None:
        lines = []
        for number, (entry, table) in enumerate(zip(self._entries, self._tables, strict=False), 1):
            is_told = not (table.starters_missing or table.needs_hand)
            name = self.seating.names[table.seat] if is_told else ""
            lines.append(f"{number:>4}  round {table.table.round_number}  {name:16}  {entry}")
        self.terminal.say(*(lines or ["Nothing has been entered yet."]))

    def _fix(self, argument: str) -> None:
        number, _, entry = argument.partition(" ")
        at = self._number(number)
        if not (entry and at):
            raise Refused("Type fix, the number of an entry as log lists them, and the right one")
        entries = [*self._entries[: at - 1], canonical(entry), *self._entries[at:]]
        try:
            tables = [self._tables[0], *played(self._tables[0], entries)]
            self.news = [f"Entry {at} is {entries[at - 1]} now."]
            self._go_to(entries, tables)
        except NotPossible as error:
            raise Refused(f"Nothing is changed: {error}") from None

    def _suspect(self, argument: str) -> None:
        last = canonical(argument)
        first, *tables = self._tables
        found = [
            f"  entry {number} is {self._entries[number - 1]}; it may have been {instead}: "
            f"fix {number} {instead}"
            for number, instead in wrong_entries(first, tables, self._entries, last)
        ]
        if not found:
            found = ["No other house in one entry of this round explains it."]
        self.terminal.say(*found[:_MOST_SUSPECTS])

    def _seat(self, argument: str) -> None:
        number, _, name = argument.partition(" ")
        name = shown_name(name)
        seats = {str(seat) for seat in self.seating.people}
        if number not in seats or not name or name in self.seating.names:
            raise Refused(f"Type seat, one of {', '.join(sorted(seats))}, and a new name")
        seated = list(self.seating.seats)
        seated[int(number)] = attrs.evolve(seated[int(number)], name=name)
        self.news = [f"{name} plays for {self.seating.names[int(number)]} from now on."]
        self.seating = attrs.evolve(self.seating, seats=tuple(seated))
        self._go_to(self._entries, self._tables)

    @property
    def _table(self) -> RealTable:
        return self._tables[-1]

    @property
    def _view(self) -> View:
        return self._table.view

    @property
    def _court(self) -> Court:
        return self._table.court

    @property
    def _sees(self) -> str:
        return f"the court; {MADE_UP}"

    def _violations(self, wanted: Wanted, slot: Slot) -> Sequence[Violation]:
        return self._court.explain(wanted.house, slot)

    def _held(self, wanted: Wanted) -> bool:  # noqa: ARG002 - a referee sees no hand
        return True

    def answer(self, typed: str) -> None:
        """Follow a line that is not a command."""
        if (seat := self._to_show) is None:
            super().answer(typed)
        else:
            self._take_pile(seat, typed)

    def _read(self, wanted: Wanted) -> None:
        table, house = self._table, wanted.house
        if table.starters_missing or (table.is_automated and not wanted.slot):
            told = "" if table.starters_missing else self._about_drawn(house)
            self._enter(str(Wanted(house, None, wanted.slot)), told)
        else:
            super()._read(Wanted(house, None, wanted.slot))

    def _make(self, wanted: Wanted, slot: Slot) -> None:
        self._enter(f"{wanted.house.letter} {slot}")

    def _why_not(self, violations: Sequence[Violation]) -> list[Shown]:
        """Return every rule that a placement breaks, and how to look for a mistake."""
        house, slot = violations[0].house, violations[0].slot
        lies = f"If it lies there all the same, suspect {house.letter} {slot} looks for a mistake."
        return [*map(why_not, violations), *([lies] if self._entries else [])]

    def play_on(self) -> list[Shown]:
        """Follow the game to its end, and return the places."""
        self.terminal.turn_to(functools.partial(self._page, self.taken_news()))
        while not self._view.is_over or self._to_show is not None:
            self.step(self._prompt())
        self.keep()
        piles = tuple(self._piles.get(seat, ()) for seat in range(self.seating.players))
        ending = Ending(self.seating.names, self._view.results, piles)
        ending.turn_over(self.terminal)
        return list(ending.lines())

    def so_far(self) -> list[Shown]:
        """Return the points so far."""
        return ["So far:", display.seats_table(self._view, self.seating), ""]

    def record_text(self) -> str:
        """Return the record of the game so far; printed cards have no numbers."""
        today = dt.datetime.now().astimezone().date()
        own = {**self._tags, "Referee": self._sees, **tags_of(self.seating.seats)}
        has_date = any(name.lower() == "date" for name in own)
        record = self._record(own).with_origin(None if has_date else today)
        return record.to_text(numbers=False)

    def _record(self, tags: dict[str, str]) -> Record:
        piles = {seat: iter(pile) for seat, pile in self._piles.items()}
        is_shown = self._view.is_over and self._to_show is None
        rounds = self._view.results if is_shown else ()
        drawn = tuple(next(piles[scored.last_placer]) for scored in rounds)
        return record_of(self._table, tags, drawn)

    def _go_to(self, entries: list[str], tables: list[RealTable]) -> None:
        """Go on from a table, and save the record.

        Raises:
            NotPossible: no deal leads to the table, and nothing is changed.
        """
        before = self._entries, self._tables, self._piles
        self._entries, self._tables, self._piles = entries, tables, {}
        try:
            self.keep()
        except NotPossible:
            self._entries, self._tables, self._piles = before
            self.news = []
            raise
        self.chosen: Wanted | None = None
        self.terminal.turn_to(functools.partial(self._page, self.taken_news()))

    def _page(self, news: Sequence[Shown], size: CardSize) -> Shown:
        if self._view.is_over:
            return Group(*news)
        return display.position_page(
            self._view,
            self.seating,
            size,
            self.terminal.room,
            title=display.round_title(self._view),
            above=news,
            court=self._court,
            open_for=self.chosen.house if self.chosen else None,
        )

    def _prompt(self) -> str:
        if (showing := self._to_show) is not None:
            return f"{self.seating.names[showing]}, {self._pile_of(showing)}: "
        if self._table.starters_missing:
            return "A card starts the bottom row. Its house? "
        name = self.seating.names[self._table.seat]
        if self._table.is_automated:
            return f"{name} draws (a house, out, ?): "
        places = "place" if name == seats.YOU else "places"
        return f"{name} {places} (? for help): "

    def _about_drawn(self, house: House) -> str:
        """Return what becomes of a card that an automated house has turned over."""
        if slot := self._table.dictated(house):
            return f"The {house} card goes in {slot} (rules solo.highest, solo.side)."
        return f"A {house} card fits nowhere: set it aside (rule solo.set-aside)."

    def _enter(self, entry: str, told: str = "") -> None:
        """Go on with the table as it is after an entry, and save the record."""
        entry = canonical(entry)
        try:
            after = entered(self._table, entry)
            self.news = [*([told] if told else []), *self._told(self._table, after)]
            self._go_to([*self._entries, entry], [*self._tables, after])
        except NotPossible as error:
            self.terminal.say(f"{str(error)[0].upper()}{str(error)[1:]}.")

    def _told(self, before: RealTable, after: RealTable) -> Iterator[Shown]:
        """Yield who went out by an entry, and what came of the round if it is over."""
        names = self.seating.names
        is_over = len(after.finished) > len(before.finished)
        seen = after.finished[-1] if is_over else after.view
        for out in seen.eliminations[len(before.table.eliminations) :]:
            yield f"{names[out.player]}: {display.out_text(out.cards_left)}."
        if is_over:
            yield headline(f"Round {seen.round_number} is over")
            yield display.court_text(
                seen.court, SMALL, last=display.last_slot(seen), has_numbers=False
            )
            yield ""
            yield round_table(names, after.view.results[-1], after.view.penalty_points)
        if after.view.is_over:
            yield ""
            yield _NOW_SHOW

    @property
    def _to_show(self) -> int | None:
        """The seat that is to show its Iron Throne cards; None when nobody is."""
        drawn = self._view.score_pile_sizes if self._view.is_over else ()
        return next((at for at, size in enumerate(drawn) if size and at not in self._piles), None)

    def _pile_of(self, seat: int) -> str:
        return counted(self._view.score_pile_sizes[seat], "Iron Throne card")

    def _take_pile(self, seat: int, typed: str) -> None:
        """Take the Iron Throne cards that a seat shows, if they can be."""
        count = self._view.score_pile_sizes[seat]
        try:
            cards = read_throne_cards(typed)
        except NotationError:
            wanted = self._pile_of(seat)
            self.terminal.say(f"{wanted}, please: the points off, 1 to 3, a slash and the icons.")
            return
        if len(cards) != count:
            name = self.seating.names[seat]
            those = "That is" if len(cards) == 1 else "Those are"
            has = "have" if name == seats.YOU else "has"
            self.terminal.say(f"{those} {counted(len(cards), 'card')}; {name} {has} {count}.")
        elif fault := missing_card(cards, self._piles.values(), self.seating.variant.throne_cards):
            self.terminal.say(fault)
        else:
            self._piles[seat] = cards
