"""The parts of every command: its name, its arguments, and the function that runs it.

Each command's module defines one `Command`; `commands` lists them. Every number is checked here,
at the door.
"""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Collection
from typing import Any, NoReturn, TypeAlias, TypeVar

import attrs

from westeros_intrigue.base.options import Option, OptionKind, OptionValue
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.terminal import PROGRAM, Terminal, printable
from westeros_intrigue.game import GAMES, AnyGame

T = TypeVar("T")

Options: TypeAlias = argparse.Namespace
"""The arguments of a command, as they have been read."""

_OPTION = "option_"
"""The beginning of the arguments that are options of a game."""
_LAST_SEED = 2**64 - 1
_LONGEST_PACE = 60
_INVALID_CHOICE = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")
"""The message of argparse for an unknown word."""


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, with arguments that many commands share."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with exit code 2."""
        if found := _INVALID_CHOICE.search(message):
            choices = re.findall(r"[^\s',]+", found[2])
            near = difflib.get_close_matches(found[1], choices, 1)
            message += f"; did you mean {near[0]}?" if near else ""
        self.exit(2, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    game: AnyGame = next(iter(GAMES.values()))
    """The game that the arguments name, whose options they may have."""

    def add_game(self) -> None:
        """Add the game to play."""
        told = f"the game: {', '.join(GAMES)} (default {next(iter(GAMES))}); each has its options"
        self.add_argument(
            "--game", choices=tuple(GAMES), default=self.game.KEY, metavar="GAME", help=told
        )

    def add_table(self, usual: str, *, without: Collection[str] = ()) -> None:
        """Add the number of players and the options of the game.

        Args:
            usual: the number of players by default, for the help.
            without: options to leave out.
        """
        game = self.game
        table = self.add_argument_group(f"the table of {game.NAME}")
        told = f"the number of seats, {game.MIN_PLAYERS} to {game.MAX_PLAYERS} (default {usual})"
        add_number(table, "--players", game.MIN_PLAYERS, game.MAX_PLAYERS, told)
        for option in game.OPTIONS:
            if option.name not in without:
                _add_option(table, option)

    def add_own_files(self) -> None:
        """Add the files of the owner's with which a game was played, if it has such."""
        self.add_game()
        for option in self.game.OPTIONS:
            if option.kind is OptionKind.FILE:
                _add_option(self, option)

    def add_seed(self, default: int | None, usual: str) -> None:
        """Add the seed; `usual` says in the help what it is by default."""
        told = f"an integer from 0 that fixes the game (default {usual})"
        add_number(self, "--seed", 0, _LAST_SEED, told, default=default)


@attrs.frozen
class Command(Value):
    """A command of the program."""

    name: str
    summary: str
    """Its description, in one line."""
    run: Callable[[Options, Terminal], int]
    """Does it, and returns the exit code."""
    add_arguments: Callable[[Parser], None]
    """Adds its arguments to its parser."""
    examples: tuple[tuple[str, str], ...]
    """Arguments that work, each with what they do; the first one stands in the command's help."""

    def add_to(self, commands: argparse._SubParsersAction[Parser], game: AnyGame) -> None:
        """Add the command to those that the program takes, with the options of a game."""
        parser = commands.add_parser(
            self.name,
            help=self.summary,
            description=f"{self.summary[0].upper()}{self.summary[1:]}.",
            epilog=f"example: {PROGRAM} {self.examples[0][0]}",
        )
        parser.set_defaults(run=self.run)
        parser.game = game
        when = "use colour: auto, always or never (default auto)"
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


def _add_option(to: argparse._ActionsContainer, option: Option) -> None:
    """Add the flag of an option of a game."""
    flag = f"--{option.name.replace('_', '-')}"
    kind, told = option.kind, option.help
    if option.choices:
        told = f"{told}: {', '.join(option.choices)}"
    if kind in {OptionKind.NUMBERS, OptionKind.CHOICES}:
        told = f"{told}; repeatable"
    how: dict[str, Any] = {"dest": f"{_OPTION}{option.name}", "help": told, "default": None}
    if kind is OptionKind.FLAG:
        to.add_argument(flag, action="store_const", const=True, **how)
        return
    if kind in {OptionKind.NUMBER, OptionKind.NUMBERS}:
        how["type"] = integer(option.least, option.most)
    if option.choices:
        how["choices"] = option.choices
    if kind in {OptionKind.NUMBERS, OptionKind.CHOICES}:
        how["action"] = "append"
    usual = "FILE" if kind is OptionKind.FILE else "NAME" if option.choices else "N"
    to.add_argument(flag, metavar=option.metavar or usual, **how)


def options_in(options: Options, game: AnyGame) -> dict[str, OptionValue]:
    """Return the options of a game that the arguments contain; a file by its name."""
    given: dict[str, OptionValue] = {}
    for option in game.OPTIONS:
        value = getattr(options, f"{_OPTION}{option.name}", None)
        if value is not None:
            given[option.name] = tuple(value) if isinstance(value, list) else value
    return given


def flags_in(options: Options, *others: str) -> list[str]:
    """Return the flags for a new game that the arguments contain: its options, and `others`."""
    names = [name for name in vars(options) if name.startswith(_OPTION)]
    given = [name for name in (*others, *names) if getattr(options, name, None) not in (None, [])]
    return [f"--{name.removeprefix(_OPTION).replace('_', '-')}" for name in given]


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
"""Read a duration in seconds."""
