"""Games with real cards: `referee` judges them and counts points, `assist` advises a player.

The assistant follows a game like the referee, but also knows one hand. Its advice uses only that
hand and public information.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import datetime as dt
import io
import re
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

import attrs
import segno
from rich.console import Group
from rich.text import Text

from westeros_intrigue import House, NotationError, Phase, Record, Slot, View, Violation, draw_svg
from westeros_intrigue.gamekit import english, errors
from westeros_intrigue.gamekit.options import TableOptions
from westeros_intrigue.gamekit.records import with_rules
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.sentences import sentences, with_names
from westeros_intrigue.lab.players import analyse
from westeros_intrigue.notation.records.writing import origin_tags
from westeros_intrigue.play import sessions
from westeros_intrigue.play.page import server
from westeros_intrigue.play.referee import NotPossible, RealGame, RealTable, list_known_seats
from westeros_intrigue.play.referee.entries import Wanted
from westeros_intrigue.play.referee.game import MADE_UP, OUT, read_printed, why_not, without_numbers
from westeros_intrigue.play.saved.seats import check_name, tags_of
from westeros_intrigue.play.terminal import display, files, shared
from westeros_intrigue.play.terminal.arguments import (
    CARD_GAME,
    Command,
    flags_given,
    option,
    reader_of,
    text,
)
from westeros_intrigue.play.terminal.display import columns, display_name
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused, read_number
from westeros_intrigue.play.terminal.prompt import COMMON_HELP, SAVING_HELP, Placing, Sitting
from westeros_intrigue.play.terminal.screen import Shown, Terminal, full_terminal
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE
from westeros_intrigue.rules.moves import table_rules
from westeros_intrigue.rules.points import rank
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS
from westeros_intrigue.views import odds

_INTRODUCTION = (
    "I referee a game with real cards. Type each placement: I check it, and show whose turn it is "
    "and the points. Type ? for help."
)
_MOST_SUSPECTS = 8
_MOST_CHANGED = 4
_CODE_BORDER = 2
_NOW_SHOW = "Now show the Iron Throne cards. Enter each as value/icons, such as 3/7."


@attrs.frozen(kw_only=True)
class RefereeCommand(Command):
    """`referee`: the referee of a game with real cards, new or resumed."""

    name: tuple[str, ...] = shared.names()
    players: int | None = shared.players("one for each name; without names, the program asks")
    table_options: TableOptions = shared.options_of_table()
    record: str | None = shared.record()
    resume: str | None = shared.resume()
    force: bool = shared.force()

    def run(self, terminal: Output) -> int:
        """Referee a game up to the ranking, and save its record."""
        screen = full_terminal(terminal)
        if self.resume is not None:
            set_up = flags_given((), name=self.name, players=self.players)
            resumed = files.resume_session(
                self.resume,
                "referee",
                record=self.record,
                table_options=self.table_options,
                set_up=set_up,
                force=self.force,
            )
            Referee(screen, resumed.session, resumed.file, resumed.record).play()
            return 0
        players = self.players
        if not (players or self.name or "solo" in dict(self.table_options)):
            players = _ask_players(screen)
        session = files.real_session(self.name, players, self.table_options)
        Referee(screen, session, files.new_file(self.record, "referee", force=self.force)).play()
        return 0


def _ask_players(terminal: Terminal) -> int:
    while True:
        typed = terminal.read_line(f"Number of players, {MIN_PLAYERS} to {MAX_PLAYERS}? ")
        if (number := read_number(typed, MAX_PLAYERS)) >= MIN_PLAYERS:
            return number
        terminal.show_below(f"A number from {MIN_PLAYERS} to {MAX_PLAYERS}, please; or quit.")


_PHONE_PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3">
<title>Westeros Intrigue</title>
<img src="table.svg" alt="The table" width="100%">
"""


