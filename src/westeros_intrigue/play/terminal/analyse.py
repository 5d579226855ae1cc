"""`analyse`: the games of a file, each placement judged by what its player could know."""

from __future__ import annotations

import io

from westeros_intrigue import Record, write_records
from westeros_intrigue.gamekit.values import counted
from westeros_intrigue.lab.players import analyse_record
from westeros_intrigue.play.printing.pictures import write_pictures
from westeros_intrigue.play.referee import known_seats, made_up
from westeros_intrigue.play.sessions import GameFile
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, Parser, add_number, add_path
from westeros_intrigue.play.terminal.output import Refused
from westeros_intrigue.play.terminal.terminal import Terminal, headline
from westeros_intrigue.play.terminal.workers import progress_bar

_MOST_PLAYOUTS = 1_000_000


def add_arguments(parser: Parser) -> None:
    files.add_file(parser)
    help_text = "how many playouts the moves of a placement share (default 1000)"
    add_number(parser, "--playouts", 1, _MOST_PLAYOUTS, help_text, default=1000)
    add_path(parser, "--out", "a new file for the records, with a comment on each turning point")
    add_path(parser, "--plot", "a new picture of the course of the game, in .svg, .png or .pdf")


def run(options: Options, terminal: Terminal) -> int:
    """Judge every game of a file, and show what each placement lost."""
    out = None if options.out is None else GameFile(files.fresh_path(options.out))
    plot = None if options.plot is None else files.picture_path(options.plot)
    with files.records_in(options.file, options) as (game, found_records):
        records = [_warned(record) for record in found_records if isinstance(record, Record)]
    if game is not Parser.game:
        raise Refused(f"{options.file}: `analyse` is for {Parser.game.NAME}, not {game.NAME}")
    if plot is not None and len(records) > 1:
        raise Refused(f"--plot draws one game, and {options.file} has {len(records)}", 2)
    found = []
    for record in records:
        with progress_bar(terminal) as progress:
            known = known_seats(record)
            found.append(
                analyse_record(record, playouts=options.playouts, players=known, progress=progress)
            )
    for number, analysis in enumerate(found, start=1):
        title = f"Game {number} of {len(found)}: " if len(found) > 1 else ""
        turning = counted(len(analysis.turning_points), "turning point")
        if warning := _warning(analysis.record):
            terminal.show(f"{title}{warning}")
            if not analysis.placements:
                continue
        terminal.show(
            headline(f"{title}{counted(len(analysis.placements), 'placement')}, {turning}"),
            str(analysis),
        )
    if out:
        text = io.StringIO()
        write_records([analysis.record for analysis in found], text)
        files.write(out, text.getvalue())
    if plot is not None:
        terminal.line(*map(str, write_pictures(plot, [found[0].draw_svg()])))
    return 0


def _warning(record: Record) -> str:
    """Return a warning about judgements of unknown hands; or nothing."""
    hands = made_up(record)
    return hands and f"{hands} Placements from such hands are not judged."


def _warned(record: Record) -> Record:
    warning, lines = _warning(record), record.comment.splitlines()
    if not warning or warning in lines:
        return record
    return record.with_comment("\n".join([warning, *lines]))
