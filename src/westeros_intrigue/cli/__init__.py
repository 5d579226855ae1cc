"""The command line: play in the terminal, and look into games.

`main` reads the arguments, runs one command and returns its exit code. `parser` says which commands
and arguments there are, `terminal` is all that reads and writes, and each command is a module.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from westeros_intrigue.cli.parser import parsed
from westeros_intrigue.cli.terminal import Refused, Stopped, Terminal, standard_terminal

__all__ = ["main"]

_INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended, as shells count."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; `docs/command-line.md` lists them.

    Raises:
        SystemExit: the arguments ask for help or the version (code 0), or are nonsense (code 2).
    """
    terminal = standard_terminal()
    try:
        options = parsed(arguments)
        terminal.use_colour(options.colour)
        code = run_command(options, terminal)
        terminal.flush()
    except OSError as error:
        # Nobody reads any more, or the disk is full: what is still to be written goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            terminal.complain(f"cannot write: {error.strerror}")
        return 1
    return code


def run_command(options: argparse.Namespace, terminal: Terminal) -> int:
    """Run the command that the arguments name, and return its exit code."""
    try:
        code: int = options.run(options, terminal)
    except Stopped:
        return 0
    except Refused as refused:
        terminal.complain(str(refused))
        return refused.code
    except KeyboardInterrupt:
        terminal.complain("stopped by Ctrl-C")
        return _INTERRUPTED
    return code
