"""The messages between the page and its engine: requests, answers, and their JSON Schema.

The answers are objects with a `kind`; none can contain a state. The requests are objects whose `do`
is the wish.
"""

from __future__ import annotations

import re
from typing import Annotated, get_args

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.documents.conversion import DOCUMENTS
from westeros_intrigue.documents.values import CODECS as VALUES
from westeros_intrigue.gamekit import display, documents, records
from westeros_intrigue.gamekit.codecs import (
    Codec,
    Schema,
    merge_definitions,
    name_schema,
    record,
    string,
    text,
)
from westeros_intrigue.gamekit.options import OptionKind
from westeros_intrigue.gamekit.values import Count, Length, Longest, OneOf, Ordinal, Range, Value
from westeros_intrigue.play.sessions.folder import GAME_ID
from westeros_intrigue.play.sessions.session import AUTOMATED, Seat
from westeros_intrigue.rules import variants
from westeros_intrigue.rules.cards import Card, IronThroneCard, Move, Slot
from westeros_intrigue.rules.history import Placement
from westeros_intrigue.rules.state import View
from westeros_intrigue.rules.variants import PerPlayer

SIZE_LIMIT = 300_000
"""The longest request, in bytes: three times the record of the longest game."""

Text = Annotated[str, Longest(SIZE_LIMIT)]
"""A text of any length that fits into a message."""
GameId = Annotated[str, "the id of a game"]
"""The id of a game in the folder of games."""
Who = Annotated[str, "a player"]
"""`PERSON`, `AUTOMATED` or the name of a player of the game."""


def _read_game(written: str) -> str | None:
    return written if re.fullmatch(GAME_ID, written) else None


def _read_who(written: str) -> str | None:
    return written if re.fullmatch(_WHO_IS, written) else None


_WHO_IS = "[a-z][a-z-]*(:[1-9][0-9]*)?"
_WHO = text(f"{records.PERSON}, {AUTOMATED} or the name of a player", f"^{_WHO_IS}$", _read_who)
CODECS = VALUES.extended(
    {
        GameId: name_schema("game", text("the id of a game", f"^{GAME_ID}$", _read_game)),
        Who: _WHO,
        Seat: name_schema(
            "seat", record(Seat, {"name": string(records.LONGEST_NAME), "who": _WHO})
        ),
        View: lambda _: DOCUMENTS.codec_of(View),
    }
)
"""The codecs of the parts of messages."""


@attrs.frozen
class Choice(Value):
    """One of several things to choose from."""

    name: Text
    """Its name in requests."""
    title: Text


_OPTION_KINDS = OneOf(tuple(kind.value for kind in OptionKind))  # Sphinx reads no loop below


_KIND = OneOf(tuple(kind.value for kind in OptionKind))


@attrs.frozen
class OptionForm(Value):
    """An option of a game, as data for a form."""

    name: Text
    kind: Annotated[str, _OPTION_KINDS]
    help: Text
    """A phrase for people who set up a table."""
    choices: tuple[Text, ...]
    least: Count
    most: Count


@attrs.frozen
class GameChoice(Value):
    """A game, and the tables that it can be played at."""

    name: Text
    """The key of the game."""
    title: Text
    fewest: Count
    most: Count
    """The greatest number of seats."""
    levels: tuple[Choice, ...]
    usual: Text
    """The usual one of the levels."""
    options: tuple[OptionForm, ...]


@attrs.frozen
class NewGameChoices(Value):
    """The choices for a new game."""

    games: tuple[Choice, ...]
    """The saved games, first those to go on with, the latest first."""
    puzzles: tuple[Choice, ...]
    """The levels of the puzzles, each by the number of its first one."""
    daily: Ordinal
    """The number of today's puzzle."""
    table: GameChoice
    """The card game, and its tables."""


@attrs.frozen
class AllTables(Value):
    """The games, those of plug-ins included, and the tables that they can be played at."""

    tables: tuple[GameChoice, ...]


