"""`replay`: a record step by step, with its comments."""

from __future__ import annotations

import functools

from westeros_intrigue import Record
from westeros_intrigue.cli import files
from westeros_intrigue.cli.arguments import Options, Parser, add_switch
from westeros_intrigue.cli.replays import CourtReplay, Replay
from westeros_intrigue.cli.terminal import SMALL, Terminal
from westeros_intrigue.game import AnyGame
from westeros_intrigue.sessions import AnyRecord

_HELP = """\
  Enter     the next step; after the last one, the end
  back      the step before
  round N   the start of round N
  step N    the step of this number
  end       the last step
  quit      leave"""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    files.add_file(parser, is_one=True)
    add_switch(parser, "--show-hands", "show all hands")
    add_switch(parser, "--all", "show the whole game at once, as in a pipe")


def run(options: Options, terminal: Terminal) -> int:
    """Show a game of a file: step by step to a person, all at once to a pipe."""
    game, record = files.record_in(options)
    shown = replay_of(game, record, terminal, is_open=options.show_hands)
    if options.all or not terminal.is_typed or options.file == files.STANDARD_INPUT:
        for step in range(shown.count):
            terminal.show(shown.page(step, SMALL))
        return 0
    step = 0
    with terminal.own_screen():
        while step < shown.count:
            terminal.turn_to(functools.partial(shown.page, step))
            step = _step_after(step, shown, terminal)
    return 0


def replay_of(game: AnyGame, record: AnyRecord, terminal: Terminal, *, is_open: bool) -> Replay:
    """Return the steps of a record; those of Westeros Intrigue have pages of their own."""
    if isinstance(record, Record):
        return CourtReplay(game, record, terminal, is_open=is_open)
    return Replay(game, record, terminal, is_open=is_open)


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
            case ["s" | "step", number] if number.isdecimal() and int(number[:9]) <= last:
                return int(number[:9])
            case _:
                terminal.say(_HELP)
