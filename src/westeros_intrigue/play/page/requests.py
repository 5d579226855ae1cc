"""The requests of the page to the engine, objects with a `do`, and the schema of all messages."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from typing import Annotated, get_args

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import codecs, documents
from westeros_intrigue.gamekit.codecs import Codec, Schema, name_schema
from westeros_intrigue.gamekit.limits import Count, Length, OneOf, OnlyIfUnusual, Ordinal, Range
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.play.page.messages import ANSWERS, CODECS, SIZE_LIMIT, GameId, Text, Who
from westeros_intrigue.play.saved.seats import Seat
from westeros_intrigue.rules.cards import Move

_MOST_PARTS = 20
Drawn = Annotated[bool, OnlyIfUnusual()]
"""True to send a table as a picture and in words; requests name only False."""
JoinKind = TypeAliasType("JoinKind", Annotated[str, OneOf(("sit", "claim", "play"))])
"""The ways to a place at a table."""
REACTIONS = ("clap", "laugh", "gasp", "hurry")
"""The reactions that people can show, in the order of the page's buttons."""


@attrs.frozen
class Choices(Value):
    """Ask for the choices for a new game and for the saved games."""


@attrs.frozen
class Tables(Value):
    """Ask for the tables of all games, which takes longer."""


@attrs.frozen
class Setting(Value):
    """The value of an option of a game."""

    name: Text
    value: Text
    """`true`, `false`, a number or a text; `+` joins the parts of a list."""


@attrs.frozen
class Start(Value):
    """A new game."""

    name: Text
    """The key of the game."""
    seats: Annotated[tuple[Seat, ...], Length(1, _MOST_PARTS)]
    options: Annotated[tuple[Setting, ...], Length(0, _MOST_PARTS)]
    seed: Count | None
    """The seed of all random outcomes; null for a random one."""


@attrs.frozen
class OfGame:
    """A request about a game."""

    game: GameId


@attrs.frozen
class Delete(OfGame, Value):
    """Delete a saved game."""


@attrs.frozen
class Load(Value):
    """Start a game that continues from a record, or show a finished one."""

    record: Text


@attrs.frozen
class Arrange(Value):
    """Start a game that begins at a position in one line.

    The person has the seat of the view, or else the one that must decide, and usual players have
    the others. What a view hides is drawn.
    """

    name: Text
    """The key of the game."""
    line: Text


@attrs.frozen
class Write(OfGame, Value):
    """Write a position in one line: the viewer's or, after the end, a moment with all hands."""

    seat: Count | None
    """The seat of the viewer; null for the public view."""
    moment: Count | None
    """A moment of a finished game, from 0; null for now."""


@attrs.frozen
class Beat(OfGame, Value):
    """A sign of life of a screen, which a page sends every eight seconds and when it is hidden."""

    is_hidden: bool
    """True if the page is hidden: the phone is in a pocket, or another tab is in front."""


@attrs.frozen
class Look(OfGame, Value):
    """The current position."""

    seat: Count | None
    """The seat of the viewer; null for the public view."""
    shown: Count | None
    """The past moment that the screen goes on showing, such as the end of a round; null if it will
    show the answer."""
    drawn: Drawn = attrs.field(default=True, kw_only=True)
    """False for a screen that draws the table itself; the answer then has neither its picture nor
    its words."""


@attrs.frozen
class Now(OfGame):
    """The moment of a game at a screen, which a request is about."""

    seat: Count | None
    """The seat of the viewer; null for the public view."""
    moment: Count
    """The moment that the viewer saw; the engine refuses the request at any other."""
    drawn: Drawn = attrs.field(default=True, kw_only=True)
    """False for a screen that draws the table itself; an answer that shows it then has neither its
    picture nor its words."""


@attrs.frozen
class Play(Now, Value):
    """Make a move for a person, such as the placement of a card."""

    move: Text
    """The move as text."""


@attrs.frozen
class Step(Now, Value):
    """Make the next step that needs no person: a placement or the end of a round.

    While a page listens to the news, the server makes steps at the pace of the table, except at the
    end of a round.
    """


@attrs.frozen
class Skip(Now, Value):
    """Make all steps that need no person, at most to the end of the round."""


@attrs.frozen
class Pace(Value):
    """The pause before each step that needs no person, at all tables of the engine."""

    milliseconds: Annotated[int, Range(0, 600_000)]


@attrs.frozen
class Undo(Now, Value):
    """Return to the last moment when a person placed a card."""


@attrs.frozen
class Hint(Now, Value):
    """Suggest a move to the person to move, with reasons if the game has them."""


@attrs.frozen
class Preview(Now, Value):
    """Show the consequences of a move that a person is still composing, such as an offer."""

    move: Text
    """The move as text."""


@attrs.frozen
class Review(OfGame, Value):
    """Show a placement in a finished round, or a moment of another finished game, both from 0.

    Before the end of the game, only placements by the person at the screen are judged.
    """

    number: Count


@attrs.frozen
class Branch(OfGame, Value):
    """Start a game that continues from a moment of a finished one.

    A person who plays alone can choose a moment of a finished round; the new game ends with that
    round.
    """

    moment: Count