class Phones:
    """A referee's table on phones in the network, through the server of `web`."""

    def __init__(self) -> None:
        """Serve the page without its picture."""
        self._folder = tempfile.TemporaryDirectory()
        self._server = server.Server(sessions.Folder(Path(self._folder.name)), "0.0.0.0")  # noqa: S104 - phones
        self.address: str = next(iter(self._server.places), self._server.near_place)
        """The address of the table, which shows nothing that the people around it do not see."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def show(self, picture: str) -> None:
        """Show the current table."""
        self._server.page = {
            "": ("text/html; charset=utf-8", _PHONE_PAGE.encode()),
            "table.svg": ("image/svg+xml", picture.encode()),
        }

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()
        self._folder.cleanup()


def _draw_code(link: str) -> Text:
    """Return the QR code of a link as half blocks, light on dark."""
    drawn = io.StringIO()
    segno.make_qr(link).terminal(drawn, border=_CODE_BORDER, compact=True)
    return Text(drawn.getvalue().rstrip("\n"), "bright_white on black", no_wrap=True)


_HELP = f"""\
S b2 | a Stark card was placed in slot b2
S | the slots open to a Stark card; then type the number of one
S | a Stark card that an automated house turns over
out | the player to move says that no card fits; Ben out says who
3/7 1/2 | at the end, Iron Throne cards: the value of each, a slash and its icons
why S b2 | why this is legal or not; why S shows its slots
undo 3 | remove the last three entries; undo alone, the chosen card or the last entry
{COMMON_HELP}who | the player to move, and all seats
counts | how many cards of each house lie in the court, and how many do not
log | all entries by number
fix 7 S b2 | entry 7 was S b2; S, b2 or a name corrects that part
insert 7 S b2 | S b2 was forgotten before entry 7
delete 7 | entry 7 was a mistake
suspect S b2 | S is in b2: which entry may be wrong?
seat Ben Cem | Cem takes over from Ben, who leaves
leave Ben | Ben leaves, and the others play the cards
phones | print a link that shows the table on phones in this network
{SAVING_HELP}"""


class Referee(Placing, Sitting):
    """The referee of a game, which can resume a record and can know one player's hand."""

    HELP: str = _HELP
    COMMAND: ClassVar[str] = "referee"
    EXAMPLE: ClassVar[str] = "S b2"

    def __init__(
        self,
        terminal: Terminal,
        session: sessions.AnySession,
        file: sessions.GameFile,
        record: sessions.AnyRecord | None = None,
        player: int | None = None,
    ) -> None:
        super().__init__(terminal, file)
        self._session = session
        today = dt.datetime.now().astimezone().date()
        self._tags = dict(record.tags) if record else origin_tags(today)
        self._phones: Phones | None = None
        self.news: list[Shown] = [_INTRODUCTION]
        if isinstance(record, Record):
            self.game: RealGame = RealGame.of_record(record, *list_known_seats(record)[:1])
        else:
            table = session.first.table
            self.game = RealGame.new(table.players, table.variant, table.starting_player, player)

    def table_rules(self) -> tuple[str, ...]:
        return table_rules(self.game.table.view)

    def take_back(self) -> bool:
        """Drop the chosen card or undo the last entry."""
        if super().take_back():
            return True
        if not self.game.entries:
            return False
        self._go_to(self.game.undone(1))
        return True

    def do_undo(self, argument: str) -> None:
        if argument:
            self._go_to(self.game.undone(self._number(argument)))
        else:
            super().do_undo(argument)

    def _number(self, typed: str) -> int:
        most = len(self.game.entries)
        number = read_number(typed, most)
        if not number:
            raise Refused(f"Type the number of an entry, at most {most}; log lists them")
        return number

    def do_out(self, _argument: str) -> None:
        self._enter(OUT)

    def do_who(self, _argument: str) -> None:
        seats = ", ".join(f"{at} {name}" for at, name in enumerate(self.names))
        self.terminal.show_below(f"{self._who_is_asked}. The seats: {seats}.")

    @property
    def _who_is_asked(self) -> str:
        """Return a sentence about the player to move, without a full stop."""
        if self._table.starters_missing or self._table.needs_hand:
            return "Nobody is to move yet"
        name = self.names[self._table.seat]
        return f"{english.capital(name)} {'are' if name == YOU else 'is'} to move"

    def do_counts(self, _argument: str) -> None:
        lie = Counter(card.house for card in self._view.court.values())
        rows = [[f"{house}", str(lie[house]), str(CARDS_PER_HOUSE - lie[house])] for house in House]
        self.terminal.show_below(columns("", ">in the court", ">elsewhere", rows=rows))

    def do_log(self, _argument: str) -> None:
        self.terminal.show_below(*(self._log_of(self.game) or ["Nothing has been entered yet."]))

    def _log_of(self, game: RealGame) -> list[str]:
        """Return a line for each entry: its number, round and player."""
        lines = []
        for number, (entry, table) in enumerate(zip(game.entries, game.tables, strict=False), 1):
            is_told = not (table.starters_missing or table.needs_hand)
            name = self.names[table.seat] if is_told else ""
            lines.append(f"{number:>4}  round {table.table.round_number}  {name:16}  {entry}")
        return lines

    def do_fix(self, argument: str) -> None:
        at, entry = self._read_change(argument)
        before = self.game.entries
        if (seat := self._seat_called(entry)) is None:
            after = self._correct(partial(self.game.fixed, at, entry))
            self._go_on_from(
                after, f"Entry {at} is {after.entries[at - 1]} now, not {before[at - 1]}."
            )
        else:
            after = self._correct(partial(self.game.placed_by, at, seat))
            # Players before that seat may have gone out, or are no longer out.
            at += len(after.entries) - len(before)
            made = "starts the game" if at == 1 else f"made entry {at}, {after.entries[at - 1]}"
            self._go_on_from(after, self._in_names(f"Now player {seat} {made}."))

    def do_insert(self, argument: str) -> None:
        at, entry = self._read_change(argument)
        after = self._correct(partial(self.game.fixed, at, entry, self.game.entries[at - 1]))
        self._go_on_from(after, f"{after.entries[at - 1]} is entry {at} now.")

    def do_delete(self, number: str) -> None:
        at = self._number(number)
        after = self._correct(partial(self.game.fixed, at))
        self._go_on_from(after, f"Entry {at}, {self.game.entries[at - 1]}, is gone.")

    def _read_change(self, argument: str) -> tuple[int, str]:
        """Return the number and the text of a changed or forgotten entry."""
        number, _, entry = argument.partition(" ")
        return self._number(number), entry

    def _correct(self, change: Callable[[], RealGame]) -> RealGame:
        """Return the game after a correction, or raise Refused if it is impossible."""
        try:
            return change()
        except NotPossible as error:
            raise Refused(self._in_names(f"Nothing has changed: {error}")) from None

    def _in_names(self, sentence: str) -> str:
        """Return a sentence with the names of the seats."""
        return with_names(sentence, self.names)

    def _go_on_from(self, after: RealGame, told: str) -> None:
        """Continue from a corrected game, and show the lines of the log that are new."""
        before = self._log_of(self.game)
        lines = [line for line in self._log_of(after) if line not in before]
        if (more := len(lines) - _MOST_CHANGED) > 0:
            lines[_MOST_CHANGED:] = [f"      and {more} later"]
        self._go_to(after, told, *(["Now the log has:", *lines] if lines else []))

    def do_suspect(self, argument: str) -> None:
        found = [
            f"  entry {number} is {self.game.entries[number - 1]}; it may have been {instead}: "
            f"fix {number} {instead}"
            for number, instead in self.game.suspects(argument)
        ]
        if not found:
            found = ["No other house in one entry of this round explains it."]
        self.terminal.show_below(*found[:_MOST_SUSPECTS])

    def do_seat(self, argument: str) -> None:
        words = argument.split()
        for end in range(1, len(words)):
            seat = self._seat_called(" ".join(words[:end]))
            name = " ".join(words[end:])
            if seat is not None and (name := check_name(name, self.names, ())):
                told = self._in_names(f"plays for player {seat} from now on.")
                self._reseat(seat, name, f"{name} {told}")
                return
        raise Refused(f"Type seat, one of {self._people}, and a new name")

    def do_leave(self, person: str) -> None:
        seat = self._seat_called(person)
        if seat is None:
            raise Refused(f"Type leave and one of {self._people}")
        told = f"player {seat} leaves. The others play player {seat}'s cards, face up."
        self._reseat(seat, "", self._in_names(told))

    def _reseat(self, seat: int, name: str, told: str) -> None:
        self._session = self._session.reseated(seat, sessions.Seat(name, sessions.PERSON))
        self._go_to(self.game, told)

    @property
    def _people(self) -> str:
        return ", ".join(f"{at} {self.names[at]}" for at in self._session.people)

    def _seat_called(self, typed: str) -> int | None:
        """Return a person's seat by number or name; a single letter is a house."""
        for at in self._session.people:
            is_name = len(typed) > 1 and typed.casefold() == self.names[at].casefold()
            if typed == str(at) or is_name:
                return at
        return None

    @property
    def names(self) -> tuple[str, ...]:
        return sessions.names_of(self._session.seats, YOU)

    @property
    def _table(self) -> RealTable:
        return self.game.table

    @property
    def _view(self) -> View:
        return self._table.view

    @property
    def _sees(self) -> str:
        player = self._view.player
        hand = "" if player is None else f" and the hand of player {player}; other"
        return f"the court{hand or ';'} {MADE_UP}"

    def _read_wanted(self, typed: str) -> Wanted:
        return read_printed(typed)

    def _violations(self, wanted: Wanted, slot: Slot) -> Sequence[Violation]:
        return self._view.court.explain(wanted.house, slot)

    def _is_held(self, wanted: Wanted) -> bool:  # noqa: ARG002 - a referee sees no hand
        return True

    def answer(self, typed: str) -> None:
        if self._table.to_show is not None:
            self.game = self.game.entered(typed)
        elif self._table.needs_hand:
            self._enter(typed)
        elif (out := _OUT.fullmatch(typed)) and (seat := self._seat_called(out[1])) is not None:
            if seat != self._table.seat:
                raise Refused(f"{self._who_is_asked}, not {self.names[seat]}")
            self._enter(OUT)
        elif typed.lower() == "hint":
            raise Refused(f"A referee sees no hands: `{PROGRAM} assist` advises one player")
        else:
            super().answer(typed)

    def explain_error(self, typed: str, error: errors.WesterosIntrigueError) -> list[Shown]:
        if (seat := self._table.to_show) is not None and isinstance(error, NotationError):
            return [f"{self._pile_of(seat)}, please: each as value, slash and icons."]
        return super().explain_error(typed, error)

    def _read(self, wanted: Wanted) -> None:
        table, house = self._table, wanted.house
        if table.starters_missing or (table.is_automated and not wanted.slot):
            told = [] if table.starters_missing else [self._about_drawn(house)]
            self._enter(str(Wanted(house, None, wanted.slot)), *told)
        else:
            for slot in self._view.court.open_slots(house)[:1]:
                table.entered(f"{house.letter} {slot}")  # fails if all have been seen
            super()._read(Wanted(house, None, wanted.slot))

    def _make(self, wanted: Wanted, slot: Slot) -> None:
        self._enter(f"{wanted.house.letter} {slot}")

    def _why_not(self, violations: Sequence[Violation]) -> str:
        """Return the violations of a placement, and a hint for finding a mistake."""
        house, slot = violations[0].house, violations[0].slot
        lies = f"\nIf it is there anyway, suspect {house.letter} {slot} looks for a mistake."
        return self._in_names(why_not(violations)) + (lies if self.game.entries else "")

    def play(self) -> None:
        """Play to the end, while phones show the table."""
        try:
            super().play()
        finally:
            if self._phones:
                self._phones.close()

    def do_phones(self, _argument: str) -> None:
        self._phones = self._phones or Phones()
        self._show_phones()
        self.terminal.show_below(_draw_code(self._phones.address), self._phones.address)

    def _show_phones(self) -> None:
        if self._phones:
            self._phones.show(draw_svg(View(self._view.table), names=self.names))

    def play_on(self) -> list[Shown]:
        self.terminal.turn_to(partial(self._page, self.take_news()))
        while not self._view.is_over or self._table.to_show is not None:
            self.step(self._prompt())
        self.save_record()
        piles = self._table.score_piles
        final = rank(self._view.penalty_points, piles)
        return display.reveal_places(self.terminal, self.names, self._view, piles, final)

    def so_far(self) -> list[Shown]:
        return ["So far:", display.seats_table(self._view, self.names), ""]

    @property
    def played(self) -> RealGame:
        return self.game

    def record_text(self) -> str:
        """Return the record of the game so far; printed cards have no numbers."""
        tags = {**self._tags, "Referee": self._sees, **tags_of(self._session.seats)}
        return (
            self.game.record.with_tags(with_rules(tags, Record.RULES_VERSION))
            .with_count()
            .to_text(numbers=False)
        )

    def _go_to(self, game: RealGame, *news: Shown) -> None:
        """Continue from a game, and save the record."""
        self.game = game
        self.news = [*news]
        self.save_record()
        self._show_phones()
        Placing.take_back(self)
        self.terminal.turn_to(partial(self._page, self.take_news()))

    def _page(self, news: Sequence[Shown]) -> Shown:
        if self._view.is_over:
            return Group(*news)
        lie = Counter(card.house for card in self._view.court.values())
        counts = ", ".join(f"{house} {lie[house]}" for house in House)
        return self.court_page(self._view, self.names, news, f"In the court: {counts}")

    def _prompt(self) -> str:
        if (showing := self._table.to_show) is not None:
            return f"{self.names[showing]}, {self._pile_of(showing)}: "
        if self._table.starters_missing:
            return "A card starts the bottom row. Its house? "
        if self._table.needs_hand:
            return "Your hand, by the letters of its houses, such as SSLBT: "
        name = self.names[self._table.seat]
        if self._table.is_automated:
            return f"{name} draws (a house, ?): "
        return f"{name} {'place' if name == YOU else 'places'} (? for help): "

    def _about_drawn(self, house: House) -> str:
        """Return a sentence about the card that an automated house has turned over."""
        if slot := self._table.slot_for(house):
            return f"The {house} card goes in {slot} (rules solo.highest, solo.side)."
        return f"A {house} card fits nowhere: set it aside (rule solo.set-aside)."

    def _enter(self, entry: str, *told: Shown) -> None:
        """Continue with the table after an entry, report its events and save the record."""
        before, game = self._view, self.game.entered(entry)
        events = sentences(CARD_GAME, before, game.table.view, None, self.names)
        now_show = ["", _NOW_SHOW] if game.table.view.is_over else []
        self._go_to(game, *told, *display.event_lines(map(without_numbers, events)), *now_show)

    def _pile_of(self, seat: int) -> str:
        return english.count_things(self._view.score_pile_sizes[seat], "Iron Throne card")


