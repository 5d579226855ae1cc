"""What the engine answers: an object whose `kind` says what it is. None can hold a state."""

from __future__ import annotations

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.values import Value
from westeros_intrigue.data.codecs import (
    BOOLEAN,
    Codec,
    array,
    named,
    optional,
    record,
    words,
)
from westeros_intrigue.data.conversion import DOCUMENTS
from westeros_intrigue.data.jsontext import dumped
from westeros_intrigue.data.values import CARD, HOUSE, MOVE, PLAYERS, per_seat
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View
from westeros_intrigue.sessions.seats import Seat
from westeros_intrigue.web.messages import (
    GAME,
    MOMENT,
    NUMBER,
    SEAT,
    TABLES,
    TEXT,
    TEXTS,
    WHO,
    tagged,
)


@attrs.frozen
class Choice(Value):
    """One of several things to choose from."""

    name: str
    """What a request calls it."""
    title: str


@attrs.frozen
class OptionChoice(Value):
    """An option of the rulebook."""

    name: str
    """What `begin` calls it."""
    title: str
    needs_houses: bool
    """Whether each seat has a house by it."""


@attrs.frozen
class TableChoice(Value):
    """A kind of table to sit down at."""

    name: str
    """What `begin` calls it."""
    title: str
    fewest: int
    most: int
    """How many seats it has."""
    usual: tuple[str, ...]
    """Who usually sits there, seat by seat."""
    houses: tuple[House, ...]
    """Their usual houses, where each seat needs one."""
    is_fixed: bool
    """Whether the automated seats, the houses and who starts are always these."""


@attrs.frozen
class Chosen(Value):
    """What can be chosen for a new game."""

    tables: tuple[TableChoice, ...]
    levels: tuple[Choice, ...]
    """The players that the engine has, the weakest first."""
    options: tuple[OptionChoice, ...]
    games: tuple[Choice, ...]
    """The games that are kept, the latest first."""
    puzzles: tuple[Choice, ...]
    """The levels of the puzzles, each by the number of its first one."""


@attrs.frozen
class Position(Value):
    """A game at one moment, as one person or everybody may see it."""

    game: str
    moment: int
    """What has happened so far, as a number: placements and scored rounds."""
    seats: tuple[Seat, ...]
    waits_for: str
    """`person`, `step` when a step goes on, `round` when a step begins the next round, `nobody`."""
    view: View
    moves: tuple[Move, ...]
    """What the viewer may place now."""
    picture: str
    """The court as SVG; a slot's group has its name as `data-slot`."""
    told: tuple[str, ...]
    """What has happened in this round, in sentences."""
    story: tuple[str, ...]
    """How the round or the game ended, in sentences; empty before."""
    can_undo: bool


@attrs.frozen
class Reason(Value):
    """Why a placement is refused."""

    code: str
    rule: str
    text: str


@attrs.frozen
class Refused(Value):
    """A placement breaks rules; nothing has changed."""

    reasons: tuple[Reason, ...]


@attrs.frozen
class Advice(Value):
    """A placement that a player of the engine would choose."""

    move: Move
    text: str


@attrs.frozen
class Reviewed(Value):
    """A placement of a game that is over, with the court after it."""

    number: int
    count: int
    """How many placements the game has."""
    text: str
    judgement: str
    """What the analysis says; empty where it says nothing."""
    picture: str


@attrs.frozen
class Copied(Value):
    """The record of a game."""

    record: str


@attrs.frozen
class Posed(Value):
    """A puzzle: a position with one placement that wins the round. Both hands lie open."""

    number: int
    level: int
    following: int | None
    """The number of the next puzzle; null after the last one."""
    names: tuple[str, ...]
    """What the seats are called."""
    view: View
    """What the player to move sees."""
    other_hand: tuple[Card, ...]
    moves: tuple[Move, ...]
    picture: str


@attrs.frozen
class Attempted(Value):
    """What comes of a placement in a puzzle."""

    wins: bool
    text: str
    told: tuple[str, ...]
    """How the round goes on if both play their best, in sentences."""


@attrs.frozen
class Fault(Value):
    """What was asked for cannot be done; nothing has changed."""

    code: str
    """One of `FAULTS`."""
    text: str


FAULTS = ("bad-message", "no-such-game", "not-now", "moved-on", "cannot-be", "not-kept")
"""No such message; no such game; not at this moment of the game; the game is at another moment; no
such table, record or puzzle; the folder of games cannot be written."""

Answer = TypeAliasType(
    "Answer",
    Chosen | Position | Refused | Advice | Reviewed | Copied | Posed | Attempted | Fault,
)

_CHOICE = named("choice", record(Choice, {"name": TEXT, "title": TEXT}))
_OPTION_CHOICE = named(
    "option-choice",
    record(OptionChoice, {"name": TEXT, "title": TEXT, "needs_houses": BOOLEAN}),
)
_TABLE_CHOICE = named(
    "table-choice",
    record(
        TableChoice,
        {
            "name": words(TABLES),
            "title": TEXT,
            "fewest": PLAYERS,
            "most": PLAYERS,
            "usual": per_seat(WHO),
            "houses": per_seat(HOUSE),
            "is_fixed": BOOLEAN,
        },
    ),
)
_REASON = named("reason", record(Reason, {"code": TEXT, "rule": TEXT, "text": TEXT}))
ANSWERS: Codec[Answer] = tagged(
    "kind",
    {
        "choices": (
            Chosen,
            {
                "tables": array(_TABLE_CHOICE),
                "levels": array(_CHOICE),
                "options": array(_OPTION_CHOICE),
                "games": array(_CHOICE),
                "puzzles": array(_CHOICE),
            },
        ),
        "position": (
            Position,
            {
                "game": GAME,
                "moment": MOMENT,
                "seats": per_seat(SEAT),
                "waits_for": words(("person", "step", "round", "nobody")),
                "view": DOCUMENTS.codec_of(View),
                "moves": array(MOVE),
                "picture": TEXT,
                "told": TEXTS,
                "story": TEXTS,
                "can_undo": BOOLEAN,
            },
        ),
        "refused": (Refused, {"reasons": array(_REASON, 1)}),
        "advice": (Advice, {"move": MOVE, "text": TEXT}),
        "reviewed": (
            Reviewed,
            {
                "number": MOMENT,
                "count": MOMENT,
                "text": TEXT,
                "judgement": TEXT,
                "picture": TEXT,
            },
        ),
        "record": (Copied, {"record": TEXT}),
        "puzzle": (
            Posed,
            {
                "number": NUMBER,
                "level": NUMBER,
                "following": optional(NUMBER),
                "names": per_seat(TEXT),
                "view": DOCUMENTS.codec_of(View),
                "other_hand": array(CARD),
                "moves": array(MOVE),
                "picture": TEXT,
            },
        ),
        "attempted": (Attempted, {"wins": BOOLEAN, "text": TEXT, "told": TEXTS}),
        "fault": (Fault, {"code": words(FAULTS), "text": TEXT}),
    },
)
"""The codec of what the engine answers."""


def written(message: Answer) -> str:
    """Return an answer as JSON."""
    return dumped(ANSWERS.write(message))
