"""The list of all commands, and the parser of the program.

The module of a command is imported when the command is used, because some need an extra; so the
list has what the help of the program says of each. The arguments of a command are a class in its
module.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import argparse
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from itertools import chain, groupby, islice, pairwise
from textwrap import fill
from typing import TypeAlias

import attrs

from westeros_intrigue.gamekit.authoring.game_files import SUFFIX, load_game
from westeros_intrigue.gamekit.english import as_sentence
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.packaging import needs_extra
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.terminal import shared
from westeros_intrigue.play.terminal.arguments import (
    CARD_GAME,
    COLOR,
    COLOUR,
    Command,
    Parser,
    ShowVersion,
    one_of,
    positional,
    read_command,
)
from westeros_intrigue.play.terminal.extras import lacking
from westeros_intrigue.play.terminal.output import PROGRAM, Output

Commands: TypeAlias = Mapping[str, type[Command]]
"""The commands of a module by name."""


def _load_playing() -> Commands:
    from westeros_intrigue.play.terminal import playing  # noqa: PLC0415 - with its first command

    return {"play": playing.PlayCommand, "puzzle": playing.PuzzleCommand}


def _load_watching() -> Commands:
    from westeros_intrigue.play.terminal import watching  # noqa: PLC0415 - with its first command

    return {
        "games": watching.GamesCommand,
        "demo": watching.DemoCommand,
        "replay": watching.ReplayCommand,
    }


def _load_completion() -> Commands:
    return {"completion": CompletionCommand}


def _load_machine() -> Commands:
    from westeros_intrigue.play.terminal import machine  # noqa: PLC0415 - with its first command

    return {
        "web": machine.WebCommand,
        "mcp": machine.McpCommand,
        "doctor": machine.DoctorCommand,
    }


def _load_records() -> Commands:
    from westeros_intrigue.play.terminal import records  # noqa: PLC0415 - with its first command

    return {
        "draw": records.DrawCommand,
        "export": records.ExportCommand,
        "cards": records.CardsCommand,
        "element": records.ElementCommand,
        "check": records.CheckCommand,
        "rules": records.RulesCommand,
        "edition": records.EditionCommand,
    }


def _load_computing() -> Commands:
    from westeros_intrigue.play.terminal import computing  # noqa: PLC0415 - with its first command

    return {
        "analyse": computing.AnalyseCommand,
        "simulate": computing.SimulateCommand,
        "match": computing.MatchCommand,
    }


def _load_measuring() -> Commands:
    from westeros_intrigue.play.terminal import measuring  # noqa: PLC0415 - with its first command

    return {"effect": measuring.EffectCommand, "measure": measuring.MeasureCommand}


def _load_real_cards() -> Commands:
    from westeros_intrigue.play.terminal import real_cards  # noqa: PLC0415 - with its first command

    return {"referee": real_cards.RefereeCommand, "assist": real_cards.AssistCommand}


@attrs.frozen
class Entry:
    """A command in the list of all commands."""

    group: str
    """The heading above the command in the help."""
    load: Callable[[], Commands]
    """Imports the module of the command."""
    summary: str
    """A phrase about the command, such as `list the saved games`."""
    examples: Mapping[str, str]
    """Lines that a user can type, with an explanation of each."""
    other_words: str
    """Words that users of other programs type for it, separated by spaces."""

    @property
    def listed(self) -> str:
        """The examples, each in a line with its explanation."""
        return "".join(
            f"  {PROGRAM} {typed:<31} {meaning}\n" for typed, meaning in self.examples.items()
        )


COMMANDS: Mapping[str, Entry] = {
    "play": Entry(
        "play",
        _load_playing,
        "play a game, alone or with others at this keyboard",
        {
            "play": "you and three simple players",
            "play --name Ada --name Ben": "two people, one keyboard",
            "play --solo --option rivalry": "Solo Scheming with an option",
            "play --resume game.txt": "continue a game",
            "play --game monopoly": "another game",
        },
        "new start begin solo",
    ),
    "web": Entry(
        "play",
        _load_machine,
        "play in the browser, alone or with friends",
        {
            "web": "play in the browser",
            "web --host 0.0.0.0": "with friends, by links",
        },
        "serve server browser page host online lan gui friends",
    ),
    "games": Entry(
        "play",
        _load_watching,
        "list the saved games, and continue one",
        {"games 1": "continue the last game"},
        "resume continue load saved saves list history",
    ),
    "puzzle": Entry(
        "play",
        _load_playing,
        "find the one placement that wins the round",
        {
            "puzzle": "find the winning card",
            "puzzle --daily": "the puzzle of the day",
            "puzzle --position LINE": "a position of yours",
        },
        "daily tactics riddle problem",
    ),
    "demo": Entry(
        "play",
        _load_watching,
        "watch a game between simple players",
        {
            "demo --players 5 --seed 7": "watch a game",
            "demo --game monopoly": "watch another",
        },
        "example watch show spectate",
    ),
    "mcp": Entry(
        "play",
        _load_machine,
        "let an AI assistant play, teach or referee (extra `mcp`)",
        {"mcp": "for an assistant"},
        "assistant ai claude chatgpt llm agent",
    ),
    "replay": Entry(
        "records and pictures",
        _load_watching,
        "step through a record, with its comments",
        {"replay --show-hands game.txt": "step through a game"},
        "view step record comments",
    ),
    "analyse": Entry(
        "records and pictures",
        _load_computing,
        "analyse a game of Westeros Intrigue move by move",
        {"analyse game.txt": "which moves lost points?"},
        "analysis analyze annotate blunders",
    ),
    "draw": Entry(
        "records and pictures",
        _load_records,
        "draw a game, an animated round or a poster of all rounds",
        {
            "draw game.txt --out game.svg": "a picture in a file",
            "draw game.txt --animate 1": "the first round, animated",
        },
        "position picture image svg png gif board poster diagram",
    ),
    "export": Entry(
        "records and pictures",
        _load_records,
        "write games as JSON or as sentences",
        {"export game.txt --form events": "read a game"},
        "convert json dump story text csv",
    ),
    "element": Entry(
        "records and pictures",
        _load_records,
        "write the court as an element for your own page",
        {"element static": "for the pages in static"},
        "component widget embed html javascript iframe",
    ),
    "check": Entry(
        "records and pictures",
        _load_records,
        "check records, or the file of an edition or a box",
        {
            "check game.txt": "is it valid?",
            "check mine.json": "which numbers are missing?",
        },
        "validate verify lint test",
    ),
    "match": Entry(
        "players and rules, measured",
        _load_computing,
        "run a match between players, each deal played from every seat (extra `match`)",
        {"match greedy random --deals 50": "who is the better player?"},
        "players bots bot player tournament compare versus arena league ladder elo rating ratings",
    ),
    "simulate": Entry(
        "players and rules, measured",
        _load_computing,
        "play many rounds or games and count the results",
        {"simulate --policy greedy": "play and count"},
        "run random sample statistics stats rounds",
    ),
    "effect": Entry(
        "players and rules, measured",
        _load_measuring,
        "show what a rule does to a game, by the same deals under both rules",
        {
            "effect --rule no_repeats.py": "a house rule of yours",
            "effect --rule rounds=1": "an option of the table",
        },
        "variant option house-rule ab",
    ),
    "measure": Entry(
        "players and rules, measured",
        _load_measuring,
        "measure a game: its length, choices, chances and players",
        {"measure --game btwixt": "what kind of game is it?"},
        "metrics length balance complexity",
    ),
    "referee": Entry(
        "at a table",
        _load_real_cards,
        "referee a game with real cards",
        {"referee --name Ada --name Ben": "a game with real cards"},
        "judge arbiter real live",
    ),
    "assist": Entry(
        "at a table",
        _load_real_cards,
        "advise one player of a game with real cards",
        {"assist --players 4 --seat 0": "advice at a real table"},
        "advise advice hint coach",
    ),
    "cards": Entry(
        "at a table",
        _load_records,
        "draw cards and a score sheet to print",
        {"cards --out cards.pdf": "cards to cut out"},
        "print printable pdf sheet deck",
    ),
    "edition": Entry(
        "at a table",
        _load_records,
        "enter the numbers of your copy of Monopoly into a file",
        {"edition mine.json": "Monopoly with your numbers"},
        "box numbers prices monopoly",
    ),
    "rules": Entry(
        "help",
        _load_records,
        "look up the rules and rulings",
        {"rules court.match": "a rule"},
        "rule rulebook ruling faq manual",
    ),
    "doctor": Entry(
        "help",
        _load_machine,
        "find out what is installed, what is missing, and how fast this machine plays",
        {"doctor": "does everything work?"},
        "diagnose info version install environment benchmark speed",
    ),
    "completion": Entry(
        "help",
        _load_completion,
        "print a script that completes commands in your shell",
        {"completion bash": "a script for bash"},
        "complete autocomplete shell bash zsh fish",
    ),
}
"""The commands by name, in the order of the help."""


_FIRST = ("play", "demo", "puzzle", "web", "rules")
_GAME_FLAG = "--game"
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


def parse_arguments(arguments: Sequence[str] | None = None) -> Command:
    """Return the command in the arguments, ready to run."""
    typed = sys.argv[1:] if arguments is None else list(arguments)
    if typed[:1] == ["help"]:
        typed = [*typed[1:], "--help"]
    typed = _load_game_files(typed)
    name, game = _look_ahead(typed)
    command: type[Command] = WhatNext
    # A command that comes first needs its own parser alone; whatever else is typed may list all.
    parser, parsers_by_name = parsers(COMMANDS if name is None or typed[0] != name else [name])
    command_parser = parser
    if name is not None:
        command_parser, command = parsers_by_name[name], load_command(name)
        command_parser.add(command, game)
        for argument in command_parser.arguments:
            if COLOUR in argument.option_strings:
                # Without the flag here, the one before the name of the command applies.
                argument.default = argparse.SUPPRESS
    namespace, unknown = parser.parse_known_args(typed)
    if unknown:
        command_parser.refuse(unknown, game)
    return read_command(command, namespace, game)


def _load_game_files(typed: Sequence[str]) -> list[str]:
    """Return the arguments with the keys of games instead of the files that have them.

    A file without a game ends the program.
    """
    arguments = []
    for previous, argument in pairwise(("", *typed)):
        if previous == _GAME_FLAG:
            arguments.append(_key_of(argument))
        elif argument.startswith(f"{_GAME_FLAG}="):
            arguments.append(f"{_GAME_FLAG}={_key_of(argument.partition('=')[2])}")
        else:
            arguments.append(argument)
    return arguments


def _key_of(game_or_file: str) -> str:
    """Return the key of the game in a file, which is imported; a key is returned as it is."""
    if not game_or_file.endswith(SUFFIX):
        return game_or_file
    try:
        return load_game(game_or_file).KEY
    except InvalidValue as error:
        Parser(prog=PROGRAM, add_help=False).error(str(error))


def _look_ahead(typed: Sequence[str]) -> tuple[str | None, AnyGame]:
    """Return the name of the command, if there is one, and the game, which decide what follows."""
    finder = Parser(prog=PROGRAM, add_help=False)
    for flags in ([_GAME_FLAG], [COLOUR, COLOR]):
        finder.add_argument(*flags, nargs="?")
    named = one_of(lambda: COMMANDS, "COMMAND", _suggest).keywords(CARD_GAME)
    finder.add_argument("command", nargs="?", **named)
    namespace, _ = finder.parse_known_args(typed)
    values: dict[str, str | None] = vars(namespace)
    return values["command"], GAMES.get(values["game"] or "", CARD_GAME)


def load_command(name: str) -> type[Command]:
    """Import a command by its name.

    Raises:
        MissingExtra: the command needs an extra that is not installed.
    """
    with needs_extra(f"`{PROGRAM} {name}`", "cli"):
        return COMMANDS[name].load()[name]


def parsers(
    names: Iterable[str] = COMMANDS, *, are_in_groups: bool = True
) -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of the program and those of commands, which have no arguments yet.

    Args:
        names: the names of the commands; all by default.
        are_in_groups: False to let argparse list the commands, as scripts for shells need it.
    """
    examples = "".join(entry.listed for entry in COMMANDS.values())
    parser = Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [-h] [-V] [--colour {{auto,always,never}}] COMMAND ...",
        description="The card game Westeros Intrigue in the terminal, and others like it.",
        epilog=f"{_list_in_groups()}examples:\n{examples}{_EXIT_CODES}",
    )
    version = parser.add_argument(
        "-V", "--version", action=ShowVersion, nargs=0, help="show the program's version and exit"
    )
    parser.arguments.append(version)
    parser.add(WhatNext, CARD_GAME)
    # The epilog lists the commands in groups, which argparse cannot.
    listed = argparse.SUPPRESS if are_in_groups else None
    adder = parser.add_subparsers(prog=PROGRAM, metavar="COMMAND", help=listed)
    return parser, {
        name: adder.add_parser(
            name,
            help=entry.summary,
            description=fill(as_sentence(entry.summary), _WIDEST_HELP),
            epilog=f"{'example' if len(entry.examples) == 1 else 'examples'}:\n{entry.listed}",
        )
        for name in names
        for entry in (COMMANDS[name],)
    }


