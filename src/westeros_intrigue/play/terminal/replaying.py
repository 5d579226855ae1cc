"""The steps of a game as pages for a person at a terminal, made of the same parts as during play.

Pages of the card game show the court in colours, with the record's comments; other games show their
text and events.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from rich.console import Group

from westeros_intrigue import GameState, Phase, Record, View
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.gamekit.records import list_names
from westeros_intrigue.gamekit.values import capital
from westeros_intrigue.play.referee import describe_made_up_hands, public_view
from westeros_intrigue.play.sessions import AnyRecord, session
from westeros_intrigue.play.terminal import display, files
from westeros_intrigue.play.terminal.screen import (
    SMALL,
    CardSize,
    LogLine,
    Shown,
    Terminal,
)

_HELP = """\
  Enter     the next step; after the last one, the end
  back      the step before
  round N   the start of round N
  step N    the step of this number
  end       the last step
  quit      leave"""


class Replay:
    """The steps of a record, each with a page: the events and the game's text."""

    def __init__(
        self, game: AnyGame, record: AnyRecord, terminal: Terminal, *, is_open: bool
    ) -> None:
        self.terminal = terminal
        self.is_open = is_open
        """True if hidden cards are shown."""
        self.states: list[Any] = list(record.replay())
        self.rounds: dict[str, int] = {}
        """The step that starts each round, by the round's number as typed."""
        for step, state in enumerate(self.states):
            self.rounds.setdefault(str(getattr(state, "round_number", 0)), step)
        self.names: tuple[str, ...] = list_names(record.tags, self.states[0].players)
        self.last: int = len(self.states) - 1
        """The number of the last step."""
        self._game = game
        self._record: AnyRecord = record
        self._told = list(files.tell_steps(game, record))

    def step_through(self) -> None:
        """Show a page and ask for the next step until the end."""
        step = 0
        with self.terminal.own_screen():
            while step <= self.last:
                self.terminal.turn_to(functools.partial(self.page, step))
                step = self._step_after(step)

    def present(self, pace: float) -> None:
        """Show each page except the end for some seconds."""
        with self.terminal.own_screen():
            # The last step would show the places before the cards are revealed.
            for step in range(self.last):
                self.terminal.turn_to(functools.partial(self.page, step))
                self.terminal.pause(pace)
            self.turn_over()

    def _step_after(self, step: int) -> int:
        """Ask for the next step until the user names one."""
        last = self.last
        enter = "Enter ends" if step == last else "Enter continues"
        while True:
            prompt = f"[step {step} of {last}] {enter}, ? for help: "
            match self.terminal.read_line(prompt).lower().split():
                case [] | ["n" | "next"]:
                    return step + 1
                case ["b" | "back"]:
                    return max(0, step - 1)
                case ["e" | "end"]:
                    return last
                case ["r" | "round", number] if number in self.rounds:
                    return self.rounds[number]
                case ["s" | "step", number] if number.isdecimal() and int(number[:9]) <= last:
                    return int(number[:9])
                case _:
                    self.terminal.show_below(_HELP)

    def turn_over(self) -> None:
        """Reveal the last hidden facts to people who watch."""

    def page(self, step: int, size: CardSize) -> Shown:
        """Return the events and the position as the game draws it."""
        if step == 0:
            return display.page(self._game.NAME, self._tags(), *self._position(step, size))
        happened = [LogLine(f"  {capital(each)}") for each in self._told[step - 1]]
        parts = [*self._position(step, size)]
        if step == self.last and self.states[-1].is_over:
            parts += ["", *session.places(self._game.final_winner(self.states[-1]), self.names)]
        return display.page(f"Step {step} of {self.last}", happened, *parts)

    def _tags(self) -> list[Shown]:
        return [display.columns("", "", rows=self._record.tags)] if self._record.tags else []

    def _position(self, step: int, size: CardSize) -> Iterator[Shown]:
        state = self.states[step]
        lines = files.draw_lines(self._game, state, self.names, is_open=self.is_open)
        is_packed = size is SMALL and self.terminal.redraws
        return display.lay_out(lines, state.active_player, is_packed=is_packed)


class CourtReplay(Replay):
    """The steps of a record: the setup, each placement, each scoring."""

    _record: Record

    def turn_over(self) -> None:
        """Reveal the Iron Throne cards seat by seat."""
        self._ending.turn_over(self.terminal)

    @property
    def _ending(self) -> display.Ending:
        last = self.states[-1]
        view = public_view(self._record, last)
        names = tuple(display.display_name(view, self.names, seat) for seat in range(last.players))
        return display.Ending(names, last, last.score_piles, self._game.final_winner(last))

    def page(self, step: int, size: CardSize) -> Shown:
        """Return the court, the seats and the events, with the hands if they are shown."""
        state = self.states[step]
        before = self.states[step - 1] if step else state
        has_ended = len(state.results) > len(before.results)
        above = self._round_over(before, state, size) if has_ended else []
        if state.phase is Phase.GAME_OVER:
            return Group(*above, "", *self._ending.lines())
        view = public_view(self._record, state)
        title = display.round_title(view)
        news: list[Shown] = [*files.comments_on(self._record, state)]
        if step and state.placements:
            title = f"{title}, placement {len(state.placements)}"
            news = [*display.event_lines(self._told[step - 1], (), view.table), *news]
        position = display.position(view, size, names=self.names, room=self.terminal.room)
        # A screen has no room for both the last court and the next, which is empty.
        parts = [] if has_ended else [position]
        opening = [] if step else self._opening()
        return Group(*opening, *above, display.page(title, news, *parts, *self._hands(view, state)))

    def _opening(self) -> list[Shown]:
        made_up = describe_made_up_hands(self._record) if self.is_open else ""
        told = [*filter(None, [made_up]), *files.remarks(self._record.comment)]
        return [*self._tags(), *told, display.legend(), ""]

    def _round_over(self, before: GameState, scored: GameState, size: CardSize) -> list[Shown]:
        seen, after = public_view(self._record, before), public_view(self._record, scored)
        title, court, table = display.round_end(seen, after, self.names, size)
        # The ending shows the points of all rounds.
        return [title, court, *([] if scored.is_over else [table])]

    def _hands(self, view: View, state: GameState) -> list[Shown]:
        hands = (display.cards_text(each, view.table) or "0 cards" for each in state.hands)
        rows = zip((f"  {name}" for name in self.names), hands, strict=True)
        return [display.columns("", "", rows=rows)] if self.is_open else []
