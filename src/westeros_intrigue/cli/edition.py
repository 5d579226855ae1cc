"""`edition`: the file with the numbers of an owner's copy of Monopoly, checked or filled in."""

from __future__ import annotations

from collections.abc import Iterable

from westeros_intrigue.base.errors import DecodingError, InvalidValue
from westeros_intrigue.base.lines import number
from westeros_intrigue.base.values import listed
from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.files import is_there, path_of, refusing, write
from westeros_intrigue.cli.output import PROGRAM, Refused
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.monopoly import (
    PRINTED,
    Edition,
    Gap,
    InvalidEdition,
    fill_in,
    missing,
    read_edition,
    write_edition,
)
from westeros_intrigue.sessions import GameFile

_UNKNOWN = "-"
_HELP = (
    "Enter the numbers in the order of the list, with spaces between, and - for one that you do "
    "not know; if you enter fewer, the others are asked again. Enter alone skips the space, `undo` "
    "removes the last answer, `quit` ends. Each answer is saved."
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    told = "check the file, or ask for the numbers that it lacks"
    parser.add_argument("action", choices=("check", "fill"), help=told)
    told = "the file of your edition; `fill` begins one with what is publicly known"
    parser.add_argument("file", metavar="FILE", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Print what an edition lacks, after asking for it if wanted; return 1 if it lacks any."""
    file = GameFile(path_of(options.file))
    if options.action == "check":
        edition = _read(file)
    else:
        edition = _filled(_read(file) if is_there(file.path) else PRINTED, file, terminal)
    gaps = missing(edition)
    terminal.line(f"{edition.name}: {counted(len(edition.spaces), 'space')}, {len(gaps)} unknown")
    for gap in gaps:
        terminal.line(f"  {gap}")
    if not gaps:
        terminal.line(f"{PROGRAM} play --game monopoly --edition {options.file}")
    return 1 if gaps else 0


def _read(file: GameFile) -> Edition:
    with refusing(file.path):
        try:
            return read_edition(file.read())
        except DecodingError as error:
            faults = [str(DecodingError([each])) for each in error.faults]
        except InvalidEdition as error:
            faults = [*error.faults]
    raise Refused("\n".join(f"{file.path}: {each}" for each in faults))


def _filled(edition: Edition, file: GameFile, terminal: Terminal) -> Edition:
    """Ask for the numbers that an edition lacks, space by space, and save each answer."""
    terminal.show(_HELP)
    skipped: frozenset[str] = frozenset()
    before: list[tuple[Edition, frozenset[str]]] = []
    while asked := _asked(edition, skipped):
        name = edition.spaces[_space(asked[0])].name
        terminal.show("", name, *(_question(edition, gap, name) for gap in asked))
        typed = terminal.ask(f"{counted(len(asked), 'number')}: ", ["undo"])
        try:
            if typed.lower() != "undo":
                after = _answered(edition, asked, typed)
                before.append((edition, skipped))
                edition, skipped = after[0], skipped.union(after[1])
            elif before:
                edition, skipped = before.pop()
            else:
                terminal.show("There is nothing to take back.")
        except ValueError as error:
            terminal.show(f"{error}.")
        else:
            write(file, write_edition(edition))
    return edition


def _question(edition: Edition, gap: Gap, name: str) -> str:
    hints = " or ".join(map(str, dict(edition.hints).get(gap.path, ())))
    perhaps = f" (perhaps {hints})" if hints else ""
    return f"  {gap.what}, {gap.where.removesuffix(f' {name}')}{perhaps}"


def _asked(edition: Edition, skipped: frozenset[str]) -> list[Gap]:
    """Return the gaps of numbers of the next space that has any."""
    gaps = [gap for gap in missing(edition) if gap.path not in {"/cards", *skipped}]
    return [gap for gap in gaps if _space(gap) == _space(gaps[0])]


def _space(gap: Gap) -> int:
    """Return the index of the space in whose part a number lacks, as in /spaces/1/price."""
    return int(gap.path.split("/")[2])


def _answered(edition: Edition, asked: list[Gap], typed: str) -> tuple[Edition, Iterable[str]]:
    """Return the edition with the numbers of an answer, and the paths that it skips."""
    words = typed.split() or [_UNKNOWN] * len(asked)
    if len(words) > len(asked):
        raise InvalidValue(f"{len(words)} were entered, and {len(asked)} are asked for")
    answers = {gap.path: word for gap, word in zip(asked, words, strict=False)}
    unknown = [path for path, word in answers.items() if word == _UNKNOWN]
    numbers = {path: number(word) for path, word in answers.items() if word != _UNKNOWN}
    if bad := [answers[path] for path, value in numbers.items() if value is None]:
        raise InvalidValue(f"{listed(bad)} {'are' if len(bad) > 1 else 'is'} not a number")
    values = {path: value for path, value in numbers.items() if value is not None}
    return fill_in(edition, values), unknown