def _list_in_groups() -> str:
    """Return the commands with their summaries, in groups."""
    lines = []
    for heading, entries in groupby(COMMANDS.items(), lambda item: item[1].group):
        lines.append(f"{heading}:\n")
        for name, entry in entries:
            margin = " " * len(f"    {name:<11} ")
            summary = fill(
                entry.summary, _WIDEST_HELP, initial_indent=margin, subsequent_indent=margin
            )
            lines.append(f"    {name:<11} {summary.lstrip()}\n")
        lines.append("\n")
    return "".join(lines)


def _suggest(typed: str) -> str:
    """Return the commands that other programs call so, for the end of a message."""
    named = [name for name, entry in COMMANDS.items() if typed in entry.other_words.split()]
    return f"; did you mean {' or '.join(named)}?" if named else ""


def parsers_for_all_games() -> tuple[Parser, dict[str, Parser]]:
    """Return the parsers with the arguments for every game, for shell completion."""
    parser, parsers_by_name = parsers(are_in_groups=False)
    for command_name, command_parser in parsers_by_name.items():
        command = load_command(command_name)
        command_parser.add(command, CARD_GAME)
        games = [*GAMES.values()] if _GAME_FLAG in command_parser.flags else [CARD_GAME]
        for game in games:
            command_parser.add_more_options(command, game)
        players = chain.from_iterable(game.PLAYERS for game in games)
        rules = [*chain.from_iterable(game.RULEBOOK.values() for game in games)]
        words = {
            shared.PLAYER.metavar: [name for name in dict.fromkeys(players) if ":" not in name],
            shared.RULE.metavar: sorted(
                {rule.id for rule in rules} | {rule.chapter for rule in rules}
            ),
        }
        for argument in command_parser.arguments:
            if argument.metavar in words:
                argument.choices = words[argument.metavar]
    return parser, parsers_by_name


