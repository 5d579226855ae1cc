"""A game of Westeros Intrigue step by step, with its comments."""

from __future__ import annotations

from rich.console import Group
from rich.padding import Padding

from westeros_intrigue import GameState, Phase, Record
from westeros_intrigue.cli import display
from westeros_intrigue.cli.replays import Replay
from westeros_intrigue.cli.results import Ending, round_table
from westeros_intrigue.cli.terminal import SMALL, CardSize, Shown, Terminal, headline
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.game import AnyGame
from westeros_intrigue.referee import made_up, public_view


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
            news = display.happened(view, number - 1, self.names)
            # An earlier elimination was shown with the placement before it.
            out = sum(each.placements_before == number for each in state.eliminations)
            above = [*news[-1 - out :], *above]
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
