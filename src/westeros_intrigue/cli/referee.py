"""`referee`: judges a game that people play with real cards, and counts their points.

Rules: setup.starter, turn.clockwise, elimination.unable, round.throne, round.penalty, final.total,
final.icons.
"""

from __future__ import annotations

import argparse
import re

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.base.scanning import Scanner
from westeros_intrigue.cli.layout import aligned, counted, listed, wrapped
from westeros_intrigue.cli.prompts import Wanted, command_of, misread, read_wanted, slot_of
from westeros_intrigue.cli.real_table import NotPossible, RealTable
from westeros_intrigue.cli.seats import Kind, Table, names_of, players_of, shown_name, variant_of
from westeros_intrigue.cli.terminal import Refused, Stopped, Terminal
from westeros_intrigue.cli.turn import why_it_fits
from westeros_intrigue.cli.wording import final_lines, out_text, result_lines, rule_lines
from westeros_intrigue.drawing import draw_text
from westeros_intrigue.rules.cards import House, IronThroneCard
from westeros_intrigue.rules.scoring import rank
from westeros_intrigue.rules.variants import FEWEST_PLAYERS, MOST_PLAYERS
from westeros_intrigue.rules.violations import IllegalMove
from westeros_intrigue.text.notation import scan_house

HELP = """\
  S b2        a Stark card was placed in slot b2
  S           which slots take a Stark card; then type the number of one
  out         the player to move says that no card fits
  why S b2    why this may or may not be done
  undo        take back what was entered last
  look        the court and the seats
  rule ID     a rule, such as rule court.match
  quit        leave; the points so far are shown
For an automated house type the houses of its cards as they are drawn."""

_INTRODUCTION = (
    "I follow a game with real cards: tell me what is placed, and I say whether it may lie there, "
    "whose turn it is, and the points. ? helps."
)

_COMMANDS = {
    "?": "help", "h": "help", "help": "help",
    "out": "out",
    "why": "why",
    "u": "undo", "undo": "undo",
    "look": "look", "court": "look", "points": "look",
    "rule": "rule", "rules": "rule",
}  # fmt: skip

