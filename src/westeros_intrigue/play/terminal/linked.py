"""A seat at a table of `web`, through its host's link: `play --link`.

The terminal sends the page's messages, which `docs/messages.md` describes, and listens to news of
the game. It knows only the contents of the answers.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress

from rich.text import Text

from westeros_intrigue import KEY, Slot, View
from westeros_intrigue.gamekit import english, errors
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.outline import ASKED
from westeros_intrigue.gamekit.quantities import MoveRange, others
from westeros_intrigue.gamekit.wording import rules_of_table
from westeros_intrigue.lab.players.outlooks import players_in
from westeros_intrigue.play.page import linking, messages, requests
from westeros_intrigue.play.referee.entries import Wanted
from westeros_intrigue.play.terminal import display, prompt
from westeros_intrigue.play.terminal.output import PROGRAM, Refused
from westeros_intrigue.play.terminal.screen import Shown, Terminal

_MOST_TOLD = 12
_SECONDS_BETWEEN_QUESTIONS = 1


class Line(linking.Line):
    """Messages to a link's server; its refusals are those of a command."""

    def send(self, request: requests.Request) -> messages.Answer:
        try:
            return super().send(request)
        except linking.PlayerFailedThere as failed:
            raise Failed(str(failed)) from None
        except linking.NotAnswered as error:
            raise Refused(str(error)) from error

    def listen(self, game: str) -> linking.IncomingNews:
        try:
            return super().listen(game)
        except linking.NotAnswered as error:
            raise Refused(str(error)) from error


class Failed(Refused):
    """A computer player at the table raised an error."""


def take_seat(terminal: Terminal, link: str, name: str) -> None:
    """Take the seat of a link, or a free one at the table of a link, and play to the end.

    Raises:
        Refused: the table has no free seat, or the server does not answer.
    """
    try:
        line = Line(link)
    except errors.InvalidValue as error:
        raise Refused(str(error), 2) from None
    offer = line.send(requests.Choices())
    if not isinstance(offer, messages.SeatOffer):
        raise Refused(
            "it is the host's link; friends use the link of the table, from Friends on the page"
        )
    seat = offer.seat
    if seat is None and offer.is_yours:
        raise Refused("the link is for watching; open it in a browser")
    if seat is None:
        seat = _choose_chair(terminal, offer)
        joined = line.send(requests.Join(name, seat, "sit"))
        line = line.with_token(_wait_to_be_let_in(terminal, line, joined).secret)
    terminal.line("To come back to this seat, from any machine:")
    terminal.line(f"  {PROGRAM} play --link {line.link}")
    line.is_stand_in = offer.is_stand_in
    found = _look(line, offer.game, seat)
    kind = LinkedCourt if isinstance(found, messages.Position) else LinkedTable
    with closing(line.listen(offer.game)) as news:
        table = kind(terminal, line, news, seat, found)
        with terminal.own_screen(is_private=True):
            table.play_on()
    terminal.show(table.page())


def _wait_to_be_let_in(terminal: Terminal, line: Line, answer: messages.Answer) -> messages.Joined:
    """Return the seat of a game under way, once the people at the table have agreed."""
    if isinstance(answer, messages.Asked):
        terminal.line("The people at the table are asked whether you may sit down.")
        terminal.line(f"Their screens show the words {answer.words}. Ctrl-C leaves.")
        terminal.flush()
    while isinstance(answer, messages.Asked):
        time.sleep(_SECONDS_BETWEEN_QUESTIONS)
        answer = line.send(requests.Claimed(answer.claim))
    if not isinstance(answer, messages.Joined):
        raise Refused("no seat")
    return answer


def _choose_chair(terminal: Terminal, offer: messages.SeatOffer) -> int:
    """Return a free seat: the only one, or the one that the person chooses."""
    if any(chair.seat >= len(offer.seats) for chair in offer.chairs):
        raise Refused("the answer of the server contradicts itself")
    free = [chair.seat for chair in offer.chairs if chair.is_free]
    if not free:
        raise Refused("no chair is free; open the link in a browser to watch or to come back")
    if len(free) == 1:
        return free[0]
    numbers = {str(seat + 1): seat for seat in free}
    listed = english.join_words([f"{n} ({offer.seats[s].name})" for n, s in numbers.items()], "or")
    while (typed := terminal.read_line(f"Which chair, {listed}? ").strip()) not in numbers:
        pass
    return numbers[typed]


