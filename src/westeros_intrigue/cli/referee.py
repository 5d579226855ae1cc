"""`referee`: judges a game that people play with real cards, and counts their points.

Rules: setup.starter, turn.clockwise, elimination.unable, round.throne, round.penalty, final.total,
final.icons.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Group
from rich.table import Table

from westeros_intrigue import (
    Court,
    House,
    IronThroneCard,
    Slot,
    Variant,
    from_data,
    to_data,
)
from westeros_intrigue.cli.arguments import Command, Options, Parser
from westeros_intrigue.cli.display import columns, court_text, out_text, position_page
from westeros_intrigue.cli.files import (
    STANDARD_INPUT,
    add_record,
    kept_path,
    new_path,
    opened,
    save,
)
from westeros_intrigue.cli.placing import Placing
from westeros_intrigue.cli.real_table import OUT, NotPossible, RealTable
from westeros_intrigue.cli.results import Ending, round_table
from westeros_intrigue.cli.seats import (
    Kind,
    Seating,
    add_names,
    add_table,
    players_of,
    seating_of,
    shown_name,
)
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
from westeros_intrigue.cli.typed import Wanted
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
For an automated house type the houses of its cards as they are drawn."""

_INTRODUCTION = (
    "I follow a game with real cards: tell me what is placed, and I say whether it may lie there, "
    "whose turn it is, and the points. ? helps."
)

_NOW_SHOW = "Now show the Iron Throne cards. Enter each as value/icons, such as 3/7."

_KIND = "referee-"
_LONGEST_RECORD = 1_000_000
_FORMAT = "westeros-intrigue-referee/1"
_THRONE_CARD = re.compile("([1-3])/([1-9][0-9]{0,2})")


def _add_arguments(parser: Parser) -> None:
    add_names(parser)
    add_table(parser, "as many as names; without names it is asked")
    add_record(parser)


def run(options: Options, terminal: Terminal) -> int:
    """Judge a game, new or resumed, from its first card to the ranking, and keep its record.

    Raises:
        Refused: there is no such game, or the record cannot be read or kept.
    """
    if options.resume:
        seating, entries = _read(options.resume)
        path = kept_path(options, is_rewritten=options.resume != STANDARD_INPUT, kind=_KIND)
        return Referee(terminal, seating, path, entries).judge()
    path = new_path(options.record, kind=_KIND)
    players = players_of(options, len(options.name)) or _asked_players(terminal)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise Refused(f"{MIN_PLAYERS} to {MAX_PLAYERS} play, not {players}", 2)
    return Referee(terminal, seating_of(options, players), path).judge()


def _asked_players(terminal: Terminal) -> int:
    while True:
        typed = terminal.ask(f"How many players, {MIN_PLAYERS} to {MAX_PLAYERS}? ")
        if re.fullmatch(f"[{MIN_PLAYERS}-{MAX_PLAYERS}]", typed):
            return int(typed)
        terminal.say(f"A number from {MIN_PLAYERS} to {MAX_PLAYERS}, please; or quit.")


def _read(name: str) -> tuple[Seating, tuple[str, ...]]:
    """Return who sits where in a referee's record, and what was entered.

    Raises:
        Refused: it is no such record, or it does not hold together.
    """
    try:
        with opened(name) as file:
            data = json.loads(file.read(_LONGEST_RECORD))
        if not isinstance(data, dict) or data.get("format") != _FORMAT:
            raise Refused(f"{name}: it is no record of a referee")
        variant = from_data(Variant, data["variant"])
        names, entries = (tuple(map(_text, data[key])) for key in ("names", "entries"))
        first_player = data["first_player"]
        variant.check(len(names), first_player)
        if first_player not in range(len(names)):
            raise Refused(f"{name}: there is no seat {first_player} to start")
        kinds = _kinds(variant, len(names))
        shown = tuple(map(shown_name, names))
        if not all(shown):
            raise Refused(f"{name}: a name in it cannot be shown")
        seating = Seating(variant, first_player, shown, kinds)
        _replayed(seating, entries)
    except (ValueError, TypeError, KeyError, RecursionError, NotPossible) as error:
        reason = str(error).partition("\n")[0]
        raise Refused(f"{name}: it is no record of a referee: {reason}") from error
    return seating, entries


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"a text is needed, not {value!r:.40}")


def _kinds(variant: Variant, players: int) -> tuple[Kind, ...]:
    return tuple(
        Kind.AUTOMATED if seat in variant.automated else Kind.PERSON for seat in range(players)
    )


def _replayed(seating: Seating, entries: Sequence[str]) -> RealTable:
    """Return the table after all that was entered.

    Raises:
        NotationError, IllegalMove, NotPossible: an entry cannot be.
    """
    table = RealTable.new(seating.players, seating.variant, seating.first_player)
    for entry in entries:
        table = table.entered(entry)
        if table.is_round_over:
            table = table.next_round()
    return table


