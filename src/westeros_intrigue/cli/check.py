"""`check`: whether the records in files hold together."""

from __future__ import annotations

from typing import TextIO

from westeros_intrigue import (
    InvalidRecord,
    NotationError,
    Phase,
    Record,
    final_winner,
    read_records,
)
from westeros_intrigue.cli.arguments import Command, Options, Parser
from westeros_intrigue.cli.display import listed
from westeros_intrigue.cli.files import opened
from westeros_intrigue.cli.terminal import Refused, Terminal
from westeros_intrigue.drawing.scene import counted


def _add_arguments(parser: Parser) -> None:
    told = "a file of records, or - for the input"
    parser.add_argument("files", metavar="FILE", nargs="+", help=told)
    parser.add_argument("--quiet", action="store_true", help="show faults only")


def run(options: Options, terminal: Terminal) -> int:
    """Read every game of every file, say what is in it, and return 1 if anything is wrong."""
    is_fine = True
    for name in options.files:
        try:
            with opened(name) as file:
                is_fine &= _check(file, name, terminal, quiet=options.quiet)
        except Refused as refused:
            terminal.complain(str(refused))
            is_fine = False
    return 0 if is_fine else 1


def _check(file: TextIO, name: str, terminal: Terminal, *, quiet: bool) -> bool:
    records = read_records(file)
    games = faults = 0
    while True:
        games += 1
        try:
            record = next(records)
        except StopIteration:
            break
        except (NotationError, InvalidRecord) as error:
            faults += 1
            terminal.line(f"{name}: game {games}: {error}")
            continue
        if not quiet:
            terminal.line(f"{name}: game {games}: {summary(record)}: it holds together")
    if games == 1:
        terminal.line(f"{name}: it contains no games")
        return False
    return not faults


def summary(record: Record) -> str:
    """Return what a record holds, in a line, up to who won."""
    state = record.state
    placements = sum(len(recorded.placements) for recorded in record.rounds)
    rounds = state.variant.rounds_for(state.players)
    parts = [counted(state.players, "player"), counted(placements, "placement")]
    if state.phase is Phase.GAME_OVER:
        winners = listed(f"player {player}" for player in final_winner(state).winners)
        parts.append(f"won by {winners}")
    else:
        parts.append(f"in round {state.round_number} of {rounds}")
    return ", ".join(parts)


COMMAND = Command(
    "check",
    "find out whether records hold together",
    run,
    _add_arguments,
    (("check game.txt", "does it hold together?"),),
)
