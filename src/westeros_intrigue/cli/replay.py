"""`replay`: a record step by step, with its comments."""

from __future__ import annotations

import functools
from itertools import islice

from rich.console import Group
from rich.padding import Padding

from westeros_intrigue import GameState, Phase, Record, observe
from westeros_intrigue.cli import display
from westeros_intrigue.cli.arguments import Command, Options, Parser, add_number
from westeros_intrigue.cli.files import STANDARD_INPUT, records_in
from westeros_intrigue.cli.real_records import made_up
from westeros_intrigue.cli.results import Ending, round_table
from westeros_intrigue.cli.seats import Seating
from westeros_intrigue.cli.terminal import SMALL, CardSize, Refused, Shown, Terminal, headline
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.sessions import PERSON, Seat
from westeros_intrigue.sessions.seats import shown_name

_LAST_GAME = 10**9
_HELP = """\
  Enter     the next step; after the last one, the end
  back      the step before
  round N   the start of round N
  end       the last step
  quit      leave"""


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file of records, or - for the input")
    told = "the number of the game in the file (default 1)"
    add_number(parser, "--number", 1, _LAST_GAME, told, default=1)
    parser.add_argument("--open", action="store_true", help="show all hands")
    told = "show the whole game at once, as in a pipe"
    parser.add_argument("--all", action="store_true", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Show a game of a file: step by step to a person, all at once to a pipe."""
    record = next(islice(records_in(options.file), options.number - 1, None), None)
    if record is None:
        raise Refused(f"{options.file}: it has no game {options.number}")
    shown = Replay(record, terminal, is_open=options.open)
    if options.all or not terminal.is_typed or options.file == STANDARD_INPUT:
        for step in range(shown.count):
            terminal.show(shown.page(step, SMALL))
        return 0
    step = 0
    with terminal.own_screen():
        while step < shown.count:
            terminal.turn_to(functools.partial(shown.page, step))
            step = _step_after(step, shown, terminal)
    return 0


def _step_after(step: int, shown: Replay, terminal: Terminal) -> int:
    """Ask for the step to go to, until one is named."""
    last = shown.count - 1
    enter = "Enter ends" if step == last else "Enter goes on"
    while True:
        typed = terminal.ask(f"[step {step} of {last}] {enter}, ? for help: ").lower().split()
        match typed:
            case [] | ["n" | "next"]:
                return step + 1
            case ["b" | "back"]:
                return max(0, step - 1)
            case ["e" | "end"]:
                return last
            case ["r" | "round", number] if number in shown.rounds:
                return shown.rounds[number]
            case _:
                terminal.say(_HELP)


class Replay:
    """The steps of a record, with all hands or none: the setup, each placement, each scoring."""

    def __init__(self, record: Record, terminal: Terminal, *, is_open: bool) -> None:
        self._record = record
        self._terminal = terminal
        self._is_open = is_open
        self._states = list(record.replay())
        self.count: int = len(self._states)
        """How many steps there are."""
        tags = dict(record.tags)
        names = tuple(
            shown_name(tags.get(f"Player-{seat}", "")) or f"player {seat}"
            for seat in range(record.players)
        )
        seated = tuple(Seat(name, PERSON) for name in names)
        self._seating = Seating(record.variant, record.first_player, seated)
        self.rounds: dict[str, int] = {}
        """By the number of a round, as it is typed, the step at which it starts."""
        for step, state in enumerate(self._states):
            self.rounds.setdefault(str(state.round_number), step)

    def page(self, step: int, size: CardSize) -> Shown:
        """Return what there is to see at a step."""
        state = self._states[step]
        before = self._states[step - 1] if step else None
        lines = self._opening() if before is None else []
        has_ended = before is not None and len(state.results) > len(before.results)
        if before and has_ended:
            lines += self._round_over(before, state, size)
        if state.phase is Phase.GAME_OVER:
            ending = Ending(self._seating.names, state.results, state.score_piles)
            return Group(*lines, "", *ending.lines())
        view = observe(state, None)
        number = len(state.placements)
        title = display.round_title(view)
        above = self._comment(state, number)
        if before and number:
            title = f"{title}, placement {number}"
            news = display.happened(view, number - 1, self._seating)
            # Who went out before this placement was told at the one before.
            out = sum(each.placements_before == number for each in state.eliminations)
            above = [*news[-1 - out :], *above]
        if has_ended and self._terminal.redraws:
            # A screen has no room for the next court, which is empty, beside the last one.
            return Group(*lines, headline(title), *above, *self._hands(state))
        is_last = self._terminal.redraws or state.phase is not Phase.PLAYING
        return Group(
            *lines,
            display.position_page(
                view,
                self._seating if is_last else None,
                size,
                self._terminal.room,
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
        hands = [made_up(record)] if self._is_open and made_up(record) else []
        return [*tags, f"{summary}.", *hands, *_remark(record.comment), display.legend(), ""]

    def _round_over(self, before: GameState, scored: GameState, size: CardSize) -> list[Shown]:
        result = scored.results[-1]
        title = headline(f"Round {result.round_number} is over")
        table = round_table(self._seating.names, result, scored.penalty_points)
        if not self._terminal.redraws:
            return [title, table, ""]
        last = display.last_slot(observe(before, None))
        court = display.court_text(before.court, size, last=last)
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
        if not self._is_open:
            return []
        rows = [
            (f"  {name}", display.cards_text(hand) or counted(0, "card"))
            for name, hand in zip(self._seating.names, state.hands, strict=True)
        ]
        return [display.columns("", "", rows=rows)]


def _remark(comment: str) -> list[Shown]:
    return [Padding(f"# {line}", (0, 0, 0, 2)) for line in comment.splitlines() if line]


COMMAND = Command(
    "replay",
    "step through a record, with its comments",
    run,
    _add_arguments,
    (("replay --open game.txt", "step through a game"),),
)
