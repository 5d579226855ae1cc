"""The answers of the engine to the page: objects with a `kind`, none of which can hold a state."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
import re
from typing import Annotated, TypeAlias, get_args

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.documents.conversion import DOCUMENTS
from westeros_intrigue.documents.values import CODECS as VALUES
from westeros_intrigue.gamekit import documents, english, records
from westeros_intrigue.gamekit.codecs import Codec, as_object, atom, name_schema, record, text
from westeros_intrigue.gamekit.limits import Count, Length, Longest, OneOf, Ordinal, Range
from westeros_intrigue.gamekit.options import Option
from westeros_intrigue.gamekit.outline import Line
from westeros_intrigue.gamekit.quantities import MoveRange
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.play.saved.seats import AUTOMATED, Seat
from westeros_intrigue.play.sessions.folder import GAME_ID
from westeros_intrigue.rules.cards import Card, IronThroneCard, Move, Slot
from westeros_intrigue.rules.game_events import Placement
from westeros_intrigue.rules.variants import PerPlayer
from westeros_intrigue.rules.view import View

SIZE_LIMIT = 300_000
"""The maximum size of a request, in bytes: three times the longest record of a game."""

Text = Annotated[str, Longest(SIZE_LIMIT)]
"""A text of any length that fits in a message."""
GameId = Annotated[str, "the id of a game"]
"""The id of a game in the folder of games."""
Who = Annotated[str, "a player"]
"""`PERSON`, `AUTOMATED` or the name of a player of the game."""
Json = Annotated[str, "an object of JSON"]
"""An object as JSON text, which becomes part of the message."""
OpenSlots: TypeAlias = tuple[tuple[Slot, ...], ...]
"""For each house, in the order of `House`, the slots open to a card of it."""
AbsenceKind = TypeAliasType("AbsenceKind", Annotated[str, OneOf(("pocket", "dark", "gone"))])
"""The ways in which a person is not at their screen."""
NextStep = TypeAliasType(
    "NextStep", Annotated[str, OneOf(("person", "step", "round", "friends", "nobody"))]
)
"""The steps that a game can wait for."""


def _codec_of_text(what: str, pattern: str) -> Codec[str]:
    """Return the codec of texts that fit a pattern."""
    return text(
        what, f"^{pattern}$", lambda written: written if re.fullmatch(pattern, written) else None
    )


def _read_json(data: object) -> str:
    return documents.dump(as_object(data))


_WHO = _codec_of_text(
    f"{records.PERSON}, {AUTOMATED} or the name of a player", "[a-z][a-z-]*(:[1-9][0-9]*)?"
)
CODECS = VALUES.extended(
    {
        GameId: name_schema("game", _codec_of_text("the id of a game", GAME_ID)),
        Who: _WHO,
        Seat: name_schema(
            "seat", record(Seat, {"name": atom(Longest(records.LONGEST_NAME)), "who": _WHO})
        ),
        Option: name_schema(
            "option-form",
            VALUES.record(Option, ("name", "kind", "help", "choices", "least", "most")),
        ),
        View: lambda _: DOCUMENTS.codec_of(View),
        Json: Codec(json.loads, _read_json, {"type": "object"}),
    }
)
"""The codecs of the parts of messages."""


@attrs.frozen
class Choice(Value):
    """One of several choices."""

    name: Text
    """The name in requests."""
    title: Text


@attrs.frozen
class GameChoice(Value):
    """A game and its possible tables."""

    name: Text
    """The key of the game."""
    title: Text
    fewest: Count
    most: Count
    """The maximum number of seats."""
    levels: tuple[Choice, ...]
    usual: Text
    """The default level."""
    options: tuple[Option, ...]
    picture: Text
    """The address of a drawing of the game's own table, relative to the page's; empty for none."""


@attrs.frozen
class NewGameChoices(Value):
    """The choices for a new game."""

    games: tuple[Choice, ...]
    """The saved games: unfinished games first, each group latest first."""
    puzzles: tuple[Choice, ...]
    """The levels of the puzzles, each by the number of its first puzzle."""
    daily: Ordinal
    """The number of today's puzzle."""
    table: GameChoice
    """The card game and its tables."""


@attrs.frozen
class AllTables(Value):
    """The games, including plug-ins, and their possible tables."""

    tables: tuple[GameChoice, ...]


