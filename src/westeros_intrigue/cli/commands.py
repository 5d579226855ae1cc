"""The commands, and the arguments of the program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import zip_longest

import westeros_intrigue
from westeros_intrigue.cli import (
    analyse,
    assist,
    btwixt,
    check,
    demo,
    games,
    match,
    play,
    puzzle,
    referee,
    replay,
    rules,
    simulate,
    web,
)
from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.display import columns
from westeros_intrigue.cli.terminal import PROGRAM, Terminal
from westeros_intrigue.game import GAMES, AnyGame

COMMANDS = (
    play.COMMAND,
    games.COMMAND,
    web.COMMAND,
    demo.COMMAND,
    puzzle.COMMAND,
    replay.COMMAND,
    check.COMMAND,
    analyse.COMMAND,
    simulate.COMMAND,
    match.COMMAND,
    referee.COMMAND,
    assist.COMMAND,
    rules.COMMAND,
    btwixt.COMMAND,
)
"""The commands in the order of the help."""

_EXIT_CODES = """
exit codes:
  0    all went well, or somebody quit
  1    something could not be done, or `check` found a fault
  2    the arguments make no sense
  130  stopped by Ctrl-C
"""


def _game_in(arguments: Sequence[str]) -> AnyGame:
    """Return the game that the arguments name, since it decides which others there are."""
    for flag, value in zip_longest(arguments, arguments[1:], fillvalue=""):
        name = value if flag == "--game" else flag.removeprefix("--game=")
        if name in GAMES and flag.startswith("--game"):
            return GAMES[name]
    return next(iter(GAMES.values()))


def _what_next(_options: Options, terminal: Terminal) -> int:
    """Print the first commands to try."""
    rows = [
        (f"  {PROGRAM} {typed}", told)
        for command in (play.COMMAND, games.COMMAND, web.COMMAND, demo.COMMAND)
        for typed, told in command.examples[:1]
    ]
    terminal.show("Try one of these:", columns("", "", rows=rows))
    terminal.show(f"`{PROGRAM} --help` lists all commands.")
    return 0


def parsed(arguments: Sequence[str] | None) -> Options:
    """Return the arguments; `run` is the command to call with them and the terminal.

    Raises:
        SystemExit: they ask for help or the version (code 0), or are nonsense (code 2).
    """
    examples = "".join(
        f"  {PROGRAM} {typed:<31} {told}\n" for each in COMMANDS for typed, told in each.examples
    )
    parser = Parser(
        prog=PROGRAM,
        description="The card game Westeros Intrigue in the terminal.",
        epilog=f"examples:\n{examples}{_EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"{PROGRAM} {westeros_intrigue.__version__}"
    parser.add_argument("--version", action="version", version=version)
    parser.set_defaults(run=_what_next, colour="auto")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    game = _game_in(sys.argv[1:] if arguments is None else arguments)
    for each in COMMANDS:
        each.add_to(commands, game)
    return parser.parse_args(arguments)
