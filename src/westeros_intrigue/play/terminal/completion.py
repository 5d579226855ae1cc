"""`completion`: what a shell needs to complete the words of this program."""

from __future__ import annotations

from importlib import import_module

from westeros_intrigue.gamekit.packaging import needs_extra
from westeros_intrigue.play.terminal.commands import Options, Parser, parsers
from westeros_intrigue.play.terminal.output import Output


def add_arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"), help="the shell")


def run(options: Options, terminal: Output) -> int:
    """Print a script for the shell; the page has the place where it is read at each start."""
    with needs_extra("completion", "cli"):
        shtab = import_module("shtab")
    parser, commands = parsers()
    places = {"FILE": shtab.FILE, "FOLDER": shtab.DIRECTORY}
    for command in commands:
        command.complete()
        for action in command._actions:
            if action.metavar in places:
                action.complete = places[action.metavar]  # type: ignore[attr-defined]  # shtab's
            elif action.metavar == "PLAYER":
                action.choices = [name for name in command.game.PLAYERS if ":" not in name]
    terminal.line(shtab.complete(parser, options.shell))
    return 0
