"""What the page asks for: an object whose `do` says what it wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.values import Value
from westeros_intrigue.data.codecs import Codec, array, integer, optional, words
from westeros_intrigue.data.jsontext import parsed
from westeros_intrigue.data.values import CARD, HOUSE, MOVE, PLAYER
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS
from westeros_intrigue.sessions.seats import Seat
from westeros_intrigue.web.messages import (
    GAME,
    MOMENT,
    NUMBER,
    SEAT,
    SIZE_LIMIT,
    TABLES,
    TEXT,
    tagged,
)

_MOST_ROUNDS = 100


@attrs.frozen
class Choices(Value):
    """What can be chosen for a new game, and which games are kept."""


@attrs.frozen
class Begin(Value):
    """A new game."""

    table: str
    seats: tuple[Seat, ...]
    houses: tuple[House, ...]
    """The house of each seat; empty for none, or for the usual ones where each seat needs one."""
    first_player: int
    """The seat that starts round 1."""
    options: tuple[str, ...]
    rounds: int | None
    """How many rounds; null for what the rulebook says."""
    seed: int | None
    """What fixes the deal; null for any deal."""


@attrs.frozen
class Load(Value):
    """A new game that goes on from a record, or shows the one that is over."""

    record: str


@attrs.frozen
class Look(Value):
    """The position as it is."""

    game: str
    seat: int | None
    """Who looks; null for what everybody may see."""
    card: Card | None
    """The card for which the picture shows the slots, open and closed."""


@attrs.frozen
class Place(Value):
    """Place a card for a person."""

    game: str
    seat: int
    moment: int
    """The moment of the position that the person saw; a game that is elsewhere refuses."""
    move: Move


@attrs.frozen
class Step(Value):
    """Let the next thing happen that waits for no person: a placement, or the end of a round."""

    game: str
    seat: int | None
    moment: int


@attrs.frozen
class Undo(Value):
    """Go back to the last moment at which a person placed a card."""

    game: str
    seat: int | None
    moment: int


@attrs.frozen
class Hint(Value):
    """A placement for the person to move, with what speaks for it."""

    game: str
    seat: int
    moment: int


@attrs.frozen
class Review(Value):
    """A placement of a game that is over, counted from 0 over all rounds."""

    game: str
    number: int


@attrs.frozen
class Copy(Value):
    """The record of a game that is over: it holds every hand."""

    game: str


@attrs.frozen
class Pose(Value):
    """A puzzle, by its number."""

    number: int
    card: Card | None
    """The card for which the picture shows the slots, open and closed."""


@attrs.frozen
class Attempt(Value):
    """A placement that may be the one that solves a puzzle."""

    number: int
    move: Move


Request = TypeAliasType(
    "Request",
    Choices | Begin | Load | Look | Place | Step | Undo | Hint | Review | Copy | Pose | Attempt,
)

_VIEWER = optional(PLAYER)
_AT: Mapping[str, Codec[Any]] = {"game": GAME, "seat": _VIEWER, "moment": MOMENT}
REQUESTS: Codec[Request] = tagged(
    "do",
    {
        "choices": (Choices, {}),
        "begin": (
            Begin,
            {
                "table": words(TABLES),
                "seats": array(SEAT, MIN_PLAYERS, MAX_PLAYERS),
                "houses": array(HOUSE, most=MAX_PLAYERS),
                "first_player": PLAYER,
                "options": array(words(OPTIONS), most=len(OPTIONS)),
                "rounds": optional(integer(1, _MOST_ROUNDS)),
                "seed": optional(integer(0)),
            },
        ),
        "load": (Load, {"record": TEXT}),
        "look": (Look, {"game": GAME, "seat": _VIEWER, "card": optional(CARD)}),
        "place": (Place, {"game": GAME, "seat": PLAYER, "moment": MOMENT, "move": MOVE}),
        "step": (Step, _AT),
        "undo": (Undo, _AT),
        "hint": (Hint, {"game": GAME, "seat": PLAYER, "moment": MOMENT}),
        "review": (Review, {"game": GAME, "number": MOMENT}),
        "copy": (Copy, {"game": GAME}),
        "puzzle": (Pose, {"number": NUMBER, "card": optional(CARD)}),
        "attempt": (Attempt, {"number": NUMBER, "move": MOVE}),
    },
)
"""The codec of what the page asks for."""


def read_request(document: str | bytes) -> Request:
    """Return the request of a JSON text from anybody.

    Raises:
        DecodingError: it is none; the error says where and why.
    """
    return REQUESTS.read(parsed(document, SIZE_LIMIT))
