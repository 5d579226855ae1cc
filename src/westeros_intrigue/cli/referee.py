"""`referee`: judges a game that people play with real cards, and counts their points.

Rules: setup.starter, turn.clockwise, elimination.unable, round.throne, round.penalty, final.total,
final.icons.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from rich.console import Group
from rich.table import Table

from westeros_intrigue import (
    ASSUMED_THRONE_CARDS,
    Court,
    House,
    IronThroneCard,
    NotationError,
    Record,
    Slot,
)
from westeros_intrigue.cli import files, seats
from westeros_intrigue.cli.arguments import Command, Options, Parser
from westeros_intrigue.cli.display import columns, court_text, listed, out_text, position_page
from westeros_intrigue.cli.placing import Placing
from westeros_intrigue.cli.real_records import MADE_UP, entries_of, record_of
from westeros_intrigue.cli.real_table import OUT, NotPossible, RealTable
from westeros_intrigue.cli.results import Ending, round_table
from westeros_intrigue.cli.terminal import (
    PROGRAM,
    SMALL,
    CardSize,
    Refused,
    Shown,
    Stopped,
    Terminal,
    headline,
)
from westeros_intrigue.cli.typed import Wanted, read_throne_cards
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS

HELP = """\
  S b2        a Stark card was placed in slot b2
  S           which slots take a Stark card; then type the number of one
  out         the player to move says that no card fits
  why S b2    why this may or may not be done
  undo        take back what was entered last
  look        the court and the seats
  rule ID     a rule, such as rule court.match
  quit        leave; the game is kept, and can be resumed
