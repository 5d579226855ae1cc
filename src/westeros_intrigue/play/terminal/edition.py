"""`edition`: the file with the numbers of an owner's copy of Monopoly, filled in."""

from __future__ import annotations

from westeros_intrigue.gamekit.values import counted
from westeros_intrigue.games.monopoly import PRINTED, Edition, read_edition, write_edition
from westeros_intrigue.games.monopoly.editions import Filling, report
from westeros_intrigue.play.sessions import GameFile
from westeros_intrigue.play.terminal.commands import Options, Parser
from westeros_intrigue.play.terminal.files import is_there, path_of, refusing, write
from westeros_intrigue.play.terminal.output import PROGRAM
from westeros_intrigue.play.terminal.terminal import Terminal

_HELP = (
    "Enter the numbers in the order of the list, with spaces between, and - for one that you do "
    "not know; if you enter fewer, the others are asked again. Enter alone skips the space, `undo` "
    "removes the last answer, `quit` ends. Each answer is saved."
)


def add_arguments(parser: Parser) -> None:
    told = "the file of your edition; a new one begins with what is publicly known"
    parser.add_argument("file", metavar="FILE", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Ask for the numbers that an edition lacks; return 1 if it still lacks any."""
    file = GameFile(path_of(options.file))
    with refusing(file.path):
        edition = read_edition(file.read()) if is_there(file.path) else PRINTED
    command = f"{PROGRAM} play --game monopoly --edition {options.file}"
    told, is_playable = report(_filled(edition, file, terminal), command)
    terminal.line(told)
    return 0 if is_playable else 1


def _filled(edition: Edition, file: GameFile, terminal: Terminal) -> Edition:
    """Ask for the numbers that an edition lacks, space by space, and save each answer."""
    terminal.show(_HELP)
    steps = [Filling(edition)]
    while asked := steps[-1].asked:
        terminal.show("", steps[-1].name, *(f"  {steps[-1].question(gap)}" for gap in asked))
        typed = terminal.ask(f"{counted(len(asked), 'number')}: ", ["undo"])
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
        write(file, write_edition(steps[-1].edition))
    return steps[-1].edition
