"""The documents of the card game: one kind for each class, as data or as JSON.

Cards, slots and moves are strings in every document. Results, adjustments and violations are only
written: a program that needs one computes it from the position. A record contains the players, the
deal, the placements and their comments; its constructor replays the game, so every record that is
read is consistent.

A position's history can be written as lines of JSON: a table or a view, then one event per line.
Each line is a document. A program that follows a game appends the document of each event; a program
that joins later begins with the view of that moment.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from westeros_intrigue.documents import values
from westeros_intrigue.gamekit import documents, game
from westeros_intrigue.gamekit.codecs import Codec, name_in, name_schema, record
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import DecodingError, fault, faults_at
from westeros_intrigue.gamekit.limits import check_iterable
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.notation.records.record import Record
from westeros_intrigue.rules import cards, court, dealing, log, moves, variants, violations
from westeros_intrigue.rules.game_events import (
    Elimination,
    Event,
    Placement,
    Reveal,
    RoundEnd,
    RoundStart,
    SetAside,
    TurnStart,
)
from westeros_intrigue.rules.log import InvalidRecord
from westeros_intrigue.rules.points import Adjustment
from westeros_intrigue.rules.round_results import NO_EARLIER_ROUNDS, RoundResult
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import Position, View, check_position
from westeros_intrigue.views.observation import Snapshot


def _record(**fields: Any) -> Record:  # noqa: ANN401 - the fields of a record, read by their codecs
    dealt, played = len(fields["deal"].rounds), len(fields["rounds"])
    if played != dealt:
        # The constructor would add the missing rounds, so the record would be written differently.
        raise fault(
            f"there must be {count_things(dealt, 'round')}, as in the deal, even if one is empty, "
            f"not {played}",
            "/rounds",
        )
    try:
        return Record(**fields)
    except InvalidRecord as error:
        before = fields["earlier"].count
        raise values.not_played(error, "/rounds/{}", "/placements/{}", before) from None


_FIELDS = (
    "players",
    "variant",
    "first_player",
    "deal",
    "rounds",
    "scored_rounds",
    "tags",
    "comment",
    "earlier",
)


def record_codec(codecs: documents.Codecs) -> Codec[Record]:
    """Return the codec of a record. A tag is a list of name and text, since their order matters."""
    usual = {"earlier": NO_EARLIER_ROUNDS}
    return record(_record, codecs.fields(Record, _FIELDS), usual=usual)


_CODECS = values.CODECS.extended(
    {
        GameState: values.state_codec,
        Table: lambda codecs: name_schema("table", values.table_codec(codecs)),
        View: lambda codecs: name_schema("view", values.view_codec(codecs)),
        Record: record_codec,
    }
)
DOCUMENTS = documents.Documents(
    "westeros-intrigue",
    _CODECS,
    (
        cards.IronThroneCard,
        court.Court,
        dealing.RoundDeal,
        dealing.Deal,
        variants.Variant,
        Placement,
        Elimination,
        Adjustment,
        RoundStart,
        TurnStart,
        SetAside,
        RoundEnd,
        Reveal,
        RoundResult,
        FinalResult,
        violations.Violation,
        (GameState, "omniscient-state"),
        Table,
        View,
        Snapshot,
        Record,
    ),
    find=game.find_documents,
    bare=(cards.Card, cards.Slot, cards.Move),
    written=(Adjustment, RoundResult, FinalResult, violations.Violation),
    snapshot=Snapshot.of,
    rules={GameState: moves.RULES_VERSION},
)
"""The documents of the card game."""
to_data: Final = DOCUMENTS.to_data
from_data: Final = DOCUMENTS.from_data
to_json: Final = DOCUMENTS.to_json
from_json: Final = DOCUMENTS.from_json


def to_json_lines(position: Position) -> str:
    """Return the history of a state or a view as lines of JSON.

    The first line is the table, or the view, before the first card; each line after it is an event,
    as `events(None, position)` returns them. **The lines of a GameState contain every hand.** Send
    a player the lines of `observe(state, player)`.

    >>> from westeros_intrigue import observe, setup
    >>> for line in to_json_lines(observe(setup(2, seed=1), None)).splitlines():
    ...     print(line[:84])
    {"game":"westeros-intrigue","kind":"view","version":1,"player":null,"hand":[],"score
    {"game":"westeros-intrigue","kind":"round-start","version":1,"round_number":1,"start

    Raises:
        InvalidValue: an integer beyond 2^53, as for `to_json`.
    """
    check_position(position)
    table = position.table.start
    start: Table | View = table
    if isinstance(position, View):
        drawn = 0 if position.player is None else table.score_pile_sizes[position.player]
        start = View(table, position.player, score_pile=position.score_pile[:drawn])
    return "".join(f"{DOCUMENTS.to_json(line)}\n" for line in (start, *log.events(None, position)))


def from_json_lines(
    lines: str | bytes | Iterable[str | bytes], *, size_limit: int = documents.DEFAULT_SIZE_LIMIT
) -> tuple[Table | View, Iterator[tuple[Event, Table | View]]]:
    """Return the table or view of the first line, and an iterator over the events after it.

    Each event comes with the table or view that it leads to. Lines are read only when their events
    are requested, so they can still be arriving.

    >>> from westeros_intrigue import observe, setup
    >>> view = observe(setup(2, seed=1), 1)
    >>> start, steps = from_json_lines(to_json_lines(view))
    >>> start
    <View of player 1: round 1 of 2, dealing>
    >>> for event, now in steps:
    ...     print(event)
    round 1 is dealt, 14 cards each; player 0 starts
    >>> now == view
    True

    Args:
        lines: an open file, an iterable of lines, or one text; they need not be trusted.
        size_limit: the maximum number of characters or bytes in a line.

    Raises:
        DecodingError: a line is not such a document, or its event cannot happen there; the path
            begins with the number of the line, from 1. For lines after the first, the iterator
            raises the error.
        InvalidValue: the limit is below 1.
    """
    if isinstance(lines, (str, bytes)):
        lines = lines.splitlines()
    check_iterable("lines", lines)
    numbered = enumerate(lines, start=1)
    number, line = next(numbered, (1, ""))
    try:
        start: Table | View = _document(line, _STARTS, size_limit)
    except DecodingError as error:
        raise error.under(number) from None
    return start, _steps(start, numbered, size_limit)


def _steps(
    position: Table | View, lines: Iterator[tuple[int, str | bytes]], size_limit: int
) -> Iterator[tuple[Event, Table | View]]:
    for number, line in lines:
        try:
            event: Event = _document(line, _EVENTS, size_limit)
            with faults_at():
                position = position.then(event)
        except DecodingError as error:
            raise error.under(number) from None
        yield event, position


def _document(line: str | bytes, kinds: Mapping[str, type[Any]], size_limit: int) -> Any:  # noqa: ANN401 - of these kinds
    """Return the value of a document of one of several kinds."""
    data = documents.parse(line, size_limit)
    return DOCUMENTS.from_data(kinds[name_in(data, "kind", kinds)], data)


_STARTS = {DOCUMENTS.kinds[cls]: cls for cls in (Table, View)}
_EVENTS = {DOCUMENTS.kinds[cls]: cls for cls in get_args(Event.__value__)}
