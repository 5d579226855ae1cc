"""`rules`: the rules and rulings, by id."""

from __future__ import annotations

import argparse

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.cli.layout import wrapped
from westeros_intrigue.cli.terminal import Refused, Terminal
from westeros_intrigue.cli.wording import rule_lines
from westeros_intrigue.rules.rulebook import RULEBOOK, rule


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Show a rule, or the rules of a chapter, or all.

    Raises:
        Refused: there is no such rule or chapter.
    """
    chapters = dict.fromkeys(found.chapter for found in RULEBOOK.values())
    if options.id and options.id not in chapters:
        try:
            rule(options.id)
        except InvalidValue as error:
            raise Refused(f"{error}; the chapters are {', '.join(chapters)}") from error
        terminal.write("\n".join(rule_lines(options.id, terminal)))
        return 0
    for found in RULEBOOK.values():
        if options.id in ("", found.chapter):
            terminal.write(f"{terminal.bold(found.id)} ({found.kind.value})")
            terminal.write(wrapped(found.text, terminal.width, "  "))
    return 0
