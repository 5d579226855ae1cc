"""`check`: the records in files, played again; and the files of editions and boxes."""

from __future__ import annotations

from collections.abc import Iterator

from westeros_intrigue.gamekit.errors import WesterosIntrigueError
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.values import counted, join_words
from westeros_intrigue.play.sessions import AnyRecord, is_document
from westeros_intrigue.play.sessions.session import recorded_names
from westeros_intrigue.play.terminal.commands import Options, Parser, add_switch, flag_of
from westeros_intrigue.play.terminal.files import (
    STANDARD_INPUT,
    content_of,
    opened,
    path_of,
    records_in,
    refusing,
)
from westeros_intrigue.play.terminal.output import PROGRAM, Refused
from westeros_intrigue.play.terminal.terminal import Terminal

_HEAD = 1000
"""The characters that the head of a document has at most."""


def add_arguments(parser: Parser) -> None:
    help_text = "a file of records, or - for the input; or the file of an edition or a box"
    parser.add_argument("files", metavar="FILE", nargs="+", help=help_text)
    add_switch(parser, "--quiet", "show faults only")
    parser.add_own_files()


def run(options: Options, terminal: Terminal) -> int:
    """Print a line about each game of each file, or what a file lacks; return 1 at any fault."""
    is_fine = True
    for name in options.files:
        try:
            with opened(name) as file:
                # The files of editions and boxes are JSON without the head of a document.
                start = "" if name == STANDARD_INPUT else file.read(_HEAD)
                is_own = start.startswith(("{", "[")) and not is_document(start)
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
    """Print what the file of an owner contains and lacks; return whether it can be played."""
    text = content_of(name)
    with refusing(path_of(name)):
        # A file may name no game: the first that has files takes what is not of a later one.
        told, is_playable = next(
            found
            for key in reversed(tuple(GAMES))
            for option in GAMES[key].OPTIONS
            if (report := option.report)
            and (found := report(text, f"{PROGRAM} play --game {key} {flag_of(option)} {name}"))
        )
    terminal.line(told)
    return is_playable


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
        winners = join_words(names[seat] for seat in game.final_winner(state).winners)
        parts.append(f"won by {winners}")
    else:
        parts.append("under way")
    return ", ".join(parts)
