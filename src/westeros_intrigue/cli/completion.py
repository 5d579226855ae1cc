"""`completion`: what a shell needs to complete the words of this program."""

from __future__ import annotations

from importlib import import_module

from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.commands import complete_parser
from westeros_intrigue.cli.output import Output


def add_arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"), help="the shell")


def run(options: Options, terminal: Output) -> int:
    """Print a script for the shell; the page has the place where it is read at each start."""
    with needs_extra("completion", "cli"):
        shtab = import_module("shtab")
    terminal.line(shtab.complete(complete_parser(), options.shell))
    return 0
