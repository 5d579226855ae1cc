"""The commands with their help, shared arguments, and the parser of the program.

A module is imported when one of its commands is used. It has two functions for each command:
`add_play_arguments`, for example, adds the arguments to a parser, and `run_play` runs the command.
Every number is checked here.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain, islice
from typing import Any, NoReturn, TypeAlias, TypeVar

import attrs

import westeros_intrigue
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.options import Option, OptionKind
from westeros_intrigue.gamekit.packaging import lacking, needs_extra
from westeros_intrigue.gamekit.values import Value, as_sentence, did_you_mean
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.terminal.output import PROGRAM, Output, printable

T = TypeVar("T")

Options: TypeAlias = argparse.Namespace
"""The parsed arguments of a command."""

SAVED = "SAVED-GAME"
"""The number or the name of a saved game in help texts."""
OPTION = "option_"
"""The prefix of arguments that are options of a game."""
_LAST_SEED = 2**64 - 1
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

    def add_game(self, help_text: str = "the game: {} (default {}); each has its options") -> None:
        """Add the option for the game; its value is None if missing."""
        help_text = help_text.format(", ".join(GAMES), next(iter(GAMES)))
        self.add_argument("--game", choices=tuple(GAMES), metavar="GAME", help=help_text)

    def add_table(self, usual: str, *, without: Collection[str] = ()) -> None:
        """Add the number of players, by default `usual`, and the options of the game."""
        game = self.game
        table = self.add_argument_group(f"the table of {game.NAME}")
        help_text = (
            f"the number of seats, {game.MIN_PLAYERS} to {game.MAX_PLAYERS} (default {usual})"
        )
        add_number(table, "--players", game.MIN_PLAYERS, game.MAX_PLAYERS, help_text)
        for option in game.OPTIONS:
            if option.name not in without:
                _add_option(table, option)

    def add_own_files(self) -> None:
        """Add the game in a file, and any owner's files that it was played with."""
        self.add_game("the game of the file: {} (default: as in the file)")
        for option in self.game.OPTIONS:
            if option.kind is OptionKind.FILE:
                _add_option(self, option)

    def add_seed(self, default: int | None, usual: str, most: int = _LAST_SEED) -> None:
        """Add the seed; `usual` is the default in the help."""
        help_text = f"an integer from 0 that fixes the game (default {usual})"
        add_number(self, "--seed", 0, most, help_text, default=default)


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
    """Add a number within a range to a parser or a group of arguments."""
    to.add_argument(name, type=integer(least, most), default=default, metavar=metavar, help=told)


def add_switch(to: argparse._ActionsContainer, name: str, told: str) -> None:
    """Add a flag without a value."""
    to.add_argument(name, action="store_true", help=told)


def add_path(to: argparse._ActionsContainer, name: str, told: str) -> None:
    """Add a flag whose value is the name of a file."""
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


@attrs.frozen
class Command(Value):
    """A command of the program."""

    name: str
    summary: str
    examples: tuple[tuple[str, str], ...]
    """Arguments that work, each with a description; the command's help shows the first."""
    chapter: str
    """The module that contains its functions."""

    def add_to(self, parser: Parser) -> None:
        """Add the arguments, and the function that runs the command with them, to a parser.

        Raises:
            MissingExtra: the command needs an extra that is not installed.
        """
        with needs_extra(f"`{PROGRAM} {self.name}`", "cli"):
            chapter: Any = import_module(f"westeros_intrigue.play.terminal.{self.chapter}")
        parser.set_defaults(run=getattr(chapter, f"run_{self.name}"), command=self)
        getattr(chapter, f"add_{self.name}_arguments")(parser)


