"""`rules`: the rules and rulings, by id."""

from __future__ import annotations

from collections.abc import Mapping

from westeros_intrigue import InvalidValue
from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.output import PROGRAM, Refused
from westeros_intrigue.cli.prompt import rule_lines
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.game import GAMES
from westeros_intrigue.rules.entries import Rule


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_game()
    told = "a rule such as court.match, or a chapter such as court (default all)"
    parser.add_argument("id", nargs="?", type=str.lower, default="", metavar="ID", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Show a rule, or the rules of a chapter, or all."""
    rules = GAMES[options.game].RULEBOOK
    if not options.id:
        for chapter in dict.fromkeys(found.chapter for found in rules.values()):
            terminal.show(*rule_lines(rules, chapter))
        return 0
    try:
        terminal.show(*rule_lines(rules, options.id))
    except InvalidValue as error:
        for name, game in GAMES.items():
            if options.id in _ids(game.RULEBOOK):
                told = f"`{PROGRAM} rules {options.id} --game {name}`"
                raise Refused(f"{options.id} is of another game: {told}") from error
        raise Refused(str(error)) from error
    return 0


def _ids(rules: Mapping[str, Rule]) -> set[str]:
    return {*rules, *(found.chapter for found in rules.values())}