@attrs.frozen
class Standing(Value):
    """A seat at the end of a round or of the game."""

    seat: Count
    place: Ordinal | None
    """Its place, from 1; null before the end of the game."""
    cards_left: Count
    """The number of cards left in its hand; 0 in other games."""
    points: Count
    """The penalty points of the round; at the end of the game, of all rounds; 0 in other games."""
    notes: tuple[Text, ...]
    """The points that options added or subtracted, such as `-1 by House Affiliation`."""
    throne_cards: tuple[IronThroneCard, ...]
    """The Iron Throne cards that the reader may see of those that it drew in the round, or in the
    game."""
    total: int | None
    """The points after the round; at the end of the game, the number that ranks it, or null in a
    game that ranks without numbers."""


@attrs.frozen
class _Moment:
    """A game at one moment, as one person or everybody may see it."""

    game: GameId
    key: Text
    """The key of the game that is played."""
    moment: Count
    """The number of steps so far, such as placements and scored rounds."""
    seats: tuple[Seat, ...]
    waits_for: Annotated[str, OneOf(("person", "step", "round", "nobody"))]
    """`person`, `step` when a step goes on, `round` when a step begins the next round, `nobody`."""
    viewer: Count | None
    """The seat that looks, from 0; null for public information."""
    active: Count | None
    """The seat that decides, from 0."""
    told: tuple[Text, ...]
    """The latest events, in sentences; of the card game, a house rule and those of this round."""
    story: tuple[Text, ...]
    """The end of the round or the game in sentences; empty before."""
    standings: tuple[Standing, ...]
    """The seats at the end of the round, or the best first at the end of the game; empty before."""
    can_undo: bool
    here: tuple[Count, ...]
    """The seats of the people at this screen; friends sit at screens of their own."""
    away: tuple[Count, ...]
    """The seats of friends that are not at their screens."""
    reading: tuple[Count, ...]
    """The seats of people at whose screens the end of the round before is still read."""


@attrs.frozen
class Position(_Moment, Value):
    """The card game at one moment."""

    view: View
    moves: tuple[Move, ...]
    """The legal moves of the viewer."""
    takes: tuple[tuple[Slot, ...], ...]
    """For each house, in the order of `House`, the slots open to a card of it."""


@attrs.frozen
class AnyPosition(_Moment, Value):
    """Another game at one moment."""

    name: Text
    """Its name."""
    question: Text
    """The question that the game waits for, in words; empty if no player decides."""
    moves: tuple[Choice, ...]
    """The legal moves of the viewer as they are written, each with its words, but for those of a
    kind that the game does not list."""
    facts: tuple[Text, ...]
    """The public belongings of each player, in words; empty texts in games without."""
    goods: tuple[tuple[Choice, ...], ...]
    """The things that each player can offer in a deal with the viewer, as moves name them; a number
    with a letter, such as `36c`, is the most of it. Empty where the viewer can make no offer."""
    picture: Text
    """The table as SVG."""
    words: tuple[display.Line, ...]
    """The table as text, line by line."""


@attrs.frozen
class Reason(Value):
    """Why a move is refused."""

    code: Text
    rule: Text
    text: Text


@attrs.frozen
class SeatOffer(Value):
    """The seat of the link through which somebody came: the answer to their `choices`."""

    game: GameId
    name: Text
    """The name of the game that is played."""
    seat: Count | None
    """The seat; null for a link to watch."""
    seats: tuple[Seat, ...]
    is_taken: bool
    """True if somebody plays it."""
    is_yours: bool
    """True if the one who came does."""
    usual: Text
    """The player that goes on in the seat of somebody who leaves."""


@attrs.frozen
class Joined(Value):
    """The visitor sits in the seat."""

    secret: Text
    """The token that opens the seat, in the place of that of the invitation."""


@attrs.frozen
class Link(Value):
    """A seat that a friend plays, or is invited to; or the way to watch."""

    seat: Count | None
    """The seat; null for the link to watch, which any number of people may open."""
    is_taken: bool
    addresses: tuple[Text, ...]
    """The addresses that lead to it, the best for other machines first; empty for a seat in use."""
    code: Text
    """The first address as a QR code, in SVG; empty without."""


