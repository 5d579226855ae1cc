"""What every command is made of: its name, its arguments, and what runs it.

Each command's module defines one `Command`; `commands` lists them. Every number is checked here,
at the door.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import NoReturn, TypeAlias, TypeVar

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.terminal import PROGRAM, Terminal, printable
from westeros_intrigue.game import GAMES

T = TypeVar("T")

Options: TypeAlias = argparse.Namespace
"""The arguments of a command, as they have been read."""

FLAGSHIP = next(iter(GAMES))
_LAST_SEED = 2**64 - 1
_LONGEST_PACE = 60


class Parser(argparse.ArgumentParser):
    """A parser that tells a fault in one line, and takes what many commands take."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with exit code 2."""
        self.exit(2, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    def add_game(self) -> None:
        """Add which game is played."""
        told = (
            "which game; the others take only --players, --seed, --record, --resume, --pace and "
            "--quiet"
        )
        self.add_argument("--game", choices=tuple(GAMES), default=FLAGSHIP, help=told)

    def add_seed(self, default: int | None, usual: str) -> None:
        """Add the seed; `usual` says in the help what it is by default."""
        told = f"an integer from 0 that fixes the game (default {usual})"
        add_number(self, "--seed", 0, _LAST_SEED, told, default=default)


@attrs.frozen
class Command(Value):
    """A command of the program."""

    name: str
    summary: str
    """What it does, in one line."""
    run: Callable[[Options, Terminal], int]
    """Does it, and returns the exit code."""
    add_arguments: Callable[[Parser], None]
    """Adds its arguments to its parser."""
    examples: tuple[tuple[str, str], ...]
    """Arguments that work, each with what they do; the first one stands in the command's help."""

    def add_to(self, commands: argparse._SubParsersAction[Parser]) -> None:
        """Add the command to those that the program takes."""
        parser = commands.add_parser(
            self.name,
            help=self.summary,
            description=f"{self.summary[0].upper()}{self.summary[1:]}.",
            epilog=f"example: {PROGRAM} {self.examples[0][0]}",
        )
        parser.set_defaults(run=self.run)
        when = "when to colour (default auto: where the terminal takes it and NO_COLOR is not set)"
        choices = ("auto", "always", "never")
        parser.add_argument("--colour", "--color", choices=choices, default="auto", help=when)
        self.add_arguments(parser)


def add_number(
    to: argparse._ActionsContainer,
    name: str,
    least: int,
    most: int,
    told: str,
    *,
    default: int | None = None,
    metavar: str | None = "N",
) -> None:
    """Add a number within a range, to a parser or to a group of arguments."""
    to.add_argument(name, type=integer(least, most), default=default, metavar=metavar, help=told)


def given(options: Options, add_arguments: Callable[[Parser], None]) -> list[str]:
    """Return which of the arguments that `add_arguments` adds are not as they are by default."""
    parser = Parser()
    add_arguments(parser)
    usual = vars(parser.parse_args([]))
    return [name for name, value in usual.items() if getattr(options, name) != value]


def reader(what: str, read: Callable[[str], T]) -> Callable[[str], T]:
    """Return what reads an argument, and where it cannot be read says what is needed."""

    def checked(text: str) -> T:
        try:
            return read(text)
        except ValueError:
            told = f"{what} needed, not {text[:40]!r}"
            raise argparse.ArgumentTypeError(told) from None

    return checked


def integer(least: int, most: int) -> Callable[[str], int]:
    """Return what reads an integer within a range."""

    def read(text: str) -> int:
        # More digits than the most has are too many, and may be too many for int.
        is_number = re.fullmatch("[0-9]+", text) and len(text.lstrip("0")) <= len(str(most))
        if is_number and least <= (found := int(text)) <= most:
            return found
        raise ValueError

    return reader(f"a number from {least} to {most} is", read)


def _seconds(text: str) -> float:
    found = float(text)
    if 0 <= found <= _LONGEST_PACE:
        return found
    raise ValueError


seconds: Callable[[str], float] = reader(f"seconds from 0 to {_LONGEST_PACE} are", _seconds)
"""Reads how long something takes."""
