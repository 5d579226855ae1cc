"""The directive `listing`: what the library has, as a table that is made when the site is built.

`commands` has a row for each command, and `arguments` a table of the arguments of each, or of one.
`options` has the options of a game, `players` its players, and `effects` what each rule of a run in
figures.json changes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import figures
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.options import Option, OptionKind
from westeros_intrigue.play.terminal.arguments import CARD_GAME, COLOUR, flag_of_option
from westeros_intrigue.play.terminal.commands import COMMANDS, load_command, parsers

DOCS = Path(__file__).parents[1]
COMMAND_LINE = "command-line.md"
HOUSE = "house."
"""The start of the ids of house rules."""
OTHER_PAGES = ("how-to/real-cards.md", "how-to/matches.md")
"""The pages with sections of commands, besides the page of the command line."""


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    for row in (heading, ["---"] * len(heading), *rows):
        yield f"| {' | '.join(row)} |"
    yield ""


def list_commands() -> Iterator[str]:
    """Yield the commands in their groups, each with a link to its section, if it has one."""
    for heading, entries in groupby(COMMANDS.items(), lambda item: item[1].group):
        rows = [[_link_of(name), f"{entry.summary}"] for name, entry in entries]
        yield from table([heading.capitalize(), "What it does"], rows)


def _link_of(name: str) -> str:
    for page in (COMMAND_LINE, *OTHER_PAGES):
        if re.search(rf"(?m)^##+ {name}$", (DOCS / page).read_text("utf-8")):
            return f"[`{name}`]({'' if page == COMMAND_LINE else page}#{name})"
    return f"`{name}`"


def list_arguments(*names: str) -> Iterator[str]:
    """Yield the arguments of commands, by default of each."""
    for name in names or COMMANDS:
        parser = parsers([name])[1][name]
        parser.add(load_command(name), CARD_GAME)
        own = [each for each in parser.arguments if COLOUR not in each.option_strings]
        rows = [[_write_argument(each), _explain(each)] for each in own]
        if rows:
            yield from table([f"`{name}`", "What it does"], rows)


def _write_argument(argument: argparse.Action) -> str:
    value = argument.metavar
    if argument.choices is not None and value is None:
        value = "{" + ",".join(map(str, argument.choices)) + "}"
    shown = f" {value}" if value and argument.nargs != 0 else ""
    flags = [f"`{flag}{shown}`" for flag in argument.option_strings]
    return ", ".join(flags) or f"`{value or argument.dest}`"


def _explain(argument: argparse.Action) -> str:
    text = (argument.help or "") % {"default": argument.default}
    # The players have tables of their own; `|` ends a cell.
    return " ".join(text.partition(": random: ")[0].split()).replace("|", r"\|")


def list_options(key: str) -> Iterator[str]:
    """Yield the options of a game."""
    rows = [[_write_option(each), each.help] for each in GAMES[key].OPTIONS]
    return table(["Option", "What it does"], rows)


def _write_option(option: Option) -> str:
    flag = flag_of_option(option)
    if option.kind is OptionKind.CHOICE:
        return ", ".join(f"`{flag} {choice}`" for choice in option.choices)
    value = option.metavar or ("FILE" if option.kind is OptionKind.FILE else "N")
    if option.kind is OptionKind.CHOICES:
        value = "NAME"
    return f"`{flag}`" if option.kind is OptionKind.FLAG else f"`{flag} {value}`"


def list_players(key: str) -> Iterator[str]:
    """Yield the players of a game with their strategies, weakest first, the usual one marked."""
    players = GAMES[key].PLAYERS
    rows = [
        [f"`{name}`{', the usual one' if name == players.usual else ''}", player.summary]
        for name, player in players.items()
    ]
    return table(["Name", "What it does"], rows)


def list_effects(*words: str) -> Iterator[str]:
    """Yield the figures of a run for each rule, and the text of each house rule.

    Args:
        words: the name of the run, whose last word is the key of its game.
    """
    run = " ".join(words)
    names = [
        name.removeprefix(f"{run}: ") for name in figures.all_figures() if name.startswith(run)
    ]
    parts = [name.rpartition(": ")[::2] for name in names]
    columns = dict.fromkeys(column for _, column in parts if column != "other moves")
    rulebook = GAMES[words[-1]].RULEBOOK
    texts = {
        id_.removeprefix(HOUSE): rule.text.partition(": ")[2]
        for id_, rule in rulebook.items()
        if id_.startswith(HOUSE)
    }
    rows = [
        [
            change if change == "none" else f"`{change}`",
            texts.get(change, ""),
            *(
                f"{{figure}}`{run}: {change}: {column}`" if (change, column) in parts else ""
                for column in columns
            ),
        ]
        for change in dict.fromkeys([*(change for change, _ in parts), *texts])
    ]
    if not texts:
        return table(["rule", *columns], ([change, *cells] for change, _, *cells in rows))
    return table(["rule", "what it says", *columns], rows)


LISTINGS: dict[str, Callable[..., Iterator[str]]] = {
    "commands": list_commands,
    "arguments": list_arguments,
    "options": list_options,
    "players": list_players,
    "effects": list_effects,
}


class Listing(SphinxDirective):
    """Inserts a table of what the library has."""

    required_arguments = 1
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        kind, *more = " ".join(self.arguments).split()
        return self.parse_text_to_nodes("\n".join(LISTINGS[kind](*more)))


def setup(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("listing", Listing)
