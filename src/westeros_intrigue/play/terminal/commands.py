"""The commands with their help, shared arguments, and the parser of the program.

`commands.json` has the module, summary, examples and arguments of each command, in the order of
the help. A module is imported when one of its commands is used; `run_play`, for example, runs
`play`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from textwrap import fill
from typing import Any, NoReturn, TypeAlias, TypeVar

import westeros_intrigue
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.options import Option, OptionKind
from westeros_intrigue.gamekit.packaging import needs_extra, read_data
from westeros_intrigue.gamekit.records import trim_name
from westeros_intrigue.gamekit.values import as_sentence, did_you_mean
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.terminal.output import PROGRAM, Output, printable

T = TypeVar("T")

Options: TypeAlias = argparse.Namespace
"""The parsed arguments of a command."""

Row: TypeAlias = Mapping[str, Any]
"""An argument in `commands.json`: keywords of `argparse`, or `range` for numbers and `type` for
other texts that are checked. Other rows are shared arguments, groups and the options of a game."""

_DATA = read_data(__package__, "commands.json")
COMMANDS: Mapping[str, Row] = _DATA["commands"]
"""The commands by name, in the order of the help."""
EXTRAS: Mapping[str, Mapping[str, Any]] = _DATA["extras"]
"""The use of each extra, and the modules that it installs."""

ON_BOTH_SIDES = "every command"
"""The shared arguments that the program accepts before and after the name of a command."""
OPTION = "option_"
"""The prefix of arguments that are options of a game."""
_INVALID_CHOICE = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")
"""Argparse's message about an unknown word."""


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line, with arguments that many commands share."""

    def error(self, message: str) -> NoReturn:
        """Print the error and end with exit code 2."""
        if found := _INVALID_CHOICE.search(message):
            message += did_you_mean(found[1], re.findall(r"[^\s',]+", found[2]))
        self.exit(2, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's
        """Return the arguments, like `argparse`, but refuse unknown ones."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self._refuse(unknown)
        return options, unknown

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - argparse's
        """Print the help, the version or an error; argparse would hide a failure to print."""
        if stream := file or sys.stderr:
            stream.write(message)
            stream.flush()

    def _refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Print the unknown arguments, with suggestions, and end with exit code 2."""
        flag = unknown[0].partition("=")[0]
        message = f"unrecognized arguments: {' '.join(unknown)}"
        named = [
            key
            for key, game in GAMES.items()
            if flag in map(flag_of, game.OPTIONS) and game is not self.game
        ]
        if named and "--game" in self._option_string_actions:
            self.error(f"{message}; {flag} goes with --game {' or '.join(named)}")
        self.error(f"{message}{did_you_mean(flag, self._option_string_actions)}")

    game: AnyGame = GAMES["westeros-intrigue"]
    """The game in the arguments, whose options they can contain."""

    @property
    def games(self) -> str:
        """The keys of all games."""
        return ", ".join(GAMES)

    @property
    def levels(self) -> str:
        """The players of the game, each with a description."""
        players = self.game.PLAYERS.items()
        return "; ".join(f"{name}: {each.summary}" for name, each in players)

    def add_rows(self, rows: Iterable[Row], to: argparse._ActionsContainer | None = None) -> None:
        """Add arguments to the parser, or to a group of it."""
        to = to or self
        for row in rows:
            match row:
                case {"shared": name}:
                    self.add_rows(_DATA["shared"][name], to)
                case {"either": others}:
                    self.add_rows(others, self.add_mutually_exclusive_group())
                case {"group": title, "rows": others}:
                    self.add_rows(others, self.add_argument_group(title.format(parser=self)))
                case {"options": kinds, "without": names}:
                    for option in self.game.OPTIONS:
                        is_wanted = kinds == "all" or option.kind is OptionKind.FILE
                        if is_wanted and option.name not in names:
                            _add_option(to, option)
                case _:
                    to.add_argument(*row["name"].split(), **self._keywords(row))

    def _keywords(self, row: Row) -> dict[str, Any]:
        """Return the keywords of `argparse` for an argument."""
        keywords = {**row, "help": row["help"].format(parser=self)}
        del keywords["name"]
        match row:
            case {"range": [least, most]}:
                least, most = (int(str(each).format(parser=self)) for each in (least, most))
                keywords = {"metavar": "N", **keywords, "type": integer(least, most)}
                del keywords["range"]
            case {"type": "player"}:
                keywords["type"] = partial(_read_player, self.game)
            case {"type": what}:
                keywords["type"] = _READERS[what]
            case {"choices": "games"}:
                keywords["choices"] = tuple(GAMES)
        return keywords


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
    """Return a reader of an argument; for an invalid argument, it reports the required form."""

    def read_checked(text: str) -> T:
        with suppress(ValueError):
            if is_fit(found := read(text)):
                return found
        raise argparse.ArgumentTypeError(f"must be {what}, not {text[:40]!r}")

    return read_checked


def integer(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of integers within a range."""

    def read(text: str) -> int:
        # int would also read signs, spaces and digits of other scripts.
        return int(text) if re.fullmatch("[0-9]+", text) else least - 1

    return reader(f"a number from {least} to {most}", read, range(least, most + 1).__contains__)


def _read_player(game: AnyGame, name: str) -> str:
    try:
        game.PLAYERS.parse(name)
    except InvalidValue as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def _read_position(line: str) -> westeros_intrigue.Position:
    try:
        return westeros_intrigue.parse_position(line)
    except westeros_intrigue.NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _read_name(text: str) -> str:
    try:
        name = trim_name(text)
    except InvalidValue as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not name:
        raise argparse.ArgumentTypeError(f"must be a name that can be shown, not {text[:40]!r}")
    return name