_OUT = re.compile(r"(.+?) (?:is |goes )?out", re.IGNORECASE)
_SEAT = text(
    "SEAT",
    reader_of(
        "the number of a seat, from 0",
        lambda typed: int(typed) if re.fullmatch("[0-9]{1,9}", typed) else -1,
        lambda seat: seat >= 0,
    ),
)
"""The kind of a seat's number; its limit is the table's."""
_PLAYOUTS = 3000
_MOST_SHOWN = 8


@attrs.frozen(kw_only=True)
class AssistCommand(Command):
    """`assist`: advice for one player of a game with real cards, new or resumed."""

    name: tuple[str, ...] = shared.names()
    seat: int | None = option(_SEAT, "your seat, from 0 (default 0)")
    players: int | None = shared.players("4, or one for each name")
    table_options: TableOptions = shared.options_of_table()
    record: str | None = shared.record()
    resume: str | None = shared.resume()
    force: bool = shared.force()

    def run(self, terminal: Output) -> int:
        """Follow a game, advise one player and save the record."""
        screen = full_terminal(terminal)
        if self.resume is not None:
            set_up = flags_given((), name=self.name, players=self.players, seat=self.seat)
            resumed = files.resume_session(
                self.resume,
                "assist",
                record=self.record,
                table_options=self.table_options,
                set_up=set_up,
                force=self.force,
            )
            Assistant(screen, resumed.session, resumed.file, resumed.record).play()
            return 0
        session = files.real_session(self.name, self.players, self.table_options)
        seat = self.seat or 0
        if seat not in session.people:
            own = english.join_words(session.people, "or")
            raise Refused(f"argument --seat: {seat} is not a person's seat at this table: {own}", 2)
        if not self.name:
            session = session.reseated(seat, sessions.Seat(YOU, sessions.PERSON))
        file = files.new_file(self.record, "assistant", force=self.force)
        Assistant(screen, session, file, None, seat).play()
        return 0