@attrs.frozen
class Invitations(Value):
    """The seats that friends play through links."""

    links: tuple[Link, ...]
    is_shared: bool
    """True if other machines are let in."""
    levels: tuple[Choice, ...]
    """The players of the game that can go on in a seat."""


@attrs.frozen
class Refused(Value):
    """A move breaks rules; nothing has changed."""

    reasons: Annotated[tuple[Reason, ...], Length(1)]


@attrs.frozen
class Advice(Value):
    """A move that a player of the engine would make."""

    move: Text
    text: Text


@attrs.frozen
class PlacementReview(Value):
    """A placement of a round that is over, with the court after it."""

    number: Count
    count: Count
    """The number of placements of the game."""
    text: Text
    judgement: Text
    """The result of the analysis; empty without one."""
    win: Annotated[int, Range(0, 100)] | None
    """The chance of its player to win the round after it, in percent; null without an analysis."""
    loss: Count
    """The hundredths of a point that it lost against the best placement."""
    better: Move | None
    """A placement that was clearly better, if there was one."""
    view: View
    """The view of everybody after it."""
    moment: Count
    """The moment of the game before it, from which a new game can go on."""
    placers: tuple[Count, ...]
    """The seat of each placement of the game."""
    rounds: tuple[Count, ...]
    """The round of each placement of the game."""


@attrs.frozen
class RecordCopy(Value):
    """The record of a game."""

    record: Text


@attrs.frozen
class RulesText(Value):
    """The rules of a game."""

    name: Text
    """The name of the game."""
    minute: tuple[Text, ...]
    """The rules that a newcomer needs."""
    rules: tuple[Text, ...]
    """All rules."""


@attrs.frozen
class EngineStatus(Value):
    """The work that keeps the engine busy."""

    is_preparing: bool
    """True while the library prepares what takes long on its first call."""


@attrs.frozen
class PuzzlePosition(Value):
    """A puzzle: a position with one placement that wins the round. Both hands lie open."""

    number: Ordinal
    level: Ordinal
    following: Ordinal | None
    """The number of the next puzzle; null after the last one."""
    is_daily: bool
    """True if it is today's puzzle."""
    names: PerPlayer[Text]
    """The names of the seats."""
    view: View
    """The view of the player to move."""
    other_hand: tuple[Card, ...]
    moves: tuple[Move, ...]
    takes: tuple[tuple[Slot, ...], ...]
    """For each house, in the order of `House`, the slots open to a card of it."""


@attrs.frozen
class Practice(Value):
    """The first placements of a game, for someone who learns."""

    view: View
    moves: tuple[Move, ...]
    """The placements to try; none after the last."""
    takes: tuple[tuple[Slot, ...], ...]
    """For each house, in the order of `House`, the slots open to a card of it."""


@attrs.frozen
class PuzzleResult(Value):
    """The result of a placement in a puzzle."""

    wins: bool
    text: Text
    placements: tuple[Placement, ...]
    """The rest of the round if both play their best, this placement first."""
    told: tuple[Text, ...]
    """The same in sentences."""


FAULTS = (
    "bad-message",
    "no-such-game",
    "not-now",
    "moved-on",
    "cannot-be",
    "not-kept",
    "not-yours",
)
"""No such message; no such game; not at this moment of the game; the game is at another moment; no
such table, record or puzzle; the folder of games cannot be written; the link is for one seat."""


@attrs.frozen
class Fault(Value):
    """A refusal of the request; nothing has changed."""

    code: Annotated[str, OneOf(FAULTS)]
    """One of `FAULTS`."""
    text: Text


class Unable(Exception):
    """The request cannot be done."""

    def __init__(self, code: str, text: str) -> None:
        """Store the answer."""
        super().__init__(code, text)
        self.fault: Fault = Fault(code, text)


