"""Which commands and arguments there are. Every number is checked here, at the door."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeAlias

import westeros_intrigue
from westeros_intrigue import STANDARD, House
from westeros_intrigue.cli import check, demo, other_games, play, referee, replay, rules, simulate
from westeros_intrigue.cli.seats import shown_name
from westeros_intrigue.cli.terminal import PROGRAM, Terminal, printable
from westeros_intrigue.game import GAMES
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS

OPTIONS = ("house-affiliation", "rivalry", "anyone-can-die")
_MOST_ROUNDS = len(STANDARD.throne_cards)
"""Each round draws an Iron Throne card, and there are no more."""
_LAST_SEED = 2**64 - 1
_MOST_SIMULATED = 10**12
_LAST_GAME = 10**9
_LONGEST_PACE = 60

_EXAMPLES = f"""examples:
  {PROGRAM} play                          you and three simple players
  {PROGRAM} play --name Ada --name Ben    two people at one keyboard
  {PROGRAM} play --solo --option rivalry  Solo Scheming with an option
  {PROGRAM} play --resume game.txt        go on with a game
  {PROGRAM} demo --players 5 --seed 7     watch a game
  {PROGRAM} play --game monopoly          another game
  {PROGRAM} replay game.txt               step through a game
  {PROGRAM} check *.txt                   do the records hold together?
  {PROGRAM} simulate --policy greedy random random random
  {PROGRAM} referee --players 3           judge a game with real cards
  {PROGRAM} rules court.match             look up a rule

exit codes:
  0    all went well, or somebody quit
  1    something could not be done, or `check` found a fault
  2    the arguments make no sense
  130  stopped by Ctrl-C
"""


class _Parser(argparse.ArgumentParser):
    """A parser that tells a fault in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with exit code 2."""
        self.exit(2, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments; `run` is the command to call with them and the terminal.

    Raises:
        SystemExit: they ask for help or the version (code 0), or are nonsense (code 2).
    """
    parser = _Parser(
        prog=PROGRAM,
        description="The card game Westeros Intrigue in the terminal.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"{PROGRAM} {westeros_intrigue.__version__}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")
    for add in (_play, _demo, _replay, _check, _simulate, _referee, _rules, _btwixt):
        add(commands)
    return parser.parse_args(arguments)


_Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"


def _command(
    commands: _Commands,
    name: str,
    run: Callable[[argparse.Namespace, Terminal], int],
    summary: str,
    *,
    example: str,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"example: {PROGRAM} {example}",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "--colour", "--color", choices=("auto", "always", "never"), default="auto",
        help="when to colour (default auto: where the terminal takes it and NO_COLOR is not set)",
    )  # fmt: skip
    return parser


def _play(commands: _Commands) -> None:
    parser = _command(
        commands, "play", play.run,
        "play a game, alone or with others at this keyboard",
        example="play --name Ada --name Ben --players 4",
    )  # fmt: skip
    _add_game(parser)
    parser.add_argument(
        "--people", type=_number(1, MAX_PLAYERS), metavar="N",
        help="how many people play at this keyboard (default 1, or as many as names)",
    )  # fmt: skip
    parser.add_argument(
        "--name",
        action="append",
        type=_name,
        default=[],
        help="the name of a person; repeatable",
    )
    parser.add_argument(
        "--opponents", choices=("greedy", "random"), default="greedy",
        help="what the other seats do: look one placement ahead, or nothing (default greedy)",
    )  # fmt: skip
    _add_table(parser, "(default 4, or as many as people)")
    _add_seed(parser, None, "(default: another game each time)")
    _add_record(parser)


def _demo(commands: _Commands) -> None:
    parser = _command(
        commands, "demo", demo.run, "watch a game between greedy simple players",
        example="demo --solo --option rivalry --seed 7",
    )  # fmt: skip
    _add_game(parser)
    _add_table(parser, "(default 4)")
    _add_seed(parser, 1, "(default 1)")
    parser.add_argument(
        "--pace", type=_seconds, default=1.0, metavar="SECONDS",
        help="how long each placement is shown in a terminal (default 1)",
    )  # fmt: skip
    parser.add_argument("--open", action="store_true", help="show all hands")
    parser.add_argument(
        "--quiet", action="store_true", help="show only what came of it, as in a pipe"
    )


def _replay(commands: _Commands) -> None:
    parser = _command(
        commands, "replay", replay.run, "step through a record, with its comments",
        example="replay --open game.txt",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="a file of records, or - for the input")
    parser.add_argument(
        "--game", type=_number(1, _LAST_GAME), default=1, metavar="N",
        help="which game of the file (default 1)",
    )  # fmt: skip
    parser.add_argument("--open", action="store_true", help="show all hands")
    parser.add_argument(
        "--all", action="store_true", help="show the whole game at once, as in a pipe"
    )


def _check(commands: _Commands) -> None:
    parser = _command(
        commands, "check", check.run, "find out whether records hold together",
        example="check games/*.txt",
    )  # fmt: skip
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a file of records, or - for the input"
    )
    parser.add_argument("--quiet", action="store_true", help="tell of faults only")


