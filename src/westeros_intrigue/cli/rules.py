"""`rules`: the rules and rulings, by id."""

from __future__ import annotations

from rich.padding import Padding
from rich.text import Text

from westeros_intrigue import RULEBOOK, InvalidValue, rule
from westeros_intrigue.cli.arguments import Command, Options, Parser
from westeros_intrigue.cli.terminal import Refused, Shown, Terminal


def _add_arguments(parser: Parser) -> None:
    told = "a rule such as court.match, or a chapter such as court (default all)"
    parser.add_argument("id", nargs="?", default="", metavar="ID", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Show a rule, or the rules of a chapter, or all."""
    chapters = dict.fromkeys(found.chapter for found in RULEBOOK.values())
    if options.id and options.id not in chapters:
        try:
            rule(options.id)
        except InvalidValue as error:
            raise Refused(f"{error}; the chapters are {', '.join(chapters)}") from error
        terminal.show(*rule_lines(options.id))
    for found in RULEBOOK.values():
        if options.id in ("", found.chapter):
            terminal.show(*rule_lines(found.id)[:2])
    return 0


def rule_lines(rule_id: str) -> list[Shown]:
    """Return a rule with where it comes from and why it is so, or that there is none of that id."""
    try:
        found = rule(rule_id)
    except InvalidValue as error:
        return [f"{error}. `rules` on the command line lists them all."]
    lines: list[Shown] = [
        Text.assemble((found.id, "bold"), f" ({found.kind.value})"),
        Padding(found.text, (0, 0, 0, 2)),
    ]
    if found.reason:
        lines.append(Padding(f"Why so: {found.reason}", (0, 0, 0, 2)))
    return lines


COMMAND = Command(
    "rules",
    "look up the rules and rulings",
    run,
    _add_arguments,
    (("rules court.match", "look up a rule"),),
)