For an automated house type the house of each card that it turns over."""

_PILE_HELP = """\
  3/7 1/2     {}: the points off, a slash and the icons of each
  undo        take back what was entered last
  rule ID     a rule, such as rule round.throne
  quit        leave; the game is kept, and can be resumed"""

_INTRODUCTION = (
    "I follow a game with real cards: tell me what is placed, and I say whether it may lie there, "
    "whose turn it is, and the points. ? helps."
)

_NOW_SHOW = "Now show the Iron Throne cards. Enter each as value/icons, such as 3/7."

_KIND = "referee-"


def _add_arguments(parser: Parser) -> None:
    seats.add_names(parser)
    seats.add_table(parser, "as many as names; without names it is asked")
    files.add_record(parser)


def run(options: Options, terminal: Terminal) -> int:
    """Judge a game, new or resumed, from its first card to the ranking, and keep its record.

    Raises:
        Refused: there is no such game, or the record cannot be read or kept.
    """
    if options.resume:
        record, path = files.resumed(options, kind=_KIND)
        seating = seats.seating_in(record, seats.Kind.PERSON)
        return Referee(terminal, seating, path, record=record).judge()
    path = files.new_path(options.record, kind=_KIND)
    players = seats.players_of(options, len(options.name)) or _asked_players(terminal)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise Refused(f"{MIN_PLAYERS} to {MAX_PLAYERS} play, not {players}", 2)
    return Referee(terminal, seats.seating_of(options, players), path).judge()


def _asked_players(terminal: Terminal) -> int:
    while True:
        typed = terminal.ask(f"How many players, {MIN_PLAYERS} to {MAX_PLAYERS}? ")
        if re.fullmatch(f"[{MIN_PLAYERS}-{MAX_PLAYERS}]", typed):
            return int(typed)
        terminal.say(f"A number from {MIN_PLAYERS} to {MAX_PLAYERS}, please; or quit.")


class Referee(Placing):
    """The referee of one game.

    Args:
        terminal: where people type and read.
        seating: who sits where.
        path: where the record is kept.
        record: the one that is gone on with; None begins before the first card.
        player: the seat whose hand is told, from 0; None for none.
    """

    command = "referee"
    help_text = HELP
    sees: str = f"the court; {MADE_UP}"
    """What the record says under `Referee`."""

    def __init__(
        self,
        terminal: Terminal,
        seating: seats.Seating,
        path: Path,
        *,
        record: Record | None = None,
        player: int | None = None,
    ) -> None:
        """Begin before the first card, or go on."""
        super().__init__(terminal, self.help_text, "S b2")
        self.commands.update({OUT: lambda _: self._enter(OUT), "points": self.commands["look"]})
        self._seating = seating
        self._path = path
        self._player = player
        self._tags = dict(record.tags) if record else {}
        self._entries = list(entries_of(record, player)) if record else []
        self._table = self._replayed()
        self._piles: list[tuple[IronThroneCard, ...]] = []
        self._news: list[Shown] = [_INTRODUCTION, f"The record of the game is kept in {path}."]

    @property
    def court(self) -> Court:
        """The court as it is."""
        return self._table.court

    def place(self, wanted: Wanted, slot: Slot) -> None:
        """Enter a placement, or say why the court does not take it."""
        violations = self.violations(wanted, slot)
        if violations and not self._table.starters_missing:
            self.say_why_not(violations)
        else:
            self._enter(f"{wanted.house.letter} {slot}")

    def read(self, wanted: Wanted) -> None:
        """Enter what is typed, or say what else is needed for it."""
        if self._table.starters_missing and not wanted.slot:
            self._enter(wanted.house.letter)
        elif self._table.is_automated and not wanted.slot:
            self._enter(wanted.house.letter, self._about_drawn(wanted.house))
        else:
            super().read(Wanted(wanted.house, None, wanted.slot))

    def undo(self) -> bool:
        """Take back what was entered last; return whether there is anything."""
        if not self._entries:
            return False
        self._entries.pop()
        self._piles, self._news = [], []
        self._go_to(self._replayed())
        return True

    def judge(self) -> int:
        """Judge until the ranking, and return the exit code.

        Raises:
            Refused: the record cannot be kept.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        self._keep()
        try:
            with self.terminal.own_screen():
                self.terminal.turn_to(self._page)
                while len(self._piles) < self._seating.players:
                    if self._table.table.is_over:
                        self._ask_pile(len(self._piles))
                    else:
                        self.step(self._prompt(self._table.seat))
                rounds = tuple(result.penalty_points for result in self._table.table.results)
                ending = Ending(self._seating.names, rounds, tuple(self._piles))
                self._keep()
                ending.turn_over(self.terminal)
        except (Stopped, KeyboardInterrupt) as stopped:
            self._leave()
            if isinstance(stopped, KeyboardInterrupt):
                raise
            return 0
        self.terminal.show("", *ending.lines(), "")
        self.terminal.line(f"The record of the game: {self._path}")
        return 0

    def _replayed(self) -> RealTable:
        """Return the table after all that was entered."""
        seating = self._seating
        table = RealTable.new(seating.players, seating.variant, seating.first_player, self._player)
        for entry in self._entries:
            table = table.entered(entry)
            table = table.next_round() if table.is_round_over else table
        return table

    def _keep(self) -> None:
        """Keep the record.

        Raises:
            Refused: it cannot be written.
            NotPossible: the game cannot have gone so.
        """
        tags = self._seating.tags(self._tags, Referee=self.sees)
        record = record_of(self._table, tags, self._drawn())
        files.save_record(record, self._path, numbers=False)

    def _drawn(self) -> tuple[IronThroneCard, ...]:
        """Return the Iron Throne cards round by round, once all of them are shown."""
        if len(self._piles) < self._seating.players:
            return ()
        piles = [iter(pile) for pile in self._piles]
        return tuple(next(piles[result.last_placer]) for result in self._table.table.results)

    def _leave(self) -> None:
        if not self._tags and not self._entries:
            self._path.unlink(missing_ok=True)
            self.terminal.show("Goodbye. Nothing was entered, so nothing is kept.")
            return
        self.terminal.show("So far:", self._seats(), "")
        self.terminal.show(f"The game is kept in {self._path}. To go on with it:")
        self.terminal.line(f"  {PROGRAM} {self.command} --resume {shlex.quote(str(self._path))}")

    def _page(self, size: CardSize) -> Shown:
        table = self._table.table
        if self._table.table.is_over:
            return Group(*self._news)
        rounds = table.variant.rounds_for(table.players)
        return position_page(
            self._table.court,
            self._seats(),
            size,
            self.terminal.room,
            title=f"Round {table.round_number} of {rounds}",
            above=[*self._news, ""] if self._news else [],
            last=table.placements[-1].move.slot if table.placements else None,
            open_for=self.chosen.house if self.chosen else None,
        )

    def _seats(self) -> Table:
        table, is_over = self._table.table, self._table.table.is_over
        out = {elimination.player for elimination in table.eliminations}
        rows = []
        for seat in range(table.players):
            mark = ">" if seat == self._table.seat and not is_over else " "
            left = 0 if is_over else self._table.cards_left(seat)
            numbers = (left, table.penalty_points[seat], table.score_pile_sizes[seat])
            row = [f"{mark} {seat} {self._seating.called(seat)}", *map(str, numbers)]
            rows.append([*row, "out" if seat in out else ""])
        return columns("", ">cards", ">points", ">Iron Throne", "", rows=rows)

    def _prompt(self, seat: int) -> str:
        name = self._seating.names[seat]
        if self._table.starters_missing:
            return "A card starts the bottom row. Its house? "
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
        """Go on with the table as it is after an entry, and keep the record."""
        before, news = self._table, self._news
        try:
            table = before.entered(entry)
            over = table
            if table.is_round_over:
                table = table.next_round()
            self._news = self._told(over, table, told)
            self._go_to(table)
        except NotPossible as error:
            self._table, self._news = before, news
            self.terminal.say(f"{str(error)[0].upper()}{str(error)[1:]}.")
        else:
            self._entries.append(entry)

    def _told(self, over: RealTable, table: RealTable, told: str) -> list[Shown]:
        """Return what is new at the table after an entry, and after the round if it is over."""
        names = self._seating.names
        known = len(self._table.table.eliminations)
        out = over.table.eliminations[known:]
        news: list[Shown] = [told] if told else []
        news += [f"{names[each.player]}: {out_text(each.cards_left)}." for each in out]
        if over is not table:
            news += [
                headline(f"Round {over.table.round_number} is over"),
                court_text(over.court, SMALL, last=over.table.placements[-1].move.slot),
                "",
                round_table(names, table.table.results[-1], table.table.penalty_points),
            ]
            news += ["", _NOW_SHOW] if table.table.is_over else []
        return news

    def _go_to(self, table: RealTable) -> None:
        self._table = table
        self.chosen: Wanted | None = None
        try:
            self._keep()
        except Refused as refused:
            # The game need not end: whoever keeps a record on paper can go on.
            self._news.append(f"{refused}.")
        self.terminal.turn_to(self._page)

    def _why_not(self, cards: tuple[IronThroneCard, ...]) -> str:
        """Return what keeps Iron Throne cards from being drawn, besides those told before."""
        before, printed = [*chain(*self._piles)], self._seating.variant.throne_cards
        told = Counter([*before, *cards])
        # Unless the printed cards were given, all that is known is that no two are the same.
        is_assumed = printed in ((), ASSUMED_THRONE_CARDS)
        missing = told - Counter({*told} if is_assumed else printed)
        if not missing:
            return ""
        left = (Counter(printed) - Counter(before)).elements()
        possible = "No two are the same" if is_assumed else f"Left are {_written(left)}"
        return f"There is no Iron Throne card {_written([*missing][:1])} left. {possible}."

    def _ask_pile(self, seat: int) -> None:
        """Ask what Iron Throne cards a seat has drawn, and take them if they can be."""
        count = self._table.table.score_pile_sizes[seat]
        if not count:
            self._piles.append(())
            return
        wanted = counted(count, "Iron Throne card")
        name = self._seating.names[seat]
        typed = self.terminal.ask(f"{name}, {wanted}: ")
        word, _, argument = typed.partition(" ")
        if word.lower() in {"?", "h", "help"}:
            self.terminal.say(_PILE_HELP.format(wanted))
            return
        if word.lower() in {"u", "undo", "rule", "rules"}:
            self.commands[word.lower()](argument.strip())
            return
        try:
            cards = read_throne_cards(typed)
        except NotationError:
            self.terminal.say(f"{wanted}, please: the points off, 1 to 3, a slash and the icons.")
            return
        if len(cards) != count:
            those = "That is" if len(cards) == 1 else "Those are"
            has = "have" if name == seats.YOU else "has"
            self.terminal.say(f"{those} {counted(len(cards), 'card')}; {name} {has} {count}.")
        elif why_not := self._why_not(cards):
            self.terminal.say(why_not)
        else:
            self._piles.append(cards)


def _written(cards: Iterable[IronThroneCard]) -> str:
    return listed(f"{card.value}/{card.icons}" for card in cards)


COMMAND = Command(
    "referee",
    "judge a game that is played with real cards",
    run,
    _add_arguments,
    (("referee --name Ada --name Ben", "a game with real cards"),),
)
