"""`cards`: the cards and a score sheet, to print and cut out."""

from __future__ import annotations

from westeros_intrigue.play.printing.pictures import card_pages, score_sheet, write_pictures
from westeros_intrigue.play.sessions import names_of
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, Parser
from westeros_intrigue.play.terminal.files import picture_path
from westeros_intrigue.play.terminal.output import Output


def add_arguments(parser: Parser) -> None:
    help_text = "the new pages: one file.pdf, or several .svg or .png (default cards.svg)"
    parser.add_argument("--out", metavar="FILE", default="cards.svg", help=help_text)
    files.add_names(parser)
    parser.add_table("4, or as many as names")


def run(options: Options, terminal: Output) -> int:
    """Write the pages."""
    path = picture_path(options.out)
    session = files.real_session(options)
    throne_cards = session.state.variant.throne_cards
    names = names_of(session.seats) if options.name else ()
    pages = (*card_pages(throne_cards), score_sheet(session.state.players, names))
    for each in write_pictures(path, pages):
        terminal.line(str(each))
    return 0