@attrs.frozen
class Copy(OfGame, Value):
    """Ask for the record of a finished game, which contains every hand."""


@attrs.frozen
class Rules(Value):
    """The rules of a game."""

    name: Text
    """The key of the game."""


@attrs.frozen
class Status(Value):
    """The current work of the engine, while a page waits for another answer."""


@attrs.frozen
class Friends(OfGame, Value):
    """The chairs of the table, and the link to it."""


@attrs.frozen
class Invite(OfGame, Value):
    """Offer a seat to whoever opens the link of the table."""

    seat: Count | None
    """The seat; null if only spectators are invited."""


@attrs.frozen
class Begin(OfGame, Value):
    """Begin the game of a table with free chairs, which the computer then plays."""


@attrs.frozen
class Close(OfGame, Value):
    """Close the table to newcomers: its link stops working."""


@attrs.frozen
class Join(Value):
    """Sit down in a chair of the table whose link the visitor opened, or watch."""

    name: Text
    """The name of the person; empty for a numbered player."""
    seat: Count | None
    """The chair; null to watch."""
    how: JoinKind
    """`sit` in a free chair; `claim` one's own from another browser; `play` for the person."""


@attrs.frozen
class Claimed(Value):
    """Ask whether the people at the table have let the newcomer have the claimed seat."""

    claim: Text


@attrs.frozen
class Withdraw(Value):
    """Take back the claim to a seat."""

    claim: Text


@attrs.frozen
class Admit(OfGame, Value):
    """Let the newcomer who claims a seat have it, or not."""

    claim: Count
    """The number of the claim in a position."""
    is_right: bool
    """True if the newcomer is the person whose seat it is."""


@attrs.frozen
class Vouch(OfGame, Value):
    """Say whether a screen that others have let in is the viewer's own; if not, its link ends."""

    seat: Count
    number: Count
    is_own: bool


@attrs.frozen
class Lend(OfGame, Value):
    """Let the computer play for the viewer, or for a person who is away too long."""

    seat: Count


@attrs.frozen
class Seek(OfGame, Value):
    """Let a newcomer play for the viewer; until one comes, the computer plays."""

    seat: Count


@attrs.frozen
class Free(OfGame, Value):
    """Free the chair of a person, whose link ends, and let the computer play on.

    The host may do so; the others all together, after two minutes without a move.
    """

    seat: Count


@attrs.frozen
class TakeBack(OfGame, Value):
    """Play a seat again that is the viewer's."""

    seat: Count


@attrs.frozen
class Replace(OfGame, Value):
    """Seat another player, or a person at the host's screen, instead of a computer player.

    Friends may replace only a player that fails.
    """

    seat: Count
    who: Who


@attrs.frozen
class React(OfGame, Value):
    """Show a reaction to the whole table."""

    sign: Annotated[str, OneOf(REACTIONS)]


@attrs.frozen
class Again(OfGame, Value):
    """Start the next game at the table of a finished one; friends come along by themselves."""

    name: Annotated[Text, OnlyIfUnusual()] = attrs.field(default="", kw_only=True)
    """The key of the next game; omitted for the same game with its options."""


@attrs.frozen
class Pose(Value):
    """Ask for a puzzle by its number."""

    number: Ordinal


@attrs.frozen
class Practise(Value):
    """The first placements of a practice game, which is not saved."""

    moves: Annotated[tuple[Move, ...], Length(0, 3)]
    """The placements so far."""


@attrs.frozen
class Attempt(Value):
    """Try a placement in a puzzle."""

    number: Ordinal
    move: Move | None
    """The placement; null for the solution."""


Request = TypeAliasType(
    "Request",
    Choices
    | Tables
    | Start
    | Load
    | Arrange
    | Write
    | Delete
    | Beat
    | Look
    | Play
    | Step
    | Skip
    | Pace
    | Undo
    | Hint
    | Preview
    | Review
    | Branch
    | Copy
    | Rules
    | Status
    | Friends
    | Invite
    | Begin
    | Close
    | Join
    | Claimed
    | Withdraw
    | Admit
    | Vouch
    | Lend
    | Seek
    | Free
    | Annotated[TakeBack, "return"]
    | Replace
    | React
    | Again
    | Annotated[Pose, "puzzle"]
    | Attempt
    | Practise,
)

REQUESTS: Codec[Request] = CODECS.codec_by_tag("do", get_args(Request.__value__))
"""The codec of the page's requests."""


def read_request(document: str | bytes) -> Request:
    """Return the request in a JSON text, which need not be trusted.

    Raises:
        DecodingError: the text is not a request; the error states the place and the reason.
    """
    return REQUESTS.read(documents.parse(document, SIZE_LIMIT))


def protocol_schema() -> Schema:
    """Return the JSON Schema of all messages: `request` and `answer` are among its definitions."""
    named = name_schema("request", REQUESTS), name_schema("answer", ANSWERS)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:westeros-intrigue:messages:1",
        "title": "Messages between the page and the engine of Westeros Intrigue",
        **codecs.hoist_definitions({"anyOf": [codec.schema for codec in named]}),
    }
