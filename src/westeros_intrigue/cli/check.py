"""`check`: the records in files, read and played again."""

from __future__ import annotations

from collections.abc import Iterator

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.values import listed
from westeros_intrigue.cli.arguments import Options, Parser, add_switch
from westeros_intrigue.cli.files import records_in
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.game import AnyGame
from westeros_intrigue.sessions import AnyRecord


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    told = "a file of records, or - for the input"
    parser.add_argument("files", metavar="FILE", nargs="+", help=told)
    add_switch(parser, "--quiet", "show faults only")
    parser.add_own_files()


def run(options: Options, terminal: Terminal) -> int:
    """Read every game of every file, print a line about it, and return 1 if anything is wrong."""
    is_fine = True
    for name in options.files:
        try:
            with records_in(name, options) as (game, records):
                is_fine &= _check(game, records, name, terminal, quiet=options.quiet)
        except Refused as refused:
            terminal.complain(str(refused))
            is_fine = False
    return 0 if is_fine else 1


def _check(
    game: AnyGame, records: Iterator[AnyRecord], name: str, terminal: Terminal, *, quiet: bool
) -> bool:
    number = faults = 0
    while True:
        number += 1
        try:
            found = summary(game, next(records))
        except StopIteration:
            return not faults
        except WesterosIntrigueError as error:
            faults += 1
            terminal.line(f"{name}: game {number}: {error}")
            continue
        if not quiet:
            terminal.line(f"{name}: game {number}: {found}: valid")


def summary(game: AnyGame, record: AnyRecord) -> str:
    """Return a line about a game: its players, its moves, and who won."""
    *before, state = record.replay()
    moves = sum(each.active_player is not None for each in before)
    parts = [counted(state.players, "player"), counted(moves, "move")]
    if state.is_over:
        winners = listed(f"player {player}" for player in game.final_winner(state).winners)
        parts.append(f"won by {winners}")
    else:
        parts.append("under way")
    return ", ".join(parts)
