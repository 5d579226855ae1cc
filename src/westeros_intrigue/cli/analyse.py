"""`analyse`: the games of a file, each placement judged by what its player could know.

Rules: info.public, info.leftover.
"""

from __future__ import annotations

from importlib import import_module
from statistics import fmean

from rich.progress import BarColumn, MofNCompleteColumn, Progress
from rich.table import Table

from westeros_intrigue import (
    MissingExtra,
    Record,
    RecordAnalysis,
    WesterosIntrigueError,
    analyse_record,
    read_records,
    write_records,
)
from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.cli.arguments import Command, Options, Parser, integer
from westeros_intrigue.cli.display import columns
from westeros_intrigue.cli.files import is_there, opened, path_of
from westeros_intrigue.cli.real_records import made_up
from westeros_intrigue.cli.terminal import Refused, Terminal, headline
from westeros_intrigue.drawing.scene import counted

_MOST_PLAYOUTS = 1_000_000


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file of records, or - for the input")
    told = "how many playouts the moves of a placement share (default 1000)"
    parser.add_argument(
        "--playouts", type=integer(1, _MOST_PLAYOUTS), default=1000, metavar="N", help=told
    )
    told = "where to keep the records, with a comment on each turning point"
    parser.add_argument("--output", metavar="FILE", help=told)
    told = "where to draw the course of the one game, such as course.svg or course.png"
    parser.add_argument("--plot", metavar="FILE", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Judge every game of a file, and show what each placement lost.

    Raises:
        Refused: the file cannot be read, a record in it does not hold together, the records
            cannot be kept, or the plot cannot be drawn. No file is written over.
    """
    for name in (options.output, options.plot):
        if name is not None and is_there(path_of(name)):
            raise Refused(f"{name} exists already; choose another name")
    if options.plot is not None:
        try:
            with needs_extra("--plot", "plot"):
                import_module("matplotlib.figure")
        except MissingExtra as error:
            raise Refused(str(error)) from error
    records: list[Record] = []
    with opened(options.file) as file:
        try:
            records += map(_warned, read_records(file))
        except WesterosIntrigueError as error:
            raise Refused(f"{options.file}: {error}") from error
    if not records:
        raise Refused(f"{options.file}: no record is in it")
    if options.plot is not None and len(records) > 1:
        raise Refused(f"--plot draws one game, and {options.file} has {len(records)}")
    found = [_watched(record, options.playouts, terminal) for record in records]
    for number, analysis in enumerate(found, start=1):
        title = f"Game {number} of {len(found)}: " if len(found) > 1 else ""
        turning = counted(len(analysis.turning_points), "turning point")
        terminal.show(*(f"{title}{warning}" for warning in _warning(analysis.record)))
        terminal.show(
            headline(f"{title}{counted(len(analysis.placements), 'placement')}, {turning}")
        )
        terminal.show(*_told(analysis), "", _losses(analysis))
    if options.output is not None:
        try:
            with path_of(options.output).open("w", encoding="utf-8") as file:
                write_records([analysis.record for analysis in found], file)
        except OSError as error:
            raise Refused(f"{options.output}: {error.strerror}") from error
    if options.plot is not None:
        try:
            found[0].plot().savefig(path_of(options.plot))
        except (OSError, ValueError) as error:
            raise Refused(f"{options.plot}: {error}") from error
    return 0


def _warning(record: Record) -> list[str]:
    """Return what to say first of judgements of hands that nobody told."""
    hands = made_up(record)
    return (
        [f"{hands} Judgements of made-up hands say nothing about the real ones."] if hands else []
    )


def _warned(record: Record) -> Record:
    """Return the record with the warning in its comment."""
    lines = record.comment.splitlines()
    new = [line for line in _warning(record) if line not in lines]
    return record.with_comment("\n".join([*new, *lines])) if new else record


def _told(analysis: RecordAnalysis) -> list[str]:
    """Return a paragraph for each turning point."""
    names = analysis.names
    return [
        f"Round {judged.round_number}, placement {judged.number}, {names[judged.player]}: "
        f"{judged.comment}"
        for judged in analysis.turning_points
    ]


def _losses(analysis: RecordAnalysis) -> Table:
    """Return what each seat lost: points a placement, and how often a point or more."""
    rows = []
    for seat, name in enumerate(analysis.names):
        losses = analysis.losses(seat)
        turning = sum(judged.player == seat for judged in analysis.turning_points)
        mean = f"{fmean(losses):.2f}" if losses else "-"
        rows.append((name, str(len(losses)), mean, str(turning)))
    return columns("", ">placements", ">points lost each", ">turning points", rows=rows)


def _watched(record: Record, playouts: int, terminal: Terminal) -> RecordAnalysis:
    """Judge a game, and show how much of it is done where that is possible."""
    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        console=terminal.errors,
        transient=True,
        disable=not terminal.errors.is_terminal or terminal.errors.is_dumb_terminal,
    )
    with progress:
        task = progress.add_task("", total=None)
        return analyse_record(
            record,
            playouts=playouts,
            progress=lambda done, of_all: progress.update(task, completed=done, total=of_all),
        )


COMMAND = Command(
    "analyse",
    "judge each placement of a game",
    run,
    _add_arguments,
    (("analyse game.txt", "what did placements lose?"),),
)