_TABLE = """\
play (playing): play a game, alone or with others at this keyboard
    play | you and three simple players
    play --name Ada --name Ben | two people, one keyboard
    play --solo --option rivalry | Solo Scheming with an option
    play --resume game.txt | continue a game
    play --game monopoly | another game
games (watching): list the saved games, and continue one
    games 1 | continue the last game
web (machine): play in the browser, alone or with friends
    web | play in the browser
    web --host 0.0.0.0 | with friends, by links
demo (watching): watch a game between simple players
    demo --players 5 --seed 7 | watch a game
    demo --game monopoly | watch another
puzzle (playing): find the one placement that wins the round
    puzzle | find the winning card
    puzzle --daily | the puzzle of the day
replay (watching): step through a record, with its comments
    replay --show-hands game.txt | step through a game
draw (records): draw a game, an animated round or a poster of all rounds
    draw game.txt --out game.svg | a picture in a file
    draw game.txt --animate 1 | the first round, animated
export (records): write games as JSON or as sentences
    export game.txt --form events | read a game
cards (records): draw cards and a score sheet to print
    cards --out cards.pdf | cards to cut out
check (records): check records, or the file of an edition or a box
    check game.txt | is it valid?
    check mine.json | which numbers are missing?
analyse (computing): analyse a game move by move
    analyse game.txt | which moves lost points?
simulate (computing): play many rounds or games and count the results
    simulate --policy greedy | play and count
match (computing): run a match between players, each deal played from every seat (extra `match`)
    match greedy random --deals 50 | who is the better player?
referee (real_cards): referee a game with real cards
    referee --name Ada --name Ben | a game with real cards
assist (real_cards): advise one player of a game with real cards
    assist --players 4 --seat 0 | advice at a real table
rules (records): look up the rules and rulings
    rules court.match | a rule
edition (records): enter the numbers of your copy of Monopoly into a file
    edition mine.json | Monopoly with your numbers
completion (machine): print a script that completes commands in your shell
    completion bash | a script for bash
doctor (machine): find out what is installed, what is missing, and how fast this machine plays
    doctor | does everything work?
"""
"""Each command's name, module and summary, followed by examples with descriptions."""


def _command(text: str) -> Command:
    head, *examples = text.splitlines()
    name, chapter, summary = re.split(r" \(|\): ", head, maxsplit=2)
    typed = (line.strip().partition(" | ") for line in examples)
    pairs = tuple((arguments, told) for arguments, _, told in typed)
    return Command(name, summary, pairs, chapter)


COMMANDS = {each.name: each for each in map(_command, re.split(r"\n(?=[a-z])", _TABLE))}
"""The commands by name, in the order of the help."""

_FIRST = ("play", "demo", "puzzle", "web", "rules")
_WITHOUT_EXTRA = ("web", "demo", "rules", "games", "replay", "draw", "analyse", "simulate")
_MOST_CONTINUED = 3
_EXIT_CODES = """
exit codes:
  0    success, or you quit
  1    failed, or `check` found a fault
  2    arguments that are invalid, or do not fit the file
  130  stopped by Ctrl-C
"""


class CommandParser(Parser):
    """The parser of a command, which imports the command on first use."""

    command: Command

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
        """Add the arguments of the command."""
        self.set_defaults(played=self.game)
        when = "use colour: auto, always or never (default auto)"
        choices = ("auto", "always", "never")
        self.add_argument("--colour", "--color", choices=choices, default="auto", help=when)
        self.command.add_to(self)


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
    examples = "".join(
        f"  {PROGRAM} {typed:<31} {told}\n"
        for each in COMMANDS.values()
        for typed, told in each.examples
    )
    parser = Parser(
        prog=PROGRAM,
        description="The card game Westeros Intrigue in the terminal, and others like it.",
        epilog=f"examples:\n{examples}{_EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    version = f"{PROGRAM} {westeros_intrigue.__version__}"
    parser.add_argument("--version", action="version", version=version)
    parser.set_defaults(run=_what_next, command=None, colour="auto")
    adder = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=CommandParser)
    commands = []
    for name, each in COMMANDS.items():
        added = adder.add_parser(
            name,
            help=each.summary,
            description=as_sentence(each.summary),
            epilog=f"example: {PROGRAM} {each.examples[0][0]}",
            allow_abbrev=False,
        )
        added.command = each
        added.game = GAMES.get(game or "", Parser.game)
        commands.append(added)
    return parser, commands


def _what_next(_options: Options, terminal: Output) -> int:
    """Print the first commands to try and the games to continue."""
    terminal.line("Try one of these:")
    is_plain = bool(lacking("cli"))
    under_way = (each for each in Folder.usual().games() if not (is_plain or each.is_over))
    for saved in islice(under_way, _MOST_CONTINUED):
        terminal.line(f"  {PROGRAM} games {saved.id}")
        terminal.show(f"    continue {saved.title}")
    for name in _WITHOUT_EXTRA if is_plain else _FIRST:
        terminal.line(f"  {PROGRAM} {name:8} {COMMANDS[name].summary}")
    terminal.line(f"  {PROGRAM} --help   list all commands")
    if is_plain:
        terminal.line(f'To play in the terminal: pip install "{PROGRAM}[cli]"')
    return 0
