"""A game of any kind step by step, by its own text and events; the card game with its comments."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from westeros_intrigue import GameState, Phase, Record
from westeros_intrigue.base.values import counted
from westeros_intrigue.cli import display
from westeros_intrigue.cli.results import Ending, round_table
from westeros_intrigue.cli.terminal import SMALL, CardSize, Shown, Terminal, headline
from westeros_intrigue.game import AnyGame
from westeros_intrigue.referee import made_up, public_view
from westeros_intrigue.sessions import AnyRecord
from westeros_intrigue.sessions.seats import places, recorded_names, sentences, with_names


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
        self.names: tuple[str, ...] = recorded_names(record)
        self._game = game
        self._tags = record.tags

    @property
    def count(self) -> int:
        """The number of steps."""
        return len(self.states)

    def turn_over(self) -> None:
        """Show people who watch what is revealed after the last step."""

    def page(self, step: int, size: CardSize) -> Shown:  # noqa: ARG002 - texts have one size
        """Return what happened, and the position as the game draws it."""
        if step == 0:
            tags: list[Shown] = [display.columns("", "", rows=self._tags), ""] if self._tags else []
            return Group(headline(self._game.NAME), *tags, self._position(step))
        happened = [f"  {with_names(each, self.names)}" for each in self.told(step)]
        if not self.terminal.redraws and step < self.count - 1:
            return Group(*happened)
        end = self.ending() if step == self.count - 1 and self.states[-1].is_over else []
        position = [] if end else [self._position(step)]
        return Group(headline(f"Step {step} of {self.count - 1}"), *happened, "", *position, *end)

    def told(self, step: int) -> list[str]:
        """Return what everybody saw of a step, from 1, in sentences."""
        return sentences(self._game, self.states[step - 1], self.states[step], None)

    def ending(self) -> list[Shown]:
        """Return the end of a game that is over: the last position and the places."""
        final = self._game.final_winner(self.states[-1])
        return [self._position(-1), "", *places(final, self.names)]

    def _position(self, step: int) -> Text:
        state = self.states[step]
        shown = state if self.is_open else self._game.observe(state, None)
        return Text(self._game.draw_text(shown))


class CourtReplay(Replay):
    """The steps of a record: the setup, each placement, each scoring."""

    def __init__(self, game: AnyGame, record: Record, terminal: Terminal, *, is_open: bool) -> None:
        super().__init__(game, record, terminal, is_open=is_open)
        self._record = record
        for step, state in enumerate(self.states):
            self.rounds.setdefault(str(state.round_number), step)

    def turn_over(self) -> None:
        """Turn the Iron Throne cards over one by one."""
        self._ending.turn_over(self.terminal)

    def ending(self) -> list[Shown]:
        """Return the last court, and who won by what."""
        last = next(state for state in reversed(self.states) if state.phase is Phase.ROUND_OVER)
        court = display.court_text(public_view(self._record, last), SMALL)
        return [display.legend(), court, "", *self._ending.lines()]

    @property
    def _ending(self) -> Ending:
        last = self.states[-1]
        view = public_view(self._record, last)
        names = tuple(display.called(view, self.names, seat) for seat in range(last.players))
        return Ending(names, last.results, last.score_piles)

    def page(self, step: int, size: CardSize) -> Shown:
        """Return the court, the seats and what happened, with the hands if they are open."""
        state = self.states[step]
        before = self.states[step - 1] if step else None
        lines = self._opening() if before is None else []
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
            has_numbers = view.table.has_numbers
            news = display.event_lines(self.told(step), self.names, has_numbers=has_numbers)
            above = [*news, *above]
        if has_ended and self.terminal.redraws:
            # A screen has no room for the next court, which is empty, beside the last one.
            return Group(*lines, headline(title), *above, *self._hands(state))
        is_last = self.terminal.redraws or state.phase is not Phase.PLAYING
        return Group(
            *lines,
            display.position_page(
                view,
                self.names if is_last else None,
                size,
                self.terminal.room,
                title=title,
                above=above,
                below=self._hands(state),
            ),
        )

    def _opening(self) -> list[Shown]:
        record = self._record
        rounds = record.variant.rounds_for(record.players)
        placements = sum(len(each.placements) for each in record.rounds)
        counts = ((record.players, "player"), (rounds, "round"), (placements, "placement"))
        tags = [display.columns("", "", rows=record.tags)] if record.tags else []
        summary = ", ".join(counted(*each) for each in counts)
        hands = [made_up(record)] if self.is_open and made_up(record) else []
        return [*tags, f"{summary}.", *hands, *_remark(record.comment), display.legend(), ""]

    def _round_over(self, before: GameState, scored: GameState, size: CardSize) -> list[Shown]:
        result = scored.results[-1]
        title = headline(f"Round {result.round_number} is over")
        table = round_table(self.names, result, scored.penalty_points)
        if not self.terminal.redraws:
            return [title, table, ""]
        court = display.court_text(public_view(self._record, before), size)
        # The ending has the points of all rounds.
        return [title, court, *([] if scored.is_over else [table])]

    def _comment(self, state: GameState, number: int) -> list[Shown]:
        """Return the comment on a placement of the round, from 1; on the round with 0."""
        recorded = self._record.rounds[state.round_number - 1 : state.round_number]
        if not recorded:
            return []
        placements = recorded[0].placements
        return _remark(placements[number - 1].comment if number else recorded[0].comment)

    def _hands(self, state: GameState) -> list[Shown]:
        if not self.is_open:
            return []
        has_numbers = public_view(self._record, state).table.has_numbers
        shown = (
            display.cards_text(hand, has_numbers=has_numbers) or counted(0, "card")
            for hand in state.hands
        )
        rows = zip((f"  {name}" for name in self.names), shown, strict=True)
        return [display.columns("", "", rows=rows)]


def _remark(comment: str) -> list[Shown]:
    return [Padding(f"# {line}", (0, 0, 0, 2)) for line in comment.splitlines() if line]
