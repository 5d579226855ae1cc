"""`edition`: the file with the numbers of an owner's copy of Monopoly, filled in."""

from __future__ import annotations

from typing import Any

from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.values import counted
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
    help_text = "the file of your edition; a new one begins with what is publicly known"
    parser.add_argument("file", metavar="FILE", help=help_text)


def run(options: Options, terminal: Terminal) -> int:
    """Ask for the numbers that an edition lacks; return 1 if it still lacks any."""
    monopoly: Any = GAMES["monopoly"]  # whose editions no other game has
    file = GameFile(path_of(options.file))
    with refusing(file.path):
        is_old = is_there(file.path)
        edition = monopoly.read_edition(file.read()) if is_old else monopoly.PRINTED
    command = f"{PROGRAM} play --game monopoly --edition {options.file}"
    edition = _filled(monopoly, edition, file, terminal)
    option = next(option for option in monopoly.OPTIONS if option.report)
    told, is_playable = option.report(monopoly.write_edition(edition), command)
    terminal.line(told)
    return 0 if is_playable else 1


def _filled(monopoly: Any, edition: Any, file: GameFile, terminal: Terminal) -> Any:  # noqa: ANN401 - a game by its key
    """Ask for the numbers that an edition lacks, space by space, and save each answer."""
    terminal.show(_HELP)
    steps = [monopoly.Filling(edition)]
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
        write(file, monopoly.write_edition(steps[-1].edition))
    return steps[-1].edition
