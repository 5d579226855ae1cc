"""`rules`: the rules and rulings, by id."""

from __future__ import annotations

from westeros_intrigue import InvalidValue
from westeros_intrigue.cli.arguments import Command, Options, Parser
from westeros_intrigue.cli.prompt import rule_lines
from westeros_intrigue.cli.terminal import Refused, Terminal
from westeros_intrigue.game import GAMES
from westeros_intrigue.rules.rulebook import entry_of


def _add_arguments(parser: Parser) -> None:
    parser.add_game()
    told = "a rule such as court.match, or a chapter such as court (default all)"
    parser.add_argument("id", nargs="?", default="", metavar="ID", help=told)


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


COMMAND = Command(
    "rules",
    "look up the rules and rulings",
    run,
    _add_arguments,
    (("rules court.match", "look up a rule"),),
)
