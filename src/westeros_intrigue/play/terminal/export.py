"""`export`: the games of a file for other programs, as JSON or as sentences."""

from __future__ import annotations

from itertools import pairwise

from westeros_intrigue.play.referee import without_numbers
from westeros_intrigue.play.sessions import GameFile
from westeros_intrigue.play.sessions.session import recorded_names, sentences, with_names
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, Parser, add_path
from westeros_intrigue.play.terminal.output import Output


def add_arguments(parser: Parser) -> None:
    files.add_file(parser)
    help_text = "json: a document a line; events: what happened, in words (default json)"
    parser.add_argument("--form", choices=("json", "events"), default="json", help=help_text)
    add_path(parser, "--out", "a new file (default the standard output)")


def run(options: Options, terminal: Output) -> int:
    """Write the games of a file in another form."""
    lines: list[str] = []
    out = None if options.out is None else GameFile(files.fresh_path(options.out))
    with files.records_in(options.file, options) as (game, records):
        for record in records:
            if options.form == "json":
                lines.append(game.DOCUMENTS.to_json(record))
                continue
            names = recorded_names(record)
            steps = pairwise(record.replay())
            told = [each for step in steps for each in sentences(game, *step, None)]
            if "Referee" in dict(record.tags):
                told = [*map(without_numbers, told)]
            titles = game.titles(record.state)
            lines += [with_names(each, names, titles) for each in told]
    if out:
        files.write(out, "\n".join(lines))
    for line in [] if out else lines:
        terminal.line(line)
    return 0