class Referee(Placing):
    """The referee of one game.

    Args:
        terminal: where people type and read.
        seating: who sits where.
        path: where the record is kept.
        entries: what was entered before.
    """

    def __init__(
        self, terminal: Terminal, seating: Seating, path: Path, entries: Sequence[str] = ()
    ) -> None:
        """Begin before the first card, or go on."""
        super().__init__(terminal, HELP, "S b2")
        self.commands.update({OUT: lambda _: self._enter(OUT), "points": self.commands["look"]})
        self._seating = seating
        self._path = path
        self._entries = list(entries)
        self._is_new = not entries
        self._table = _replayed(seating, entries)
        self._piles: list[tuple[IronThroneCard, ...]] = []
        self._news: list[Shown] = [_INTRODUCTION, f"The record of the game is kept in {path}."]

    @property
    def court(self) -> Court:
        """The court as it is."""
        return self._table.court

    def place(self, wanted: Wanted, slot: Slot) -> None:
        """Enter a placement."""
        self._enter(f"{wanted.house.letter} {slot}")

    def read(self, wanted: Wanted) -> None:
        """Enter what is typed, or say what else is needed for it."""
        seat = self._table.seat
        if self._table.starters_missing and not wanted.slot:
            self._enter(wanted.house.letter)
        elif seat in self._table.table.variant.automated and not wanted.slot:
            self._draw(wanted.house)
        else:
            super().read(Wanted(wanted.house, None, wanted.slot))

    def undo(self) -> bool:
        """Take back what was entered last; return whether there is anything."""
        if not self._entries:
            return False
        self._entries.pop()
        self._piles, self._news = [], []
        self._go_to(_replayed(self._seating, self._entries))
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
                    if self._table.is_game_over:
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

    def _keep(self) -> None:
        seating = self._seating
        data = {
            "format": _FORMAT,
            "variant": to_data(seating.variant),
            "first_player": seating.first_player,
            "names": seating.names,
            "entries": self._entries,
            "throne_cards": [
                [f"{card.value}/{card.icons}" for card in pile] for pile in self._piles
            ],
        }
        save(json.dumps(data, indent=1, ensure_ascii=False), self._path)

    def _leave(self) -> None:
        if self._is_new and not self._entries:
            self._path.unlink(missing_ok=True)
            self.terminal.show("Goodbye. Nothing was entered, so nothing is kept.")
            return
        self.terminal.show("So far:", self._seats(), "")
        self.terminal.show(f"The game is kept in {self._path}. To go on with it:")
        self.terminal.line(f"  {PROGRAM} referee --resume {shlex.quote(str(self._path))}")

    def _page(self, size: CardSize) -> Shown:
        table = self._table.table
        if self._table.is_game_over:
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
        table, is_over = self._table.table, self._table.is_game_over
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
        if seat in self._table.table.variant.automated:
            return f"{name} draws (a house, out, ?): "
        return f"{name} places (? for help): "

    def _draw(self, house: House) -> None:
        """Say what becomes of a card that an automated house has drawn."""
        slot = self._table.dictated(house)
        if slot is None:
            self.terminal.say(
                f"A {house} card fits nowhere: set it aside and draw the next; if there is none, "
                "type out (rule solo.set-aside)."
            )
            return
        where = f"The {house} card goes in {slot} (rules solo.highest, solo.side)."
        self._enter(f"{house.letter} {slot}", where)

    def _enter(self, entry: str, told: str = "") -> None:
        """Go on with the table as it is after an entry, and keep the record."""
        before = self._table
        try:
            table = before.entered(entry)
        except NotPossible as error:
            reason = str(error)
            self.terminal.say(f"{reason[0].upper()}{reason[1:]}.")
            return
        self._entries.append(entry)
        names = self._seating.names
        news = [told] if told else []
        known = len(before.table.eliminations)
        news += [f"{names[out.player]}: {out_text(out.cards_left)}." for out in (
            table.table.eliminations[known:])]  # fmt: skip
        self._news = list(news)
        if table.is_round_over:
            over, table = table, table.next_round()
            self._news += [
                headline(f"Round {over.table.round_number} is over"),
                court_text(over.court, SMALL, last=over.table.placements[-1].move.slot),
                "",
                round_table(names, table.table.results[-1], table.table.penalty_points),
            ]
            if table.is_game_over:
                self._news += ["", _NOW_SHOW]
        self._go_to(table)

    def _go_to(self, table: RealTable) -> None:
        self._table = table
        self.chosen: Wanted | None = None
        try:
            self._keep()
        except Refused as refused:
            # The game need not end: whoever keeps a record on paper can go on.
            self._news.append(f"{refused}.")
        self.terminal.turn_to(self._page)

    def _ask_pile(self, seat: int) -> None:
        """Ask what Iron Throne cards a seat has drawn, and take them if they can be."""
        count = self._table.table.score_pile_sizes[seat]
        if not count:
            self._piles.append(())
            return
        wanted = counted(count, "Iron Throne card")
        typed = self.terminal.ask(f"{self._seating.names[seat]}, {wanted}: ")
        word, _, argument = typed.partition(" ")
        if word.lower() in {"?", "help", "u", "undo", "rule", "rules"}:
            self.commands[word.lower()](argument.strip())
            return
        found = [_THRONE_CARD.fullmatch(word) for word in typed.replace(",", " ").split()]
        cards = tuple(IronThroneCard(int(match[1]), int(match[2])) for match in found if match)
        taken = [card for pile in self._piles for card in pile]
        if len(found) != count or len(cards) != count:
            self.terminal.say(f"{wanted}, please: the points off, 1 to 3, a slash and the icons.")
        elif len({*taken, *cards}) < len(taken) + count:
            self.terminal.say("No two Iron Throne cards are the same: one was told twice.")
        else:
            self._piles.append(cards)


COMMAND = Command(
    "referee",
    "judge a game that is played with real cards",
    run,
    _add_arguments,
    (("referee --name Ada --name Ben", "a game with real cards"),),
)
