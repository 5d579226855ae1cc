"""The arguments that several commands share, and their parser. Every number is checked here."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, NoReturn, TypeAlias, TypeVar

from westeros_intrigue.base.options import Option, OptionKind
from westeros_intrigue.base.values import meant
from westeros_intrigue.cli.output import printable
from westeros_intrigue.game import GAMES, AnyGame

T = TypeVar("T")

Options: TypeAlias = argparse.Namespace
"""The arguments of a command, as they have been read."""

OPTION = "option_"
"""The beginning of the arguments that are options of a game."""
_LAST_SEED = 2**64 - 1
_INVALID_CHOICE = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")
"""The message of argparse for an unknown word."""


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, with arguments that many commands share."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, and end with exit code 2."""
        if found := _INVALID_CHOICE.search(message):
            message += meant(found[1], re.findall(r"[^\s',]+", found[2]))
        self.exit(2, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's
        """Return the arguments, as `argparse` does, but refuse those that are unknown."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self._refuse(unknown)
        return options, unknown

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - argparse's
        """Print the help, the version or an error; argparse would hide that it cannot."""
        if stream := file or sys.stderr:
            stream.write(message)
            stream.flush()

    def _refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Print which arguments are unknown, with those that may be meant, and end with code 2."""
        flag = unknown[0].partition("=")[0]
        message = f"unrecognized arguments: {' '.join(unknown)}"
        named = [
            key
            for key, game in GAMES.items()
            if flag in map(flag_of, game.OPTIONS) and game is not self.game
        ]
        if named and "--game" in self._option_string_actions:
            self.error(f"{message}; {flag} goes with --game {' or '.join(named)}")
        self.error(f"{message}{meant(flag, self._option_string_actions)}")

    game: AnyGame = next(iter(GAMES.values()))
    """The game that the arguments name, whose options they may have."""

    def add_game(self, told: str = "the game: {} (default {}); each has its options") -> None:
        """Add the game that is named; it is None if none is."""
        told = told.format(", ".join(GAMES), next(iter(GAMES)))
        self.add_argument("--game", choices=tuple(GAMES), metavar="GAME", help=told)

    def add_table(self, usual: str, *, without: Collection[str] = ()) -> None:
        """Add the number of players, by default the `usual` one, and the options of the game."""
        game = self.game
        table = self.add_argument_group(f"the table of {game.NAME}")
        told = f"the number of seats, {game.MIN_PLAYERS} to {game.MAX_PLAYERS} (default {usual})"
        add_number(table, "--players", game.MIN_PLAYERS, game.MAX_PLAYERS, told)
        for option in game.OPTIONS:
            if option.name not in without:
                _add_option(table, option)

    def add_own_files(self) -> None:
        """Add the game of a file, and the owner's files with which it was played, if any."""
        self.add_game("the game of the file, to be sure: {} (default: that in the file)")
        for option in self.game.OPTIONS:
            if option.kind is OptionKind.FILE:
                _add_option(self, option)

    def add_seed(self, default: int | None, usual: str) -> None:
        """Add the seed; `usual` is the default as the help shows it."""
        told = f"an integer from 0 that fixes the game (default {usual})"
        add_number(self, "--seed", 0, _LAST_SEED, told, default=default)


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


def add_switch(to: argparse._ActionsContainer, name: str, told: str) -> None:
    """Add a flag without a value."""
    to.add_argument(name, action="store_true", help=told)


def add_path(to: argparse._ActionsContainer, name: str, told: str) -> None:
    """Add a flag with the name of a file."""
    to.add_argument(name, metavar="FILE", help=told)


def _add_option(to: argparse._ActionsContainer, option: Option) -> None:
    kind, told = option.kind, option.help
    if option.choices:
        told = f"{told}: {', '.join(option.choices)}"
    how: dict[str, Any] = {"dest": f"{OPTION}{option.name}", "help": told}
    if kind is OptionKind.FLAG:
        how |= {"action": "store_const", "const": True}
    else:
        usual = "FILE" if kind is OptionKind.FILE else "NAME" if option.choices else "N"
        how |= {"metavar": option.metavar or usual, "choices": option.choices or None}
    if kind in {OptionKind.NUMBERS, OptionKind.CHOICES}:
        how |= {"action": "append", "help": f"{told}; repeatable"}
    if kind in {OptionKind.NUMBER, OptionKind.NUMBERS}:
        how["type"] = integer(option.least, option.most)
    to.add_argument(flag_of(option), **how)


def flag_of(option: Option) -> str:
    """Return the flag for an option of a game."""
    return f"--{option.name.replace('_', '-')}"


def flags_in(options: Options, *others: str) -> list[str]:
    """Return the flags for a new game that the arguments contain: its options, and `others`."""
    names = [name for name in vars(options) if name.startswith(OPTION)]
    given = [name for name in (*others, *names) if getattr(options, name, None) not in (None, [])]
    return [f"--{name.removeprefix(OPTION).replace('_', '-')}" for name in given]


def reader(what: str, read: Callable[[str], T], is_fit: Callable[[T], bool]) -> Callable[[str], T]:
    """Return the reader of an argument, which reports what is needed instead of an unfit one."""

    def checked(text: str) -> T:
        with suppress(ValueError):
            if is_fit(found := read(text)):
                return found
        raise argparse.ArgumentTypeError(f"must be {what}, not {text[:40]!r}")

    return checked


def integer(least: int, most: int) -> Callable[[str], int]:
    """Return what reads an integer within a range."""

    def read(text: str) -> int:
        # int would also read signs, spaces and the digits of other scripts.
        return int(text) if re.fullmatch("[0-9]+", text) else least - 1

    return reader(f"a number from {least} to {most}", read, range(least, most + 1).__contains__)
