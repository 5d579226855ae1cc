"""Files and rules to look into: `check` plays records again, `edition` fills in an owner's numbers.

`rules` shows the rules and rulings by id.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from westeros_intrigue import InvalidValue
from westeros_intrigue.gamekit.errors import WesterosIntrigueError
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.values import counted, join_words
from westeros_intrigue.play.sessions import AnyRecord, GameFile, is_document
from westeros_intrigue.play.sessions.session import list_names
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, Parser, add_switch, flag_of
from westeros_intrigue.play.terminal.output import PROGRAM, Refused
from westeros_intrigue.play.terminal.prompt import rule_lines
from westeros_intrigue.play.terminal.screen import Terminal

_HEAD = 1000
"""The characters that the head of a document has at most."""


def add_check_arguments(parser: Parser) -> None:
    help_text = "a file of records, or - for the input; or the file of an edition or a box"
    parser.add_argument("files", metavar="FILE", nargs="+", help=help_text)
    add_switch(parser, "--quiet", "show faults only")
    parser.add_own_files()


def run_check(options: Options, terminal: Terminal) -> int:
    """Print a line about each game of each file, or what a file lacks; return 1 at any fault."""
    is_fine = True
    for name in options.files:
        try:
            with files.open_text(name) as file:
                # The files of editions and boxes are JSON without the head of a document.
                start = "" if name == files.STANDARD_INPUT else file.read(_HEAD)
                is_own = start.startswith(("{", "[")) and not is_document(start)
            if is_own:
                is_fine &= _check_own_file(name, terminal)
                continue
            with files.records_in(name, options) as (game, records):
                is_fine &= _check(game, records, name, terminal, quiet=options.quiet)
        except Refused as refused:
            terminal.complain(str(refused))
            is_fine = False
    return 0 if is_fine else 1


def _check_own_file(name: str, terminal: Terminal) -> bool:
    """Print what the file of an owner contains and lacks; return whether it can be played."""
    text = files.content_of(name)
    with files.refusing(files.path_of(name)):
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
        names = list_names(record)
        winners = join_words(names[seat] for seat in game.final_winner(state).winners)
        parts.append(f"won by {winners}")
    else:
        parts.append("under way")
    return ", ".join(parts)


_HELP = (
    "Enter the numbers in the order of the list, with spaces between, and - for one that you do "
    "not know; if you enter fewer, the others are asked again. Enter alone skips the space, `undo` "
    "removes the last answer, `quit` ends. Each answer is saved."
)


def add_edition_arguments(parser: Parser) -> None:
    help_text = "the file of your edition; a new one begins with what is publicly known"
    parser.add_argument("file", metavar="FILE", help=help_text)


def run_edition(options: Options, terminal: Terminal) -> int:
    """Ask for the numbers that an edition lacks; return 1 if it still lacks any."""
    monopoly: Any = GAMES["monopoly"]  # whose editions no other game has
    file = GameFile(files.path_of(options.file))
    with files.refusing(file.path):
        is_old = files.is_there(file.path)
        edition = monopoly.read_edition(file.read()) if is_old else monopoly.PRINTED
    command = f"{PROGRAM} play --game monopoly --edition {options.file}"
    edition = _fill_in(monopoly, edition, file, terminal)
    option = next(option for option in monopoly.OPTIONS if option.report)
    told, is_playable = option.report(monopoly.write_edition(edition), command)
    terminal.line(told)
    return 0 if is_playable else 1


def _fill_in(monopoly: Any, edition: Any, file: GameFile, terminal: Terminal) -> Any:  # noqa: ANN401 - a game by its key
    """Ask for the numbers that an edition lacks, space by space, and save each answer."""
    terminal.show(_HELP)
    steps = [monopoly.Filling(edition)]
    while asked := steps[-1].asked:
        terminal.show("", steps[-1].name, *(f"  {steps[-1].question(gap)}" for gap in asked))
        typed = terminal.read_line(f"{counted(len(asked), 'number')}: ", ["undo"])
        if typed.lower() != "undo":
            try:
                steps.append(steps[-1].answered(typed))
            except ValueError as error:
                terminal.show(f"{error}.")
                continue
        elif len(steps) == 1:
            terminal.show("There is nothing to take back.")
            continue
        else:
            steps.pop()
        files.write(file, monopoly.write_edition(steps[-1].edition))
    return steps[-1].edition


def add_rules_arguments(parser: Parser) -> None:
    parser.add_game()
    help_text = "a rule such as court.match, or a chapter such as court (default all)"
    parser.add_argument("id", nargs="?", type=str.lower, metavar="ID", help=help_text)


def run_rules(options: Options, terminal: Terminal) -> int:
    """Show a rule, or the rules of a chapter, or all."""
    games = [options.game] if options.game else [*GAMES]
    for name in games if options.id is not None else ():
        with suppress(InvalidValue):
            terminal.show(*rule_lines(GAMES[name].RULEBOOK, options.id))
            return 0
    rules = GAMES[games[0]].RULEBOOK
    for wanted in rules if options.id is None else [options.id]:
        terminal.show(*rule_lines(rules, wanted)[:2])
    return 0