def _look(line: Line, game: str, seat: int) -> messages.Shown:
    """Return the position; whoever looks at a seat of their own plays it again."""
    found = _check_position(line.send(requests.Look(game, seat, None)))
    if found.seats[seat].stand_in and not line.is_stand_in:
        with suppress(Refused):  # who comes during a round waits for the next deal
            line.send(requests.TakeBack(game, seat))
        found = _check_position(line.send(requests.Look(game, seat, None)))
    return found


def _check_position(answer: messages.Answer) -> messages.Shown:
    if isinstance(answer, messages.Shown):
        players = (
            answer.view.players if isinstance(answer, messages.Position) else len(answer.seats)
        )
        highest = max([answer.active or 0, *(each.seat for each in answer.standings)])
        if highest < players == len(answer.seats):
            return answer
        raise Refused("the answer of the server contradicts itself")
    raise Refused("the game is not shown")


class LinkedTable(prompt.Choosing):
    """A seat of any game at a remote table."""

    HELP: str = f"{prompt.CHOOSING_HELP}quit | leave\n"

    def __init__(
        self,
        terminal: Terminal,
        line: Line,
        news: linking.IncomingNews,
        seat: int,
        found: messages.Shown,
    ) -> None:
        """Start without showing anything."""
        super().__init__(terminal)
        self._line, self._news, self._seat = line, news, seat
        self.shown: messages.Shown = found
        self._heard: tuple[str, ...] = found.told[:-_MOST_TOLD]
        """The events before the last decision of the person at this terminal."""
        if found.key in GAMES:
            self.RULES = GAMES[found.key].RULEBOOK

    def table_rules(self) -> tuple[str, ...]:
        """Return the rules in short: the host tells the options of the table to no one."""
        return GAMES[self.shown.key].PRIMER if self.shown.key in GAMES else ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, as the host sends them."""
        return tuple(
            f"{seat.name} ({seat.stand_in} plays)" if seat.stand_in else seat.name
            for seat in self.shown.seats
        )

    @property
    def is_asked(self) -> bool:
        """True if the person at this terminal must decide."""
        return self.shown.waits_for == "person" and self.shown.active == self._seat

    def play_on(self) -> None:
        """Play to the end of the game: decide in turn and wait for the others."""
        while self.shown.waits_for != "nobody":
            moment = self.shown.moment
            self.terminal.turn_to(self.page)
            if self.is_asked:
                heard = self.shown.told
                while self.shown.moment == moment:
                    self.step("Your move (? for help): ")
                self._heard = heard
            elif self.shown.waits_for == "friends":
                self.terminal.show_below("", "The game begins when all chairs are taken.")
                self.terminal.pause(0)  # which draws the page
                self._wait(moment)
            elif self.shown.waits_for == "person":
                who = self.names[self.shown.active or 0]
                away = any(each.seat == self.shown.active for each in self.shown.away)
                told = f"{who} decides{', and is away' if away else ''}."
                self.terminal.show_below("", f"{told} Ctrl-C leaves; the seat stays yours.")
                self.terminal.pause(0)  # which draws the page
                self._wait(moment)
            else:
                if self.shown.waits_for == "round":
                    self.terminal.read_line("Press Enter to continue: ")
                self._step_on()

    def _step_on(self) -> None:
        """Ask for the next step; if a player at the table fails, ask whether to try again."""
        try:
            self.send(requests.Step)
        except Failed as failed:
            self.terminal.show_below("", f"{failed}.", "The host can let another player move.")
            self.terminal.read_line("Enter to ask again: ")
            self._look_again()

    def _wait(self, moment: int) -> None:
        """Wait for news of another moment or of the seats, then update."""
        try:
            for line in self._news:
                told = line.decode("ascii", "replace").strip().removeprefix("data: ")
                if told == "seats" or (told.isdecimal() and int(told) != moment):
                    self._look_again()
                    return
        except linking.NoTableThere as error:
            raise Refused(f"the table does not answer any more: {error}") from error
        self._look_again()  # which reports why the news ended
        raise Refused("the table sends no more news")

    def _look_again(self) -> None:
        self.shown = _look(self._line, self.shown.game, self._seat)

    def _go_to(self, answer: messages.Answer) -> None:
        """Continue from an answer, or show it; raise a refusal, also if the seat is lost."""
        match answer:
            case messages.Advice():
                self.terminal.show_below(answer.text)
            case messages.Position() | messages.AnyPosition():
                self.shown = _check_position(answer)
            case messages.Refused():
                told = [each.text.rstrip(".") + "." for each in answer.reasons]
                raise Refused(english.join_sentences(told)[:-1])
            case messages.Fault():
                self._look_again()  # another screen was faster

    def send(self, kind: Callable[..., requests.Request], *move: str) -> None:
        """Send a request about the game at this moment, such as a move in its notation."""
        request = kind(self.shown.game, self._seat, self.shown.moment, *move)
        self._go_to(self._line.send(request))

    def answer(self, typed: str) -> None:
        """Make the move that was typed."""
        self.send(requests.Play, prompt.find_move(typed, self.moves, self.ranges) or typed)

    def page(self) -> Shown:
        """Return the seat's view, the question, and the moves; at the end, the places."""
        found = self.shown
        assert isinstance(found, messages.AnyPosition)  # noqa: S101 - for the type checker
        position = display.lay_out(found.words, self._seat, [ASKED])
        moves = self.moves.values()
        stated = display.range_lines(self.ranges, is_only=not moves)
        numbered = [display.number_moves(moves)] if moves else []
        below = ["", Text(found.question, "bold"), *stated, *numbered, *self._standings()]
        return display.page(found.name, display.event_lines(self._latest), position, *below)

    @property
    def moves(self) -> Mapping[str, str]:
        found = self.shown
        if not (isinstance(found, messages.AnyPosition) and self.is_asked):
            return {}
        return others({each.name: each.title for each in found.moves}, self.ranges)

    @property
    def ranges(self) -> Sequence[MoveRange]:
        found = self.shown
        return found.ranges if isinstance(found, messages.AnyPosition) and self.is_asked else ()

    @property
    def _latest(self) -> Sequence[str]:
        """The events since the last decision of the person at this terminal."""
        told, heard = self.shown.told, self._heard
        while heard != told[: len(heard)]:
            heard = heard[1:]  # the server no longer sends the earliest
        return told[len(heard) :]

    def _standings(self) -> list[Shown]:
        """Return the end of the round or the game, with the places; empty before."""
        rows = (
            (
                f"{each.place}." if each.place else "",
                self.names[each.seat],
                str(each.points),
                "" if each.total is None else str(each.total),
            )
            for each in self.shown.standings
        )
        table = display.columns("", "", ">points", ">total", rows=rows)
        return ["", *self.shown.story, table] if self.shown.standings else []

    def do_undo(self, _argument: str) -> None:
        if not self.take_back():
            self.terminal.show_below("The others have seen the last move, so it stands.")

    def do_hint(self, _argument: str) -> None:
        self.send(requests.Hint)

    def do_log(self, _argument: str) -> None:
        self.terminal.show_below(*(f"  {told}" for told in self.shown.told))


class LinkedCourt(prompt.Placing, LinkedTable):
    """A seat of Westeros Intrigue at a remote table."""

    HELP: str = f"{prompt.PLACING_HELP}{prompt.ADVICE_HELP}quit | leave\n"

    @property
    def _view(self) -> View:
        found = self.shown
        assert isinstance(found, messages.Position)  # noqa: S101 - for the type checker
        # A house rule can forbid moves.
        is_limited = found.key != KEY and found.moves
        return found.view.limited_to(found.moves) if is_limited else found.view

    def table_rules(self) -> tuple[str, ...]:
        known = self.shown.key in GAMES
        return rules_of_table(GAMES[self.shown.key], self._view) if known else ()

    @property
    def _table_players(self) -> Sequence[str]:
        return players_in(seat.player for seat in self.shown.seats)

    def page(self) -> Shown:
        """Return the court, the seats and the hand."""
        return self.court_page(
            self._view, self.names, display.event_lines(self._latest), *self._standings()
        )

    def _make(self, wanted: Wanted, slot: Slot) -> None:
        self.send(requests.Play, str(self._move(wanted, slot)))