@attrs.frozen
class Standing(Value):
    """A seat at the end of a round or the game."""

    seat: Count
    place: Ordinal | None
    """Its place, from 1; null before the end of the game."""
    cards_left: Count
    """The number of cards left in its hand; 0 in other games."""
    points: Count
    """The penalty points of the round or, at the end of the game, of all rounds; 0 in other
    games."""
    notes: tuple[Text, ...]
    """The points that options added or subtracted, such as `-1 by House Affiliation`."""
    throne_cards: tuple[IronThroneCard, ...]
    """The visible Iron Throne cards that it drew in the round or the game."""
    total: int | None
    """The points after the round; at the end of the game, the number that ranks the seat. Null in a
    game that ranks without numbers."""


@attrs.frozen
class Failure(Value):
    """The reason why a game does not continue, until a request `step` tries again.

    A computer player raised an error instead of moving, or the folder of games cannot be used.
    """

    text: Text
    """The reason as a sentence. It omits the text of a player's error, which can name hidden cards.
    """
    instead: Text
    """The player to which `replace` can give the seat to move, so that the game continues; empty if
    that does not help."""


@attrs.frozen
class TableSeat(Value):
    """A seat, as the whole table sees it."""

    name: Text
    """The name of the person or the player whose seat it is."""
    who: Who
    """`person`, `automated` or the name of the player whose seat it is."""
    player: Who
    """The player of the seat at the moment: a stand-in plays for a person who is away."""
    stand_in: Text
    """The name of the stand-in; empty if those whose seat it is play."""
    is_asked: bool
    """True if the person has asked the stand-in to play; false if others have, who could not wait.
    """


@attrs.frozen
class Absence(Value):
    """A person who is not at their screen."""

    seat: Count
    seconds: Count
    """The time since the last sign of life of the screen."""
    free_in: Count
    """The seconds until any person at the table may let the computer play; 0 for now."""
    has_come: bool
    """False for a chair that is still free."""
    how: AbsenceKind
    """`pocket` if the page is hidden, `dark` without a sign of life, `gone` if it was closed."""


@attrs.frozen
class SeatClaim(Value):
    """A newcomer who says that a seat is theirs."""

    number: Count
    """The number for the request `admit`."""
    seat: Count
    words: Text
    """The two words that the newcomer's screen shows."""
    name: Text | None
    """The name of a newcomer who wants to sit down in a free chair of a game under way; null for
    one who says that the seat is theirs."""


@attrs.frozen
class Arrival(Value):
    """Another screen of a person, whom others at the table have let in."""

    seat: Count
    number: Count
    """The number for the request `vouch`."""
    by: Text
    """The names of the people who let the screen in."""
    is_asked: bool
    """True if this screen, an earlier one of the same person, may say whether it is theirs."""


@attrs.frozen
class Common:
    """A game at one moment, as shown to one person or to the public."""

    game: GameId
    key: Text
    """The key of the game."""
    moment: Count
    """The number of steps so far, such as placements and scored rounds."""
    seats: tuple[TableSeat, ...]
    waits_for: NextStep
    """`person`, `step` if a step comes next, `round` if a step begins the next round, `friends`
    until all chairs are taken or the host begins, `nobody`."""
    viewer: Count | None
    """The seat of the viewer, from 0; null for public information."""
    active: Count | None
    """The seat that must decide, from 0."""
    story: tuple[Text, ...]
    """The end of the round or the game as sentences; empty before the end."""
    standings: tuple[Standing, ...]
    """The seats at the end of the round, or best first at the end of the game; empty before the
    end."""
    can_undo: bool
    here: tuple[Count, ...]
    """The seats of the people at this screen; friends use other screens."""
    away: tuple[Absence, ...]
    """The people for whom the game may wait, and who are not at their screens."""
    reading: tuple[Count, ...]
    """The seats of people who are still reading the end of the previous round."""
    watching: Count
    """The number of spectators' screens."""
    claims: tuple[SeatClaim, ...]
    """The newcomers who say that a seat is theirs, if this screen may let them in."""
    arrivals: tuple[Arrival, ...]
    """The screens that were let in, until an earlier one of the same person has said whose they
    are."""
    failure: Failure | None
    """The reason why no step follows; null if nothing has failed at this moment."""


@attrs.frozen
class Position(Common, Value):
    """The card game at one moment."""

    told: tuple[Text, ...]
    """Any house rule and the events of this round, as sentences."""
    view: View
    moves: tuple[Move, ...]
    """The legal moves of the viewer."""
    takes: OpenSlots


@attrs.frozen
class OwnScreen(Value):
    """The game's own table, which the page shows instead of the usual one."""

    address: Text
    """The folder of its files, relative to the page's, with a slash at its end."""
    facts: Json
    """The facts that it shows: an object in the form that the game defines."""


