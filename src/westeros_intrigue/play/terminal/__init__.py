"""The command line: play in the terminal, and inspect games. Most of it needs the extra `cli`.

`main` reads the arguments, runs one command and returns its exit code. `output` needs no extra,
`screen` reads and writes, a command is a class of `arguments`, and `commands` lists all. `shared`,
`files`, `display` and `prompt` are the parts that commands share. The other modules contain the
commands: `playing`, `watching`, `replaying`, `real_cards`, `computing`, `measuring`, `records`,
`machine`. None has to be read for a change of the following kinds; the steps name the lines.

To add a command, follow `RulesCommand`, a short one in `records`:

1. The module with commands like it, or `records` if none is: a class derived from
   `arguments.Command`. Its fields are the arguments, and `run` prints with `terminal.line` and
   returns the exit code; it raises `output.Refused` for what it cannot do. `shared.seed()` is 1 if
   nobody gives it. For a new one each time, the field is `option(shared.SEED, "…")` and None
   without the flag, and `gamekit.chance.source_of(self.seed, None)` is the source.
2. `commands`: the class in the function that loads this module, and its entry in `COMMANDS`, with a
   summary and examples. Help, completion and tests read them there; none of them needs a line.
3. `docs/command-line.md`: its row in the first table, and a section that explains its arguments.
4. `tests/play/terminal/sessions`: what it asks, shows and refuses, as people see it.

To add an argument, follow `quiet` in `watching`, or `step` of `DrawCommand` in `records` for one
with a value that can be refused: a field of the class, its flag in the section of the command in
`docs/command-line.md`, and a session. The head of `arguments` lists the functions that make fields,
and `shared` has fields of several commands. `from_` is the flag `--from`. What `replay` and `demo`
show step by step is a `Story` of `files`, for pages and pipes alike. Sessions are pipes; the pages
of both in a terminal are tested in `tests/play/terminal/test_records.py`.

No such change needs `scripts/make.py pinned`. `tests/play/terminal/test_sessions.py` and
`tests/docs/test_lists.py` say in seconds what is still missing.

To add a word at a prompt, follow `do_rule` in `prompt`: a method of that form of the `Prompt` that
takes it, a line of its `HELP`, the table of `docs/command-line.md` and a session. The line is also
part of the help in `tests/play/terminal/sessions/play.txt`. A word of every game is a line of
`ADVICE_HELP` in `prompt` and a row in both tables of words. If it needs the game, follow `do_log`:
`Table` in `playing` reads its `session`, and `LinkedTable` in `linked`, a seat at a link, what the
host has answered; `tests/play/terminal/test_link.py` plays such a seat. At the prompt of `replay`,
it is a case of `Replay._step_after` in `replaying`, and a line of its help.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import os
import signal
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NoReturn

from westeros_intrigue.gamekit.errors import MissingExtra, PlayerFailed, WesterosIntrigueError
from westeros_intrigue.play.terminal.commands import parse_arguments
from westeros_intrigue.play.terminal.output import Output, Refused, Stopped, standard_streams

_INTERRUPTED = 130
_BROKEN_PIPE = 13
"""The number of the signal SIGPIPE, which Windows lacks."""
_ENDED_BY = 128
"""A program that a signal ends has this plus the signal's number as exit code, as in shells."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; `docs/command-line.md` lists them.

    Raises:
        SystemExit: the arguments ask for help or the version (code 0) or are invalid (code 2), or a
            signal ends the process.
    """
    output = Output(*standard_streams())
    signals = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))
    numbers = [each for each in signals if each and signal.getsignal(each) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, _end)
    try:
        code = run_command(partial(_parse_and_run, arguments), output)
        output.flush()
    except OSError as error:
        # The reader is gone or the disk is full: discard further output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return _ENDED_BY + _BROKEN_PIPE
        output.complain(f"cannot write: {error.strerror or error}")
        return 1
    except _Ended as ended:
        raise SystemExit(_ENDED_BY + ended.number) from None
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
    return code


def run_command(run: Callable[[Output], int], terminal: Output) -> int:
    """Run a command and return its exit code; errors of the user become a line."""
    try:
        with warnings.catch_warnings():  # about a game that cannot be loaded
            warnings.showwarning = lambda message, *_, **__: terminal.complain(str(message))
            return run(terminal)
    except Stopped:
        return 0
    except Refused as refused:
        terminal.complain(str(refused))
        return refused.code
    except WesterosIntrigueError as error:
        terminal.complain(str(error))
        return 1 if isinstance(error, MissingExtra | PlayerFailed) else 2
    except OSError as error:
        if error.filename is None:
            raise
        terminal.complain(f"cannot write {error.filename}: {error.strerror}")
        return 1
    except KeyboardInterrupt:
        terminal.complain("stopped by Ctrl-C")
        return _INTERRUPTED


def _parse_and_run(arguments: Sequence[str] | None, output: Output) -> int:
    """Run the command in the arguments, with a plain terminal if the extra is missing."""
    command = parse_arguments(arguments)
    with suppress(ModuleNotFoundError):
        from westeros_intrigue.play.terminal.screen import standard_terminal  # noqa: PLC0415 - an extra

        output = standard_terminal(command.colour)
    return run_command(command.run, output)


class _Ended(BaseException):
    """A signal ends the process; unlike SystemExit, no player that is being asked can raise it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _end(number: int, _frame: object) -> NoReturn:
    """Restore the terminal when a signal or a closed window ends the process."""
    raise _Ended(number)