_read_seconds = reader("seconds from 0 to 60", float, lambda seconds: 0 <= seconds <= 60)
_READERS: Mapping[str, Callable[[str], object]] = {
    "lower": str.lower,
    "name": _read_name,
    "position": _read_position,
    "seconds": _read_seconds,
}
"""The types of arguments in `commands.json` that do not depend on the game."""

_FIRST = ("play", "demo", "puzzle", "web", "rules")
_WITHOUT_EXTRA = ("web", "demo", "rules", "games", "replay", "draw", "analyse", "simulate")
_MOST_CONTINUED = 3
_WIDEST_HELP = 78
_EXIT_CODES = """
exit codes:
  0    success, or you quit
  1    failed, or `check` found a fault
  2    arguments that are invalid, or do not fit the file
  130  stopped by Ctrl-C
  141  the reader of the output has closed it
"""


class CommandParser(Parser):
    """The parser of a command, which imports the command on first use."""

    command: str
    """The name of the command."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's
        """Return the arguments of the command, like `argparse`."""
        self.complete()
        return super().parse_known_args(args, namespace)

    def complete_for_all_games(self) -> None:
        """Add the arguments of the command with the options of every game, for shell completion."""
        self.complete()
        games = [*GAMES.values()] if "--game" in self._option_string_actions else [self.game]
        for option in chain.from_iterable(game.OPTIONS for game in games[1:]):
            if flag_of(option) not in self._option_string_actions:
                _add_option(self, option)
        players = chain.from_iterable(game.PLAYERS for game in games)
        rules = [*chain.from_iterable(game.RULEBOOK.values() for game in games)]
        choices = {
            "PLAYER": [name for name in dict.fromkeys(players) if ":" not in name],
            "ID": sorted({each for rule in rules for each in (rule.id, rule.chapter)}),
        }
        for action in self._actions:
            action.choices = choices.get(str(action.metavar), action.choices)

    def complete(self) -> None:
        """Add the arguments of the command, and the function that runs it.

        Raises:
            MissingExtra: the command needs an extra that is not installed.
        """
        command = COMMANDS[self.command]
        with needs_extra(f"`{PROGRAM} {self.command}`", "cli"):
            module: Any = import_module(f"westeros_intrigue.play.terminal.{command['module']}")
        self.set_defaults(played=self.game, run=getattr(module, f"run_{self.command}"))
        self.add_rows([{"shared": ON_BOTH_SIDES}, *command["arguments"]])
        for row in _DATA["shared"][ON_BOTH_SIDES]:
            # Without the option here, the one before the command applies.
            self._option_string_actions[row["name"].split()[0]].default = argparse.SUPPRESS


def parse_arguments(arguments: Sequence[str] | None = None) -> Options:
    """Return the arguments; `run` is the function to call with them and the terminal."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["help"]:
        given = [*given[1:], "--help"]
    # The arguments depend on the game.
    finder = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    finder.add_argument("--game", nargs="?")
    parser, _ = parsers(finder.parse_known_args(given)[0].game)
    return parser.parse_args(given)


def parsers(game: str | None = None) -> tuple[Parser, list[CommandParser]]:
    """Return the parser of the program and the parsers of its commands, without their arguments."""
    examples = "".join(map(_list_examples, COMMANDS.values()))
    parser = Parser(
        prog=PROGRAM,
        description="The card game Westeros Intrigue in the terminal, and others like it.",
        epilog=f"examples:\n{examples}{_EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    version = f"{PROGRAM} {westeros_intrigue.__version__}"
    parser.add_argument("--version", action="version", version=version)
    parser.add_rows([{"shared": ON_BOTH_SIDES}])
    parser.set_defaults(run=_what_next)
    adder = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=CommandParser)
    commands = []
    for name, each in COMMANDS.items():
        heading = "example" if len(each["examples"]) == 1 else "examples"
        added = adder.add_parser(
            name,
            help=each["summary"],
            description=fill(as_sentence(each["summary"]), _WIDEST_HELP),
            epilog=f"{heading}:\n{_list_examples(each)}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        added.command = name
        added.game = GAMES.get(game or "", Parser.game)
        commands.append(added)
    return parser, commands


def _list_examples(command: Row) -> str:
    """Return the examples of a command, each in a line with its explanation."""
    return "".join(
        f"  {PROGRAM} {typed:<31} {told}\n" for typed, told in command["examples"].items()
    )


def lacking(extra: str) -> list[str]:
    """Return the modules of an extra that are not installed."""
    return [name for name in EXTRAS[extra]["modules"] if find_spec(name) is None]


def _what_next(_options: Options, terminal: Output) -> int:
    """Print the first commands to try and the games to continue."""
    terminal.line("Try one of these:")
    is_plain = bool(lacking("cli"))
    under_way = (each for each in Folder.usual().games() if not (is_plain or each.is_over))
    for saved in islice(under_way, _MOST_CONTINUED):
        terminal.line(f"  {PROGRAM} games {saved.id}")
        terminal.show(f"    continue {saved.title}")
    for name in _WITHOUT_EXTRA if is_plain else _FIRST:
        terminal.line(f"  {PROGRAM} {name:8} {COMMANDS[name]['summary']}")
    terminal.line(f"  {PROGRAM} --help   list all commands")
    if is_plain:
        terminal.line(f'To play in the terminal: pip install "{PROGRAM}[cli]"')
    return 0
