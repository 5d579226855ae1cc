"""`check`: the records in files, played again; and the files of editions and boxes."""

from __future__ import annotations

from collections.abc import Iterator

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.values import counted, listed
from westeros_intrigue.cli.arguments import Options, Parser, add_switch
from westeros_intrigue.cli.files import STANDARD_INPUT, content_of, opened, path_of, records_in
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.game import AnyGame
from westeros_intrigue.sessions import AnyRecord, GameFile
from westeros_intrigue.sessions.seats import recorded_names


def add_arguments(parser: Parser) -> None:
    told = "a file of records, or - for the input; or the file of an edition or a box"
    parser.add_argument("files", metavar="FILE", nargs="+", help=told)
    add_switch(parser, "--quiet", "show faults only")
    parser.add_own_files()


def run(options: Options, terminal: Terminal) -> int:
    """Print a line about each game of each file, or what a file lacks; return 1 at any fault."""
    is_fine = True
    for name in options.files:
        try:
            with opened(name) as file:
                # The files of editions and boxes are JSON, and no files of records.
                is_own = name != STANDARD_INPUT and file.read(1) in {"{", "["}
            if is_own:
                is_fine &= _check_own_file(name, terminal)
                continue
            with records_in(name, options) as (game, records):
                is_fine &= _check(game, records, name, terminal, quiet=options.quiet)
        except Refused as refused:
            terminal.complain(str(refused))
            is_fine = False
    return 0 if is_fine else 1


def _check_own_file(name: str, terminal: Terminal) -> bool:
    """Print what an edition or a box contains and lacks; return whether it can be played."""
    # The other games are imported by those alone who ask for them.
    from westeros_intrigue.btwixt import check_box  # noqa: PLC0415
    from westeros_intrigue.btwixt.boxfile import FORMAT  # noqa: PLC0415
    from westeros_intrigue.cli.edition import read, show_gaps  # noqa: PLC0415

    if FORMAT not in (text := content_of(name)):
        return show_gaps(read(GameFile(path_of(name))), name, terminal)
    report = check_box(text)
    for line in (str(report), *(f"  {each}" for each in report.in_words)):
        terminal.line(line)
    return report.is_playable


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
        names = recorded_names(record)
        winners = listed(names[seat] for seat in game.final_winner(state).winners)
        parts.append(f"won by {winners}")
    else:
        parts.append("under way")
    return ", ".join(parts)
