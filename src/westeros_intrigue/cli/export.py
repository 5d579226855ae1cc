"""`export`: the games of a file for other programs, as JSON or as sentences."""

from __future__ import annotations

from itertools import pairwise

from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.files import is_there, path_of, records_in
from westeros_intrigue.cli.output import Output, Refused
from westeros_intrigue.sessions.seats import recorded_names, sentences, with_names


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="a file of records, or - for the input")
    told = "json: a document a line; events: what happened, in words (default json)"
    parser.add_argument("--form", choices=("json", "events"), default="json", help=told)
    told = "a new file (default the standard output)"
    parser.add_argument("--out", metavar="FILE", help=told)
    parser.add_own_files()


def run(options: Options, terminal: Output) -> int:
    """Write the games of a file in another form."""
    lines: list[str] = []
    if options.out is not None and is_there(path_of(options.out)):
        raise Refused(f"{options.out} exists already; choose another name")
    with records_in(options.file, options) as (game, records):
        for record in records:
            if options.form == "json":
                lines.append(game.DOCUMENTS.to_json(record))
                continue
            names = recorded_names(record)
            steps = pairwise(record.replay())
            told = (sentences(game, before, after, None) for before, after in steps)
            lines += [with_names(each, names) for step in told for each in step]
    if options.out is None:
        for line in lines:
            terminal.line(line)
        return 0
    try:
        path_of(options.out).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise Refused(f"cannot write {options.out}: {error.strerror}") from error
    return 0
