"""`rules`: the rules and rulings, by id."""

from __future__ import annotations

from contextlib import suppress

from westeros_intrigue import InvalidValue
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.terminal.commands import Options, Parser
from westeros_intrigue.play.terminal.prompt import rule_lines
from westeros_intrigue.play.terminal.terminal import Terminal


def add_arguments(parser: Parser) -> None:
    parser.add_game()
    help_text = "a rule such as court.match, or a chapter such as court (default all)"
    parser.add_argument("id", nargs="?", type=str.lower, metavar="ID", help=help_text)


def run(options: Options, terminal: Terminal) -> int:
    """Show a rule, or the rules of a chapter, or all."""
    games = [options.game] if options.game else [*GAMES]
    for name in games if options.id is not None else ():
        with suppress(InvalidValue):
            terminal.show(*rule_lines(GAMES[name].RULEBOOK, options.id))
            return 0
    rules = GAMES[games[0]].RULEBOOK
    for wanted in rules if options.id is None else [options.id]:
        terminal.show(*rule_lines(rules, wanted)[:2])
    return 0
