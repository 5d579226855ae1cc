"""Games to look at, step by step: `replay` of a record, `demo` at the pace of a spectator.

Pages of the card game show its court in colours, with the comments of the record; other games have
their own text and events.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from rich.console import Group
from rich.padding import Padding

from westeros_intrigue import GameState, Phase, Record, View
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.gamekit.records import list_names
from westeros_intrigue.gamekit.values import capital, count_things
from westeros_intrigue.play.referee import describe_made_up_hands, public_view
from westeros_intrigue.play.sessions import AnyRecord, Session, session
from westeros_intrigue.play.terminal import display, files
from westeros_intrigue.play.terminal.commands import Options, Parser, add_switch, reader
from westeros_intrigue.play.terminal.screen import (
    SMALL,
    CardSize,
    LogLine,
    Shown,
    Terminal,
    headline,
)
from westeros_intrigue.players.playing import play_game

_HELP = """\
  Enter     the next step; after the last one, the end
  back      the step before
  round N   the start of round N
  step N    the step of this number
  end       the last step
  quit      leave"""


def add_replay_arguments(parser: Parser) -> None:
    files.add_file(parser, is_one=True)
    add_switch(parser, "--show-hands", "show all hands")
    add_switch(parser, "--all", "show the whole game at once, as in a pipe")


def run_replay(options: Options, terminal: Terminal) -> int:
    """Show a game of a file: step by step to a person, all at once to a pipe."""
    game, record = files.record_in(options)
    shown = replay_of(game, record, terminal, is_open=options.show_hands)
    if options.all or not terminal.is_typed or options.file == files.STANDARD_INPUT:
        for step in range(shown.last + 1):
            terminal.show(shown.page(step, SMALL))
        return 0
    step = 0
    with terminal.own_screen():
        while step <= shown.last:
            terminal.turn_to(functools.partial(shown.page, step))
            step = _step_after(step, shown, terminal)
    return 0


def replay_of(game: AnyGame, record: AnyRecord, terminal: Terminal, *, is_open: bool) -> Replay:
    """Return the steps of a record; those of Westeros Intrigue have pages of their own."""
    kind = CourtReplay if isinstance(record, Record) else Replay
    return kind(game, record, terminal, is_open=is_open)


def _step_after(step: int, shown: Replay, terminal: Terminal) -> int:
    """Ask for the step to go to, until one is named."""
    last = shown.last
    enter = "Enter ends" if step == last else "Enter goes on"
    while True:
        typed = terminal.read_line(f"[step {step} of {last}] {enter}, ? for help: ").lower().split()
        match typed:
            case [] | ["n" | "next"]:
                return step + 1
            case ["b" | "back"]:
                return max(0, step - 1)
            case ["e" | "end"]:
                return last
            case ["r" | "round", number] if number in shown.rounds:
                return shown.rounds[number]
            case ["s" | "step", number] if number.isdecimal() and int(number[:9]) <= last:
                return int(number[:9])
            case _:
                terminal.show_below(_HELP)


class Replay:
    """The steps of a record, each with a page.

    The pages are the texts of the game. A pipe sees the first and the last position only.
    """

    def __init__(
        self, game: AnyGame, record: AnyRecord, terminal: Terminal, *, is_open: bool
    ) -> None:
        self.terminal = terminal
        self.is_open = is_open
        """True if hidden cards are shown."""
        self.states: list[Any] = list(record.replay())
        self.rounds: dict[str, int] = {}
        """By the number of a round, as it is typed, the step at which it starts."""
        for step, state in enumerate(self.states):
            self.rounds.setdefault(str(getattr(state, "round_number", 0)), step)
        self.names: tuple[str, ...] = list_names(record.tags, self.states[0].players)
        self.last: int = len(self.states) - 1
        """The number of the last step."""
        self._game = game
        self._record: AnyRecord = record

    def turn_over(self) -> None:
        """Show people who watch what is revealed after the last step."""

    def page(self, step: int, size: CardSize) -> Shown:
        """Return what happened, and the position as the game draws it."""
        if step == 0:
            return display.page(self._game.NAME, self._tags(), *self._position(step, size))
        told = map(self._in_names, self.list_events(step))
        happened = [LogLine(f"  {capital(each)}") for each in told]
        if not self.terminal.redraws and step < self.last:
            return Group(*happened)
        is_end = step == self.last and self.states[-1].is_over
        parts = self.ending() if is_end else self._position(step, size)
        return display.page(f"Step {step} of {self.last}", happened, *parts)

    def list_events(self, step: int) -> list[str]:
        """Return the public part of a step, from 1, in sentences."""
        return session.sentences(self._game, self.states[step - 1], self.states[step], None)

    def ending(self) -> list[Shown]:
        """Return the end of a game that is over: the last position and the places."""
        final = self._game.final_winner(self.states[-1])
        return [*self._position(-1, SMALL), "", *session.places(final, self.names)]

    def _tags(self) -> list[Shown]:
        return [display.columns("", "", rows=self._record.tags)] if self._record.tags else []

    def _position(self, step: int, size: CardSize) -> Iterator[Shown]:
        state = self.states[step]
        shown = state if self.is_open else self._game.observe(state, None)
        lines = session.draw_lines(self._game, shown, self.names)
        return display.lay_out(lines, None, is_packed=size is SMALL and self.terminal.redraws)

    def _in_names(self, text: str) -> str:
        return session.with_names(text, self.names, self._game.titles(self.states[-1]))


class CourtReplay(Replay):
    """The steps of a record: the setup, each placement, each scoring."""

    _record: Record

    def turn_over(self) -> None:
        """Turn the Iron Throne cards over one by one."""
        self._ending.turn_over(self.terminal)

    def ending(self) -> list[Shown]:
        """Return the last court, and who won by what."""
        last = next(state for state in reversed(self.states) if state.phase is Phase.ROUND_OVER)
        court = display.court_text(public_view(self._record, last), SMALL)
        return [display.legend(), court, "", *self._ending.lines()]

    @property
    def _ending(self) -> display.Ending:
        last = self.states[-1]
        view = public_view(self._record, last)
        names = tuple(display.display_name(view, self.names, seat) for seat in range(last.players))
        return display.Ending(names, last, last.score_piles)

    def page(self, step: int, size: CardSize) -> Shown:
        """Return the court, the seats and what happened, with the hands if they are open."""
        state = self.states[step]
        before = self.states[step - 1] if step else None
        lines = [] if before else self._opening()
        has_ended = before is not None and len(state.results) > len(before.results)
        if before and has_ended:
            lines += self._round_over(before, state, size)
        if state.phase is Phase.GAME_OVER:
            return Group(*lines, "", *self._ending.lines())
        view = public_view(self._record, state)
        number = len(state.placements)
        title = display.round_title(view)
        above = self._comment(state, number)
        if before and number:
            title = f"{title}, placement {number}"
            news = display.event_lines(self.list_events(step), self.names, view.table)
            above = [*news, *above]
        if has_ended and self.terminal.redraws:
            # A screen has no room for the next court, which is empty, beside the last one.
            return Group(*lines, headline(title), *above, *self._hands(view, state))
        is_last = self.terminal.redraws or state.phase is not Phase.PLAYING
        names = self.names if is_last else ()
        position = display.position(view, size, names=names, room=self.terminal.room)
        return Group(*lines, headline(title), *above, position, *self._hands(view, state))

    def _opening(self) -> list[Shown]:
        record = self._record
        rounds = record.variant.rounds_for(record.players)
        placements = sum(len(each.placements) for each in record.rounds)
        counts = ((record.players, "player"), (rounds, "round"), (placements, "placement"))
        summary = ", ".join(count_things(*each) for each in counts)
        made_up = describe_made_up_hands(record) if self.is_open else ""
        hands = [made_up] if made_up else []
        lines = [*self._tags(), f"{summary}.", *hands, *_remark(record.comment)]
        return [*lines, display.legend(), ""]

    def _round_over(self, before: GameState, scored: GameState, size: CardSize) -> list[Shown]:
        seen, after = public_view(self._record, before), public_view(self._record, scored)
        title, court, table = display.round_end(seen, after, self.names, size)
        if not self.terminal.redraws:
            return [title, table, ""]
        # The ending has the points of all rounds.
        return [title, court, *([] if scored.is_over else [table])]

    def _comment(self, state: GameState, number: int) -> list[Shown]:
        """Return the comment on a placement of the round, from 1; on the round with 0."""
        for recorded in self._record.rounds[state.round_number - 1 : state.round_number]:
            placed = recorded.placements[number - 1 : number]
            return _remark(placed[0].comment if placed else recorded.comment)
        return []

    def _hands(self, view: View, state: GameState) -> list[Shown]:
        hands = (display.cards_text(each, view.table) or "0 cards" for each in state.hands)
        rows = zip((f"  {name}" for name in self.names), hands, strict=True)
        return [display.columns("", "", rows=rows)] if self.is_open else []


def _remark(comment: str) -> list[Shown]:
    return [Padding(f"# {line}", (0, 0, 0, 2)) for line in comment.splitlines() if line]


_LONGEST_PACE = 60


def add_demo_arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add_table("4")
    parser.add_seed(1, "1")
    help_text = "how long each step is shown in a terminal (default 1)"
    read = reader(f"seconds from 0 to {_LONGEST_PACE}", float, lambda s: 0 <= s <= _LONGEST_PACE)
    parser.add_argument("--pace", type=read, default=1.0, metavar="SECONDS", help=help_text)
    add_switch(parser, "--show-hands", "show all hands")
    add_switch(parser, "--quiet", "show only how it ended, as in a pipe")


def run_demo(options: Options, terminal: Terminal) -> int:
    """Play a game at the table that the arguments name, and show it; a pipe sees how it ended."""
    game = options.played
    start = files.new_state(options, game, 1, options.seed)
    usual = game.PLAYERS.usual
    player, automated = game.PLAYERS.parse(usual), game.automated_seats(start)
    seated = session.seats_for((), start.players, automated, 0, usual)
    begun = Session.begun(game, start, seated, seed=options.seed)
    players = [None if seat in automated else player for seat in range(start.players)]
    state = play_game(players, game=game, seed=options.seed, state=start)
    record = game.Record.from_state(state, tags=begun.record.tags)
    shown = replay_of(game, record, terminal, is_open=options.show_hands)
    if terminal.redraws and not options.quiet:
        with terminal.own_screen():
            # The last step would show the places before everything is revealed.
            for step in range(shown.last):
                terminal.turn_to(functools.partial(shown.page, step))
                terminal.pause(options.pace)
            shown.turn_over()
    title = f"{game.NAME}, {start.players} players, seed {options.seed}: the end"
    terminal.show(headline(title), *shown.ending())
    return 0
