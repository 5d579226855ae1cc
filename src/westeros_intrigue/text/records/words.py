"""What people say in a record, and how much of it fits: tags, comments, and what they annotate."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from importlib import import_module

import attrs

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.public import public
from westeros_intrigue.base.scanning import pattern
from westeros_intrigue.base.tags import check_line
from westeros_intrigue.base.values import Value, brief, check_type, instance, integer, tuple_of
from westeros_intrigue.rules.rulebook import RULES_VERSION
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.variants import MAX_PLAYERS

FORMAT_VERSION = 1
LINE_LIMIT = 10_000
"""How many characters a line of a file may have."""
GAME_LIMIT = 250_000
"""How many characters one game in a file may have."""
# A record within these limits stays within those of files, whatever else is in it.
COMMENT_LINE_LIMIT = 5_000
ANNOTATION_LIMIT = 150_000
ROUND_LIMIT = 100
THRONE_LIMIT = 500

TURN = pattern(
    "(?<![a-z0-9])[0-5] *: *"
    "(?:out(?![a-z])|(?:stark|lannister|baratheon|targaryen|[slbt]) *[1-9]? *@ *[a-z][-+]?[0-9])"
)
"""What reads as a turn: in a comment at the end of a line of turns it was hardly meant as one."""


def valid_comment(_instance: object, _attribute: object, comment: object) -> None:
    """Check, for a field of attrs, that a comment can be written down and read back as it is.

    It is one or more lines, or empty for none.
    """
    if not isinstance(comment, str):
        raise WrongType(f"a comment is a str, not {brief(comment)}")
    if not comment:
        return
    lines = comment.split("\n")
    if not lines[0] or not lines[-1]:
        raise InvalidValue("a comment begins and ends with a line that is not empty")
    for line in lines:
        check_line("a comment", line, COMMENT_LINE_LIMIT)
        if line != line.strip():
            raise InvalidValue(f"a line of a comment has no white space around it: {line[:40]!r}")


def origin_tags(date: dt.date | None) -> dict[str, str]:
    """Return the tags that tell by what a record is written, and when its game was played."""
    # The package imports this module, and has a version only after that.
    version = import_module("westeros_intrigue").__version__
    tags = {"Library": f"westeros_intrigue {version}", "Rules": str(RULES_VERSION)}
    if date is not None:
        check_type("date", date, dt.date)
        tags["Date"] = date.strftime("%Y-%m-%d")
    return tags


@public
@attrs.frozen
class RecordedPlacement(Value):
    """A placement as it is written down: who placed what where, and perhaps a comment.

    >>> from westeros_intrigue import parse_move
    >>> str(RecordedPlacement(2, parse_move("S4@b2"), "At last."))
    '2:S4@b2'

    Raises:
        InvalidValue: there is no such seat, or the comment could not be read back.

    Rules: turn.clockwise, turn.must-place.
    """

    player: int = attrs.field(validator=integer(0, MAX_PLAYERS - 1))
    """The seat that placed the card, from 0."""
    move: Move = attrs.field(validator=instance(Move))
    """The card and its slot."""
    comment: str = attrs.field(default="", validator=valid_comment)
    """What somebody has to say about it, in one or more lines; empty for nothing."""

    def __str__(self) -> str:
        return f"{self.player}:{self.move}"


def _placements(placements: Iterable[RecordedPlacement]) -> tuple[RecordedPlacement, ...]:
    return tuple_of("placements", RecordedPlacement, placements)


@public
@attrs.frozen
class RecordedRound(Value):
    """The placements of a round as they are written down. Its cards are in the record's deal.

    >>> RecordedRound(comment="A quiet start.").placements
    ()

    Raises:
        InvalidValue: the comment could not be read back.

    Rules: turn.clockwise, turn.must-place.
    """

    placements: tuple[RecordedPlacement, ...] = attrs.field(default=(), converter=_placements)
    """The placements in order, as far as the round has been played."""
    comment: str = attrs.field(default="", validator=valid_comment)
    """What somebody has to say about the round, in one or more lines; empty for nothing."""
