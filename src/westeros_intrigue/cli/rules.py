"""`rules`: the rules and rulings, by id."""

from __future__ import annotations

from westeros_intrigue import InvalidValue
from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.cli.prompt import rule_lines
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.game import GAMES
from westeros_intrigue.rules.entries import entry_of


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_game()
    told = "a rule such as court.match, or a chapter such as court (default all)"
    parser.add_argument("id", nargs="?", type=str.lower, default="", metavar="ID", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Show a rule, or the rules of a chapter, or all."""
    rules = GAMES[options.game].RULEBOOK
    chapters = dict.fromkeys(found.chapter for found in rules.values())
    if options.id and options.id not in chapters:
        try:
            entry_of(rules, options.id)
        except InvalidValue as error:
            raise Refused(f"{error}; the chapters are {', '.join(chapters)}") from error
        terminal.show(*rule_lines(rules, options.id))
    for found in rules.values():
        if options.id in ("", found.chapter):
            terminal.show(*rule_lines(rules, found.id)[:2])
    return 0