@attrs.frozen
class AnyPosition(Common, Value):
    """Another game at one moment."""

    told: tuple[Text, ...]
    """The latest events, as sentences."""
    name: Text
    """The name of the game."""
    question: Text
    """The open question, in words; empty if no player must decide."""
    moves: tuple[Choice, ...]
    """The legal moves of the viewer as text, each with its words, except kinds that the game does
    not list."""
    ranges: tuple[MoveRange, ...]
    """Those of the moves that differ only in a quantity, such as a bid, as ranges of numbers."""
    passes: tuple[Text, ...]
    """The moves of the game that change nothing: the page makes the last legal one, if the viewer
    has no others and does not want to be asked."""
    facts: tuple[Text, ...]
    """The public belongings of each player, in words; empty strings if there are none."""
    goods: tuple[tuple[Choice, ...], ...]
    """The things that each player can offer in a deal with the viewer, by their names in moves; a
    number with a letter, such as `36c`, is the maximum amount. Empty if the viewer cannot make an
    offer."""
    picture: Text
    """The table as an SVG picture; empty if the request leaves it out."""
    words: tuple[Line, ...]
    """The table as text, line by line; empty if the request leaves it out."""
    screen: OwnScreen | None
    """The game's own table; null if it has none."""


@attrs.frozen
class Reason(Value):
    """A reason for refusing a move."""

    code: Text
    rule: Text
    text: Text


@attrs.frozen
class ChairOffer(Value):
    """A chair at a table, as a newcomer sees it."""

    seat: Count
    is_free: bool
    """True if no person has sat down in it."""
    is_there: bool
    """True if the person whose chair it is is at the screen."""
    can_be_lent: bool
    """True if a newcomer may play for the person whose chair it is."""


@attrs.frozen
class SeatOffer(Value):
    """The place that a visitor's link opens: the answer to the visitor's `choices`."""

    game: GameId
    name: Text
    """The name of the game."""
    seat: Count | None
    """The seat; null for a newcomer, who can choose a chair, and for a spectator."""
    seats: tuple[TableSeat, ...]
    chairs: tuple[ChairOffer, ...]
    """The chairs of the table; the other people sit at the host's screen."""
    is_yours: bool
    """True if the visitor plays or watches; false for a newcomer."""
    is_stand_in: bool
    """True if the visitor plays the seat for the person whose it is."""
    is_guest: bool
    """True if the visitor watches for lack of a seat, and plays in the next game."""
    host: Text
    """The name of a person at the host's screen, or else of the first person."""


@attrs.frozen
class Joined(Value):
    """The visitor has a seat, or a place to watch."""

    secret: Text
    """The token that opens it, from any browser."""


@attrs.frozen
class Asked(Value):
    """The people at the table have been asked to let a newcomer have the seat that is theirs."""

    claim: Text
    """The number of the claim, for the requests `claimed` and `withdraw`."""
    words: Text
    """The two words that the screens of those who are asked show."""
    is_contested: bool
    """True if another newcomer asks for the same seat."""


@attrs.frozen
class Link(Value):
    """The link of a table, which any number of people can open."""

    addresses: tuple[Text, ...]
    """The addresses of the link, the best ones for other machines first."""
    code: Text
    """The first address as a QR code in SVG; empty if there is none."""


@attrs.frozen
class Invitations(Value):
    """The chairs of a table, and the way to them."""

    link: Link | None
    """The link for newcomers; null if the table is closed."""
    chairs: tuple[ChairOffer, ...]
    is_shared: bool
    """True if other machines can connect."""


@attrs.frozen
class Refused(Value):
    """A move breaks the rules; nothing has changed."""

    reasons: Annotated[tuple[Reason, ...], Length(1)]


@attrs.frozen
class Advice(Value):
    """A move that one of the engine's players would make."""

    move: Text
    text: Text


@attrs.frozen
class Consequences(Value):
    """The consequences of a legal move that has not been made."""

    facts: Json | None
    """The object that the game's own table shows of them, in the form that the game defines; null
    if it shows none."""


