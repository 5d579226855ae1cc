"""`replay`: a record step by step, with its comments.

Rules: turn.clockwise, info.leftover.
"""

from __future__ import annotations

import argparse
from itertools import islice

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.cli.check import summary
from westeros_intrigue.cli.files import opened
from westeros_intrigue.cli.layout import aligned, cards_text, counted, wrapped
from westeros_intrigue.cli.prompts import command_of
from westeros_intrigue.cli.screens import (
    court_lines,
    happened,
    round_lines,
    seat_lines,
    set_aside_in,
)
from westeros_intrigue.cli.seats import Kind, Table, shown_name
from westeros_intrigue.cli.terminal import Refused, Terminal
from westeros_intrigue.cli.wording import final_lines
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.scoring import final_winner
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.text.records import Record, read_records

_HELP = """\
  Enter     the next step; after the last one, the end
  back      the step before
  round N   the start of round N
  end       the last step
  quit      leave"""

_COMMANDS = {
    "": "next", "n": "next", "next": "next",
    "b": "back", "back": "back",
    "r": "round", "round": "round",
    "e": "end", "end": "end",
    "?": "help", "h": "help", "help": "help",
}  # fmt: skip


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Show a game of a file: step by step to a person, all at once to a pipe.

    Raises:
        Refused: there is no such game, or it does not hold together.
        Stopped: somebody quits.
    """
    shown = _Replay(_record(options.file, options.game), terminal, is_open=options.open)
    if options.all or not terminal.is_typed or options.file == "-":
        for step in range(shown.count):
            terminal.write("\n".join(shown.lines(step)))
        return 0
    step = 0
    terminal.write("\n".join(shown.lines(step)))
    while True:
        last = step == shown.count - 1
        enter = "Enter ends" if last else "Enter goes on"
        typed = terminal.ask(f"[step {step} of {shown.count - 1}] {enter}, ? for help: ")
        command, argument = command_of(typed, _COMMANDS)
        if command == "next" and last:
            return 0
        target = _target(command, argument, step, shown)
        if target is None:
            terminal.write(_HELP)
            continue
        step = target
        terminal.write("\n".join(shown.lines(step)))


def _record(name: str, game: int) -> Record:
    with opened(name) as file:
        records = read_records(file)
        try:
            for record in islice(records, game - 1, game):
                return record
        except WesterosIntrigueError as error:
            raise Refused(f"{name}: {error}") from error
    raise Refused(f"{name}: it has no game {game}" if game > 1 else f"{name}: no record is in it")


def _target(command: str, argument: str, step: int, shown: _Replay) -> int | None:
    """Return the step to go to; None if nobody can tell."""
    match command:
        case "next":
            return step + 1
        case "back":
            return max(0, step - 1)
        case "end":
            return shown.count - 1
        case "round" if argument in shown.rounds:
            return shown.rounds[argument]
        case _:
            return None


class _Replay:
    """The steps of a record: after the setup, each placement and each scoring."""

    def __init__(self, record: Record, terminal: Terminal, *, is_open: bool) -> None:
        self._record = record
        self._terminal = terminal
        self._is_open = is_open
        self._states = list(record.replay())
        self.count = len(self._states)
        tags = dict(record.tags)
        names = tuple(
            shown_name(tags.get(f"Player-{seat}", f"player {seat}"))
            for seat in range(record.players)
        )
        kinds = (Kind.PERSON,) * record.players
        self._table = Table(record.variant, record.first_player, names, kinds)
        self.rounds: dict[str, int] = {}
        """By the number of a round, as it is typed, the step at which it starts."""
        for step, state in enumerate(self._states):
            self.rounds.setdefault(str(state.round_number), step)

    def lines(self, step: int) -> list[str]:
        """Return what there is to see at a step."""
        state = self._states[step]
        width = self._terminal.width
        lines = self._opening() if step == 0 else []
        before = self._states[step - 1] if step else None
        if before and len(state.results) > len(before.results):
            lines += ["", *round_lines(observe(state, None), self._table, width)]
        if state.phase is Phase.GAME_OVER:
            final = final_winner(state)
            piles = state.score_piles
            title = self._terminal.line("The game is over")
            return [
                *lines,
                "",
                title,
                *final_lines(self._table.names, final, state.penalty_points, piles, width=width),
            ]
        if not state.placements:
            rounds = state.variant.rounds_for(state.players)
            title = f"Round {state.round_number} of {rounds}"
            lines += ["", self._terminal.line(title), *self._comment(state, 0)]
        else:
            lines += ["", *self._placed(state)]
        if self._is_open:
            lines += self._hands(state)
        return lines

    def _opening(self) -> list[str]:
        tags = [[name, value] for name, value in self._record.tags]
        opening = aligned(tags, "<<", self._terminal.width) if tags else []
        return [*opening, f"{summary(self._record)}.", *self._remark(self._record.comment)]

    def _placed(self, state: GameState) -> list[str]:
        view = observe(state, None)
        number = len(state.placements)
        colour = self._terminal.colour
        news = happened(view, number - 1, self._table, set_aside_in(state), colour=colour)
        # Who went out before this placement was told at the one before.
        placed = news[-1 - self._out_after(state) :]
        lines = [f"{number}.{placed[0][1:]}", *placed[1:], *self._comment(state, number)]
        lines += court_lines(view, self._terminal)
        if state.phase is Phase.PLAYING:
            return lines
        return [*lines, "", *seat_lines(view, self._table, self._terminal.width)]

    def _out_after(self, state: GameState) -> int:
        count = len(state.placements)
        return sum(out.placements_before == count for out in state.eliminations)

    def _comment(self, state: GameState, number: int) -> list[str]:
        """Return the comment on a placement of the round, from 1; on the round with 0."""
        recorded = self._record.rounds[state.round_number - 1 : state.round_number]
        if not recorded:
            return []
        placements = recorded[0].placements
        return self._remark(placements[number - 1].comment if number else recorded[0].comment)

    def _remark(self, comment: str) -> list[str]:
        width = self._terminal.width
        return [wrapped(line, width, "  # ", "  # ") for line in comment.splitlines() if line]

    def _hands(self, state: GameState) -> list[str]:
        colour = self._terminal.colour
        width = max(map(len, self._table.names))
        return [
            f"  {name:{width}}  {cards_text(hand, colour=colour) or counted(0, 'card')}"
            for name, hand in zip(self._table.names, state.hands, strict=True)
        ]