_THRONE_CARD = re.compile("([1-3])/([1-9][0-9]{0,2})")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Judge a game from its first card to the ranking.

    Raises:
        Refused: there is no such game.
    """
    names = [shown_name(name) for name in options.name]
    players = players_of(options, len(names))
    table = _table(options, names, players) if players else None
    terminal.write(wrapped(_INTRODUCTION, terminal.width))
    if table is None:
        table = _table(options, names, _asked_players(terminal))
    referee = Referee(terminal, table)
    try:
        referee.judge()
    except (Stopped, KeyboardInterrupt):
        terminal.write("\n".join(["So far:", *referee.seat_lines()]))
        raise
    return 0


def _table(options: argparse.Namespace, names: list[str], players: int) -> Table:
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise Refused(f"2 to 6 play, not {players}", 2)
    variant, first_player = variant_of(options, players)
    kinds = [
        Kind.AUTOMATED if seat in variant.automated else Kind.PERSON for seat in range(players)
    ]
    if len(names) > kinds.count(Kind.PERSON):
        raise Refused(f"{len(names)} names are too many for the seats of people", 2)
    return Table(variant, first_player, names_of(variant, kinds, names), tuple(kinds))


def _asked_players(terminal: Terminal) -> int:
    while True:
        typed = terminal.ask("How many players, 2 to 6? ")
        if re.fullmatch("[2-6]", typed):
            return int(typed)
        terminal.write("A number from 2 to 6, please; or quit.")


class Referee:
    """The referee of one game.

    Args:
        terminal: where people type and read.
        table: who sits where.
    """

    def __init__(self, terminal: Terminal, table: Table) -> None:
        """Begin before the first card."""
        self._terminal = terminal
        self._names = table.names
        self._seats = table
        self._table = RealTable.new(table.players, table.variant, table.first_player)
        self._past: list[RealTable] = []
        self._chosen: House | None = None

    def judge(self) -> None:
        """Judge until the ranking.

        Raises:
            Stopped: somebody quits.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        self._show()
        while True:
            table = self._table
            if table.is_game_over:
                piles = self._asked_piles()
                if piles is not None:
                    break
            elif table.active_player is None:
                self._end_round()
            elif table.starters_missing:
                self._step("A card starts the bottom row. Its house? ", table.active_player)
            else:
                self._step(self._prompt(table.active_player), table.active_player)
        points = self._table.penalty_points
        self._say_lines(self._terminal.line("The game is over"))
        final = rank(points, piles)
        width = self._terminal.width
        self._say_lines(*final_lines(self._names, final, points, piles, width=width))

    def seat_lines(self) -> list[str]:
        """Return the table of the seats."""
        table = self._table
        out = {elimination.player for elimination in table.eliminations}
        rows = [["", "cards", "points", "Iron Throne", ""]]
        for seat in range(table.players):
            mark = ">" if seat == table.active_player else " "
            left = 0 if table.is_game_over else table.cards_left(seat)
            numbers = (left, table.penalty_points[seat], table.throne_counts[seat])
            row = [f"{mark} {seat} {self._seats.called(seat)}", *map(str, numbers)]
            rows.append([*row, "out" if seat in out else ""])
        return aligned(rows, "<>>><", self._terminal.width)

    def _prompt(self, seat: int) -> str:
        name = self._names[seat]
        if self._chosen:
            return f"{self._chosen} to which slot? "
        if seat in self._table.variant.automated:
            return f"{name} draws (a house, out, ?): "
        return f"{name} places (? for help): "

    def _step(self, prompt: str, seat: int) -> None:
        """Ask once, and do what is asked for."""
        typed = self._terminal.ask(prompt)
        command, argument = command_of(typed, _COMMANDS)
        try:
            if command == "out":
                self._enter(self._table.gone_out(seat))
            elif command:
                self._command(command, argument)
            elif not typed:
                self._chosen = None
            elif self._table.starters_missing:
                self._enter(self._table.started_with(_house(typed)))
            else:
                self._place(typed, seat)
        except NotPossible as error:
            reason = str(error)
            self._say(f"{reason[0].upper()}{reason[1:]}.")
        except NotationError as error:
            self._say(misread(typed, error, "S b2"))
        except IllegalMove as error:
            for violation in error.violations:
                self._say(f"{violation} (rule {violation.rule})")

    def _command(self, command: str, argument: str) -> None:
        if command == "help":
            self._terminal.write(HELP)
        elif command == "undo":
            self._undo()
        elif command == "look":
            self._show()
        elif command == "rule":
            self._say_lines(*rule_lines(argument, self._terminal))
        else:
            self._why(read_wanted(argument))

    def _place(self, typed: str, seat: int) -> None:
        if self._chosen and (slot := slot_of(typed, self._table.court.open_slots(self._chosen))):
            self._enter(self._table.placed(seat, self._chosen, slot))
            return
        if typed.isdecimal():
            self._say("There is no open slot of that number: choose a house first, such as S.")
            return
        wanted = read_wanted(typed)
        if wanted.slot:
            self._enter(self._table.placed(seat, wanted.house, wanted.slot))
        elif seat in self._table.variant.automated:
            self._draw(wanted.house, seat)
        elif self._table.court.open_slots(wanted.house):
            self._chosen = wanted.house
            self._say_lines("", draw_text(self._table.court, colour=self._terminal.colour,
                open_for=wanted.house), "")  # fmt: skip
        else:
            self._say(f"No slot takes a {wanted.house} card now (rule court.match).")

    def _draw(self, house: House, seat: int) -> None:
        """Say what becomes of a card that an automated house has drawn."""
        slot = self._table.dictated(seat, house)
        if slot is None:
            self._say(f"A {house} card fits nowhere: set it aside and draw the next; if there is "
                "none, type out (rule solo.set-aside).")  # fmt: skip
            return
        table = self._table.placed(seat, house, slot)
        self._say(f"The {house} card goes in {slot} (rules solo.highest, solo.side).")
        self._enter(table)

    def _why(self, wanted: Wanted) -> None:
        court, slot = self._table.court, wanted.slot
        if slot is None:
            slots = listed(court.open_slots(wanted.house) or ["no slot"])
            self._say(f"A {wanted.house} card can go to {slots}.")
            return
        violations = court.explain(wanted.house, slot)
        for violation in violations:
            self._say(f"{violation} (rule {violation.rule})")
        if not violations:
            self._say(f"{wanted.house} can go to {slot}: {why_it_fits(court, wanted.house, slot)}.")

    def _enter(self, table: RealTable) -> None:
        """Go on with the table as it is after an entry."""
        known = self._table.eliminations
        self._past.append(self._table)
        self._table = table
        self._chosen = None
        for out in table.eliminations[len(known) :]:
            self._say(f"{self._names[out.player]}: {out_text(out.cards_left)}.")
        if table.active_player is not None:
            self._show()

    def _undo(self) -> None:
        if not self._past:
            self._say("There is nothing to take back.")
            return
        self._table = self._past.pop()
        self._chosen = None
        self._show()

    def _show(self) -> None:
        table = self._table
        rounds = table.variant.rounds_for(table.players)
        last = table.placements[-1].move.slot if table.placements else None
        self._say_lines("", self._terminal.line(f"Round {table.round_number} of {rounds}"))
        self._say_lines(draw_text(table.court, colour=self._terminal.colour, last=last), "")
        self._say_lines(*self.seat_lines(), "")

    def _end_round(self) -> None:
        table = self._table.next_round()
        result = table.results[-1]
        self._say_lines("", self._terminal.line(f"Round {self._table.round_number} is over"))
        self._say_lines(draw_text(self._table.court, colour=self._terminal.colour), "")
        self._say_lines(
            *result_lines(self._names, result, table.penalty_points, self._terminal.width)
        )
        self._table = table
        if not table.is_game_over:
            self._show()

    def _asked_piles(self) -> list[list[IronThroneCard]] | None:
        """Return what Iron Throne cards each seat has drawn; None if the last entry is undone."""
        piles: list[list[IronThroneCard]] = []
        self._say("Now show the Iron Throne cards. Enter each as value/icons, such as 3/7.")
        while len(piles) < self._table.players:
            seat = len(piles)
            count = self._table.throne_counts[seat]
            if not count:
                piles.append([])
                continue
            wanted = counted(count, "Iron Throne card")
            typed = self._terminal.ask(f"{self._names[seat]}, {wanted}: ")
            command, argument = command_of(typed, _COMMANDS)
            if command == "undo":
                self._undo()
                return None
            found = [_THRONE_CARD.fullmatch(word) for word in typed.replace(",", " ").split()]
            if len(found) != count or not all(found):
                if command == "rule":
                    self._command(command, argument)
                self._say(f"{wanted}, please: the points off, 1 to 3, a slash and the icons.")
                continue
            piles.append([IronThroneCard(int(m[1]), int(m[2])) for m in found if m])
        return piles

    def _say(self, text: str) -> None:
        self._terminal.write(wrapped(text, self._terminal.width))

    def _say_lines(self, *lines: str) -> None:
        self._terminal.write("\n".join(lines))


def _house(typed: str) -> House:
    scanner = Scanner(typed)
    house = scan_house(scanner)
    scanner.need_end()
    return house