Answer = TypeAliasType(
    "Answer",
    Annotated[NewGameChoices, "choices"]
    | Annotated[AllTables, "tables"]
    | Position
    | Annotated[AnyPosition, "table"]
    | Annotated[SeatOffer, "chair"]
    | Joined
    | Annotated[Invitations, "friends"]
    | Refused
    | Advice
    | Annotated[PlacementReview, "reviewed"]
    | Annotated[RecordCopy, "record"]
    | Annotated[RulesText, "rules"]
    | Annotated[EngineStatus, "status"]
    | Annotated[PuzzlePosition, "puzzle"]
    | Practice
    | Annotated[PuzzleResult, "attempted"]
    | Fault,
)

ANSWERS: Codec[Answer] = CODECS.codec_by_tag("kind", get_args(Answer.__value__))
"""The codec of what the engine answers."""


def write_answer(message: Answer) -> str:
    """Return an answer as JSON.

    >>> write_answer(Fault("no-such-game", "no game has this id"))
    '{"kind":"fault","code":"no-such-game","text":"no game has this id"}'
    """
    return documents.dump(ANSWERS.write(message))


_MOST_PARTS = 20


@attrs.frozen
class Choices(Value):
    """Ask for the choices for a new game, and for the stored games."""


@attrs.frozen
class Tables(Value):
    """Ask for the tables of all games, which takes longer."""


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
class Delete(Value):
    """Delete a stored game."""

    game: GameId


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
    """Let the next thing happen that waits for no person: a placement, or the end of a round.

    While a page listens to the news, the server does so at the pace of the table, except for the
    end of a round.
    """

    game: GameId
    seat: variants.Seat | None
    moment: Count


@attrs.frozen
class Skip(Value):
    """Let all happen at once that waits for no person, to the end of the round at the most."""

    game: GameId
    seat: variants.Seat | None
    moment: Count


@attrs.frozen
class Pace(Value):
    """The pause before each step that waits for no person, at all tables of the engine."""

    milliseconds: Annotated[int, Range(0, 600_000)]


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
    """A placement of a round that is over, or a moment of another game that is; both from 0.

    Before the end of the game the placements of the person at the screen alone are judged.
    """

    game: GameId
    number: Count


@attrs.frozen
class Branch(Value):
    """A new game that goes on from a moment of one that is over.

    Someone who plays alone may name a moment of a round that is over; the new game ends with it.
    """

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
    seat: variants.Seat | None
    """The seat; null for a link to watch."""


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
class Read(Value):
    """Say that the end of a round is read while the next is played, or no longer."""

    game: GameId
    is_reading: bool


@attrs.frozen
class Again(Value):
    """A new game at the table of one that is over; friends come along to their seats."""

    game: GameId


@attrs.frozen
class Pose(Value):
    """A puzzle, by its number."""

    number: Ordinal


@attrs.frozen
class Practise(Value):
    """The first placements of a game for practice, which no folder stores."""

    moves: Annotated[tuple[Move, ...], Length(0, 3)]
    """The placements so far."""


@attrs.frozen
class Attempt(Value):
    """A placement that may be the one that solves a puzzle."""

    number: Ordinal
    move: Move | None
    """The placement; null for the one that solves it."""


Request = TypeAliasType(
    "Request",
    Choices
    | Tables
    | Start
    | Load
    | Delete
    | Look
    | Play
    | Step
    | Skip
    | Pace
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
    | Attempt
    | Practise
    | Read,
)

REQUESTS: Codec[Request] = CODECS.codec_by_tag("do", get_args(Request.__value__))
"""The codec of what the page asks for."""


def read_request(document: str | bytes) -> Request:
    """Return the request of a JSON text from anybody.

    Raises:
        DecodingError: it is not one; the error has the place and the reason.
    """
    return REQUESTS.read(documents.parse(document, SIZE_LIMIT))


def protocol_schema() -> Schema:
    """Return the JSON Schema of all messages: `request` and `answer` are among its definitions."""
    definitions = {
        **merge_definitions(REQUESTS, ANSWERS),
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
