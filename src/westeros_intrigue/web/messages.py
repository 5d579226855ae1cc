"""What the page and the engine say to each other: the messages, their codecs and their schema.

The page asks with one of `REQUESTS`, an object whose `do` says what it wants. The engine answers
with one of `ANSWERS`, an object whose `kind` says what it is. No answer can hold a state.

Rules: info.public, info.leftover, info.throne.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.errors import fault
from westeros_intrigue.base.values import Value
from westeros_intrigue.data.codecs import (
    BOOLEAN,
    Codec,
    Data,
    Schema,
    array,
    described,
    integer,
    merged,
    named,
    optional,
    record,
    string,
    text,
    with_properties,
    words,
)
from westeros_intrigue.data.conversion import _codec
from westeros_intrigue.data.jsontext import dumped, parsed
from westeros_intrigue.data.values import CARD, MOVE, PLAYER, PLAYERS, per_seat
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS
from westeros_intrigue.rules.view import View
from westeros_intrigue.web.levels import LEVELS

SIZE_LIMIT = 300_000
"""The longest request, in bytes; the record of the longest game takes a third of it."""
LONGEST_NAME = 16
_GAME = "[0-9a-f]{16}"
PERSON, AUTOMATED = "person", "automated"
WHO = (PERSON, *LEVELS, AUTOMATED)
"""Who may sit in a seat."""
TABLES = ("standard", "solo")
_MOST_ROUNDS = 100


@attrs.frozen
class Seat(Value):
    """Who sits in a seat."""

    name: str
    who: str


# What the page asks for


@attrs.frozen
class Choices(Value):
    """What can be chosen for a new game, and which games are kept."""


@attrs.frozen
class Begin(Value):
    """A new game."""

    table: str
    seats: tuple[Seat, ...]
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


# What the engine answers


@attrs.frozen
class Choice(Value):
    """One of several things to choose from."""

    name: str
    """What a request calls it."""
    title: str


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
    is_fixed: bool
    """Whether the automated seats are always these."""


@attrs.frozen
class Chosen(Value):
    """What can be chosen for a new game."""

    tables: tuple[TableChoice, ...]
    levels: tuple[Choice, ...]
    """The players that the engine has, the weakest first."""
    options: tuple[Choice, ...]
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

Request = TypeAliasType(
    "Request",
    Choices | Begin | Load | Look | Place | Step | Undo | Hint | Review | Copy | Pose | Attempt,
)
Answer = TypeAliasType(
    "Answer",
    Chosen | Position | Refused | Advice | Reviewed | Copied | Posed | Attempted | Fault,
)


def _game(written: str) -> str | None:
    is_game = len(written) == 16 and all(digit in "0123456789abcdef" for digit in written)
    return written if is_game else None


_TEXT = string(SIZE_LIMIT)
_TEXTS = array(_TEXT)
GAME = named("game", text("the id of a game", f"^{_GAME}$", str, _game))
_MOMENT = integer(0)
_NUMBER = integer(1)
_VIEWER = optional(PLAYER)
_SEAT = named("seat", record(Seat, {"name": string(LONGEST_NAME), "who": words(WHO)}))
_CHOICE = named("choice", record(Choice, {"name": _TEXT, "title": _TEXT}))
_TABLE_CHOICE = named(
    "table-choice",
    record(
        TableChoice,
        {
            "name": words(TABLES),
            "title": _TEXT,
            "fewest": PLAYERS,
            "most": PLAYERS,
            "usual": per_seat(words(WHO)),
            "is_fixed": BOOLEAN,
        },
    ),
)
_REASON = named("reason", record(Reason, {"code": _TEXT, "rule": _TEXT, "text": _TEXT}))
_AT: Mapping[str, Codec[Any]] = {"game": GAME, "seat": _VIEWER, "moment": _MOMENT}

_Table: TypeAlias = Mapping[str, tuple[type[Any], Mapping[str, Codec[Any]]]]


def _tagged(tag: str, table: _Table) -> Codec[Any]:
    """Return the codec of objects of several classes, told apart by the member `tag`."""
    tags = {cls: name for name, (cls, _) in table.items()}
    codecs = {name: record(cls, fields) for name, (cls, fields) in table.items()}

    def write(value: object) -> Data:
        name = tags[type(value)]
        members = codecs[name].write(value)
        assert isinstance(members, dict)  # noqa: S101 - for the type checker: a record's data
        return {tag: name, **members}

    def read(data: object) -> Any:  # noqa: ANN401 - an object of one of the classes
        if type(data) is not dict:
            raise fault(f"an object is wanted, not {described(data)}")
        members = dict(data)
        name = members.pop(tag, None)
        if type(name) is not str or name not in codecs:
            raise fault(f"one of {', '.join(codecs)} is wanted, not {described(name)}", f"/{tag}")
        return codecs[name].read(members)

    schemas = [with_properties({tag: {"const": name}}, codec) for name, codec in codecs.items()]
    return Codec(write, read, {"oneOf": schemas}, merged(*codecs.values()))


REQUESTS: Codec[Request] = _tagged(
    "do",
    {
        "choices": (Choices, {}),
        "begin": (
            Begin,
            {
                "table": words(TABLES),
                "seats": array(_SEAT, MIN_PLAYERS, MAX_PLAYERS),
                "options": array(words(OPTIONS), most=len(OPTIONS)),
                "rounds": optional(integer(1, _MOST_ROUNDS)),
                "seed": optional(integer(0)),
            },
        ),
        "load": (Load, {"record": _TEXT}),
        "look": (Look, {"game": GAME, "seat": _VIEWER, "card": optional(CARD)}),
        "place": (Place, {"game": GAME, "seat": PLAYER, "moment": _MOMENT, "move": MOVE}),
        "step": (Step, _AT),
        "undo": (Undo, _AT),
        "hint": (Hint, {"game": GAME, "seat": PLAYER, "moment": _MOMENT}),
        "review": (Review, {"game": GAME, "number": _MOMENT}),
        "copy": (Copy, {"game": GAME}),
        "puzzle": (Pose, {"number": _NUMBER, "card": optional(CARD)}),
        "attempt": (Attempt, {"number": _NUMBER, "move": MOVE}),
    },
)
"""The codec of what the page asks for."""
ANSWERS: Codec[Answer] = _tagged(
    "kind",
    {
        "choices": (
            Chosen,
            {
                "tables": array(_TABLE_CHOICE),
                "levels": array(_CHOICE),
                "options": array(_CHOICE),
                "games": array(_CHOICE),
                "puzzles": array(_CHOICE),
            },
        ),
        "position": (
            Position,
            {
                "game": GAME,
                "moment": _MOMENT,
                "seats": per_seat(_SEAT),
                "waits_for": words(("person", "step", "round", "nobody")),
                "view": _codec(View),
                "moves": array(MOVE),
                "picture": _TEXT,
                "told": _TEXTS,
                "story": _TEXTS,
                "can_undo": BOOLEAN,
            },
        ),
        "refused": (Refused, {"reasons": array(_REASON, 1)}),
        "advice": (Advice, {"move": MOVE, "text": _TEXT}),
        "reviewed": (
            Reviewed,
            {
                "number": _MOMENT,
                "count": _MOMENT,
                "text": _TEXT,
                "judgement": _TEXT,
                "picture": _TEXT,
            },
        ),
        "record": (Copied, {"record": _TEXT}),
        "puzzle": (
            Posed,
            {
                "number": _NUMBER,
                "level": _NUMBER,
                "following": optional(_NUMBER),
                "names": per_seat(_TEXT),
                "view": _codec(View),
                "other_hand": array(CARD),
                "moves": array(MOVE),
                "picture": _TEXT,
            },
        ),
        "attempted": (Attempted, {"wins": BOOLEAN, "text": _TEXT, "told": _TEXTS}),
        "fault": (Fault, {"code": words(FAULTS), "text": _TEXT}),
    },
)
"""The codec of what the engine answers."""


def read_request(document: str | bytes) -> Request:
    """Return the request of a JSON text from anybody.

    Raises:
        DecodingError: it is none; the error says where and why.
    """
    return REQUESTS.read(parsed(document, SIZE_LIMIT))


def written(message: Answer) -> str:
    """Return an answer as JSON."""
    return dumped(ANSWERS.write(message))


def protocol_schema() -> Schema:
    """Return the JSON Schema of all messages: `request` and `answer` are among its definitions."""
    definitions = {
        **merged(REQUESTS, ANSWERS),
        "request": REQUESTS.schema,
        "answer": ANSWERS.schema,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:westeros-intrigue:messages:1",
        "title": "Messages between the page and the engine of Westeros Intrigue",
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/answer"}],
        "$defs": dict(sorted(definitions.items())),
    }