@attrs.frozen(kw_only=True)
class WhatNext(Command):
    """The program without a command."""

    def run(self, terminal: Output) -> int:
        """Print the first commands to try and the games to continue."""
        terminal.line("Try one of these:")
        is_plain = bool(lacking("cli"))
        under_way = (saved for saved in Folder.usual().games() if not (is_plain or saved.is_over))
        for saved in islice(under_way, _MOST_CONTINUED):
            terminal.line(f"  {PROGRAM} games {saved.id}")
            terminal.show(f"    continue {saved.title}")
        for name in _WITHOUT_EXTRA if is_plain else _FIRST:
            terminal.line(f"  {PROGRAM} {name:8} {COMMANDS[name].summary}")
        terminal.line(f"  {PROGRAM} --help   list all commands")
        if is_plain:
            terminal.line(f'To play in the terminal: pip install "{PROGRAM}[cli]"')
        return 0


@attrs.frozen(kw_only=True)
class CompletionCommand(Command):
    """`completion`: a script that completes commands in a shell."""

    shell: str = positional(one_of(lambda: ("bash", "zsh", "tcsh", "fish")), "the shell")

    def run(self, terminal: Output) -> int:
        """Print a script for the shell; the documentation names the startup file that runs it."""
        with needs_extra(f"`{PROGRAM} completion`", "cli"):
            shtab = import_module("shtab")
        parser, parsers_by_name = parsers_for_all_games()
        list_games = {"bash": _LIST_GAMES, "zsh": _LIST_GAMES, "fish": f"({_LIST_GAMES})"}
        places = {
            shared.FILE.metavar: shtab.FILE,
            shared.FOLDER.metavar: shtab.DIRECTORY,
            shared.SAVED_GAME.metavar: list_games,
        }
        for argument in chain.from_iterable(each.arguments for each in parsers_by_name.values()):
            if argument.metavar in places:
                argument.complete = places[argument.metavar]  # type: ignore[attr-defined]  # shtab's
        terminal.line(shtab.complete(parser, self.shell, preamble=_list_games()))
        return 0


_LIST_GAMES = "_westeros_intrigue_games"
"""The shell function that lists the names of the saved games."""


def _list_games() -> dict[str, str]:
    """Return the function that lists saved games, for each shell."""
    folder = shlex.quote(str(Folder.usual().path.absolute()))
    names = f"ls {folder} 2>/dev/null | sed -n 's/\\.txt$//p; s/\\.table$//p'"
    return {
        "bash": f'{_LIST_GAMES}() {{ compgen -W "$({names})" -- "$1"; }}',
        "zsh": f'{_LIST_GAMES}() {{ compadd -- ${{(f)"$({names})"}}; }}',
        "fish": f"function {_LIST_GAMES}; command {names}; end",
    }