@attrs.frozen
class PlacementReview(Value):
    """A placement in a finished round, with the court after it."""

    number: Count
    count: Count
    """The number of placements in the game."""
    text: Text
    judgement: Text
    """The result of the analysis; empty without an analysis."""
    win: Annotated[int, Range(0, 100)] | None
    """The player's chance to win the round after it, in per cent; null without an analysis, or if
    no chance is known. If only the chance with the best placement is known, it is this one."""
    against: Text
    """The players that the analysis assumes, in words; empty without one."""
    loss: Count | None
    """The chance to win the round lost against the best placement, in hundredths; null where it is
    not known."""
    rank: Count
    """The place of the placement among those that could be made, 1 for the best; 0 without an
    analysis."""
    choices: Count
    """The number of placements that could be made; 0 without an analysis."""
    better: Move | None
    """A placement that was clearly better, if any."""
    view: View
    """The public view after the placement."""
    moment: Count
    """The moment before the placement, from which a new game can continue."""
    placers: tuple[Count, ...]
    """The seat of each placement in the game."""
    rounds: tuple[Count, ...]
    """The round of each placement in the game."""


@attrs.frozen
class RecordCopy(Value):
    """The record of a game."""

    record: Text


@attrs.frozen
class PositionLine(Value):
    """A position in one line."""

    line: Text


@attrs.frozen
class RulesText(Value):
    """The rules of a game."""

    name: Text
    """The name of the game."""
    minute: tuple[Text, ...]
    """The rules that a newcomer needs."""
    rules: tuple[Text, ...]
    """All rules."""
    notation: tuple[Text, ...] = ()
    """Paragraphs about how moves are written, with moves between back-ticks."""


@attrs.frozen
class EngineStatus(Value):
    """The current work of the engine."""

    is_preparing: bool
    """True while the library prepares functions whose first call is slow."""


@attrs.frozen
class PuzzlePosition(Value):
    """A puzzle: a position with one placement that wins the round. Both hands are visible."""

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
    takes: OpenSlots


@attrs.frozen
class Practice(Value):
    """The first placements of a game, for a learner."""

    view: View
    moves: tuple[Move, ...]
    """The placements to try; empty after the last."""
    takes: OpenSlots


@attrs.frozen
class PuzzleResult(Value):
    """The result of a placement in a puzzle."""

    wins: bool
    text: Text
    placements: tuple[Placement, ...]
    """The rest of the round if both play perfectly, starting with this placement."""
    told: tuple[Text, ...]
    """The same as sentences."""


FAULTS = {
    "bad-message": 400,
    "no-such-game": 404,
    "not-now": 409,
    "moved-on": 409,
    "cannot-be": 422,
    "failed": 424,
    "not-kept": 507,
    "not-yours": 403,
    "no-such-link": 403,
}
"""The codes of faults, each with its status over HTTP.

No such message; no such game; not at this moment of the game; the game is at another moment; no
such table, record or puzzle; a computer player raised an error; the folder of games cannot be
written; the link is for one seat; the link leads nowhere, or nowhere any more.
"""


@attrs.frozen
class Fault(Value):
    """A refusal of the request; nothing has changed."""

    code: Annotated[str, OneOf(tuple(FAULTS))]
    """The reason, one of `FAULTS`."""
    text: Text = attrs.field(converter=english.capital)


class Unable(Exception):
    """A request cannot be followed."""

    def __init__(self, code: str, text: str) -> None:
        """Store the answer."""
        super().__init__(code, text)
        self.fault: Fault = Fault(code, text)


Shown = Position | AnyPosition
"""A game that is shown."""
Answer = TypeAliasType(
    "Answer",
    Annotated[NewGameChoices, "choices"]
    | Annotated[AllTables, "tables"]
    | Position
    | Annotated[AnyPosition, "table"]
    | Annotated[SeatOffer, "chair"]
    | Joined
    | Asked
    | Annotated[Invitations, "friends"]
    | Refused
    | Advice
    | Annotated[Consequences, "previewed"]
    | Annotated[PlacementReview, "reviewed"]
    | Annotated[RecordCopy, "record"]
    | Annotated[PositionLine, "written"]
    | Annotated[RulesText, "rules"]
    | Annotated[EngineStatus, "status"]
    | Annotated[PuzzlePosition, "puzzle"]
    | Practice
    | Annotated[PuzzleResult, "attempted"]
    | Fault,
)

ANSWERS: Codec[Answer] = CODECS.codec_by_tag("kind", get_args(Answer.__value__))
"""The codec of the engine's answers."""


def write_answer(message: Answer) -> str:
    """Return an answer as JSON.

    >>> write_answer(Fault("no-such-game", "no game has this id"))
    '{"kind":"fault","code":"no-such-game","text":"No game has this id"}'
    """
    return documents.dump(ANSWERS.write(message))