class Assistant(Referee):
    """A referee that knows one player's hand and advises that player."""

    HELP: str = f"""\
hint | what a search would do with your hand, and why
advice | your placements, each tried in many possible deals
odds | the cards that the others may hold
{_HELP}"""
    COMMAND: ClassVar[str] = "assist"

    def _check_turn(self) -> None:
        if self._view.active_player != self._view.player:
            raise Refused("It is not your turn to place a card")

    def do_hint(self, _argument: str) -> None:
        self._check_turn()
        super().do_hint(_argument)

    def do_advice(self, _argument: str) -> None:
        self._check_turn()
        with self.terminal.thinking("The search") as stop:
            found = analyse(self._view, playouts=_PLAYOUTS, stop=stop)
        chances = "the chance of winning the round and "
        against = f"The chances are {found.against}."
        if not found.best.has_chance:
            chances, against = "", f"The order assumes play {found.against}."
        elif not all(judged.has_chance for judged in found.moves):
            chances = "the chance of winning the round of the first and "
        self.terminal.show_below(
            f"The best placements, with {chances}the points that you come out ahead:",
            *(f"  {without_numbers(str(judged))}" for judged in found.moves[:_MOST_SHOWN]),
            f"For the points, greedy players finished the round after each, in "
            f"{english.count_things(found.worlds, 'possible deal')}. An Iron Throne card counts as "
            f"2 points off. {against}",
        )

    def do_odds(self, _argument: str) -> None:
        if self._view.phase is not Phase.PLAYING:
            self.terminal.show_below("Your hand is not known yet.")
            return
        rows = [
            [f"{seat} {display_name(self._view, self.names, seat)}", *cells]
            for seat, cells in enumerate(odds(self._view).in_words)
            if seat != self._view.player
        ]
        table = columns("", *(f">{house}" for house in House), rows=rows)
        self.terminal.show_below(
            table,
            "The average number of cards of each house in their hands, and the probability of any.",
        )
