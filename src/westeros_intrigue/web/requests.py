"""The requests of the page: objects whose `do` is the wish."""

from __future__ import annotations

from typing import Annotated, get_args

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.limits import Count, Length, Ordinal
from westeros_intrigue.base.values import Value
from westeros_intrigue.data.codecs import Codec
from westeros_intrigue.data.jsontext import parse
from westeros_intrigue.rules import variants
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.sessions.seats import Seat
from westeros_intrigue.web.messages import CODECS, SIZE_LIMIT, GameId, Text, Who

_MOST_PARTS = 20


@attrs.frozen
class Choices(Value):
    """Ask for the choices for a new game, and for the stored games."""


@attrs.frozen
class Setting(Value):
    """The value of an option of a game."""

    name: Text
    value: Text
    """`true`, `false`, a number, a text; the parts of a list are joined by `+`."""


@attrs.frozen
class Start(Value):
    """A new game."""

    name: Text
    """The key of the game."""
    seats: Annotated[tuple[Seat, ...], Length(1, _MOST_PARTS)]
    options: Annotated[tuple[Setting, ...], Length(0, _MOST_PARTS)]
    seed: Count | None
    """The number that fixes all chance; null for any."""


@attrs.frozen
class Load(Value):
    """A new game that goes on from a record, or shows the one that is over."""

    record: Text


@attrs.frozen
class Look(Value):
    """The position as it is."""

    game: GameId
    seat: variants.Seat | None
    """The seat that looks; null for the public view."""


@attrs.frozen
class Play(Value):
    """Make a move for a person, such as the placement of a card."""

    game: GameId
    seat: Count
    moment: Count
    """The moment of the position that the person saw; a game that is elsewhere refuses."""
    move: Text
    """The move as it is written."""


@attrs.frozen
class Step(Value):
    """Let the next thing happen that waits for no person: a placement, or the end of a round."""

    game: GameId
    seat: variants.Seat | None
    moment: Count


@attrs.frozen
class Undo(Value):
    """Go back to the last moment at which a person placed a card."""

    game: GameId
    seat: variants.Seat | None
    moment: Count


@attrs.frozen
class Hint(Value):
    """A move for the person to move; of the card game, with what speaks for it."""

    game: GameId
    seat: variants.Seat
    moment: Count


@attrs.frozen
class Review(Value):
    """A placement of a game that is over, or a moment of another game; both are counted from 0."""

    game: GameId
    number: Count


@attrs.frozen
class Branch(Value):
    """A new game that goes on from a moment of one that is over."""

    game: GameId
    moment: Count


@attrs.frozen
class Copy(Value):
    """The record of a game that is over: it contains every hand."""

    game: GameId


@attrs.frozen
class Rules(Value):
    """The rules of a game."""

    name: Text
    """The key of the game."""


@attrs.frozen
class Status(Value):
    """The work that keeps the engine busy, while a page waits for another answer."""


@attrs.frozen
class Friends(Value):
    """The seats that friends play through links."""

    game: GameId


@attrs.frozen
class Invite(Value):
    """Offer a seat to a friend by a new link; earlier ones no longer open it."""

    game: GameId
    seat: Count


@attrs.frozen
class Join(Value):
    """Take the seat of the link through which one came."""

    name: Text
    """The name of the person; empty for a player with a number."""


@attrs.frozen
class Replace(Value):
    """Let a player of the game, or a person at this screen, go on in a seat."""

    game: GameId
    seat: Count
    who: Who


@attrs.frozen
class Again(Value):
    """A new game at the table of one that is over; friends come along to their seats."""

    game: GameId


@attrs.frozen
class Pose(Value):
    """A puzzle, by its number."""

    number: Ordinal


@attrs.frozen
class Attempt(Value):
    """A placement that may be the one that solves a puzzle."""

    number: Ordinal
    move: Move | None
    """The placement; null for the one that solves it."""


Request = TypeAliasType(
    "Request",
    Choices
    | Start
    | Load
    | Look
    | Play
    | Step
    | Undo
    | Hint
    | Review
    | Branch
    | Copy
    | Rules
    | Status
    | Friends
    | Invite
    | Join
    | Replace
    | Again
    | Annotated[Pose, "puzzle"]
    | Attempt,
)

REQUESTS: Codec[Request] = CODECS.tagged("do", get_args(Request.__value__))
"""The codec of what the page asks for."""


def read_request(document: str | bytes) -> Request:
    """Return the request of a JSON text from anybody.

    Raises:
        DecodingError: it is not one; the error has the place and the reason.
    """
    return REQUESTS.read(parse(document, SIZE_LIMIT))
