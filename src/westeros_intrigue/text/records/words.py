"""Comments and tags of a record, the placements and rounds with comments, and limits of size."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated

import attrs

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.limits import Longest, Range
from westeros_intrigue.base.scanning import pattern
from westeros_intrigue.base.tags import check_line
from westeros_intrigue.base.values import Value, brief, check_type, instance, tuple_of
from westeros_intrigue.rules.rulebook import RULES_VERSION
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.variants import MAX_PLAYERS, Seat

GAME_LIMIT = 250_000
"""The most characters of a game."""
# A record within these limits is also within those of files, with all its other lines.
COMMENT_LINE_LIMIT = 5_000
ANNOTATION_LIMIT = 150_000
Comment = Annotated[str, Longest(ANNOTATION_LIMIT)]
"""A comment of one or more lines, or an empty one."""

TURN = pattern(
    "(?<![a-z0-9])[0-5] *: *"
    "(?:out(?![a-z])|(?:stark|lannister|baratheon|targaryen|[slbt]) *[1-9]? *@ *[a-z][-+]?[0-9])"
)
"""Text that looks like a turn. In a comment at the end of a line it is probably a mistake."""


def valid_comment(_instance: object, _attribute: object, comment: object) -> None:
    """Validate a field of attrs: a comment of one or more lines that can be read back, or ""."""
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
            raise InvalidValue(f"a line of a comment cannot have space around it: {line[:40]!r}")


def origin_tags(date: dt.date | None) -> dict[str, str]:
    """Return the tags of a record's origin: library, rules, and perhaps the date of the game."""
    # The package has no version yet when it imports this module.
    version = import_module("westeros_intrigue").__version__
    tags = {"Library": f"westeros_intrigue {version}", "Rules": str(RULES_VERSION)}
    if date is not None:
        check_type("date", date, dt.date)
        tags["Date"] = date.strftime("%Y-%m-%d")
    return tags


@attrs.frozen
class RecordedPlacement(Value):
    """A placement in a record: the seat, the move, and perhaps a comment.

    >>> from westeros_intrigue import parse_move
    >>> str(RecordedPlacement(2, parse_move("S4@b2"), "At last."))
    '2:S4@b2'

    Raises:
        InvalidValue: the seat is out of range, or the comment could not be read back.

    Rules: turn.clockwise, turn.must-place.
    """

    player: Seat = attrs.field(validator=Range(0, MAX_PLAYERS - 1))
    """The seat that placed the card, from 0."""
    move: Move = attrs.field(validator=instance(Move))
    """The card and its slot."""
    comment: Comment = attrs.field(default="", validator=valid_comment)
    """A comment, in one or more lines; empty for none."""

    def __str__(self) -> str:
        return f"{self.player}:{self.move}"


def _placements(placements: Iterable[RecordedPlacement]) -> tuple[RecordedPlacement, ...]:
    return tuple_of("placements", RecordedPlacement, placements)


@attrs.frozen
class RecordedRound(Value):
    """The placements of a round in a record. Its cards are in the record's deal.

    >>> RecordedRound(comment="A quiet start.").placements
    ()

    Raises:
        InvalidValue: the comment could not be read back.

    Rules: turn.clockwise, turn.must-place.
    """

    placements: tuple[RecordedPlacement, ...] = attrs.field(default=(), converter=_placements)
    """The placements so far, in order."""
    comment: Comment = attrs.field(default="", validator=valid_comment)
    """A comment, in one or more lines; empty for none."""