def _simulate(commands: _Commands) -> None:
    parser = _command(
        commands, "simulate", simulate.run, "play many rounds or games, and count",
        example="simulate --games 200 --policy greedy random random random",
    )  # fmt: skip
    many = parser.add_mutually_exclusive_group()
    count = _number(1, _MOST_SIMULATED)
    many.add_argument(
        "--rounds", dest="many_rounds", type=count, metavar="N",
        help="how many single rounds (default 1000)",
    )  # fmt: skip
    many.add_argument("--games", type=count, metavar="N", help="how many whole games instead")
    parser.add_argument(
        "--policy", nargs="+", choices=simulate.POLICIES, default=["random"], metavar="POLICY",
        help="how all seats choose, or how each does: random, over houses and slots; legal, over "
        "cards and slots; or greedy (default random)",
    )  # fmt: skip
    parser.add_argument(
        "--rotate", action="store_true",
        help="let the seats take turns in starting single rounds, as in a game",
    )  # fmt: skip
    _add_table(parser, "(default 4)", rounds=False)
    _add_seed(parser, 1, "(default 1)")
    parser.add_argument("--json", action="store_true", help="write JSON in place of the table")
    parser.add_argument(
        "--plain", action="store_true", help="use the plain rules even where `bulk` is installed"
    )


def _referee(commands: _Commands) -> None:
    parser = _command(
        commands, "referee", referee.run, "judge a game that is played with real cards",
        example="referee --name Ada --name Ben --first-player 1",
    )  # fmt: skip
    parser.add_argument(
        "--name",
        action="append",
        type=_name,
        default=[],
        help="the name of a player; repeatable",
    )
    _add_table(parser, "(default as many as names; without names it is asked)")
    _add_record(parser)


def _rules(commands: _Commands) -> None:
    parser = _command(
        commands, "rules", rules.run, "look up the rules and rulings", example="rules court"
    )
    parser.add_argument(
        "id", nargs="?", default="", metavar="ID",
        help="a rule such as court.match, or a chapter such as court (default all)",
    )  # fmt: skip


def _btwixt(commands: _Commands) -> None:
    parser = _command(
        commands, "btwixt", check.run_box,
        "find out what the file of a B'Twixt box holds, and what it lacks",
        example="btwixt check my-box.json",
    )  # fmt: skip
    parser.add_argument("action", choices=("check",), help="what to do with the file")
    parser.add_argument("file", metavar="FILE", help="the file in which you enter your cards")


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", choices=tuple(GAMES), default=other_games.FLAGSHIP,
        help="which game; of all others only --players, --seed and --pace count",
    )  # fmt: skip


def _add_table(parser: argparse.ArgumentParser, usual: str, *, rounds: bool = True) -> None:
    table = parser.add_argument_group("the table")
    table.add_argument(
        "--players", type=_number(MIN_PLAYERS, MAX_PLAYERS), metavar="N",
        help=f"how many seats, {MIN_PLAYERS} to {MAX_PLAYERS} {usual}",
    )  # fmt: skip
    table.add_argument(
        "--solo", action="store_true", help="Solo Scheming: Stark against three automated houses"
    )
    table.add_argument(
        "--option",
        action="append",
        default=[],
        choices=OPTIONS,
        metavar="NAME",
        help=f"an option, {', '.join(OPTIONS[:-1])} or {OPTIONS[-1]}; repeatable",
    )
    table.add_argument(
        "--houses", type=_houses, default=(), metavar="LETTERS",
        help="the house of each seat, such as SLBT (default: in this order, where it matters)",
    )  # fmt: skip
    seat = _number(0, MAX_PLAYERS - 1)
    table.add_argument(
        "--automated", action="append", type=seat, default=[], metavar="SEAT",
        help="a seat, from 0, that plays as the automated houses do; repeatable",
    )  # fmt: skip
    table.add_argument(
        "--first-player", type=seat, metavar="SEAT", help="who starts round 1 (default 0)"
    )
    if rounds:
        table.add_argument(
            "--rounds", type=_number(1, _MOST_ROUNDS), metavar="N",
            help="how many rounds (default one a player)",
        )  # fmt: skip
    else:
        parser.set_defaults(rounds=None)


def _add_seed(parser: argparse.ArgumentParser, default: int | None, usual: str) -> None:
    parser.add_argument(
        "--seed", type=_number(0, _LAST_SEED), default=default, metavar="N",
        help=f"an integer from 0 that fixes the game {usual}",
    )  # fmt: skip


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--record", metavar="FILE", help="where to keep the game's record")
    parser.add_argument("--resume", metavar="FILE", help="go on with the last game of this file")


def _number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads an integer within a range."""

    def number(text: str) -> int:
        # More digits than the most has are too many, and may be too many for int.
        is_number = re.fullmatch("[0-9]+", text) and len(text.lstrip("0")) <= len(str(most))
        if is_number and least <= (found := int(text)) <= most:
            return found
        raise argparse.ArgumentTypeError(
            f"a number from {least} to {most} is needed, not {text[:40]!r}"
        )

    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if 0 <= seconds <= _LONGEST_PACE:
        return seconds
    raise argparse.ArgumentTypeError(
        f"seconds from 0 to {_LONGEST_PACE} are needed, not {text[:40]!r}"
    )


def _name(text: str) -> str:
    if shown := shown_name(text):
        return shown
    raise argparse.ArgumentTypeError(f"a name that can be shown is needed, not {text[:40]!r}")


def _houses(text: str) -> tuple[House, ...]:
    letters = {house.letter: house for house in House}
    try:
        return tuple(letters[letter] for letter in text.upper())
    except KeyError:
        raise argparse.ArgumentTypeError(
            f"houses are given by their letters, such as SLBT, not {text[:40]!r}"
        ) from None
