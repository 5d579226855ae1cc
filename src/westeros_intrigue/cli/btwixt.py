"""`btwixt check`: what the file of a B'Twixt box contains, and what it lacks."""

from __future__ import annotations

from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.files import refusing
from westeros_intrigue.cli.terminal import Terminal


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("action", choices=("check",), help="what to do with the file")
    parser.add_argument("file", metavar="FILE", help="the file in which you enter your cards")


def run(options: Options, terminal: Terminal) -> int:
    """Print what the file of a B'Twixt box contains and lacks; return 1 if it cannot be played."""
    # The third game is imported by those alone who ask for it.
    from westeros_intrigue.btwixt import check_box_file  # noqa: PLC0415

    with refusing(options.file):
        report = check_box_file(options.file)
    terminal.line(str(report))
    for line in report.in_words:
        terminal.line(f"  {line}")
    return 0 if report.is_playable else 1
